"""The help page: what lamps and buzzer say, and what to do where the companion is wrong, in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from web.languages import Languages
from web.news import load_news

STRIP_S = 4.0  # seconds of a rhythm that its picture shows
STRIP_WIDTH = 200  # of the picture


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A lamp or the buzzer over `STRIP_S`. `beats`: seconds on, off, on, off ... repeated, empty = steadily on."""

    kind: str
    title: str  # id of the text
    advice: str
    colour: str
    beats: tuple[float, ...] = ()

    def list_spans(self) -> list[tuple[float, float]]:
        """Left edge and width of each span in which it is on, in units of `STRIP_WIDTH`."""
        scale = STRIP_WIDTH / STRIP_S
        if not self.beats:
            return [(0.0, float(STRIP_WIDTH))]
        spans, at, turn = list[tuple[float, float]](), 0.0, 0
        while at < STRIP_S:
            beat = min(self.beats[turn % len(self.beats)], STRIP_S - at)
            if turn % 2 == 0:
                spans.append((round(at * scale, 2), round(beat * scale, 2)))
            at, turn = at + beat, turn + 1
        return spans


LAMPS: Sequence[Rhythm] = (
    Rhythm("accepted", "help-accepted", "help-accepted-do", "green"),
    Rhythm("foul", "help-foul", "help-foul-do", "red", (0.1, 0.1)),
    Rhythm("ask", "help-ask", "help-ask-do", "amber", (1.0, 1.0)),
    Rhythm("deadline", "help-deadline", "help-deadline-do", "amber", (0.12, 0.15, 0.12, 0.8)),
    Rhythm("out_of_step", "help-out_of_step", "help-out_of_step-do", "amber", (1.6, 0.25)),
    Rhythm("won", "help-won", "help-won-do", "green", (0.15, 0.15, 0.15, 0.15, 0.15, 0.9)),
    Rhythm("lost", "help-lost", "help-lost-do", "red", (0.5, 1.5)),
)
"""As in `hardware/patterns.py` and `companion/machine/lamps.py`; a test holds them together."""
BUZZER: Sequence[Rhythm] = (Rhythm("buzz-foul", "help-buzz-foul", "help-buzz-foul-do", "sound", (0.15, 0.1, 0.15, 4.0)),)
WRONG: Sequence[tuple[str, str, str]] = (
    ("help-misread", "help-misread-do", "cards"),
    ("help-undo", "help-undo-do", "undo"),
    ("help-missed", "help-missed-do", "plus"),
    ("help-goes-on", "help-goes-on-do", "play"),
    ("help-differs", "help-differs-do", "swap"),
    ("help-nothing", "help-nothing-do", "camera"),
)
"""What may be wrong, what to do, and the icon of what is tapped."""


def make_help_routes(spoken: Languages) -> Blueprint:
    """The routes /help, with lamps and sounds explained, and /new, with what the running version brings."""
    pages = Blueprint("help", __name__)
    news = load_news()

    @pages.get("/help")
    def help_page() -> AnyResponse:
        return spoken.render_page("help.html", lamps=LAMPS, buzzer=BUZZER, wrong=WRONG, wide=STRIP_WIDTH, news=news)

    @pages.get("/new")
    def news_page() -> AnyResponse:
        return spoken.render_page("new.html", news=news)

    return pages
