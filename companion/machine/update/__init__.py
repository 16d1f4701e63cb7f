"""Another version of the companion: how this one was installed, what is kept before, and pip in its own environment."""
