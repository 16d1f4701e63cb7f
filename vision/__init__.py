"""Frames of a table become changes of its zones. Knows zones and faces, no rules."""
