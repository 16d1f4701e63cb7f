"""A view of the match becomes pages for phones."""
