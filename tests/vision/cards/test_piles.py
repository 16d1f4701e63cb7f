"""All card zones: which is read in a frame, and what is learned from those that are read."""

from dataclasses import replace

import numpy as np
import pytest

from vision.cards.pile import Recognised, Trying, Unknown
from vision.cards.piles import (
    PILE_READING,
    forget_changed_tops,
    forget_places,
    read_clear_piles,
    read_glimpses,
    record_rulings,
    start_piles,
)
from vision.debounce import DEBOUNCE, Votes, ZoneState
from vision.drawn.art.cards import draw_card
from vision.hands.motion import TableSight
from vision.place.layout import Layout, Zone
from vision.types import EMPTY, Frame, Reader, Reading

ZONES = [Zone(name, "card", (x, 0.0, 100.0, 130.0)) for name, x in (("up1", 0.0), ("up2", 100.0), ("up3", 200.0))]
LAYOUT = Layout((300.0, 130.0), (*ZONES, Zone("draw", "draw", (0.0, 0.0, 10.0, 10.0))), (), (59.0, 91.0))
PLACE = np.array([[20.0, 20.0], [79.0, 20.0], [79.0, 111.0], [20.0, 111.0]])
FREE = TableSight(has_hands=False, changed=tuple((zone.name, 0.0) for zone in ZONES))
PICTURE = np.full((130, 300, 3), 215, np.uint8)
PICTURE[20:111, 20:79] = draw_card("47", (59, 91))


class Certain(Reader):
    """Takes everything for a 12. `deck_name` as of the protocol; `lit`: the tones it was told of; `white`: what it sees white look like."""

    white = None

    def __init__(self, deck_name="", pictures=()):
        self.deck_name, self._pictures, self.asked, self.lit = deck_name, pictures, 0, []

    def read(self, crop):
        self.asked += 1
        return Reading("", "12", 0.99)

    def list_pictures(self):
        return self._pictures

    def under(self, tones):
        self.lit.append(tones and tones.white)
        return self

    def white_on(self, crop, face):
        return self.white


def zones(**states):
    return {zone.name: states.get(zone.name, ZoneState(settled=True)) for zone in ZONES}


def clear(since):
    return ZoneState(clear_since=since)


def known(piles, *names):
    """The piles with cards that were read there before."""
    for name in names:
        place = PLACE + np.array([100.0 * (int(name[-1]) - 1), 0.0])
        piles = piles.replace_pile(name, replace(piles.piles[name], search=Recognised(), place=place))
    return piles


def looked(piles, states, at=10.0, sight=FREE):
    return read_clear_piles(piles, Frame(PICTURE, at), np.eye(3), sight, states)


def test_only_zones_with_a_reader_of_their_name_or_kind_are_piles():
    own, of_kind = Certain(), Certain()
    assert set(start_piles(LAYOUT, {"up2": own}).piles) == {"up2"}
    piles = start_piles(LAYOUT, {"up2": own, "card": of_kind})
    assert [piles.readers[piles.reader_of[zone.name]] for zone in ZONES] == [of_kind, own, of_kind]


def test_what_came_clear_first_is_read_first_and_two_readings_are_a_frames_work():
    piles = known(start_piles(LAYOUT, {"card": Certain()}), "up1", "up2", "up3")
    _, readings = looked(piles, zones(up1=clear(3.0), up2=clear(1.0), up3=clear(2.0)))
    assert list(readings) == ["up2", "up3"]


def test_a_pile_that_cannot_be_decided_keeps_none_from_being_read():
    undecided = ZoneState(clear_since=1.0, votes=Votes(looks=DEBOUNCE.min_agreeing))
    piles = known(start_piles(LAYOUT, {"card": Certain()}), "up1")
    _, readings = looked(piles, zones(up1=undecided, up2=clear(2.0)))
    assert "up2" in readings


def test_a_search_is_all_that_a_frame_does():
    reader = Certain()
    piles, readings = looked(start_piles(LAYOUT, {"card": reader}), zones(up1=clear(1.0), up2=clear(2.0)))
    assert readings == {} and reader.asked == 0
    piles, readings = looked(piles, zones(up1=clear(1.0), up2=clear(2.0)))
    assert readings["up1"].face == "12" and piles.piles["up1"].place.mean(axis=0) == pytest.approx((49.5, 65.5), abs=1.5)


@pytest.mark.parametrize(("pile", "face"), [("up1", "12"), ("up2", EMPTY)])
def test_a_card_under_haze_is_no_bare_place_though_no_mat_shows_what_is_black(pile, face):
    hazy = Frame(np.uint8(170 + PICTURE / 3), 10.0)
    piles, _ = read_clear_piles(start_piles(LAYOUT, {"card": Certain()}), hazy, np.eye(3), FREE, zones(**{pile: clear(1.0)}))
    _, readings = read_clear_piles(piles, hazy, np.eye(3), FREE, zones(**{pile: clear(1.0)}))
    assert readings[pile].face == face


def test_settled_piles_are_read_again_now_and_then_one_after_the_other():
    piles, seen = known(start_piles(LAYOUT, {"card": Certain()}), "up1", "up2", "up3"), []
    for at in np.arange(10.0, 10.0 + 3 * DEBOUNCE.reread_s, 0.1):
        piles, readings = looked(piles, zones(), float(at))
        seen += list(readings)
    assert sorted(seen) == ["up1", "up2", "up3"]


class Doubting(Certain):
    """Accepts nothing at the first places where a card may lie."""

    def read(self, crop):
        return replace(super().read(crop), accepted=self.asked > 3)


@pytest.mark.parametrize("asked", [False, True])
def test_a_settled_pile_that_looks_changed_is_searched_to_the_end(asked):
    """In other light than it was settled in it looks changed in each frame; the search goes on where it was."""
    piles, seen = known(start_piles(LAYOUT, {"card": Doubting()}), "up1"), []
    changed = replace(FREE, changed=(("up1", 0.2), ("up2", 0.0), ("up3", 0.0)), covered=frozenset({"up2", "up3"}))
    state = ZoneState(face="?" if asked else "47", settled=True)
    times = np.arange(10.0, 10.0 + (4.0 if asked else 12 * DEBOUNCE.reread_s), 0.1)
    for at in times:
        piles, readings = looked(piles, zones(up1=state), float(at), changed)
        seen += [reading.face for reading in readings.values() if reading.accepted]
    assert "12" in seen


def test_a_pile_that_just_came_clear_and_looks_changed_is_searched_anew():
    piles = known(start_piles(LAYOUT, {"card": Certain()}), "up1", "up2", "up3")
    sight = TableSight(False, frozenset({"up3"}), changed=(("up1", 0.1), ("up2", 0.0), ("up3", 0.1)))
    after = forget_changed_tops(piles, sight, zones(up1=ZoneState(), up2=ZoneState(), up3=ZoneState()))
    assert {name: lying.is_recognised for name, lying in after.piles.items()} == {"up1": False, "up2": True, "up3": True}


def test_a_card_found_beside_a_hand_is_searched_anew_once_the_hand_has_left():
    piles = known(start_piles(LAYOUT, {"card": Certain()}), "up1", "up2")
    anew = forget_places(piles, {"up1", "up3"})
    assert not anew.piles["up1"].is_recognised and anew.piles["up2"].is_recognised


def test_places_found_beside_a_hand_are_tried_no_longer_once_the_hand_has_left():
    """Of these the right ones were refused while fingers hid part of the card, and only a wrong one would be left to be read."""
    piles = start_piles(LAYOUT, {"card": Certain()})
    piles = piles.replace_pile("up1", replace(piles.piles["up1"], search=Trying((PLACE + 12.0,))))
    assert isinstance(forget_places(piles, {"up1"}).piles["up1"].search, Unknown)
    _, readings = looked(forget_places(piles, {"up1"}), zones(up1=clear(1.0)))
    assert readings == {}, "searched first"


def test_beside_a_card_that_was_seen_in_passing_nothing_is_held_against_how_the_pile_lay_before_it():
    """Its picture shows none of the cards that were laid between hands since: each of them would pass for one laid under the next."""
    piles = known(start_piles(LAYOUT, {"card": Certain()}), "up1")
    piles = piles.replace_pile("up1", replace(piles.piles["up1"], faces_since_bare=("12",)))
    sight = TableSight(True, frozenset({"up1"}), changed=FREE.changed)
    frames = [Frame(PICTURE, 9.8), Frame(PICTURE, 9.9)]
    passing = zones(up1=ZoneState(clear_since=9.8, moved=True))
    after, glimpses = read_glimpses(piles, frames, np.eye(3), sight, passing)
    assert [reading.face for reading in glimpses["up1"]] == ["12", "12"]
    assert after.piles["up1"].faces_since_bare is None


def test_only_a_reader_that_is_built_in_learns_what_the_cards_share():
    pictures = [draw_card(face, (200, 280)) for face in ("12", "47", "88")]
    for reader, learns in ((Certain(), True), (Certain("ours", pictures), False)):
        piles, _ = looked(known(start_piles(LAYOUT, {"card": reader}), "up1"), zones(up1=clear(1.0)))
        before = piles.patterns["card"]
        after = record_rulings(piles, PICTURE, np.eye(3), {"up1": ("", "12")}).patterns["card"]
        assert (before is None, after is not before) == (learns, learns)
        again = record_rulings(piles, PICTURE, np.eye(3), {"up1": ("12", "12")}).patterns["card"]
        assert again is before, "the same card again teaches nothing"


def lamp_reader(white=None):
    """A reader of an enrolled deck."""
    reader = Certain("ours", [draw_card(face, (200, 280)) for face in ("12", "47", "88")])
    reader.white = white
    return reader


def settled_on(piles, *names):
    """The piles with a 12 that was read surely and settled on."""
    piles, _ = looked(known(piles, *names), zones(**{name: clear(1.0) for name in names}))
    return record_rulings(piles, PICTURE, np.eye(3), dict.fromkeys(names, ("", "12")))


@pytest.mark.parametrize(("after", "told"), [(1.0, (220, 200, 190)), (8.0, (220, 200, 190)), (30.0, None)])
def test_without_a_mat_a_card_is_read_by_what_white_looks_like_on_those_that_lay_there_of_late(after, told):
    reader = lamp_reader()
    piles = settled_on(start_piles(LAYOUT, {"card": reader}), "up1", "up2")
    reader.white, reader.lit = (220.0, 200.0, 190.0), []
    piles, _ = looked(known(piles, "up3"), zones(up3=clear(11.0)), 12.0)
    reader.lit = []
    under_hands = replace(FREE, has_hands=True, covered=frozenset({"up1", "up2"}))
    looked(known(piles, "up3"), zones(up3=clear(12.0)), 12.0 + after, under_hands)
    assert reader.lit == ([None] if told is None else [pytest.approx(told)])


def test_a_lamp_that_is_switched_on_is_seen_within_seconds():
    reader = lamp_reader((220.0, 200.0, 190.0))
    piles = settled_on(start_piles(LAYOUT, {"card": reader}), "up1", "up2")
    piles, _ = looked(known(piles, "up3"), zones(up3=clear(11.0)), 12.0)
    reader.white, reader.lit = (190.0, 200.0, 220.0), []
    looked(known(piles, "up3"), zones(up3=clear(12.0)), 12.0 + PILE_READING.white_every_s)
    assert reader.lit == [pytest.approx((190.0, 200.0, 220.0))]


def test_a_pile_under_a_hand_and_the_one_that_is_to_be_read_show_nothing_of_the_lamp():
    reader = lamp_reader((220.0, 200.0, 190.0))
    piles = settled_on(start_piles(LAYOUT, {"card": reader}), "up1", "up2")
    hidden = replace(FREE, has_hands=True, covered=frozenset({"up1"}))
    reader.lit = []
    looked(known(piles, "up2"), zones(up2=clear(11.0)), 12.0, hidden)
    assert reader.lit == [None]
