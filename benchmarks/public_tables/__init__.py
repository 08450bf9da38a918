"""Tables to record learning curves of, made from the real data that public packages ship."""
