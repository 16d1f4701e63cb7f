"""Direction cards, draw piles and the cloth of a table without a mat, found in one picture and named."""
