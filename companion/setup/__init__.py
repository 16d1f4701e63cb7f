"""The guided set-up of a table, and learning the deck."""
