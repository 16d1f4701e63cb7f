"""The pages of a club: every table at a glance, matches live, results."""
