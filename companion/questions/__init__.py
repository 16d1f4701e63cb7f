"""What people are asked about a match, and what their answers tell. Pure."""
