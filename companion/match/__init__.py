"""The match and its judge: pure, no clock, no files."""
