"""The Game - Quick & Easy: fifty cards, one pile that rises and one that falls, and colours that turn a pile back.

Everybody wins or loses together, so an outcome names every seat. Rule ids are those of the rules spec, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.card_game import NUMBERS_SAID, RuleIds
from companion.games.findings import foul, note
from companion.games.hands import DrawPile, Hand
from companion.games.pile_game import Pile, PileGame, PileState
from companion.match.rules import Finding, Outcome, Play, Step

LOWEST, HIGHEST = 1, 10
CARDS: Mapping[str, int] = {f"{n}{c}": n for c in "RBGYX" for n in range(LOWEST, HIGHEST + 1)}
"""Number of every card."""
UP, DOWN = Pile("up", True, LOWEST), Pile("down", False, HIGHEST)
ZONES = (UP.zone, DOWN.zone)

_EXPERTS_MAY_SAY = frozenset({"colour", "intention"})


@dataclass(frozen=True, slots=True)
class QuickEasyState(PileState):
    """A match at one moment."""

    expert: bool = False


class QuickEasy(PileGame[QuickEasyState]):
    """The rules."""

    name = "quick_easy"
    ids = RuleIds(
        players="QE-01",
        hand="QE-01",
        card="QE-01",
        lifted="G-2",
        own="QE-02",
        least="QE-02",
        drawn="QE-07",
        skipped="QE-13",
        stuck="QE-09",
        won="QE-08",
        over="QE-14",
        talk="QE-10",
    )
    piles = (UP, DOWN)
    cards = CARDS
    examples = ("7R", "10B", "1G", "2Y", "9X")
    dealt_cards = 2
    switches = ("expert",)

    def state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> QuickEasyState:
        """See `PileGame`."""
        return QuickEasyState(hands, (deck,), ((), ()), expert=options["expert"])

    def fits(self, state: QuickEasyState, index: int, card: str) -> bool:
        """QE-03 to QE-06, QE-12: direction or colour; the direction card binds nobody."""
        top = self.top(state, index)
        return not top or _colour(card) == _colour(top) or self.follows(index, top, card)

    def misplaced(self, state: QuickEasyState, index: int, card: str) -> Iterator[Finding]:
        """See `PileGame`."""
        if not self.fits(state, index, card):
            top, (rule, code) = self.top(state, index), (("QE-03", "not-above"), ("QE-04", "not-below"))[index]
            yield foul(rule, code, ZONES[index], card=card, top=top, number=CARDS[top], colour=_colour(top))

    def remarks(self, state: QuickEasyState, index: int, card: str) -> Iterator[Finding]:
        """See `PileGame`. A card may go backwards by its colour (QE-05)."""
        top = self.top(state, index)
        if top and not self.follows(index, top, card):
            yield note("QE-05", "backward", ZONES[index], card=card, top=top)
        yield from super().remarks(state, index, card)

    def fitting(self, state: QuickEasyState, index: int) -> dict[str, Any]:
        """See `PileGame`. The colour goes on as well."""
        top = self.top(state, index)
        return {**super().fitting(state, index), **({"colour": _colour(top)} if top else {})}

    def most_of(self, state: QuickEasyState) -> int:
        """See `PileGame` (QE-02, QE-11)."""
        return 1 if state.expert else 2

    def too_many(self, state: QuickEasyState, play: Play) -> Finding:
        """See `PileGame`."""
        rule, code = ("QE-11", "expert-too-many") if state.expert else ("QE-02", "too-many")
        return foul(rule, code, play.zone, card=play.after)

    def lost(self, state: QuickEasyState, notes: tuple[Finding, ...] = ()) -> Step[QuickEasyState]:
        """See `CardGame`."""
        detail = {"seat": state.to_move + 1, "left": state.left}
        return self.ended(state, Outcome(False, "QE-09", "stuck", detail=detail, lapses=True), notes)

    def said(self, state: QuickEasyState, kind: str) -> Step[QuickEasyState]:
        """See `CardGame`. Experts may say little (QE-11)."""
        hint = state.expert and kind not in _EXPERTS_MAY_SAY | NUMBERS_SAID and state.outcome is None
        return Step(state, (foul("QE-11", "hint-said"),)) if hint else super().said(state, kind)

    def view(self, state: QuickEasyState) -> dict[str, Any]:
        """See `PileGame`."""
        return {**super().view(state), "max_cards": self.most_of(state)}


def _colour(card: str) -> str:
    return card[-1]


RULES = QuickEasy()
