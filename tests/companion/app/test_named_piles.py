"""What people say of the piles of a table without a mat reaches the eye, and what it cannot follow is not lost."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.app.named_piles import NamedPiles
from companion.app.pictures import StrayPictures
from companion.app.table_events import apply_event
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.questions.question import stray_picture_name
from companion.session.found_piles import FoundPile, FoundPiles, NamesConfirmed, NamesExchanged, PileShown
from companion.session.session import Session
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.readers import reader_of
from companion.sources.scenery import Setting
from companion.sources.sources import layout_for
from tests.vision.bare.laid_tables import SQUARE, lay_table
from tests.vision.bare.test_doubted_names import UPSIDE_DOWN
from tests.vision.watched_table import reader
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import PilesFound, StrayCard
from vision.watcher import Watcher


def places_of(events):
    found = [event for event in events if isinstance(event, PilesFound)]
    return {place.zone: place.at for place in found[-1].places}


@pytest.mark.whole
def test_what_people_say_of_the_piles_is_told_to_the_eye_once(caplog):
    scene = make_bare_scene(layout_for("the_game"), 0, ("wood",))
    camera, bare = VirtualTable(scene.layout, [Wait(0.6)], scene=scene, speed="fast", fps=10), bare_table_for("the_game")
    eye, told = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare), []
    while not any(isinstance(event, PilesFound) for event in told):
        told += eye.step()
    before, posted = places_of(told), []
    said = NamedPiles(None, posted.append)
    setting = Setting(UNKNOWN_LAYOUT, {}, camera, live=False, bare=bare)
    found = FoundPiles(said=(NamesExchanged("up1", "down1"), PileShown("draw", before["draw"])))
    after = places_of(said.apply_new_names(eye, found, setting))
    assert after["up1"] == pytest.approx(before["down1"], abs=0.05) and after["down1"] == pytest.approx(before["up1"], abs=0.05)
    assert said.apply_new_names(eye, found, setting) == []
    unknown = FoundPiles(said=(*found.said, NamesExchanged("up1", "nowhere"), PileShown("nowhere", (0.5, 0.5))))
    with caplog.at_level(logging.WARNING):
        assert said.apply_new_names(eye, unknown, setting) == []
    assert caplog.text.count("cannot be followed") == 2
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 2, {}), 0.0, "test")
    of_names, of_card = posted
    assert of_card(session, 1.0) == (), "nobody waits for a card there"
    assert of_names(session, 1.0) == ()


@pytest.mark.whole
def test_a_name_that_a_person_confirms_is_known_to_the_eye():
    """The card lies between two direction cards, and lay there before."""
    scene = make_bare_scene(layout_for("quick_easy"), 3, ("wood",), manner=UPSIDE_DOWN)
    scene = lay_before_start(replace(scene, style=make_bare_table_style(3)), (("down", "9B"),), 3)
    camera = VirtualTable(scene.layout, [Wait(1.5)], scene=scene, speed="fast", seed=3, fps=10)
    cards = reader_of("numbers", load_sheet("quick_easy").deck)
    bare = bare_table_for("quick_easy", "numbers", None, cards)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": cards}, bare=bare)
    found = [event for event in eye.events() if isinstance(event, PilesFound)][-1]
    assert any(place.is_doubted for place in found.places)
    said, setting = NamedPiles(None, [].append), Setting(UNKNOWN_LAYOUT, {}, camera, bare=bare)
    piles = FoundPiles(
        tuple(FoundPile(place.zone, place.at, is_proven=True, is_named=place.is_named) for place in found.places)
    )
    (now,) = said.apply_new_names(eye, piles.confirm_names(), setting)
    assert all(place.is_named and not place.is_doubted for place in now.places)
    assert said.apply_new_names(eye, replace(piles, said=(NamesConfirmed(("nowhere",)),)), setting) == []


@pytest.mark.whole
def test_the_eye_and_the_match_go_on_alike_after_names_were_exchanged():
    """Somebody taps that the piles lie the other way round: cards that lie there, and those that come, are on the pile that was said."""
    scene = lay_table(1, sides="left")
    script = [
        Wait(0.6),
        Lay("up1", "88", 0),
        Lay("down2", "6", 0),
        Wait(1.0),
        Lay("up1", "47", 0),
        Lay("down2", "9", 0),
        Wait(1.0),
    ]
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=1, fps=10)
    bare = bare_table_for("the_game")
    eye, setting = (
        Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare),
        Setting(UNKNOWN_LAYOUT, {}, camera, bare=bare),
    )
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 1, {}), 0.0, "test")
    said, has_exchanged = NamedPiles(None, lambda work: work(session, eye.at)), False
    while not eye.ended:
        for event in (*said.apply_new_names(eye, session.snapshot.found_piles, setting), *eye.step()):
            apply_event(session, event, event.at)
        session.notice_time(eye.at)
        faces = {zone: face for zone, face in session.match.faces.items() if face}
        if not has_exchanged and set(faces.values()) == {"88", "6"}:
            has_exchanged, (high, low) = True, sorted(faces, key=lambda zone: -int(faces[zone]))
            session.piles.exchange_names(high, low, eye.at, "phone")
    assert has_exchanged and {zone: face for zone, face in session.match.faces.items() if face} == {low: "47", high: "9"}
    assert not session.match.disputes and not session.snapshot.out_of_step and not session.snapshot.questions


def test_piles_that_a_person_names_all_at_once_keep_these_names_and_their_cards():
    """There are no direction cards, so nobody knows which is which. One has its name already, and two go by one another's."""
    begun = (("up1", "14"), ("up2", "23"), ("down1", "66"))
    scene = lay_before_start(lay_table(2, SQUARE, "above", directions=False), begun, 2)
    camera = VirtualTable(scene.layout, [Wait(5.5)], scene=scene, speed="fast", seed=2, fps=10)
    cards = reader_of("numbers", load_sheet("the_game").deck)
    bare = bare_table_for("the_game", "numbers", None, cards)
    eye, setting = (
        Watcher(camera, UNKNOWN_LAYOUT, {"card": cards}, bare=bare),
        Setting(UNKNOWN_LAYOUT, {}, camera, bare=bare),
    )
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 1, {}), 0.0, "test")
    said, before, lay = NamedPiles(None, lambda work: work(session, eye.at)), {}, {}
    while not eye.ended:
        for event in (*said.apply_new_names(eye, session.snapshot.found_piles, setting), *eye.step()):
            apply_event(session, event, event.at)
        session.notice_time(eye.at)
        found = session.snapshot.found_piles
        faces = {zone: face for zone, face in session.match.faces.items() if face}
        if not before and found is not None and len(found.nameless) == len(faces) == len(begun):
            before, lay = {pile.zone: pile.at for pile in found.nameless}, faces
            one, other, third = before
            session.piles.name_piles({other: other, one: third, third: one}, eye.at, "phone")
    now = session.snapshot.found_piles
    for name, called in ((one, third), (other, other), (third, one)):
        assert now.find_pile(called).at == pytest.approx(before[name], abs=0.02) and now.find_pile(called).is_named
        assert session.match.faces[called] == lay[name]


@pytest.mark.whole
def test_a_card_that_a_person_shows_is_in_the_match_once_and_its_pile_is_watched_from_then_on():
    """It lies far from all direction cards."""
    scene = lay_table(0)
    far = scene.layout.zone("draw").middle_mm
    zones = (
        replace(zone, rect_mm=(far[0] - 42, far[1] + 110, 85, 117)) if zone.name == "up2" else zone
        for zone in scene.layout.zones
    )
    scene = replace(scene, layout=replace(scene.layout, zones=tuple(zones)))
    script = [Wait(0.6), Lay("up2", "12", 0), Wait(1.0), Lay("up2", "47", 0), Wait(0.5)]
    camera, bare = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=0, fps=10), bare_table_for("the_game")
    eye, setting = (
        Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare),
        Setting(UNKNOWN_LAYOUT, {}, camera, bare=bare),
    )
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 1, {}), 0.0, "test")
    said = NamedPiles(None, lambda work: work(session, eye.at))
    told = [event for _ in range(35) for event in eye.step()]
    seen = Projection(scene.pose, scene.layout.size_mm, (1280, 720)).project_points(
        np.array([scene.layout.zone("up2").middle_mm])
    )[0]
    x, y = float(seen[0]) / 1280, float(seen[1]) / 720
    for event in (*told, StrayCard(eye.at, "12", ((x - 0.01, y), (x, y - 0.01), (x + 0.01, y), (x, y + 0.01)))):
        apply_event(session, event, event.at)
    session.piles.answer_pile_question(session.snapshot.pile_questions[0].id, "up2", eye.at, "phone")
    while not eye.ended:
        for event in (*said.apply_new_names(eye, session.snapshot.found_piles, setting), *eye.step()):
            apply_event(session, event, event.at)
        session.notice_time(eye.at)
    assert [(laid.zone, laid.after) for laid in session.match.laid] == [("up2", "12"), ("up2", "47")]
    assert not session.match.disputes and not session.snapshot.out_of_step and not session.snapshot.questions


def test_names_that_the_eye_cannot_exchange_stay_with_the_cards_on_them():
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 2, {}), 0.0, "test")
    places = (FoundPile("up1", (0.2, 0.5), True, False), FoundPile("down1", (0.6, 0.5), True, False))
    session.piles.report_piles(places, (), 0.5)
    session.record_told_face("up1", "47", 1.0, "phone")
    session.piles.exchange_names("up1", "down1", 2.0, "phone")
    assert session.match.faces["down1"] == "47"
    session.piles.keep_names_of_eye("up1", "down1", 3.0)
    assert session.match.faces["up1"] == "47" and session.match.faces["down1"] == ""
    assert session.snapshot.found_piles.find_pile("up1").at == (0.2, 0.5)


def test_the_picture_of_a_stray_card_shows_the_card_the_right_way_up():
    image = np.zeros((400, 800, 3), np.uint8)
    cv2.rectangle(image, (200, 100), (339, 199), (255, 255, 255), -1)  # a card that lies on its side
    cv2.circle(image, (320, 115), 12, (0, 0, 255), -1)  # what is printed at its own top left
    outline = ((340 / 800, 100 / 400), (340 / 800, 200 / 400), (200 / 800, 200 / 400), (200 / 800, 100 / 400))
    pictures = StrayPictures()
    pictures.keep_picture(outline, image)
    jpeg = pictures.find_picture(stray_picture_name(outline))
    assert jpeg is not None and pictures.find_picture("stray-1") is None
    card = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    height, width = card.shape[:2]
    red = np.argwhere((card[:, :, 2] > 180) & (card[:, :, 1] < 80))
    y, x = red.mean(axis=0)
    assert height > width and x < width / 2 and y < height / 2
    assert card[5, 5].max() < 40, "a little of the table is around it"


def test_pictures_of_stray_cards_are_kept_for_the_last_few():
    pictures, image = StrayPictures(), np.zeros((40, 40, 3), np.uint8)
    outlines = [((i / 100, 0.1), (0.5, 0.1), (0.5, 0.5), (i / 100, 0.5)) for i in range(20)]
    for outline in outlines:
        pictures.keep_picture(outline, image)
    kept = [outline for outline in outlines if pictures.find_picture(stray_picture_name(outline))]
    assert kept == outlines[-StrayPictures.MAX_PICTURES :]
