"""Tables without a mat: direction cards and draw piles found, and piles followed without printed places."""
