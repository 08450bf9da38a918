"""Selection by nearbest and by other tools, live, on the same table and candidates."""
