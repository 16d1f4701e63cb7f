"""The virtual table: what lies on it, the hands over it, and a camera that draws what it sees."""
