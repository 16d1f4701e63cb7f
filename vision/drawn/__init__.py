"""Everything that draws: cards, mats, boards, and the virtual table. No module that sees imports a drawing module."""
