"""Matches that play themselves, one file a game, named as the game."""
