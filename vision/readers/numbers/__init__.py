"""Number cards of any maker, read with networks; nothing is enrolled."""
