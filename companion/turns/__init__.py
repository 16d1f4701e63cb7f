"""Whose act it was, and whether a turn has ended: weighed from hands, cards and rules."""
