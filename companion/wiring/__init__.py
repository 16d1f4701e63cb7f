"""Where the eye, the lamps, the pages and the match meet, on this machine."""
