"""One match being played, and what is kept beside the log."""
