"""What is answered under which address."""
