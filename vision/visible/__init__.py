"""Can the table be seen: light, veils, flicker, a picture that does not show it."""
