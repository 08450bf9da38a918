"""What a race is about, made ready before anything is trained: candidates, samples, plan."""
