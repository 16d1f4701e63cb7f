"""Measurements, never tests: `make bench` prints what the goals ask for, on one core of this machine."""
