"""Cards, boards, mats, sheets and table tops, drawn."""
