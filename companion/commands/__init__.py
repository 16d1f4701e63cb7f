"""What phones and buttons ask for, and what they are answered."""
