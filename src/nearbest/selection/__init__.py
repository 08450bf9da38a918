"""From arguments to a winner with its certificate."""
