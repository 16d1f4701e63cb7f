"""The last seconds before each ruling: which shots are kept, how long, and where."""
