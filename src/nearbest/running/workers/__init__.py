"""Where probes are carried out: what workers may use, what they need, what they keep."""
