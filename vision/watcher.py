"""The eye at a camera: frames go through the pipeline, and what they tell comes out.

What happens to a frame is in `vision/pipeline/pipeline.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from vision.bare import table as bare_table
from vision.bare.table import BareTable
from vision.board import view
from vision.board.chips import FINE
from vision.board.places import flatten_window
from vision.board.view import BoardReader
from vision.cameras.frames import check_frame
from vision.cameras.turned import PictureTurn, turn_back
from vision.debounce import finish_zones
from vision.errors import CameraUnavailable, EndOfVideo
from vision.marks.table import draw_seen_table
from vision.pipeline.aside import Aside, AtOnce
from vision.pipeline.pipeline import Pipeline
from vision.pipeline.so_far import FrameSoFar, TableMemory, TableSetup
from vision.place.layout import Layout
from vision.place.profile import Profile, profile_for
from vision.plane.homography import rectify
from vision.types import Camera, Face, Frame, Image, Lost, Reader, TableEvent


def watch(
    camera: Camera,
    layout: Layout,
    readers: Mapping[str, Reader],
    profile: Profile | None = None,
    board: BoardReader | None = None,
    hold: Callable[[bool], None] | None = None,
) -> Iterator[TableEvent]:
    """All events on the table, in order, until the camera's last frame.

    `readers`: by name or by kind of zone ("up1", "card"). `profile`: where the mat lies, if known beforehand; needless for a
    layout without fiducials in picture pixels. `board`: reads the cells of a board on its zone, or elsewhere in view.
    `hold`: has the camera hold its exposure, white balance and focus (True), or follow the light again (see `vision.visible.light`).

    `Touched.zone` is a draw zone's name, or "control:end_turn" and the like for a QR control card. Raises `CameraUnavailable`, after
    `Lost(at, "camera")`, and `ReaderUnavailable` if the mat has a control zone and zbar is not installed.
    """
    return Watcher(camera, layout, readers, profile, board, hold).events()


class Watcher:
    """The eye at a camera, with pictures for people: the crop behind each face, and a frame with everything known drawn in.

    Used from one thread. What the watcher keeps does not grow. `ended`: the camera has no further frame.
    """

    def __init__(
        self,
        camera: Camera,
        layout: Layout,
        readers: Mapping[str, Reader],
        profile: Profile | None = None,
        board: BoardReader | None = None,
        hold: Callable[[bool], None] | None = None,
        bare: BareTable | None = None,
        clock: Callable[[], float] | None = None,
        aside: Aside | None = None,
    ) -> None:
        """`readers`: by name or kind of zone. `hold`: holds or frees the camera's exposure. `profile`: where the mat lies
        already. `board`: its reader. `bare`: what is to be found on a table without a mat, instead of `layout`.

        `clock`: gives seconds, to time each stage (`pipeline.spent`); None: stages are not timed. `aside`: does what is too
        slow for one frame, None = at once.
        """
        self._camera, self._hold = camera, hold
        self.ended = False
        registration = profile.registration if profile else None
        self._layout, self._turn = layout, PictureTurn()
        self.pipeline = Pipeline(TableSetup(layout, readers, board, registration, bare, aside=aside or AtOnce()), clock)

    @property
    def last(self) -> FrameSoFar | None:
        """The result of the last frame, None before the first."""
        return self.pipeline.last

    @property
    def memory(self) -> TableMemory | None:
        """What is remembered of the table, None before the first frame."""
        return self.last.memory if self.last else None

    @property
    def frame(self) -> Frame | None:
        """The last frame, shifted back and in even light, None before the first."""
        return self.last.lamp.frame if self.last else None

    @property
    def at(self) -> float:
        """When the last frame was caught, 0 before the first."""
        return self.last.frame.at if self.last else 0.0

    @property
    def layout(self) -> Layout:
        """The present layout."""
        return self.memory.layout if self.memory else self._layout

    def events(self, after_frame: Callable[[], None] = lambda: None) -> Iterator[TableEvent]:
        """All events on the table, in order, until the camera ends. `after_frame` is called after each frame, before the
        frame's events leave. A camera that is lost gives `Lost`, then raises `CameraUnavailable`."""
        while not self.ended:
            try:
                told = self.step()
            except CameraUnavailable:
                yield Lost(self.at, "camera")
                raise
            after_frame()
            yield from told

    def step(self) -> list[TableEvent]:
        """Events of the camera's next frame; after the last frame, events not decided yet. Raises `CameraUnavailable`."""
        try:
            frame = self._camera.read()
        except EndOfVideo:
            self.ended = True
            undecided = finish_zones(self.memory.zones, self.at) if self.memory else ()
            return [*self.pipeline.finish(), *undecided]
        return self.see(frame)

    def see(self, frame: Frame) -> list[TableEvent]:
        """Events of a further frame. Calls `hold` where the light is to be held or freed. A picture of a phone that was turned is
        turned back: all goes on as before. Raises `CameraUnavailable` for an unusable picture."""
        before = self.frame
        check_frame(frame)
        self._turn, frame = turn_back(frame, before, self._turn)
        check_frame(frame, before)
        seen = self.pipeline.run(frame)
        if seen.visible.hold is not None and self._hold is not None:
            self._hold(seen.visible.hold)
        return list(seen.events)

    def hold_light(self, level: float | None) -> None:
        """Note that the camera has held exposure since a picture of this mean grey level; None = follows the light again."""
        self.pipeline.hold_light(level)

    @property
    def landmarks(self) -> dict[Face, Image]:
        """Pictures of the direction cards and backs of a bare table, by face; {} before they are found."""
        bare = self.pipeline.bare
        return bare_table.crop_direction_cards(bare) if bare else {}

    def swap(self, one: str, other: str) -> list[TableEvent]:
        """Events after a person has exchanged the names `one` and `other` of two piles of a bare table. Raises `LayoutError`
        for a name that no pile has."""
        return list(self.pipeline.swap_piles(one, other))

    def confirm_names(self, names: Sequence[str]) -> list[TableEvent]:
        """Events after a person has said that piles of a bare table bear these names. Raises `LayoutError` for a name that no pile
        has."""
        return list(self.pipeline.confirm_names(names))

    def draw_pile_at(self, name: str, at: tuple[float, float]) -> list[TableEvent]:
        """Events after a person has shown the place of a draw pile of a bare table. `at`: x and y as shares of the picture.

        Raises `LayoutError` for a name that no draw pile has.
        """
        return list(self.pipeline.place_draw_pile(name, at))

    def pile_at(self, name: str, at: tuple[float, float]) -> list[TableEvent]:
        """Events after a person has said that the card lying at `at` lies on card pile `name`: the pile is there from now on, and
        the card there is told as a `Change`. `at`: x and y as shares of the picture.

        Raises `LayoutError` for a name that no pile has.
        """
        return list(self.pipeline.place_pile(name, at))

    def board_is(self, number: int, quarters: int) -> None:
        """Take the board that could not be read as lying so, as a person has said. `number`: of `BoardUnread`. `quarters`: turns of
        the board clockwise, against its picture.

        Raises `LayoutError` where another picture is the last.
        """
        self.pipeline.turn_unread_board(number, quarters)

    @property
    def unread_board(self) -> Image | None:
        """The spaces of a board that could not be read, from straight above, (h, w, 3) uint8 BGR; None where no board waits to be
        named."""
        plan = self.pipeline.bare.board if self.pipeline.bare else None
        unread = plan.recognise.unread if plan and plan.recognise else None
        if plan is None or unread is None:
            return None
        rows, columns = plan.board.rows, plan.board.columns
        return flatten_window(unread.image, unread.placement, (FINE // 2, FINE // 2), (rows * FINE, columns * FINE))

    @property
    def profile(self) -> Profile | None:
        """The place of the mat, None until found."""
        found = self.last.place.mat.registration if self.last else None
        return profile_for(self.layout, found) if found else None

    @property
    def watching(self) -> bool:
        """Has the table been found?"""
        return self.memory is not None and self.memory.background is not None

    @property
    def settled(self) -> dict[str, str]:
        """The faces of card zones with nothing to decide. No event tells of a zone bare from the start."""
        if self.memory is None:
            return {}
        zones = self.memory.zones.zones
        return {name: zones[name].face for name in self.memory.piles.piles if zones[name].settled}

    def crop(self, zone: str) -> Image | None:
        """The picture that `zone` was read from, (h, w, 3) uint8 BGR: the top card if found, a board's cell, else the zone from
        above. None until the mat is found. Raises `LayoutError` for an unknown zone."""
        memory, known, frame = self.memory, self.profile, self.frame
        if memory is None or known is None or frame is None:
            return None
        if zone in memory.piles.piles and memory.piles.piles[zone].is_recognised:
            return memory.piles.piles[zone].last_crop
        if memory.board and zone in memory.board.reader.names:
            return view.crop_cell(memory.board, frame.image, zone)
        rect_mm = memory.layout.zone(zone).rect_mm
        # guess: no finer, for people to look at
        return rectify(frame.image, known.registration.to_picture, rect_mm, min(4.0, known.px_per_mm))

    def card(self, zone: str) -> Image | None:
        """The card last read in `zone`, rectified, (280, 200, 3) uint8 BGR; None without a reading, and for any other zone than
        of cards."""
        return self.memory.piles.piles[zone].last_crop if self.memory and zone in self.memory.piles.piles else None

    def annotated(self) -> Image | None:
        """The last frame with zones, top cards and faces drawn in, (h, w, 3) uint8 BGR; None until the mat is found."""
        memory, known, frame = self.memory, self.profile, self.frame
        if memory is None or known is None or frame is None:
            return None
        to_picture, piles = known.registration.to_picture, memory.piles.piles
        covered = memory.sight.covered
        return draw_seen_table(frame.image, to_picture, memory.layout, memory.zones.zones, piles, memory.board, covered)
