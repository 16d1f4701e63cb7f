"""What each command takes, in a file as light as its help: nothing that sees, draws, learns or serves is imported here."""
