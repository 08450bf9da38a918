"""One training and what it measured."""
