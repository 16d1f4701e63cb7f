"""The journal on the disk: written, mirrored, saved, opened again whatever befell it."""
