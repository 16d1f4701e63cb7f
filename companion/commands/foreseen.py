"""What a correction would change, told before it is taken. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.match.facts import find_zone_of
from companion.match.rulings import ILLEGAL, LOSS, NOTE, Changed, Match, Ruling
from companion.shown.words.messages import Catalogue

_ENDS = {None: "foreseen-drawn", True: "foreseen-won", False: "foreseen-lost"}


def foresee_changes(before: Match, after: Match, ruling: Ruling, about: int | None, words: Catalogue) -> dict[str, Any] | None:
    """The question whether an amendment is meant: "text", and "changed" with the cards that would be wrong. None where the
    amendment makes no later card wrong and ends no match.

    `before`, `after`: the match without and with the amendment. `ruling`: on the amendment. `about`: the entry that it amends.
    """
    wrong = [each for each in ruling.changed if each.now in (NOTE, ILLEGAL, LOSS) and each.n != about and _is_card(after, each)]
    ended = after.end is not None and (before.end is None or before.end.n != after.end.n)
    if not wrong and not ended:
        return None
    return {
        "text": _ask_if_meant(after, wrong, words, ended=ended),
        "changed": [{"entry": each.n, "was": each.was, "now": each.now, "rule": each.rule} for each in wrong],
    }


def _is_card(match: Match, changed: Changed) -> bool:
    """Is it about a card or a chip? An end of turn that is a note by now worries nobody."""
    judged = match.find_judged(changed.n)
    return judged is not None and bool(find_zone_of(judged.event))


def _ask_if_meant(after: Match, wrong: Sequence[Changed], words: Catalogue, *, ended: bool) -> str:
    """The question in one breath: an end first, else how many cards. `ended`: the match would be over."""
    if ended:
        return words.text(_ENDS[after.outcome.won if after.outcome else None])
    return words.text("foreseen-cards", count=len(wrong))
