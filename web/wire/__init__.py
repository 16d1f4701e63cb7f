"""One loop that accepts connections, answers requests and keeps streams."""
