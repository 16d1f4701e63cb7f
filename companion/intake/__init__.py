"""What the eye reports as it is taken in: what a change means, which cards a match has."""
