"""What an amendment changes: which stand, what is judged anew, and what lies as it lay."""
