"""A board of cells with chips on it: where it lies, how it is lit, what its cells show."""
