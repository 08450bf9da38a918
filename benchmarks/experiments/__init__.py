"""The paper's experiments, replayed from recorded learning curves."""
