"""A board of cells with chips: where the board lies, how it is lit, what its cells show."""
