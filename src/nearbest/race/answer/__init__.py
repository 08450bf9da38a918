"""From a race to what is said of it: its certificate, and a row for each candidate."""
