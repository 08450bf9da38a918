"""Who is ahead, by what is known so far: pure state and rules."""
