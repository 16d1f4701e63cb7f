"""Is everything well: what is looked at, and what is said of it."""
