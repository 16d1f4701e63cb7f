"""What is printed on French-suited cards: indices, pips and inks, and the networks that read them."""
