"""From arguments to a choice with its certificate."""
