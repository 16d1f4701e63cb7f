"""Decks that were enrolled: what their cards look like, how they are learned and read."""
