"""Printable mats and cards, and fitting the companion to a table."""
