"""Flat geometry and photographs: quads, homographies, how good a picture is. Knows no card and no table."""
