"""The last seconds before each ruling: what is kept of them, for how long, and where."""
