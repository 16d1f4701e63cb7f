"""Cards dealt by a hand that does not leave the table, and lies beside the pile between two of them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.varied import varied
from tests.vision.watched_table import FACES, LAYOUT, RATE, SIZE, Pictures, changes, watcher
from vision.drawn.table.gestures import Gestures
from vision.drawn.table.players import Player
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, TableScene
from vision.types import Change, Image

LEFT_PILE = LAYOUT.zone("up1").middle_mm
FROM_THE_RIGHT = 0.5
"""Where the dealer sits, as a share of the way around the table: the hand comes over the other zones."""


def deal(faces: Sequence[str], back_mm: float, stays: int = 6) -> Iterator[Image]:
    """A hand lays a card a second, draws back by so much, trembles there for so many frames, and leaves in the end."""
    stage, gestures = SceneRenderer(SIZE), Gestures(LAYOUT.size_mm, LAYOUT.card_mm, RATE)
    scene, pile, number = TableScene(LAYOUT, seed=3), (), 0
    steps = {"come": 4, "lay": 2, "withdraw": 3, "stay": stays}
    for _ in range(12):
        number += 1
        yield stage.render_picture(scene, number)
    for count, face in enumerate(faces):
        card = Lying(
            face, (LEFT_PILE[0] + 4 * math.sin(3 * count), LEFT_PILE[1] + 5 * math.cos(2 * count)), 5 * math.sin(count), 0.3
        )
        way = gestures.plan_way(Player(FROM_THE_RIGHT), card).carry_card(card)
        free, start = replace(way.reach, card=None), back_mm if count else way.away_mm
        coming = [replace(way.reach, back_mm=start * (1 - (step + 1) / steps["come"]) ** 2) for step in range(steps["come"])]
        leaving = [replace(free, back_mm=back_mm * (step + 1) / steps["withdraw"]) for step in range(steps["withdraw"])]
        staying = [
            replace(free, back_mm=back_mm + 3 * math.sin(step), aside_mm=3 * math.cos(step)) for step in range(steps["stay"])
        ]
        for reach in coming:
            number += 1
            yield stage.render_picture(replace(scene.with_pile("up1", pile), reaches=(reach,)), number)
        pile = (*pile, card)
        for reach in [free] * steps["lay"] + leaving + staying:
            number += 1
            yield stage.render_picture(replace(scene.with_pile("up1", pile), reaches=(reach,)), number)
    for step in range(6):
        number += 1
        leaving_mm = back_mm + (way.away_mm - back_mm) * (step + 1) / 6
        yield stage.render_picture(replace(scene.with_pile("up1", pile), reaches=(replace(free, back_mm=leaving_mm),)), number)
    for _ in range(24):
        number += 1
        yield stage.render_picture(scene.with_pile("up1", pile), number)


@varied("back_mm", [60.0, 80.0, 130.0])
def test_every_card_dealt_under_a_hand_that_stays_beside_the_pile_is_told_in_order(back_mm):
    """At 60 mm a finger touches the card, and its shade joins the two."""
    dealt = [FACES[number] for number in (0, 3, 1, 4, 2)]
    told = [event for event in watcher(Pictures(deal(dealt, back_mm))).events() if isinstance(event, Change)]
    assert [event.after for event in told if event.accepted] == dealt
    assert changes(told) == [("up1", before, after) for before, after in zip(["", *dealt], dealt, strict=False)]


def test_cards_that_lie_clear_for_three_frames_each_are_told_and_nothing_is_asked():
    """The next card comes before the pile is at rest: what lay there is no card laid with the next one, under it."""
    dealt = [FACES[number % len(FACES)] for number in (0, 3, 1, 4, 2, 0, 1, 3)]
    told = [event for event in watcher(Pictures(deal(dealt, 200.0, stays=1))).events() if isinstance(event, Change)]
    assert changes(told) == [("up1", before, after) for before, after in zip(["", *dealt], dealt, strict=False)]


@pytest.mark.whole
def test_of_fourteen_cards_dealt_one_a_second_no_more_than_one_goes_untold():
    """The fingers stay on a corner of a pile that grows untidy."""
    dealt = [FACES[number % len(FACES)] for number in (0, 3, 1, 4, 2, 0, 1, 3, 2, 4, 0, 2, 1, 3)]
    told = [event.after for event in watcher(Pictures(deal(dealt, 60.0))).events() if isinstance(event, Change)]
    rest = iter(dealt)
    assert len(told) >= len(dealt) - 1 and all(face in rest for face in told), "in order"


def test_a_card_under_fingers_that_stay_on_it_is_told_only_once_they_have_gone():
    told = [event for event in watcher(Pictures(deal(FACES[:1], 12.0))).events() if isinstance(event, Change)]
    assert [event.after for event in told] == list(FACES[:1])
    assert told[0].at > (12 + 15) / RATE
