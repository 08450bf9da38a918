"""What the rest of a race should take, and which full runs it should need."""
