"""Draw `fact.svg` and `correction.svg`: the way of a fact and of a correction. `python docs/pictures/ways.py` writes both anew."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from companion.app.table_events import apply_event  # noqa: E402
from companion.commands.commands import execute_command  # noqa: E402
from companion.games.card_game import CardGame  # noqa: E402
from companion.intake.changes import decide_fate  # noqa: E402
from companion.journal.journal import Journal  # noqa: E402
from companion.match import judge, referee  # noqa: E402
from companion.match.amended.hindsight import Telling  # noqa: E402
from companion.match.meaning import interpret_event  # noqa: E402
from companion.session.door import check_event  # noqa: E402
from companion.session.ledger import Ledger  # noqa: E402
from companion.session.publisher import Publisher  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.shown.cues import find_cues  # noqa: E402
from companion.shown.table import ShownTable  # noqa: E402
from companion.shown.view import make_view  # noqa: E402
from companion.turns.evidence import weigh_event  # noqa: E402
from docs.pictures.map import box_of  # noqa: E402
from docs.pictures.svg import RULE, SOFT, arrow, page, words  # noqa: E402


class Step(NamedTuple):
    """A function that is entered on the way, and what happens there."""

    function: Callable[..., Any]
    says: str


class Way(NamedTuple):
    """A way from its first step to its last."""

    title: str
    steps: tuple[Step, ...]


FACT = Way(
    "A fact, from the eye to the phones and lamps",
    (
        Step(apply_event, "an event of the eye asks something of the match, on the session's own thread"),
        Step(Session.take_change, "a zone shows another card: who was at the zone, what lay there before"),
        Step(decide_fate, "accept the reading, ask a person, or ignore the reading"),
        Step(interpret_event, "is the card a play, a play taken back, a foul put right?"),
        Step(weigh_event, "whose hand was it, and has a turn ended unseen before?"),
        Step(check_event, "the door: zone, face and seat are held against the match"),
        Step(Ledger.write_entry, "folded first, then written, then shown"),
        Step(referee.judge_entry, "the next match and its ruling, pure"),
        Step(Telling.tell_fact, "the fact is put to what is held of the facts before"),
        Step(CardGame.apply_play, "the game's rules: the next state, or the foul"),
        Step(Journal.append_entry, "on the disk, and in the second copy"),
        Step(Publisher.publish_changes, "one frozen snapshot, swapped whole"),
        Step(ShownTable.view, "what phones see, made once a version and language"),
        Step(find_cues, "what lamps and buzzer show"),
        Step(make_view, "the sentences, in the language of the phone"),
    ),
)

CORRECTION = Way(
    "A correction, from a phone to its answer",
    (
        Step(execute_command, "the command room: what a phone asks for, answered with its own verdict"),
        Step(Session.amend_log, "the amendment is an event like any other"),
        Step(Ledger.write_entry, "folded first, then written, then shown"),
        Step(check_event, "the door: the entry and the new face are held against the match"),
        Step(referee.judge_entry, "an amendment: the log is folded once more"),
        Step(Telling.tell_fact, "each fact since is put to what is held; nothing that was over is judged again"),
        Step(judge.Judge.judge_fact, "only the amended entry and open fouls are judged"),
        Step(Journal.append_entry, "the amendment is one more entry; nothing is rewritten"),
        Step(Publisher.publish_changes, "one frozen snapshot, swapped whole"),
    ),
)

WAYS = {"fact": FACT, "correction": CORRECTION}

WIDTH, LEFT, BOX, ROW, TOP = 1040, 130, 870, 52, 66


def file_of(function: Callable[..., Any]) -> str:
    """The file of a function, as seen from the top of the project."""
    return str(Path(inspect.getfile(function)).relative_to(ROOT))


def drawn_step(number: int, step: Step, *, is_last: bool) -> str:
    """A step: its box of the map at the left, its function and file, what happens there."""
    y, path = TOP + number * ROW, file_of(step.function)
    drawn = f'<rect x="{LEFT}" y="{y}" width="{BOX}" height="40" rx="7" fill="#e6ecf3" stroke="{RULE}"/>'
    drawn += words(LEFT - 14, y + 25, str(box_of(path)), 13, SOFT, 700, "end")
    drawn += words(LEFT + 14, y + 17, step.function.__qualname__, 13, weight=700)
    drawn += words(LEFT + BOX - 14, y + 17, path, 12, SOFT, anchor="end")
    drawn += words(LEFT + 14, y + 33, step.says, 12, SOFT)
    if not is_last:
        drawn += arrow(f"M{LEFT + 20} {y + 40}V{y + 50}")
    return drawn


def drawn(way: Way) -> str:
    """The picture of a way."""
    height = TOP + len(way.steps) * ROW + 14
    steps = [drawn_step(number, step, is_last=step is way.steps[-1]) for number, step in enumerate(way.steps)]
    return page(way.title, WIDTH, height, [words(24, 36, way.title, 20, weight=700), *steps])


if __name__ == "__main__":
    for name, way in WAYS.items():
        (HERE / f"{name}.svg").write_text(drawn(way), encoding="utf-8")
