"""A damaged or torn journal: what of it can be saved, and what is set apart."""
