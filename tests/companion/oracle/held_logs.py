"""Random logs with cards that stay in dispute, that are put right or let stand, and takings-back with the faces that were seen."""

from __future__ import annotations

import random

from .lifting import SEEN
from .random_logs import SequenceWriter, Writer, random_log
from .sequence import CARDS, SPACES

HELD = {"the_game_held": "the_game", "quick_easy_held": "quick_easy", "sequence_held": "sequence"}


def write_log(seed, game, *, amendments=True):
    """The lines of one match, with cards in dispute where the name of the game says so."""
    return held_log(seed, HELD[game]) if game in HELD else random_log(seed, game, amendments=amendments)


def held_log(seed, game):
    """The lines of one match; most of them hold."""
    dice = random.Random(f"{seed} {game} held")
    writer = HeldSequenceWriter if game == "sequence" else HeldWriter
    return writer(dice, game, True).write(dice.randint(6, 30))


class HeldWriter(Writer):
    """Writes a match with cards in dispute."""

    def position(self):
        return super().position() | ({"holds": True} if self.dice.random() < 0.7 else {})

    def event(self):
        dice, held = self.dice, self.fold.held()
        if dice.random() < (0.3 if held else 0.02):
            return {"put_right": {"pile": self.pile(held)}}
        if dice.random() < 0.12:
            return {"take_back": self.seen(self.pile(held))}
        event = super().event()
        return {"take_back": self.seen(event["take_back"]["pile"])} if "take_back" in event else event

    def pile(self, held):
        """Mostly a pile with a card in dispute, or one on which cards lie."""
        dice, piles = self.dice, self.fold.table.piles
        if held and dice.random() < 0.85:
            return self.fold.act(dice.choice(held))["play"]["pile"]
        return dice.choice([name for name, cards in piles.items() if cards and dice.random() < 0.9] or list(piles))

    def seen(self, pile):
        """What a taking-back says; the faces are mostly those that lie there."""
        dice, fold = self.dice, self.fold
        held = fold.held(pile)
        cards = [laid.card for laid in fold.table.piles[pile] if laid.seat != SEEN or dice.random() < 0.5]
        cards += [fold.act(held[-1])["play"]["card"]] if held else []
        what = {"pile": pile}
        if dice.random() < 0.4:
            what["card"] = cards[-1] if cards and dice.random() < 0.85 else dice.choice(self.deck())
        if dice.random() < 0.7:
            beneath = cards[-2] if len(cards) > 1 else None
            what["beneath"] = beneath if dice.random() < 0.85 else dice.choice([None, *self.deck()])
        return what

    def amendment(self):
        dice, held = self.dice, self.fold.held()
        if dice.random() < (0.35 if held else 0.02):
            return {
                "waive": dice.choice(held).number if held and dice.random() < 0.95 else dice.randint(0, self.fold.number + 1)
            }
        return super().amendment()


class HeldSequenceWriter(SequenceWriter):
    """Writes a match of Sequence with moves in dispute.

    Whoever ends a turn or draws is named: where nobody is, the law does not say who is meant at a table.
    """

    def position(self):
        return super().position() | ({"holds": True} if self.dice.random() < 0.8 else {})

    def event(self):
        dice, held = self.dice, self.fold.held()
        if dice.random() < (0.3 if held else 0.02):
            return {"put_right": {"cell": self.space(held)}}
        if dice.random() < 0.1:
            return {"take_back": self.seen(self.space(held))}
        event = super().event()
        if "take_back" in event:
            return {"take_back": self.seen(event["take_back"]["cell"])}
        return self.named(event)

    def named(self, event):
        if {"draw", "end_turn", "stuck"} & event.keys() and "player" not in event:
            return event | {"player": self.fold.table.to_move}
        return event

    def space(self, held):
        """Mostly a space with a move in dispute, or the last one."""
        dice, fold = self.dice, self.fold
        if held and dice.random() < 0.85:
            return list(fold.act(dice.choice(held))["play"]["cell"])
        laid = [entry for entry in fold.standing() if "play" in entry.act]
        return list(fold.act(laid[-1])["play"]["cell"] if laid and dice.random() < 0.8 else dice.choice(list(SPACES)))

    def seen(self, cell):
        """What a taking-back says; the card is mostly that which was played there."""
        dice, fold = self.dice, self.fold
        there = [fold.act(entry)["play"]["card"] for entry in fold.standing() if self.is_on(entry, cell)]
        if dice.random() < 0.5:
            return {"cell": cell}
        return {"cell": cell, "card": there[-1] if there and dice.random() < 0.8 else dice.choice(CARDS)}

    def is_on(self, entry, cell):
        return "play" in entry.act and list(self.fold.act(entry)["play"]["cell"]) == list(cell)

    def amendment(self):
        dice, held = self.dice, self.fold.held()
        if dice.random() < (0.35 if held else 0.02):
            good = held and dice.random() < 0.95
            return {"waive": dice.choice(held).number if good else dice.randint(0, self.fold.number + 1)}
        amendment = super().amendment()
        return {"insert": self.named(amendment["insert"])} if "insert" in amendment else amendment
