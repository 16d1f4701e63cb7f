"""Random logs and whole matches against the referee, as long as somebody lets them run: `python -m tests.soaks`."""
