"""`companion calibrate`: the guided set-up in a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cli.run import scenery_of
from companion.doctor.config_check import CHOICES, configuration
from companion.games import first_game
from companion.games.sheets import load_sheet
from companion.journal.state_lock import StateLock
from companion.machine.config import Config
from companion.machine.lamps import opened
from companion.machine.paths import state_directory
from companion.session.snapshot import Snapshot
from companion.setup.guide import SetUp
from companion.setup.profile import ProfileShelf
from companion.shown.messages import Catalogue, catalogue, languages
from companion.sources.scenery import Guest
from hardware.patterns import SignalCue
from vision.cameras.latest import LatestFrame
from vision.errors import EndOfVideo, VisionError
from vision.plane.distortion import StraightCamera
from vision.types import Camera, Frame, Image
from vision.watcher import Watcher
from web.errors import CommandRefused

STEPS = ("camera", "lens", "table", "deck", "lamps")
"""In the order in which they are gone; that of the lens only where it matters."""
FEW_FRAMES = 3
"""Frames between two words on what is shown to the camera."""
FRAMES = 20
"""Frames that are looked at before a step is judged: a camera needs some to find its light."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "calibrate",
        help="set the table up, step by step",
        description="The guided set-up of the page /set-up, in a terminal: camera, table, deck, lamps. Stop the service before. "
        "Enter: good, go on; a: look again; a number: choose, or do that; q: another day. While the sheet or cards are shown to the camera "
        "nothing need be typed; Ctrl-C ends that.",
        epilog=f"example:\n  companion calibrate --config /etc/table-companion/companion.toml\n\n{CHOICES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, help="companion.toml (default: the virtual table, this machine only)")
    parser.add_argument("--language", choices=languages(), help="language of what is said (default: that of companion.toml)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Go through the steps. 0 if all were found good, else 1."""
    config = configuration(arguments.config)
    words = catalogue(arguments.language or config.language)
    with StateLock(state_directory()):
        shelf = ProfileShelf(state_directory() / "profile.json")
        with Lamp(config) as lamp, Looking(config, shelf) as eye:
            set_up = SetUp(config, shelf, eye, Snapshot, lamp.only, eye.signs)
            done = [_step(name, set_up, eye, words) for name in STEPS]
    return 0 if all(done) else 1


def _step(name: str, set_up: SetUp, eye: Looking, words: Catalogue) -> bool:
    """One step, until it is good or left; False where it was left."""
    if name == "lamps":
        set_up.perform_action({"step": name, "action": "again"})
    while True:
        eye.look()
        step = _shown_to_camera(name, set_up, eye, words)
        if step is None:
            return True
        _say(step)
        answer = (sys.stdin.readline() or "q").strip().lower()
        acts = _acts(step)
        try:
            if answer == "q":
                return False
            if answer.isdigit() and 1 <= int(answer) <= len(acts):
                set_up.perform_action({"step": name, **acts[int(answer) - 1][1]}, words.language)
            elif not answer:
                set_up.perform_action({"step": name, "action": "good"}, words.language)
                return True
        except CommandRefused as error:
            print(error, file=sys.stderr, flush=True)


def _shown_to_camera(name: str, set_up: SetUp, eye: Looking, words: Catalogue) -> Mapping[str, Any] | None:
    """The step as it stands, None for one that is not gone; while something is shown to the camera that is looked at and told."""
    said = None
    while True:
        step = next((step for step in set_up.describe_steps(words.language)["steps"] if step["name"] == name), None)
        if step is None or not step["busy"]:
            return step
        if step["said"] != said:
            print(*([words.face(step["card"])] if step["card"] else []), *step["said"], flush=True)
            said = step["said"]
        try:
            eye.look(FEW_FRAMES)
        except KeyboardInterrupt:
            set_up.perform_action({"step": name, "action": "stop"}, words.language)


def _say(step: Mapping[str, Any]) -> None:
    print(f"\n{step['title']} ({step['minutes']} min): {step['word']}", step["text"], *step["said"], sep="\n")
    if step["advice"]:
        print(step["advice"])
    for number, (label, _) in enumerate(_acts(step), 1):
        print(f"  {number}{label}")
    print("[Enter / a / q]", flush=True)


def _acts(step: Mapping[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """What may be typed by its number: the choices, then what else can be done; each with what it asks for."""
    choices = [
        (f"{'*' if one['chosen'] else ' '} {one['label']}", {"action": "choose", "value": one["value"]})
        for one in step["choices"]
    ]
    return choices + [(f"  {one['label']}", {"action": one["action"], "value": one["value"]}) for one in step["offers"]]


class Looking:
    """The eye for the set-up: looks at some frames when it is told to. What goes wrong is told by `signs`."""

    def __init__(self, config: Config, shelf: ProfileShelf) -> None:
        self._scenery = scenery_of(config, shelf)
        self._camera: Camera | None = None
        self._watcher: Watcher | None = None
        self._wrong = ""
        self._guest: Guest | None = None
        self._guests_frame: Frame | None = None
        self._again = False

    @property
    def last_image(self) -> Image | None:
        """The last frame."""
        frame = self._guests_frame or (self._watcher.frame if self._watcher else None)
        return frame.image if frame else None

    @property
    def first_sight(self) -> Image | None:
        """Here no start is judged."""
        return None

    def lend_frames(self, guest: Guest | None) -> None:
        """Let somebody else look at the frames, None = the watcher again."""
        self._guest, self._again = guest, guest is None

    def hold_camera(self) -> Mapping[str, float]:
        """Have the camera hold what it has, and say what that is."""
        return self._camera.held_now() if isinstance(self._camera, LatestFrame) else {}

    @property
    def settled_faces(self) -> Mapping[str, str]:
        """The faces of the card zones in which nothing is to be decided."""
        return self._watcher.settled if self._watcher else {}

    def signs(self) -> Mapping[str, str]:
        """What does not work."""
        return {"eye": self._wrong} if self._wrong else {}

    def reopen_camera(self) -> None:
        """Open the camera anew at the next look."""
        if self._camera:
            self._camera.__exit__(None, None, None)
        self._camera = self._watcher = self._guests_frame = None

    def look(self, frames: int = FRAMES) -> None:
        """Some frames further."""
        if self._again:
            self._again = False
            self.reopen_camera()
        try:
            watcher = self._watcher or self._opened()
            for _ in range(frames):
                if self._guest and self._camera:
                    self._guests_frame = self._camera.read()
                    self._guest.look_at_guest_frame(self._guests_frame)
                else:
                    watcher.step()
            self._wrong = ""
        except (VisionError, EndOfVideo) as error:
            self._wrong = str(error)
            self.reopen_camera()

    def _opened(self) -> Watcher:
        setting = self._scenery(first_game(), None)
        self._camera = LatestFrame(setting.camera) if setting.live else setting.camera
        camera = self._camera.__enter__()
        straight = StraightCamera(camera, setting.distortion) if setting.distortion else camera
        self._watcher = Watcher(straight, setting.layout, setting.readers, board=setting.board, bare=setting.bare)
        return self._watcher

    def __enter__(self) -> Looking:
        return self

    def __exit__(self, *_: object) -> None:
        self.reopen_camera()


class Lamp:
    """One lamp at a time."""

    def __init__(self, config: Config) -> None:
        zones = [zone.name for zone in load_sheet(first_game()).zones if zone.kind == "card"]
        self._signals = opened(config, [*zones, "table"], lambda name: None)

    def only(self, place: str | None) -> None:
        """Light the lamp of this place, None = all dark."""
        self._signals.show([SignalCue("accepted", place)] if place else [], 0.0)

    def __enter__(self) -> Lamp:
        return self

    def __exit__(self, *_: object) -> None:
        self._signals.close()
