"""`companion calibrate`: the guided set-up in a terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from companion.cli.run import scenery_of
from companion.doctor.config_check import load_checked_config
from companion.games import first_game
from companion.games.sheets import load_sheet
from companion.journal.state_lock import StateLock
from companion.machine.config import Config
from companion.machine.lamps import open_configured_signals
from companion.machine.paths import state_directory
from companion.session.snapshot import Snapshot
from companion.setup.guide import SetUp
from companion.setup.profile import ProfileShelf
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.scenery import Guest
from hardware.patterns import SignalCue
from vision.cameras.latest import LatestFrame
from vision.errors import EndOfVideo, VisionError
from vision.types import Camera, Frame, Image
from vision.watcher import Watcher
from web.errors import CommandRefused

# names of steps, as of companion/setup; a page has `SET_UP_STEPS` in web/routes/set_up.py
TERMINAL_STEPS = ("camera", "lens", "table", "deck", "lamps")
"""In order; the lens step only where the lens matters."""
FRAMES_BETWEEN_WORDS = 3  # frames between two lines about a sheet or cards shown; guess
FRAMES_BEFORE_JUDGING = 20  # frames before a step is judged: a camera needs some to find the light; guess


def run(arguments: argparse.Namespace) -> int:
    """0 if all steps were found good or do not apply, else 1. Raises `ConfigError`, `StateInUse`."""
    config = load_checked_config(arguments.config)
    words = catalogue(arguments.language or config.language)
    with StateLock(state_directory()):
        shelf = ProfileShelf(state_directory() / "profile.json")
        with SingleLamp(config) as lamp, SetUpEye(config, shelf) as eye:
            set_up = SetUp(config, shelf, eye, Snapshot, lamp.light_only, eye.find_eye_trouble)
            done = [_go_through_step(name, set_up, eye, words) for name in TERMINAL_STEPS]
    return 0 if all(done) else 1


def _go_through_step(name: str, set_up: SetUp, eye: SetUpEye, words: Catalogue) -> bool:
    """True once step `name` is good or does not apply, False where the person left. A refused action is printed, and the step
    asked again."""
    if name == "lamps":
        set_up.perform_action({"step": name, "action": "again"})
    while True:
        eye.watch_frames()
        step = _wait_while_shown(name, set_up, eye, words)
        if step is None:
            return True
        acts = _numbered_actions(step)
        lines = [f"\n{step['title']} ({step['minutes']} min): {step['word']}", step["text"], *step["said"], step["advice"]]
        lines += [f"  {number}{label}" for number, (label, _) in enumerate(acts, 1)]
        print(*filter(None, lines), "[Enter / a / q]", sep="\n", flush=True)
        answer = (sys.stdin.readline() or "q").strip().lower()
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


def _wait_while_shown(name: str, set_up: SetUp, eye: SetUpEye, words: Catalogue) -> Mapping[str, Any] | None:
    """The step as it stands, None for a step that does not apply. While a sheet or cards are shown to the camera, progress is
    printed; Ctrl-C ends the showing."""
    said = None
    while True:
        step = next((step for step in set_up.describe_steps(words.language)["steps"] if step["name"] == name), None)
        if step is None or not step["busy"]:
            return step
        if step["said"] != said:
            print(*([words.name_face(step["card"])] if step["card"] else []), *step["said"], flush=True)
            said = step["said"]
        try:
            eye.watch_frames(FRAMES_BETWEEN_WORDS)
        except KeyboardInterrupt:
            set_up.perform_action({"step": name, "action": "stop"}, words.language)


def _numbered_actions(step: Mapping[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Label and action of each choice and offer of a `step`, as `SetUp.describe_steps` gives it, to be typed by number."""
    choices = [
        (f"{'*' if one['chosen'] else ' '} {one['label']}", {"action": "choose", "value": one["value"]})
        for one in step["choices"]
    ]
    return choices + [(f"  {one['label']}", {"action": one["action"], "value": one["value"]}) for one in step["offers"]]


class SetUpEye:
    """The eye for the set-up, as `companion.setup.guide.Seeing` says: watches frames only when told to. The camera is opened with the
    first picture asked for. `shelf`: where the profile is kept."""

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
        frame = self._guests_frame or (self._watcher.frame if self._watcher else None)
        return frame.image if frame else None

    @property
    def first_sight(self) -> Image | None:
        return None  # no start is judged

    def lend_frames(self, guest: Guest | None) -> None:
        self._guest, self._again = guest, guest is None

    def hold_camera(self) -> Mapping[str, float]:
        return self._camera.held_now() if isinstance(self._camera, LatestFrame) else {}

    @property
    def settled_faces(self) -> Mapping[str, str]:
        return self._watcher.settled if self._watcher else {}

    def find_eye_trouble(self) -> Mapping[str, str]:
        """What is wrong with the camera, under the name of the part; {} where all is well."""
        return {"eye": self._wrong} if self._wrong else {}

    def reopen_camera(self) -> None:
        if self._camera:
            self._camera.__exit__(None, None, None)
        self._camera = self._watcher = self._guests_frame = None

    def watch_frames(self, frames: int = FRAMES_BEFORE_JUDGING) -> None:
        """Watch so many `frames`, or hand them to the guest. A failing camera is noted, and opened again at the next call."""
        if self._again:
            self._again = False
            self.reopen_camera()
        try:
            if self._watcher is None:
                setting = self._scenery(first_game(), None)
                self._camera = LatestFrame(setting.camera) if setting.live else setting.camera
                self._watcher = setting.watch_table(setting.straighten(self._camera.__enter__()))
            for _ in range(frames):
                if self._guest and self._camera:
                    self._guests_frame = self._camera.read()
                    self._guest.look_at_guest_frame(self._guests_frame)
                else:
                    self._watcher.step()
            self._wrong = ""
        except (VisionError, EndOfVideo) as error:
            self._wrong = str(error)
            self.reopen_camera()

    def __enter__(self) -> SetUpEye:
        return self

    def __exit__(self, *_: object) -> None:
        self.reopen_camera()


class SingleLamp:
    """Lights a single lamp at a time."""

    def __init__(self, config: Config) -> None:
        zones = [zone.name for zone in load_sheet(first_game()).zones if zone.kind == "card"]
        self._signals = open_configured_signals(config, [*zones, "table"], lambda name: None)

    def light_only(self, place: str | None) -> None:
        """Light the lamp of `place`. None or "" = all dark."""
        self._signals.show_cues([SignalCue("accepted", place)] if place else [], 0.0)

    def __enter__(self) -> SingleLamp:
        return self

    def __exit__(self, *_: object) -> None:
        self._signals.close()
