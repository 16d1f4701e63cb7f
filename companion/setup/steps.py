"""The steps of the set-up, pure functions of the current sight: what is said, the verdict, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.doctor.check import FAILED, OK
from companion.doctor.checks import check_light, check_mat
from companion.shown.words.messages import Catalogue
from vision.place.fiducials import Registration
from vision.place.layout import Layout
from vision.plane.homography import project
from vision.plane.quality import measure_blur
from vision.types import BACK, EMPTY, UNREADABLE, Face, Image

GOOD, FAIR, AGAIN, UNDECIDED = "good", "fair", "again", "open"
"""FAIR: it works, and the advice says what would be better."""
"""Verdicts of a step; AGAIN: to be repeated."""
MAX_SHARP_BLUR = 0.36  # blur up to which a picture is sharp (see `vision.plane.quality`); measured on drawn tables
MAX_SOFT_BLUR = 0.42  # blur up to which cards are still read; measured on drawn tables
MAX_BLUR_RISE = 0.06  # blurred by so much more than at the set-up: out of focus; guess
MAX_LIGHT_RATIO = 1.6  # so many times as bright or dark as at the set-up: other light; guess
MAX_TINT_RATIO = 1.25  # so many times as red or blue as at the set-up: other light; guess
STEP_MINUTES = {"camera": 2, "lens": 3, "table": 2, "deck": 1, "lamps": 2, "match": 1}
"""Minutes of each step: a guess. The lens step is for lenses that bend; enrolling a deck takes seven minutes more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose in a step."""

    value: str  # what is sent
    label: str
    chosen: bool = False  # holds now


@dataclass(frozen=True, slots=True)
class StepAction:
    """Something to do in a step."""

    action: str  # what is sent
    label: str
    value: str = ""  # sent with the action


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """A step for the page."""

    name: str
    verdict: str  # GOOD, FAIR, AGAIN or UNDECIDED
    said: tuple[str, ...]  # what was found, a line each
    advice: str = ""  # what to do, "" = nothing
    asks: str = ""  # what `choices` answer
    choices: tuple[Choice, ...] = ()
    picture: bool = False  # the picture of the camera helps
    offers: tuple[StepAction, ...] = ()  # what else can be done
    busy: bool = False  # something is shown to the camera now, so the page asks many times a second
    decides: bool = True  # people may call the step good or repeat the step
    progress: tuple[int, int] | None = None  # views or cards seen so far, and in all
    card: Face = ""  # card to lay next, "" = none
    beat: str = ""  # changes with each card that was taken or asked for again


def camera_step(
    image: Image | None, found: tuple[Layout, Registration] | None, why: str, sources: Sequence[Choice], words: Catalogue
) -> SetUpStep:
    """The camera step: size, sharpness, light, and the side towards the players. `image`: None = no picture yet. `found`: the
    mat in `image`, None = not seen. `why`: why no picture comes, "" = the camera is being opened. `sources`: the cameras to
    choose from."""
    asks = words.text("setup-camera-asks")
    if image is None and not why:
        return SetUpStep("camera", UNDECIDED, (words.text("setup-camera-opens"),), "", asks, tuple(sources))
    if image is None:
        none = (why,)
        return SetUpStep("camera", AGAIN, none, words.text("setup-camera-none"), asks, tuple(sources), picture=True)
    height, width = image.shape[:2]
    focus, light = judge_focus(image), check_light(image, found, words)
    said = (
        words.text("setup-camera-size", width=str(width), height=str(height)),
        words.text(f"setup-focus-{focus}"),
        *([words.text("setup-light-good")] if light.status == OK else [light.advice] if focus != "sharp" else []),
        *([words.text(f"setup-near-{find_near_side(image, *found)}")] if found else []),
    )
    advice = words.text("setup-focus-advice") if focus != "sharp" else light.advice
    bad = focus == "blurred" or light.status == FAILED
    lens = (StepAction("begin", words.text("setup-lens-offer")),)
    verdict = AGAIN if bad else FAIR if advice else GOOD
    return SetUpStep("camera", verdict, said, advice, asks, tuple(sources), picture=True, offers=lens)


def judge_focus(image: Image) -> str:
    """ "sharp", "soft" or "blurred"."""
    value = measure_blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return "sharp" if value <= MAX_SHARP_BLUR else "soft" if value <= MAX_SOFT_BLUR else "blurred"


def measure_picture(image: Image) -> dict[str, float]:
    """Blur, mean grey level, and red and blue in proportion to green, by name. `image`: (H, W, 3) uint8 BGR."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    blue, green, red = (float(mean) + 1.0 for mean in cv2.mean(image)[:3])
    look = {"blur": round(measure_blur(gray), 4), "level": round(float(gray.mean()), 1)}
    return look | {"red": round(red / green, 3), "blue": round(blue / green, 3)}


def find_sight_change(image: Image, seen: Mapping[str, float]) -> str:
    """Id of the notice that `image` differs from the set-up, "" = does not. Blur is judged first, then brightness, then tint.
    `seen`: `measure_picture` at the set-up; missing names are not judged."""
    now = measure_picture(image)
    if now["blur"] > seen.get("blur", 1.0) + MAX_BLUR_RISE:
        return "setup-start-blurred"
    level = seen.get("level", now["level"])
    if level > MAX_LIGHT_RATIO * now["level"]:
        return "setup-start-darker"
    if now["level"] > MAX_LIGHT_RATIO * level:
        return "setup-start-brighter"
    tints = [now[name] / seen[name] for name in ("red", "blue") if seen.get(name)]
    return "setup-start-tinted" if any(max(tint, 1 / tint) > MAX_TINT_RATIO for tint in tints if tint > 0) else ""


def find_near_side(image: Image, layout: Layout, registration: Registration) -> str:
    """Side of the picture at which the near edge of the mat lies: "bottom", "top", "left" or "right". `registration`: of the
    mat in `image`, (H, W, 3)."""
    width, height = layout.size_mm
    ends = project(np.array([(width / 2, 0.0), (width / 2, height)]), registration.to_picture)
    across, down = (ends[1] - ends[0]).tolist()
    if abs(down) >= abs(across):
        return "bottom" if down > 0 else "top"
    return "right" if across > 0 else "left"


def table_step(
    image: Image | None, layouts: tuple[Layout, ...], words: Catalogue, mats: Sequence[Choice] = (), *, bare: bool = False
) -> SetUpStep:
    """The table step: is the whole mat seen, and large enough? `layouts`: mats to look for. `mats`: to choose from. `bare`:
    no mat is needed, though a visible mat is used; any picture makes the step good."""
    asks = words.text("setup-table-asks") if mats else ""
    if image is None:
        return SetUpStep("table", UNDECIDED, (words.text("setup-camera-opens"),), "", asks, tuple(mats))
    mat, found = check_mat(image, layouts, words)
    if bare and not (found and found[0].fiducials):
        said, advice = words.text("setup-table-bare"), words.text("setup-table-bare-advice")
        return SetUpStep("table", GOOD, (said,), advice, asks, tuple(mats), picture=True)
    if bare:
        said = words.text("setup-table-bare-mat")
        return SetUpStep("table", FAIR if mat.advice else GOOD, (said, mat.found), mat.advice, asks, tuple(mats), picture=True)
    return SetUpStep("table", GOOD if mat.status == OK else AGAIN, (mat.found,), mat.advice, asks, tuple(mats), picture=True)


def deck_step(seen: Mapping[str, str], decks: Sequence[Choice], words: Catalogue) -> SetUpStep:
    """The deck step: are cards read? A single read card makes the step good, an unread card alone asks for another try.
    `seen`: face by zone. `decks`: to choose from."""
    asks = words.text("setup-deck-asks")
    offers = (StepAction("enrol", words.text("setup-enrol-offer")),)
    said = [
        words.text("setup-deck-read", face=face, zone=zone)
        for zone, face in seen.items()
        if face not in (EMPTY, UNREADABLE, BACK)
    ]
    if said:
        return SetUpStep(
            "deck", GOOD, tuple(said), words.text("setup-deck-right"), asks, tuple(decks), picture=True, offers=offers
        )
    unread = UNREADABLE in seen.values()
    text = words.text("setup-deck-unread" if unread else "setup-deck-lay")
    return SetUpStep("deck", AGAIN if unread else UNDECIDED, (text,), "", asks, tuple(decks), picture=True, offers=offers)


def lamps_step(
    places: Sequence[str], answers: Mapping[str, str], zones: Sequence[str], words: Catalogue
) -> tuple[SetUpStep, str]:
    """The lamp step, and the place of the lamp to light ("" = none): people say for each lamp in turn where the lamp stands.
    `places`: with configured lamps, in order. `answers`: place -> zone as answered until now, "" = dark. `zones`: the
    possible answers."""
    if not places:
        return SetUpStep("lamps", GOOD, (words.text("setup-lamps-none"),)), ""
    lit = next((place for place in places if place not in answers), "")
    if lit:
        count = words.text("setup-lamps-which", number=str(len(answers) + 1), count=str(len(places)))
        choices = [
            Choice(zone, words.name_zone(zone) if zone != "table" else words.text("setup-lamps-table")) for zone in zones
        ]
        dark = Choice("", words.text("setup-lamps-dark"))
        return SetUpStep("lamps", UNDECIDED, (count,), words.text("setup-lamps-with-table"), count, (*choices, dark)), lit
    dark_ones = [place for place in places if not answers[place]]
    if dark_ones:
        return SetUpStep(
            "lamps", AGAIN, (words.text("setup-lamps-not-lit", count=str(len(dark_ones))),), words.text("setup-lamps-wire")
        ), ""
    if len({*answers.values()}) < len(places):
        return SetUpStep("lamps", AGAIN, (words.text("setup-lamps-twice"),)), ""
    return SetUpStep("lamps", GOOD, (words.text("setup-lamps-all", count=str(len(places))),)), ""


def match_step(playing: str, good: Sequence[str], words: Catalogue) -> SetUpStep:
    """The last step: the first match. `playing`: title of the running game, "" = none. `good`: names of finished steps."""
    missing = [words.text(f"setup-{name}") for name in STEP_MINUTES if name not in (*good, "match")]
    said = [words.text("setup-match-left", steps=", ".join(missing))] if missing else [words.text("setup-match-ready")]
    said += [words.text("setup-match-foul"), words.text("setup-match-wrong")]
    if playing:
        return SetUpStep("match", GOOD, (words.text("setup-match-plays", game=playing), *said[1:]))
    return SetUpStep("match", UNDECIDED, tuple(said), words.text("setup-match-start"))
