"""The guided set-up of a table, and learning its deck."""
