"""Readers of cards: of a deck that was enrolled, of French-suited cards and of number cards of any maker."""
