"""Is everything well? What is looked at, and what is said."""
