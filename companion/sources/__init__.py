"""Cameras, mats, decks, readers and boards by the names people give them."""
