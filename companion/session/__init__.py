"""One match being played, and what is kept of it."""
