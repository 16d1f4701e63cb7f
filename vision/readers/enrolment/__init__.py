"""From pictures of single cards to the samples that a deck is learned from."""
