"""Hands over the table: what moves or lies over it, arms, and what each has to do where."""
