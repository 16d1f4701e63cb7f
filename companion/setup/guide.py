"""The guided set-up: what its pages and `companion calibrate` show of each step, and what they may ask for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.doctor.checks import check_mat, layouts_of
from companion.errors import CompanionError, InputError
from companion.games import first_game
from companion.games.sheets import games, load_sheet
from companion.machine.config import Config, device_of
from companion.session.snapshot import Snapshot
from companion.setup.enrol_step import Enrolling
from companion.setup.lens_step import Sheet, is_bent, lens_step
from companion.setup.profile import ProfileShelf, applied, may_watch
from companion.setup.steps import (
    AGAIN,
    MINUTES,
    OPEN,
    Choice,
    Offer,
    Step,
    camera_step,
    deck_step,
    lamps_step,
    look_of,
    match_step,
    otherwise,
    table_step,
)
from companion.shown.messages import FALLBACK, Catalogue, catalogue
from companion.sources.bare import NONE
from companion.sources.decks import deck_folder
from companion.sources.readers import AUTO
from companion.sources.scenery import Guest
from vision.cameras.sources import plugged_in, source_named
from vision.errors import VisionError
from vision.place.layout import Layout
from vision.readers.enrolled.file import BUILT_IN, enrolled_names
from vision.types import Image
from web.errors import CommandRefused

TABLE = "table"


class Seeing(Protocol):
    """What is asked of the eye: the last frame, (H, W, 3) uint8 BGR or None, and the one by which a start is judged; the faces by their
    zones; to be opened anew; to let somebody else look at the frames; and to hold its light and focus, and say what it holds."""

    @property
    def shown(self) -> Image | None: ...

    @property
    def first_sight(self) -> Image | None: ...

    @property
    def faces(self) -> Mapping[str, str]: ...

    def anew(self) -> None: ...

    def lend(self, guest: Guest | None) -> None: ...

    def held(self) -> Mapping[str, float]: ...


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
        self._sheet: Sheet | None = None
        self._enrolling: Enrolling | None = None
        self._wants_lens = self._wants_deck = False

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
        return {"steps": shown, "now": now, "minutes": sum(step["minutes"] for step in shown)}

    def act(self, body: Mapping[str, Any], language: str = FALLBACK) -> None:
        """Do what was chosen: {"step": "camera", "action": "choose" | "good" | "again", "value": "v4l2:0"}. Raises `CommandRefused`."""
        try:
            self._ACTIONS[body["action"]](self, body["step"], body.get("value", ""))
        except (CompanionError, VisionError) as error:
            raise CommandRefused(catalogue(language).error(error)) from error

    def otherwise(self) -> str | None:
        """The id of what is to be said because the camera sees otherwise than when it was set up; "" for nothing, None = it sees nothing
        yet."""
        profile = self._shelf.profile
        image = self._eye.first_sight if profile.held else self._eye.shown
        return None if image is None else otherwise(image, profile.seen)

    @property
    def holds(self) -> bool:
        """Does the camera begin with the exposure and focus that it had when it was set up?"""
        return bool(self._shelf.profile.held)

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
        busy = self._sheet is not None or self._enrolling is not None
        image = None if why or busy else self._eye.shown
        layouts = layouts_of(config)
        _, mat = check_mat(image, layouts, words)
        seen = mat if mat and mat[0].fiducials else None
        lamps, lit = lamps_step(self._places(), self._answers, self._zones(snapshot), words)
        if self._asking:
            self._light(lit or None)
            self._asking = bool(lit)
        playing = words.text(f"game-{snapshot.match.started.game}") if snapshot.match and not snapshot.match.outcome else ""
        lens = self._lens(bent=image is not None and seen is not None and is_bent(seen[1], image.shape[1]), words=words)
        good = [*self._shelf.profile.good, *([] if lens else ["lens"])]
        return [
            camera_step(image, seen, why, self._sources(config, words), words),
            *lens,
            table_step(image, layouts, words, self._mats(config, words), bare=config.eye.mat == NONE),
            self._deck(config, words),
            lamps,
            match_step(playing, good, words),
        ]

    def _lens(self, *, bent: bool, words: Catalogue) -> list[Step]:
        """The step of the lens, where it matters: nobody else is asked about it."""
        profile = self._shelf.profile
        if not (bent or self._wants_lens or self._sheet or profile.lens or "lens" in profile.good):
            return []
        return [lens_step(self._sheet, profile.distortion, bent, "lens" in profile.good, words)]

    def _deck(self, config: Config, words: Catalogue) -> Step:
        """The step of the deck: as it is read, or as it is being enrolled."""
        if self._enrolling:
            return self._enrolling.step(words)
        if self._wants_deck:
            offers = [Offer("enrol", words.text(load_sheet(game).title), game) for game in games()]
            offers.append(Offer("stop", words.text("setup-enrol-leave")))
            return Step("deck", OPEN, (words.text("setup-enrol-which"),), offers=tuple(offers), decides=False)
        return deck_step(self._eye.faces, self._decks(config, words), words)

    def _sources(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """The cameras that may be there, the one that watches among them."""
        now, usb = _lasting(config.eye.source), plugged_in()
        names = dict.fromkeys([_lasting(self._configured.eye.source), now, *usb, "phone"])
        return tuple(
            Choice(name, _label(f"setup-source-{name.split(':')[0]}", usb.get(name, name), words), name == now)
            for name in names
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
            self._shelf.change(
                source=value if may_watch(value) else None, good=self._without(step, "lens"), held={}, seen={}, lens={}
            )
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
        if step == "lens" and self._sheet:
            self._shelf.change(lens=self._sheet.kept if self._sheet.good else {})
            self._stop(step, value)
        self._shelf.change(good={**self._shelf.profile.good, step: round(time.time())}, **self._fixed(step))

    def _fixed(self, step: str) -> dict[str, Any]:
        """How the camera sees, once it sees well: it is to see so at every start."""
        image = self._eye.shown
        if step not in ("camera", "table") or image is None:
            return {}
        return {"held": self._eye.held(), "seen": look_of(image)}

    def _begin(self, step: str, value: str) -> None:
        """Have the sheet shown, through the lens as it is."""
        self._wants_lens = True
        if step == "camera":
            return
        bends = bool(self._shelf.profile.lens)
        self._shelf.change(lens={}, good=self._without("lens"))
        self._sheet = Sheet()
        self._eye.lend(self._sheet)
        if bends:
            self._eye.anew()

    def _leave(self, step: str, value: str) -> None:
        """The lens stays as it is."""
        self._stop(step, value)
        self._shelf.change(lens={}, good={**self._shelf.profile.good, "lens": round(time.time())})

    def _enrol(self, step: str, value: str) -> None:
        self._wants_deck = True
        if not value:
            return
        if value not in games():
            raise InputError.of("set-up-no-choice", given=value)
        enrolling = Enrolling(value, self._enrolled, self._pile_seen())
        self._enrolling = enrolling
        self._eye.lend(enrolling)

    def _pile_seen(self) -> tuple[Layout, str] | None:
        """A pile of the mat that lies there, on which cards are best shown: its print looks like cards beside it. None for a bare table."""
        _, mat = check_mat(self._eye.shown, layouts_of(self.config), catalogue(FALLBACK))
        if mat is None or not mat[0].fiducials or not mat[0].of_kind("card"):
            return None
        return mat[0], mat[0].of_kind("card")[0].name

    def _enrolled(self) -> None:
        """The owner's deck is there: it is the one that is read from now on."""
        self._shelf.change(deck=AUTO, good=self._without("deck"))
        self._stop("deck", "")

    def _press(self, step: str, key: str) -> None:
        if self._enrolling is None:
            raise InputError.of("set-up-no-choice", given=key)
        self._enrolling.press(key)

    def _stop(self, step: str, value: str) -> None:
        """What is being shown to the camera: no more of it for today."""
        lent = self._sheet or self._enrolling
        self._sheet = self._enrolling = None
        self._wants_lens = self._wants_deck = False
        if lent:
            self._eye.lend(None)

    def _without(self, *steps: str) -> dict[str, float]:
        return {name: at for name, at in self._shelf.profile.good.items() if name not in steps}

    def _known(self, value: str, choices: tuple[Choice, ...]) -> None:
        if value not in [choice.value for choice in choices]:
            raise InputError.of("set-up-no-choice", given=value)

    _ACTIONS: Mapping[str, Callable[[SetUp, str, str], None]] = {
        "choose": _choose,
        "again": _again,
        "good": _good,
        "begin": _begin,
        "leave": _leave,
        "enrol": _enrol,
        "back": lambda set_up, step, value: set_up._press(step, "b"),
        "skip": lambda set_up, step, value: set_up._press(step, "s"),
        "stop": _stop,
    }


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
        "offers": [{"action": offer.action, "value": offer.value, "label": offer.label} for offer in step.offers],
        "busy": step.busy,
        "decides": step.decides,
        "progress": list(step.progress) if step.progress else None,
        "card": step.card,
        "beat": step.beat,
    }


def _lasting(source: str) -> str:
    """A camera by the name that stays when its number changes."""
    known = source_named(source)
    return known.lasting if known else source


def _label(id: str, name: str, words: Catalogue) -> str:
    return words.text(id, name=name) if words.has(id) else name
