"""The referee: folds the facts of a table into a match and rules on each."""

__version__ = "0.1.0"
