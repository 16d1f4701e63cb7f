"""Everything that draws: cards, mats, boards, and the virtual table. Nothing that sees imports it."""
