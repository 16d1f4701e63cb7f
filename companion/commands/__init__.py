"""What phones and buttons ask for, done in one place, and what they are answered."""
