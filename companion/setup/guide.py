"""The guided set-up for the page and `companion calibrate`: what each step shows, and the possible actions."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from companion.doctor.checks import check_mat, layouts_of
from companion.errors import CompanionError, InputError
from companion.games import first_game
from companion.games.sheets import list_games, load_sheet
from companion.machine.config import ClubSettings, Config, device_of
from companion.machine.network.broker_address import make_table_name
from companion.session.snapshot import Snapshot
from companion.setup.enrol_step import Enrolling
from companion.setup.lens_step import LensMeasuring, is_bent, lens_step
from companion.setup.profile import ProfileShelf, apply_profile, may_watch
from companion.setup.steps import (
    AGAIN,
    STEP_MINUTES,
    UNDECIDED,
    Choice,
    SetUpStep,
    StepAction,
    camera_step,
    deck_step,
    find_sight_change,
    lamps_step,
    match_step,
    measure_picture,
    table_step,
)
from companion.shown.words.languages import FALLBACK
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.bare import NO_MAT
from companion.sources.decks import deck_folder
from companion.sources.practice_decks import PRACTICE_PREFIX
from companion.sources.readers import AUTO_DECK
from companion.sources.scenery import Guest
from vision.cameras.sources import plugged_in, source_named
from vision.errors import VisionError
from vision.place.layout import Layout
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks
from vision.types import Image
from web.errors import CommandRefused

TABLE_LAMP = "table"


class Seeing(Protocol):
    """What the set-up asks of the eye: see `companion.app.eye.VisionThread`."""

    @property
    def last_image(self) -> Image | None: ...

    @property
    def first_sight(self) -> Image | None: ...

    @property
    def settled_faces(self) -> Mapping[str, str]: ...

    def reopen_camera(self) -> None: ...

    def lend_frames(self, guest: Guest | None) -> None: ...

    def hold_camera(self) -> Mapping[str, float]: ...


class SetUp:
    """What the set-up finds just now, step by step. From any thread.

    `config`: before the set-up. `shelf`: where the profile is kept. `eye`: gives frames. `snapshot`: the latest. `light`:
    lights the lamp of a place alone, None = lamps as the match wants. `signs`: current trouble by part. `club`: the club that is told,
    None = of the configuration.
    """

    def __init__(
        self,
        config: Config,
        shelf: ProfileShelf,
        eye: Seeing,
        snapshot: Callable[[], Snapshot],
        light: Callable[[str | None], None] = lambda place: None,
        signs: Callable[[], Mapping[str, str]] = dict,
        club: Callable[[], ClubSettings] | None = None,
    ) -> None:
        self._configured, self._shelf, self._eye, self._snapshot = config, shelf, eye, snapshot
        self._light, self._signs = light, signs
        self._club = club or (lambda: config.club)
        self._lock = threading.Lock()
        self._answers: dict[str, str] = {}
        self._asking = False
        self._sheet: LensMeasuring | None = None
        self._enrolling: Enrolling | None = None
        self._wants_lens = self._wants_deck = False

    @property
    def table_config(self) -> Config:
        """The configuration with the values of the profile."""
        return apply_profile(self._configured, self._shelf.profile)

    def describe_steps(self, language: str) -> dict[str, Any]:
        """ "steps": every step for the page with title, minutes, verdict, words and choices. "now": the name of the first step
        not found good yet, else of the last. "minutes": of all steps."""
        words, good = catalogue(language), self._shelf.profile.good
        with self._lock:
            shown = [_describe_step(step, words, step.name in good) for step in self._find_steps(words)]
        now = next((step["name"] for step in shown if not step["done"]), shown[-1]["name"])
        return {"steps": shown, "now": now, "minutes": sum(step["minutes"] for step in shown)}

    def describe_club(self, language: str = FALLBACK) -> str:
        """Whether the table tells a club, and which."""
        club, words = self._club(), catalogue(language)
        if not club.broker:
            return words.text("setup-club-none")
        return words.text("setup-club", broker=club.broker, table=club.table or make_table_name(socket.gethostname()))

    def perform_action(self, body: Mapping[str, Any], language: str = FALLBACK) -> None:
        """Do what was chosen. `body`: {"step": "camera", "action": "choose" | "good" | "again", "value": "v4l2:0"}, or the
        action of an offer. Raises `CommandRefused` in `language`."""
        try:
            self._ACTIONS[body["action"]](self, body["step"], body.get("value", ""))
        except (CompanionError, VisionError) as error:
            raise CommandRefused(catalogue(language).say_error(error)) from error

    def find_changed_picture(self) -> str | None:
        """Id of the notice of a picture unlike the picture of the set-up; "" for no change, None while the camera sees
        nothing. Where the camera is held, only the first sight is compared."""
        profile = self._shelf.profile
        image = self._eye.first_sight if profile.held else self._eye.last_image
        return None if image is None else find_sight_change(image, profile.seen)

    @property
    def starts_with_held_camera(self) -> bool:
        """Does the camera start with exposure and focus as held at the set-up?"""
        return bool(self._shelf.profile.held)

    def export_profile(self) -> str:
        """The profile as JSON text."""
        return self._shelf.profile.to_json()

    def import_profile(self, text: str, language: str = FALLBACK) -> None:
        """Replace the profile by the exported profile in `text`, and open the camera again. `language`: of a refusal. Raises
        `CommandRefused`, and the former profile stays."""
        try:
            self._shelf.replace_profile(text)
        except InputError as error:
            raise CommandRefused(catalogue(language).say_error(error)) from error
        self._eye.reopen_camera()

    # --- what is found

    def _find_steps(self, words: Catalogue) -> list[SetUpStep]:
        """Every step as it stands; lens only where needed. While lamps are asked about, the lamp in question is lit."""
        config, snapshot, why = self.table_config, self._snapshot(), self._signs().get("eye", "")
        busy = self._sheet is not None or self._enrolling is not None
        image = None if why or busy else self._eye.last_image
        layouts = layouts_of(config)
        _, mat = check_mat(image, layouts, words)
        seen = mat if mat and mat[0].fiducials else None
        lamps, lit = lamps_step(self._wired_places(), self._answers, self._lamp_zones(snapshot), words)
        if self._asking:
            self._light(lit or None)
            self._asking = bool(lit)
        playing = words.text(f"game-{snapshot.match.started.game}") if snapshot.match and not snapshot.match.outcome else ""
        lens = self._find_lens_step(
            bent=image is not None and seen is not None and is_bent(seen[1], image.shape[1]), words=words
        )
        good = [*self._shelf.profile.good, *([] if lens else ["lens"])]
        return [
            camera_step(image, seen, why, self._camera_choices(config, words), words),
            *lens,
            table_step(image, layouts, words, self._mat_choices(config, words), bare=config.eye.mat == NO_MAT),
            self._find_deck_step(config, words),
            lamps,
            match_step(playing, good, words),
        ]

    def _find_lens_step(self, *, bent: bool, words: Catalogue) -> list[SetUpStep]:
        """The lens step alone, or [] where the lens does not matter. `bent`: straight edges of the mat look bent."""
        profile = self._shelf.profile
        if not (bent or self._wants_lens or self._sheet or profile.lens or "lens" in profile.good):
            return []
        return [lens_step(self._sheet, profile.distortion, bent, "lens" in profile.good, words)]

    def _find_deck_step(self, config: Config, words: Catalogue) -> SetUpStep:
        """The deck step: reading, choosing a game to enrol, or enrolling."""
        if self._enrolling:
            return self._enrolling.current_step(words)
        if self._wants_deck:
            offers = [StepAction("enrol", words.text(load_sheet(game).title), game) for game in list_games()]
            offers.append(StepAction("stop", words.text("setup-enrol-leave")))
            return SetUpStep("deck", UNDECIDED, (words.text("setup-enrol-which"),), offers=tuple(offers), decides=False)
        return deck_step(self._eye.settled_faces, self._deck_choices(config, words), words)

    def _camera_choices(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """Cameras that may be there, with the watching camera chosen."""
        now, usb = _lasting_camera_name(config.eye.source), plugged_in()
        names = dict.fromkeys([_lasting_camera_name(self._configured.eye.source), now, *usb, "phone"])
        choices = []
        for name in names:
            id, called = f"setup-source-{name.split(':')[0]}", usb.get(name, name)
            choices.append(Choice(name, words.text(id, name=called) if words.has_text(id) else called, name == now))
        return tuple(choices)

    def _deck_choices(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """Decks to choose from, with the deck in use chosen; practice decks are offered as one, by the name ""."""
        names = dict.fromkeys([AUTO_DECK, *BUILT_IN, "", config.eye.deck, *list_enrolled_decks(deck_folder())])
        names = {name: None for name in names if not name.startswith(PRACTICE_PREFIX)}
        labels = {AUTO_DECK: words.text("setup-deck-auto"), "": words.text("setup-deck-practice")}
        labels |= {name: words.text(f"setup-deck-{name}") for name in BUILT_IN}
        return tuple(Choice(name, labels.get(name, name), name == config.eye.deck) for name in names)

    def _mat_choices(self, config: Config, words: Catalogue) -> tuple[Choice, ...]:
        """The printed mat, and no mat."""
        bare = config.eye.mat == NO_MAT
        return Choice(NO_MAT, words.text("setup-table-none"), bare), Choice("", words.text("setup-table-mat"), not bare)

    def _wired_places(self) -> list[str]:
        """Places with a configured lamp, the lamp of the table first, because the table is lit with every other lamp."""
        if not device_of(self._configured).wired:
            return []
        return sorted(self._configured.pins.lamps, key=lambda place: place != TABLE_LAMP)

    def _lamp_zones(self, snapshot: Snapshot) -> list[str]:
        game = snapshot.match.started.game if snapshot.match else first_game()
        return [*(zone.name for zone in load_sheet(game).zones if zone.kind == "card"), TABLE_LAMP]

    # --- what is chosen

    def _choose_value(self, step: str, value: str) -> None:
        """Put the choice `value` for camera, table, deck or lamps into the profile; the step counts as not done. The camera
        is opened again, but for lamps. Raises `InputError` for a value not offered."""
        if step == "camera":
            self._require_choice(value, self._camera_choices(self.table_config, catalogue(FALLBACK)))
            self._shelf.change_profile(
                source=value if may_watch(value) else None,
                good=self._good_steps_without(step, "lens"),
                held={},
                seen={},
                lens={},
            )
            self._eye.reopen_camera()
        elif step == "table":
            self._require_choice(value, self._mat_choices(self.table_config, catalogue(FALLBACK)))
            printed = "" if self._configured.eye.mat == NO_MAT else None  # None: the mat that companion.toml names
            self._shelf.change_profile(mat=value or printed, good=self._good_steps_without(step))
            self._eye.reopen_camera()
        elif step == "deck":
            self._require_choice(value, self._deck_choices(self.table_config, catalogue(FALLBACK)))
            self._shelf.change_profile(deck=value, good=self._good_steps_without(step))
            self._eye.reopen_camera()
        elif step == "lamps":
            self._answer_lamp(value)

    def _answer_lamp(self, value: str) -> None:
        """Note that the lit lamp stands at zone `value` ("" = no lamp lit). After the last answer, the profile is changed if
        all lamps stand apart; else the profile stays, and the step asks to begin again. Raises `InputError`."""
        with self._lock:
            place = next((each for each in self._wired_places() if each not in self._answers), None)
            if place is None or value not in ("", *self._lamp_zones(self._snapshot())):
                raise InputError.with_id("set-up-no-choice", given=value)
            self._answers[place] = value
            done = len(self._answers) == len(self._wired_places())
            stand = {place: value for place, value in self._answers.items() if value}
        if done and len({*stand.values()}) == len(self._wired_places()):
            self._shelf.change_profile(lamps=stand)

    def _repeat_step(self, step: str, value: str) -> None:
        """Count a step as not done; the lamps are asked about from the first again. `value`: not used."""
        if step == "lamps":
            with self._lock:
                self._answers.clear()
                self._asking = True
        self._shelf.change_profile(good=self._good_steps_without(step))

    def _accept_step(self, step: str, value: str) -> None:
        """Count a step as good from now on; camera and table also keep the look of the picture. A lens measured well is kept.
        Raises `InputError` for a step that is missing or must be done again. `value`: not used."""
        with self._lock:
            found = next((each for each in self._find_steps(catalogue(FALLBACK)) if each.name == step), None)
        if found is None or found.verdict == AGAIN:
            raise InputError.with_id("set-up-not-good")
        if step == "lens" and self._sheet:
            self._shelf.change_profile(lens=self._sheet.lens_values if self._sheet.is_measured_well else {})
            self._stop_showing(step, value)
        self._shelf.change_profile(good={**self._shelf.profile.good, step: round(time.time())}, **self._measure_sight(step))

    def _measure_sight(self, step: str) -> dict[str, Any]:
        """Profile values of the present picture, for comparison at every start; {} for steps but camera and table, or without
        a picture. The camera is held from now on."""
        image = self._eye.last_image
        if step not in ("camera", "table") or image is None:
            return {}
        return {"held": self._eye.hold_camera(), "seen": measure_picture(image)}

    def _begin_lens_sheet(self, step: str, value: str) -> None:
        """Begin to measure the lens; an earlier correction is dropped first. From the camera step, the lens step is only
        added. `value`: not used."""
        self._wants_lens = True
        if step == "camera":
            return
        bends = bool(self._shelf.profile.lens)
        self._shelf.change_profile(lens={}, good=self._good_steps_without("lens"))
        self._sheet = LensMeasuring()
        self._eye.lend_frames(self._sheet)
        if bends:
            self._eye.reopen_camera()

    def _leave_lens(self, step: str, value: str) -> None:
        """Leave the lens as it is."""
        self._stop_showing(step, value)
        self._shelf.change_profile(lens={}, good={**self._shelf.profile.good, "lens": round(time.time())})

    def _begin_enrolling(self, step: str, value: str) -> None:
        """Begin to enrol the cards of game `value`, with frames lent by the eye; "" = offer the games. Raises `InputError`
        for an unknown game. `step`: not used."""
        self._wants_deck = True
        if not value:
            return
        if value not in list_games():
            raise InputError.with_id("set-up-no-choice", given=value)
        enrolling = Enrolling(value, self._use_enrolled_deck, self._pile_seen())
        self._enrolling = enrolling
        self._eye.lend_frames(enrolling)

    def _pile_seen(self) -> tuple[Layout, str] | None:
        """Layout and name of a pile on the mat for the cards, None on a bare table. Beside a pile, the print of the mat makes
        cards hard to see."""
        _, mat = check_mat(self._eye.last_image, layouts_of(self.table_config), catalogue(FALLBACK))
        if mat is None or not mat[0].fiducials or not mat[0].of_kind("card"):
            return None
        return mat[0], mat[0].of_kind("card")[0].name

    def _use_enrolled_deck(self) -> None:
        """Read the freshly enrolled deck of the owner from now on."""
        self._shelf.change_profile(deck=AUTO_DECK, good=self._good_steps_without("deck"))
        self._stop_showing("deck", "")

    def _press_enrolling_key(self, step: str, key: str) -> None:
        if self._enrolling is None:
            raise InputError.with_id("set-up-no-choice", given=key)
        self._enrolling.press_learning_key(key)

    def _stop_showing(self, step: str, value: str) -> None:
        """Stop showing a sheet or cards; the frames go back to the watcher. `step`, `value`: not used."""
        lent = self._sheet or self._enrolling
        self._sheet = self._enrolling = None
        self._wants_lens = self._wants_deck = False
        if lent:
            self._eye.lend_frames(None)

    def _good_steps_without(self, *steps: str) -> dict[str, float]:
        return {name: at for name, at in self._shelf.profile.good.items() if name not in steps}

    def _require_choice(self, value: str, choices: tuple[Choice, ...]) -> None:
        if value not in [choice.value for choice in choices]:
            raise InputError.with_id("set-up-no-choice", given=value)

    _ACTIONS: Mapping[str, Callable[[SetUp, str, str], None]] = {
        "choose": _choose_value,
        "again": _repeat_step,
        "good": _accept_step,
        "begin": _begin_lens_sheet,
        "leave": _leave_lens,
        "enrol": _begin_enrolling,
        "back": lambda set_up, step, value: set_up._press_enrolling_key(step, "b"),
        "skip": lambda set_up, step, value: set_up._press_enrolling_key(step, "s"),
        "stop": _stop_showing,
    }


def _describe_step(step: SetUpStep, words: Catalogue, done: bool) -> dict[str, Any]:
    """A step as data for the page. `done`: found good earlier; a step to be done again counts as not done."""
    return asdict(step) | {
        "title": words.text(f"setup-{step.name}"),
        "text": words.text(f"setup-{step.name}-text"),
        "minutes": STEP_MINUTES[step.name],
        "word": words.text(f"setup-verdict-{step.verdict}"),
        "done": done and step.verdict != AGAIN,
    }


def _lasting_camera_name(source: str) -> str:
    """The name of a camera that stays when the number of the camera changes."""
    known = source_named(source)
    return known.lasting if known else source
