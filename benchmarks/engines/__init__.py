"""The same selection in this process, on Dask and on Ray, from a store that all see."""
