"""What people are told: lamps, phones and sentences are functions of a snapshot."""
