"""Tables without a mat: what is found of them, and how piles without printed places are followed."""
