"""QR control cards, on their zone or anywhere on the table."""
