"""From a file of millions of rows to a choice: the pass, the samples, the selection."""
