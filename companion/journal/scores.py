"""How each stored match ended, kept in a file: a journal of many evenings is folded once, not at each look at the statistics.

The file is a convenience and no fact. Where it is missing, damaged or of another version, the matches are folded again.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.journal.past_matches import PastMatch
from companion.whole_file import write_whole

log = logging.getLogger("companion")

SCORES_FORMAT = 1  # of the file; another number has all matches folded again: raise it where rules rule otherwise
MAX_SCORES_FILE_BYTES = 16_000_000  # a larger file is not read; guess: a hundred times ten years of evenings


@dataclass(frozen=True, slots=True)
class Score:
    """A stored match, as far as statistics go."""

    uid: str  # random id of the match
    entries: int  # of its log; another number has it folded again
    game: str
    names: tuple[str, ...]  # of the players by seat, as corrected; "" where nobody said
    began: float  # seconds since 1970
    ended: bool
    winners: tuple[int, ...] = ()  # seats; everybody where all win together
    left: int | None = None  # cards not laid, None for a game without a count


def score_match(past: PastMatch, entries: int) -> Score:
    """The score of a past match with so many entries."""
    outcome, seats = past.outcome, past.started.seats
    shared = outcome is not None and outcome.won is True and not outcome.seats
    winners = tuple(range(seats)) if shared else outcome.seats if outcome is not None and outcome.won is not None else ()
    if outcome is not None and outcome.won is False and len(winners) >= seats:
        winners = ()  # all lost together
    names = (*past.started.names, *[""] * seats)[:seats]
    return Score(past.uid, entries, past.started.game, names, past.began, outcome is not None, tuple(winners), past.tally.left)


class ScoreBook:
    """The scores of stored matches by id. From any thread. `path`: its file, None = memory alone."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._scores: dict[str, Score] | None = None

    def find_score(self, uid: str, entries: int) -> Score | None:
        """The score of a match, None where it has to be folded."""
        with self._lock:
            score = self._read_scores().get(uid)
        return score if score is not None and score.entries == entries else None

    def keep_scores(self, scores: Iterable[Score]) -> None:
        """Keep these scores in the file too, instead of older scores of the same matches. A refusing disk is only logged."""
        with self._lock:
            known = self._read_scores()
            known.update((score.uid, score) for score in scores)
            if self._path is None:
                return
            told = {"format": SCORES_FORMAT, "scores": [asdict(score) for score in known.values()]}
            try:
                write_whole(self._path, json.dumps(told).encode(), lasting=False)
            except OSError as error:
                log.info("%s cannot be written: %s", self._path, error.strerror or error)

    def _read_scores(self) -> dict[str, Score]:
        """The scores of the file, read once. Empty for a file that cannot be used."""
        if self._scores is None:
            self._scores = {}
            try:
                if self._path is not None and self._path.stat().st_size <= MAX_SCORES_FILE_BYTES:
                    self._scores = _decode_scores(self._path.read_text(encoding="utf-8"))
            except FileNotFoundError:
                pass  # nobody has looked at the statistics yet
            except (OSError, ValueError, LookupError, TypeError, InputError, RecursionError) as error:
                log.info("%s cannot be used (%s): past matches are counted again.", self._path, error)
        return self._scores


def _decode_scores(text: str) -> dict[str, Score]:
    """The scores in the text of a file, by id. Raises `ValueError` and its like for anything else."""
    found = json.loads(text)
    if found["format"] != SCORES_FORMAT:
        raise ValueError("it is of another version")
    return {score.uid: score for score in map(_decode_score, found["scores"])}


def _decode_score(told: dict[str, Any]) -> Score:
    """The score in the mapping `told`, one match of the file. Raises `ValueError`, `TypeError` or `KeyError` for a damaged
    one."""
    score = Score(**{**told, "names": tuple(told["names"]), "winners": tuple(told["winners"])})
    texts, wholes = (score.uid, score.game, *score.names), (score.entries, *score.winners)
    if not all(isinstance(each, str) for each in texts) or not all(type(each) is int for each in wholes):
        raise ValueError("a score is damaged")
    numbers = isinstance(score.began, int | float) and (score.left is None or type(score.left) is int)
    if not numbers or not isinstance(score.ended, bool) or not all(0 <= seat < len(score.names) for seat in score.winners):
        raise ValueError("a score is damaged")
    return score
