"""Cues become light and sound, presses become calls."""
