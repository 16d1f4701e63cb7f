"""Tournaments and leagues: who plays whom, at which table, and how everybody stands. Pure.

A tournament is the fold of its events, as a match is the fold of its log: `companion.tournament.fold.fold_tournament`.
"""
