"""The journal on the disk: written, mirrored, saved, and opened again whatever happened."""
