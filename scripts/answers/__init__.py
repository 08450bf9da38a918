"""The fixed runs whose answers a change of the code must not change."""
