"""What the eye reports: the meaning of a change, and which cards a match has."""
