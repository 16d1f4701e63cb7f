"""The Game (Pro, On Fire) and Quick & Easy: what they have beyond cards on piles; written from the rules spec alone."""

from __future__ import annotations

from typing import ClassVar

from .piles import PileTable

BURNING = ("22", "33", "44", "55", "66", "77")
COLOURS = "RBGYX"


class TheGame(PileTable):
    """The Game, with Pro and On Fire."""

    cards = 98
    directions: ClassVar = {"up1": "TG-04", "up2": "TG-04", "down1": "TG-05", "down2": "TG-05"}
    own_rule, over_rule, stuck_rule, won_rule = "TG-17", "TG-18", "TG-12", "TG-13"

    @staticmethod
    def hand_size(players, variant):
        """Cards a player (TG-02, PRO-02)."""
        size = {1: 8, 2: 7}.get(players, 6)
        return size - 1 if variant.get("pro_small_hand") else size

    @staticmethod
    def face(card):
        """The card as this table spells it, or None if the game lacks it."""
        plain = card.removeprefix("F") if card.removeprefix("F") in BURNING else card
        return plain if plain.isdecimal() and plain == str(int(plain)) and 2 <= int(plain) <= 99 else None

    @staticmethod
    def spell(card):
        """The top card as the answer carries it."""
        return int(card)

    def minimum(self):
        """Cards the turn must have (TG-07, TG-10, PRO-01, PRO-03)."""
        return 1 if self.deck_was_empty else 3 if self.variant.get("pro") else 2

    def minimum_rule(self):
        """The rule of the minimum."""
        return "TG-10" if self.deck_was_empty else "PRO-01" if self.variant.get("pro") else "TG-07"

    def too_early_rule(self):
        """TG-07 asks for more cards only while a legal one exists; else it is TG-12, also where play went on and nothing was lost."""
        return self.stuck_rule if self.can_lay_nothing() else self.minimum_rule()

    def most_cards(self):
        """No maximum (TG-08)."""
        return self.cards

    def may_follow(self, card, pile):
        """TG-04, TG-05 and the backward trick TG-06."""
        value, up = int(card), pile.startswith("up")
        top = int(self.piles[pile][-1].card) if self.piles[pile] else (1 if up else 100)
        if up:
            return value > top or (bool(self.piles[pile]) and value == top - 10)
        return value < top or (bool(self.piles[pile]) and value == top + 10)

    def burns(self, card):
        """OF-01, OF-02."""
        return self.variant.get("on_fire", False) and card in BURNING

    def refuse_talk(self, what):
        """TG-15."""
        return "TG-15" if what in ("number", "relative_number") else None

    def score(self):
        """TG-14: cards that are left."""
        return self.left()

    def rating(self):
        """TG-14."""
        if self.ended and self.ended[0] == "won":
            return "perfect"
        if self.score() <= 0:  # the law does not say what a match is rated that is lost with its last card
            return None
        return "excellent" if self.score() < 10 else "plain"


class QuickEasy(PileTable):
    """Quick & Easy, with the expert variant."""

    cards = 50
    directions: ClassVar = {"up": "QE-03", "down": "QE-04"}
    own_rule, over_rule, stuck_rule, won_rule = "QE-02", "QE-14", "QE-09", "QE-08"

    @staticmethod
    def hand_size(players, variant):
        """QE-01."""
        return 2

    @staticmethod
    def face(card):
        """The card as this table spells it, or None if the game lacks it."""
        number, colour = card[:-1], card[-1:]
        good = number.isdecimal() and number == str(int(number)) and 1 <= int(number) <= 10 and colour in COLOURS
        return card if good else None

    @staticmethod
    def spell(card):
        """The top card as the answer carries it."""
        return card

    def minimum(self):
        """One card (QE-02, QE-11)."""
        return 1

    def minimum_rule(self):
        """The rule of the minimum."""
        return "QE-02"

    def most_cards(self):
        """Two cards, one for experts (QE-02, QE-11)."""
        return 1 if self.variant.get("expert") else 2

    def most_rule(self):
        """The rule of the maximum."""
        return "QE-11" if self.variant.get("expert") else "QE-02"

    def may_follow(self, card, pile):
        """QE-03 to QE-06, QE-12."""
        if not self.piles[pile]:
            return True
        top = self.piles[pile][-1].card
        if card[-1] == top[-1]:
            return True
        return int(card[:-1]) > int(top[:-1]) if pile == "up" else int(card[:-1]) < int(top[:-1])

    def refuse_talk(self, what):
        """QE-10; QE-11: experts may say less."""
        if what in ("number", "relative_number"):
            return "QE-10"
        return "QE-11" if self.variant.get("expert") and what not in ("colour", "intention") else None

    def score(self):
        """No score is defined (QE-14)."""
        return

    def rating(self):
        """No rating is defined."""
        return
