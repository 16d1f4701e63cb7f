"""What was seen, marked in copies of the pictures."""
