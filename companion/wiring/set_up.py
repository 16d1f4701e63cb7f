"""The guided set-up: what its pages and `companion calibrate` show of each step, and what they may ask for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.errors import CompanionError, InputError
from companion.games import first_game
from companion.games.sheets import load_sheet
from companion.session.snapshot import Snapshot
from companion.shown.messages import FALLBACK, Catalogue, catalogue
from companion.wiring.bare import NONE
from companion.wiring.checks import check_mat, layouts_of
from companion.wiring.config import Config, device_of
from companion.wiring.decks import deck_folder
from companion.wiring.profile import ProfileShelf, applied
from companion.wiring.readers import AUTO
from companion.wiring.set_up_steps import (
    AGAIN,
    MINUTES,
    Choice,
    Step,
    camera_step,
    deck_step,
    lamps_step,
    look_of,
    match_step,
    otherwise,
    table_step,
)
from vision.deck.file import BUILT_IN, enrolled_names
from vision.errors import VisionError
from vision.types import Image
from web.errors import CommandRefused

TABLE = "table"
VIDEO = Path("/dev")


class Seeing(Protocol):
    """What is asked of the eye: the last frame, (H, W, 3) uint8 BGR or None; the faces by their zones; and to be opened anew."""

    @property
    def shown(self) -> Image | None: ...

    @property
    def faces(self) -> Mapping[str, str]: ...

    def anew(self) -> None: ...


class SetUp:
    """What the set-up finds just now, step by step. `light`: has the lamp of one place alone be lit, None = as the match wants them.
    `signs`: what does not work, by its part. From any thread."""

    def __init__(
        self,
        config: Config,
        shelf: ProfileShelf,
        eye: Seeing,
        snapshot: Callable[[], Snapshot],
        light: Callable[[str | None], None] = lambda place: None,
        signs: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._configured, self._shelf, self._eye, self._snapshot = config, shelf, eye, snapshot
        self._light, self._signs = light, signs
        self._lock = threading.Lock()
        self._answers: dict[str, str] = {}
        self._asking = False

    @property
    def config(self) -> Config:
        """As this table has it."""
        return applied(self._configured, self._shelf.profile)

    def steps(self, language: str) -> dict[str, Any]:
        """Every step as it stands: title, minutes, verdict, words, choices; "now": the first that was not found good yet."""
        words, good = catalogue(language), self._shelf.profile.good
        with self._lock:
            shown = [_shown(step, words, step.name in good) for step in self._found(words)]
        now = next((step["name"] for step in shown if not step["done"]), shown[-1]["name"])
        return {"steps": shown, "now": now, "minutes": sum(MINUTES.values())}

    def act(self, body: Mapping[str, Any], language: str = FALLBACK) -> None:
        """Do what was chosen: {"step": "camera", "action": "choose" | "good" | "again", "value": "v4l2:0"}. Raises `CommandRefused`."""
        try:
            self._ACTIONS[body["action"]](self, body["step"], body.get("value", ""))
        except (CompanionError, VisionError) as error:
            raise CommandRefused(catalogue(language).error(error)) from error

    def otherwise(self) -> str | None:
        """The id of what is to be said because the camera sees otherwise than when it was set up; "" for nothing, None = it sees nothing
        yet."""
        image = self._eye.shown
        return None if image is None else otherwise(image, self._shelf.profile.seen)

    def export(self) -> str:
        """The profile, to be kept elsewhere."""
        return self._shelf.profile.text()

    def take(self, text: str, language: str = FALLBACK) -> None:
        """A profile that was exported. Raises `CommandRefused`; then the one before stays."""
        try:
            self._shelf.take(text)
        except InputError as error:
            raise CommandRefused(catalogue(language).error(error)) from error
        self._eye.anew()

    # --- what is found

    def _found(self, words: Catalogue) -> list[Step]:
        config, snapshot, why = self.config, self._snapshot(), self._signs().get("eye", "")
        image = None if why else self._eye.shown
        layouts = layouts_of(config)
        _, mat = check_mat(image, layouts, words)
        seen = mat if mat and mat[0].fiducials else None
        lamps, lit = lamps_step(self._places(), self._answers, self._zones(snapshot), words)
        if self._asking:
            self._light(lit or None)
            self._asking = bool(lit)
        playing = words.text(f"game-{snapshot.match.started.game}") if snapshot.match and not snapshot.match.outcome else ""
        return [
            camera_step(image, seen, why, self._sources(config, words), words),
            table_step(image, layouts, words, self._mats(config, words), bare=config.eye.mat == NONE),
            deck_step(self._eye.faces, self._decks(config, words), words),
            lamps,
            match_step(playing, list(self._shelf.profile.good), words),
        ]

    def _sources(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """The cameras that may be there, the one that watches among them."""
        usb = sorted(f"v4l2:{path.name.removeprefix('video')}" for path in VIDEO.glob("video[0-9]"))
        names = dict.fromkeys([self._configured.eye.source, config.eye.source, *usb, "phone"])
        return tuple(
            Choice(name, _label(f"setup-source-{name.split(':')[0]}", name, words), name == config.eye.source) for name in names
        )

    def _decks(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        names = dict.fromkeys([AUTO, *BUILT_IN, "", config.eye.deck, *enrolled_names(deck_folder())])
        names = {name: None for name in names if not name.startswith("practice-")}
        labels = {AUTO: words.text("setup-deck-auto"), "": words.text("setup-deck-practice")}
        labels |= {name: words.text(f"setup-deck-{name}") for name in BUILT_IN}
        return tuple(Choice(name, labels.get(name, name), name == config.eye.deck) for name in names)

    def _mats(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """The printed mat, and none."""
        bare = config.eye.mat == NONE
        return Choice(NONE, words.text("setup-table-none"), bare), Choice("", words.text("setup-table-mat"), not bare)

    def _places(self) -> list[str]:
        """Where lamps are configured, the table's own first: it is lit with every other."""
        if not device_of(self._configured).wired:
            return []
        return sorted(self._configured.pins.lamps, key=lambda place: place != TABLE)

    def _zones(self, snapshot: Snapshot) -> list[str]:
        game = snapshot.match.started.game if snapshot.match else first_game()
        return [*(zone.name for zone in load_sheet(game).zones if zone.kind == "card"), TABLE]

    # --- what is chosen

    def _choose(self, step: str, value: str) -> None:
        if step == "camera":
            self._known(value, self._sources(self.config, catalogue(FALLBACK)))
            self._shelf.change(source=value, good=self._without(step))
            self._eye.anew()
        elif step == "table":
            self._known(value, self._mats(self.config, catalogue(FALLBACK)))
            printed = "" if self._configured.eye.mat == NONE else None  # None: the mat that companion.toml names
            self._shelf.change(mat=value or printed, good=self._without(step))
            self._eye.anew()
        elif step == "deck":
            self._known(value, self._decks(self.config, catalogue(FALLBACK)))
            self._shelf.change(deck=value, good=self._without(step))
            self._eye.anew()
        elif step == "lamps":
            self._answer(value)

    def _answer(self, value: str) -> None:
        with self._lock:
            place = next((each for each in self._places() if each not in self._answers), None)
            if place is None or value not in ("", *self._zones(self._snapshot())):
                raise InputError.of("set-up-no-choice", given=value)
            self._answers[place] = value
            done = len(self._answers) == len(self._places())
            stand = {place: value for place, value in self._answers.items() if value}
        if done and len({*stand.values()}) == len(self._places()):
            self._shelf.change(lamps=stand)

    def _again(self, step: str, value: str) -> None:
        if step == "lamps":
            with self._lock:
                self._answers.clear()
                self._asking = True
        self._shelf.change(good=self._without(step))

    def _good(self, step: str, value: str) -> None:
        with self._lock:
            found = next((each for each in self._found(catalogue(FALLBACK)) if each.name == step), None)
        if found is None or found.verdict == AGAIN:
            raise InputError.of("set-up-not-good")
        image = self._eye.shown
        seen = {"seen": look_of(image)} if step == "camera" and image is not None else {}
        self._shelf.change(good={**self._shelf.profile.good, step: round(time.time())}, **seen)

    def _without(self, step: str) -> dict[str, float]:
        return {name: at for name, at in self._shelf.profile.good.items() if name != step}

    def _known(self, value: str, choices: tuple[Choice, ...]) -> None:
        if value not in [choice.value for choice in choices]:
            raise InputError.of("set-up-no-choice", given=value)

    _ACTIONS: Mapping[str, Callable[[SetUp, str, str], None]] = {"choose": _choose, "again": _again, "good": _good}


def _shown(step: Step, words: Catalogue, done: bool) -> dict[str, Any]:
    return {
        "name": step.name,
        "title": words.text(f"setup-{step.name}"),
        "text": words.text(f"setup-{step.name}-text"),
        "minutes": MINUTES[step.name],
        "verdict": step.verdict,
        "word": words.text(f"setup-verdict-{step.verdict}"),
        "done": done and step.verdict != AGAIN,
        "said": list(step.said),
        "advice": step.advice,
        "asks": step.asks,
        "choices": [{"value": choice.value, "label": choice.label, "chosen": choice.chosen} for choice in step.choices],
        "picture": step.picture,
    }


def _label(id: str, name: str, words: Catalogue) -> str:
    return words.text(id, name=name) if words.has(id) else name
