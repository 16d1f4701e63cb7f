"""Matches that play themselves, one file a game that has one of its own, named as the game."""
