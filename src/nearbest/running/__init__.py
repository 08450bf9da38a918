"""Where time passes and things break."""
