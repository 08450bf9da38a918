"""How far the forecast's statements can be trusted, one dataset left out at a time."""
