"""The virtual table: cards, hands over the table, and a camera whose frames are drawn."""
