"""The whole of the eye: every frame goes once through these stages, from top to bottom.

A stage is a small class in a separate file. A stage receives the frame so far and a state of its own, and hands back the next state and an
output. No clock is read and no dice are thrown: the same frames give the same events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from vision.bare.table import BareTable
from vision.pipeline.first_use import prepare_setup
from vision.pipeline.so_far import FrameSoFar, TableMemory, TableSetup
from vision.pipeline.stages import bare_places
from vision.pipeline.stages.board import Board
from vision.pipeline.stages.cards import Cards
from vision.pipeline.stages.control_cards import LyingControls, ShownControls
from vision.pipeline.stages.hands import Hands
from vision.pipeline.stages.place import Place
from vision.pipeline.stages.remember import Pushes, Remember
from vision.pipeline.stages.report import Report
from vision.pipeline.stages.settle import Settle
from vision.pipeline.stages.sight.hindered import Hinderers
from vision.pipeline.stages.sight.lamp import Lamp
from vision.pipeline.stages.sight.steady import Steady
from vision.pipeline.stages.sight.veiled import VeiledZones
from vision.pipeline.stages.sight.visible import Visible
from vision.pipeline.stages.visits import Visits
from vision.types import Frame, TableEvent
from vision.visible.light import Holding

S = TypeVar("S")
O_co = TypeVar("O_co", covariant=True)


class Stage(Protocol[S, O_co]):
    """A step through which each frame goes once. No other stage reads or writes the state of a stage."""

    name: str  # of its output in `FrameSoFar`
    runs_blind: bool  # it runs too in frames in which the table cannot be seen

    def start(self, setup: TableSetup) -> S:
        """The state before the first frame, and after a `Restart` that does not keep this stage."""
        ...

    def run(self, so_far: FrameSoFar, state: S) -> tuple[S, O_co]:
        """The state after this frame, and what the stage puts out."""
        ...


STAGES: tuple[Stage[Any, Any], ...] = (
    Steady(),  # the frame as a camera that hangs still would have taken it
    Place(),  # where the table lies
    Visible(),  # can it be seen?
    Lamp(),  # the frame as a lamp that burns evenly would have lit it
    Hands(),  # what moves or lies over the table
    VeiledZones(),  # zones that something soft hides
    LyingControls(),  # QR control cards that lie on the table
    Cards(),  # what the piles show
    Board(),  # what the cells of a board show
    Visits(),  # hands that come, draw, and go
    ShownControls(),  # QR control cards shown on their zone
    Settle(),  # which zones are decided, and what changed
    Hinderers(),  # what keeps the eye from reading
    Pushes(),  # was the table pushed?
    Remember(),  # what is remembered for the next frame
    Report(),  # the events
)


class Pipeline:
    """The stages with their states. Used from one thread. What a pipeline keeps does not grow.

    `last`: what the last frame told, None before the first. `spent`: seconds that each stage took in that frame, by name of the stage.
    """

    def __init__(self, setup: TableSetup, clock: Callable[[], float] | None = None) -> None:
        """`setup`: what is to be watched; `clock`: seconds, for `spent`, None where nobody measures. What is dear at first use
        is done now, before any frame waits for it."""
        self._setup = prepare_setup(setup)
        self._states: dict[str, Any] = {}
        self.begin_anew([stage.name for stage in STAGES])
        self._clock = clock
        self.last: FrameSoFar | None = None
        self.spent: dict[str, float] = {}

    def run(self, frame: Frame) -> FrameSoFar:
        """The frame after it went through all stages. In a blind frame some are skipped, and their outputs stay `NOT_RUN`.
        States, `last` and `spent` change."""
        so_far = FrameSoFar(frame, self.last)
        began = self._clock() if self._clock else 0.0
        for stage in STAGES:
            if so_far.visible is not None and so_far.visible.is_blind and not stage.runs_blind:
                continue
            self._states[stage.name], output = stage.run(so_far, self._states[stage.name])
            so_far = replace(so_far, **{stage.name: output})
            if stage.name == Place.name and output.restart is not None:
                self._setup = output.restart.setup
                self.begin_anew([each.name for each in STAGES if each.name not in output.restart.keep])
            if self._clock:
                now = self._clock()
                self.spent[stage.name], began = now - began, now
        self.last = replace(so_far, previous=None)
        return so_far

    def begin_anew(self, names: Iterable[str]) -> None:
        """Let these stages forget what they keep. `names`: of stages; unknown names are passed over."""
        self._states |= {stage.name: stage.start(self._setup) for stage in STAGES if stage.name in set(names)}

    def finish(self) -> tuple[TableEvent, ...]:
        """Undecided touches of draw piles, after the last frame. Nothing changes, nothing is decided."""
        return tuple(one.touch for one in self.last.memory.at_draws.waiting) if self.last else ()

    def hold_light(self, level: float | None) -> None:
        """Note that the camera holds the light of a picture with this mean grey level; None = follows the light again."""
        state = self._states[Visible.name]
        self._states[Visible.name] = replace(state, holding=Holding(level))

    @property
    def bare(self) -> BareTable | None:
        """The table without a mat, watched or looked for; None with a mat."""
        found: BareTable | None = self._states[Place.name].bare
        return found

    # What a person says between two frames. Each raises `LayoutError` for a name that no pile has, or where none was found yet.

    def swap_piles(self, one: str, other: str) -> tuple[TableEvent, ...]:
        """Events after two piles of a bare table exchanged names. `one`, `other`: names of the piles. Raises `LayoutError`."""
        return self._amend_places(lambda memory, bare, seen: bare_places.swap_piles(memory, bare, one, other, seen))

    def confirm_names(self, names: Sequence[str]) -> tuple[TableEvent, ...]:
        """Events after a person said that piles of a bare table bear their names. Raises `LayoutError`."""
        return self._amend_places(lambda memory, bare, seen: bare_places.confirm_names(memory, bare, names, seen))

    def place_draw_pile(self, name: str, at: tuple[float, float]) -> tuple[TableEvent, ...]:
        """Events after a draw pile of a bare table was given a place. `at`: x and y, shares of the picture. Raises
        `LayoutError`."""
        return self._amend_places(lambda memory, bare, seen: bare_places.place_draw_pile(memory, bare, name, at, seen))

    def place_pile(self, name: str, at: tuple[float, float]) -> tuple[TableEvent, ...]:
        """Events after a card pile of a bare table was given the card that lies at a place. `at`: x and y, shares of the picture.
        Raises `LayoutError`."""
        return self._amend_places(lambda memory, bare, seen: bare_places.place_pile(memory, bare, name, at, seen))

    def turn_unread_board(self, number: int, quarters: int) -> None:
        """Take a board of which no card could be read as lying so. `number`: of its picture; `quarters`: turns clockwise. Raises
        `LayoutError` where another picture is the last."""
        places = self._states[Place.name]
        self._states[Place.name] = replace(places, bare=bare_places.turn_unread_board(places.bare, number, quarters))

    def _amend_places(self, say: Callable[[TableMemory, Any, FrameSoFar], tuple[TableMemory, Any]]) -> tuple[TableEvent, ...]:
        """Events after a person spoke about piles. `say`: makes the next memory and the next bare table. Raises
        `LayoutError`, also before the first frame."""
        if self.last is None:
            raise bare_places.refuse_without_piles()
        places = self._states[Place.name]
        memory, bare = say(self.last.memory, places.bare, self.last)
        told = bare_places.report_places(
            places.bare, bare, self.last.lamp.frame, bare_places.TableViews(None, self.last.place.known)
        )
        self._states[Place.name] = replace(places, bare=bare)
        self.last = replace(self.last, memory=memory)
        if not self.last.visible.is_blind:  # what that frame has found out of piles is said by the person now
            self.last = replace(self.last, settle=replace(self.last.settle, ruled={}))
        return told
