"""A small table for the tests of the eye: two piles, a draw zone, a control zone, and a deck of six drawn cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from tests.small_decks import learn_small_deck
from vision.drawn.art.cards import draw_card
from vision.drawn.table.acts import Act
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.place.layout import Fiducial, Layout, Zone
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample
from vision.types import Change, Frame, Image, TableEvent
from vision.watcher import Watcher, watch

FACES = ("12", "47", "35", "88", "6", "9")
SIZE = (768, 432)
RATE = 15.0


def fiducial(number: int, x: float, y: float, side: float = 22.0) -> Fiducial:
    return Fiducial(number, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))


LAYOUT = Layout(
    size_mm=(400.0, 210.0),
    zones=(
        Zone("up1", "card", (32.0, 40.0, 104.0, 130.0)),
        Zone("up2", "card", (140.0, 40.0, 104.0, 130.0)),
        Zone("draw", "draw", (250.0, 45.0, 72.0, 105.0)),
        Zone("control", "control", (326.0, 45.0, 70.0, 105.0)),
    ),
    fiducials=(fiducial(0, 5, 5), fiducial(1, 373, 5), fiducial(2, 373, 183), fiducial(3, 5, 183), fiducial(4, 250, 183)),
    card_mm=(59.0, 91.0),
)


@cache
def reader() -> EnrolledReader:
    """Learned once for all tests; takes some seconds."""
    samples = [Sample(face, draw_card(face, (200, 280), size_mm=LAYOUT.card_mm)) for face in FACES]
    return EnrolledReader(learn_small_deck("six", samples, aspect=59 / 91))


def table(script: Iterable[Act], **options: object) -> VirtualTable:
    """A virtual table that runs as fast as it can."""
    return VirtualTable(LAYOUT, script, **{"speed": "fast", "size": SIZE, "fps": RATE, **options})  # type: ignore[arg-type]


def events(script: Iterable[Act], **options: object) -> list[TableEvent]:
    """All that the eye says of a script."""
    return list(watch(table(script, **options), LAYOUT, {"card": reader()}))


def changes(happened: Iterable[TableEvent]) -> list[tuple[str, str, str]]:
    """Zone, before and after of every change."""
    return [(event.zone, event.before, event.after) for event in happened if isinstance(event, Change)]


class Pictures:
    """A camera that shows these pictures, one a frame."""

    def __init__(self, pictures: Iterable[Image], layout: Layout = LAYOUT) -> None:
        self._pictures: Iterator[Image] = iter(pictures)
        self._number = 0

    def read(self) -> Frame:
        picture = next(self._pictures, None)
        if picture is None:
            raise EndOfVideo("no more pictures")
        self._number += 1
        return Frame(picture, self._number / RATE)

    def __enter__(self) -> Pictures:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def watcher(camera: object, layout: Layout = LAYOUT) -> Watcher:
    return Watcher(camera, layout, {"card": reader()})  # type: ignore[arg-type]
