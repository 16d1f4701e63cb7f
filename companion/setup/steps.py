"""The steps of the set-up, each a pure function of what is seen just now: what is said, how it is judged, what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.doctor.check import FAILED, OK
from companion.doctor.checks import check_light, check_mat
from companion.shown.messages import Catalogue
from vision.place.fiducials import Registration
from vision.place.layout import Layout
from vision.plane.homography import project
from vision.plane.quality import measure_blur
from vision.types import BACK, EMPTY, UNREADABLE, Face, Image

GOOD, AGAIN, OPEN = "good", "again", "open"
"""How a step is judged: good; do it again; not said yet."""
SHARP, SOFT = 0.36, 0.42
"""Blur of the picture (see `vision.plane.quality`) up to which it is sharp, and up to which cards are still read; on drawn tables."""
BLURRIER, OTHER_LIGHT, OTHER_TINT = 0.06, 1.6, 1.25
"""By how much more blurred, how many times as bright or as dark, and how many times as red or as blue a picture may be than when the camera
was set up."""
MINUTES = {"camera": 2, "lens": 3, "table": 2, "deck": 1, "lamps": 2, "match": 1}
"""Reckoned for each step, not measured. That of the lens is for those whose lens bends; seven more where a deck is enrolled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen. `value`: what is sent; `chosen`: it holds now."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done in a step. `action`: what is sent; `value`: with it."""

    action: str
    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `said`: what was found, line by line; `advice`: what to do, "" where nothing is; `asks`: what the choices answer;
    `picture`: the camera's picture helps. `offers`: what else can be done. `busy`: something is shown to the camera just now and looked at
    many times a second; `progress`: how much of how much was seen of it; `card`: which card is to be laid next, "" = none; `beat`: changes
    with each that was taken, or is wanted once more; `decides`: it can be found good, or done again."""

    name: str
    verdict: str
    said: tuple[str, ...]
    advice: str = ""
    asks: str = ""
    choices: tuple[Choice, ...] = ()
    picture: bool = False
    offers: tuple[Offer, ...] = ()
    busy: bool = False
    decides: bool = True
    progress: tuple[int, int] | None = None
    card: Face = ""
    beat: str = ""


def camera_step(
    image: Image | None, found: tuple[Layout, Registration] | None, why: str, sources: Sequence[Choice], words: Catalogue
) -> Step:
    """What the camera sees, how sharp and how well lit, and which way is up. `why`: why there is no picture."""
    asks = words.text("setup-camera-asks")
    if image is None and not why:
        return Step("camera", OPEN, (words.text("setup-camera-opens"),), "", asks, tuple(sources))
    if image is None:
        none = (why,)
        return Step("camera", AGAIN, none, words.text("setup-camera-none"), asks, tuple(sources), picture=True)
    height, width = image.shape[:2]
    focus, light = focus_of(image), check_light(image, found, words)
    said = (
        words.text("setup-camera-size", width=str(width), height=str(height)),
        words.text(f"setup-focus-{focus}"),
        words.text("setup-light-good") if light.status == OK else light.advice,
        *([words.text(f"setup-near-{near_side(image, *found)}")] if found else []),
    )
    advice = words.text("setup-focus-advice") if focus != "sharp" else light.advice
    bad = focus == "blurred" or light.status == FAILED
    lens = (Offer("begin", words.text("setup-lens-offer")),)
    return Step("camera", AGAIN if bad else GOOD, said, advice, asks, tuple(sources), picture=True, offers=lens)


def focus_of(image: Image) -> str:
    """ "sharp", "soft" or "blurred"."""
    value = measure_blur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return "sharp" if value <= SHARP else "soft" if value <= SOFT else "blurred"


def look_of(image: Image) -> dict[str, float]:
    """How a picture looks: its blur, its mean grey level, and its red and blue in proportion to its green."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    blue, green, red = (float(mean) + 1.0 for mean in cv2.mean(image)[:3])
    look = {"blur": round(measure_blur(gray), 4), "level": round(float(gray.mean()), 1)}
    return look | {"red": round(red / green, 3), "blue": round(blue / green, 3)}


def otherwise(image: Image, seen: Mapping[str, float]) -> str:
    """The id of what is to be said of a picture that looks otherwise than when the camera was set up; "" where nothing is."""
    now = look_of(image)
    if now["blur"] > seen.get("blur", 1.0) + BLURRIER:
        return "setup-start-blurred"
    level = seen.get("level", now["level"])
    if level > OTHER_LIGHT * now["level"]:
        return "setup-start-darker"
    if now["level"] > OTHER_LIGHT * level:
        return "setup-start-brighter"
    tints = [now[name] / seen[name] for name in ("red", "blue") if seen.get(name)]
    return "setup-start-tinted" if any(max(tint, 1 / tint) > OTHER_TINT for tint in tints if tint > 0) else ""


def near_side(image: Image, layout: Layout, registration: Registration) -> str:
    """At which side of the picture the near edge of the mat lies: "bottom", "top", "left", "right"."""
    width, height = layout.size_mm
    ends = project(np.array([(width / 2, 0.0), (width / 2, height)]), registration.to_picture)
    across, down = (ends[1] - ends[0]).tolist()
    if abs(down) >= abs(across):
        return "bottom" if down > 0 else "top"
    return "right" if across > 0 else "left"


def table_step(
    image: Image | None, layouts: tuple[Layout, ...], words: Catalogue, mats: Sequence[Choice] = (), *, bare: bool = False
) -> Step:
    """Is the mat seen, all of it, and large enough? `bare`: none is needed, so a picture is enough; one that is seen is used."""
    asks = words.text("setup-table-asks") if mats else ""
    if image is None:
        return Step("table", OPEN, (words.text("setup-camera-opens"),), "", asks, tuple(mats))
    mat, found = check_mat(image, layouts, words)
    if bare and not (found and found[0].fiducials):
        said, advice = words.text("setup-table-bare"), words.text("setup-table-bare-advice")
        return Step("table", GOOD, (said,), advice, asks, tuple(mats), picture=True)
    if bare:
        said = words.text("setup-table-bare-mat")
        return Step("table", GOOD, (said, mat.found), mat.advice, asks, tuple(mats), picture=True)
    return Step("table", GOOD if mat.status == OK else AGAIN, (mat.found,), mat.advice, asks, tuple(mats), picture=True)


def deck_step(seen: Mapping[str, str], decks: Sequence[Choice], words: Catalogue) -> Step:
    """Are cards read? `seen`: the faces by their zones, as the eye has them."""
    asks = words.text("setup-deck-asks")
    offers = (Offer("enrol", words.text("setup-enrol-offer")),)
    said = [
        words.text("setup-deck-read", face=face, zone=zone)
        for zone, face in seen.items()
        if face not in (EMPTY, UNREADABLE, BACK)
    ]
    if said:
        return Step("deck", GOOD, tuple(said), words.text("setup-deck-right"), asks, tuple(decks), picture=True, offers=offers)
    unread = UNREADABLE in seen.values()
    text = words.text("setup-deck-unread" if unread else "setup-deck-lay")
    return Step("deck", AGAIN if unread else OPEN, (text,), "", asks, tuple(decks), picture=True, offers=offers)


def lamps_step(places: Sequence[str], answers: Mapping[str, str], zones: Sequence[str], words: Catalogue) -> tuple[Step, str]:
    """Each lamp in turn: which one is this? `places`: where lamps are configured; `answers`: where they were said to stand. Hands back
    the step and the place whose lamp is to be lit, "" for none."""
    if not places:
        return Step("lamps", GOOD, (words.text("setup-lamps-none"),)), ""
    lit = next((place for place in places if place not in answers), "")
    if lit:
        count = words.text("setup-lamps-which", number=str(len(answers) + 1), count=str(len(places)))
        choices = [Choice(zone, words.zone(zone) if zone != "table" else words.text("setup-lamps-table")) for zone in zones]
        dark = Choice("", words.text("setup-lamps-dark"))
        return Step("lamps", OPEN, (count,), words.text("setup-lamps-with-table"), count, (*choices, dark)), lit
    dark_ones = [place for place in places if not answers[place]]
    if dark_ones:
        return Step(
            "lamps", AGAIN, (words.text("setup-lamps-not-lit", count=str(len(dark_ones))),), words.text("setup-lamps-wire")
        ), ""
    if len({*answers.values()}) < len(places):
        return Step("lamps", AGAIN, (words.text("setup-lamps-twice"),)), ""
    return Step("lamps", GOOD, (words.text("setup-lamps-all", count=str(len(places))),)), ""


def match_step(playing: str, good: Sequence[str], words: Catalogue) -> Step:
    """Everything is ready: the first match. `playing`: the title of the game that is being played, "" for none; `good`: steps done."""
    missing = [words.text(f"setup-{name}") for name in MINUTES if name not in (*good, "match")]
    said = [words.text("setup-match-left", steps=", ".join(missing))] if missing else [words.text("setup-match-ready")]
    said += [words.text("setup-match-foul"), words.text("setup-match-wrong")]
    if playing:
        return Step("match", GOOD, (words.text("setup-match-plays", game=playing), *said[1:]))
    return Step("match", OPEN, tuple(said), words.text("setup-match-start"))
