"""What is shown to the camera at the set-up, led from a phone in a real browser, against the companion itself at a drawn table: the sheet
for the lens, and a deck card by card; and whether the camera still sees at a start as it did then."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from companion.app.companion import Companion
from companion.games.sheets import load_sheet
from companion.machine.config import Config, Web
from companion.setup.enrol_step import Enrolling, wanted_faces
from companion.setup.profile import ProfileShelf, read_profile
from companion.shown.words.messages import catalogue
from companion.sources.scenery import Setting
from companion.sources.sources import layout_for
from tests.browser import PATIENCE, photograph
from tests.vision.lens_views import SIZE, views
from tests.vision.watched_table import reader
from vision.drawn.table.acts import Lay, make_waiting_script
from vision.drawn.table.optics import Lens
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.readers.enrolled.file import list_enrolled_decks, load_deck
from vision.types import Frame

LAYOUT = layout_for("the_game")
WIDE = Lens(barrel=0.05)


class Shown:
    """A drawn table through a lens; while the companion looks for the sheet, somebody shows it."""

    def __init__(self, table, companion, lens):
        self.table, self._companion, self._views = table, companion, views(lens)

    def read(self):
        frame = self.table.read()
        sheet = self._companion().set_up._sheet
        return Frame(next(self._views), frame.at) if sheet and not sheet.is_finished else frame

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture
def companion_seeing(tmp_path, monkeypatch):
    """Start the companion at a table seen through this lens; `tables`: what its cameras look at, newest last."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    running = []

    def started(lens):
        tables, shelf = [], ProfileShelf(tmp_path / "profile.json")

        def scenery(game, match):
            scene = TableScene(LAYOUT, lens=lens)
            tables.append(VirtualTable(LAYOUT, make_waiting_script(), size=SIZE, fps=8.0, scene=scene))
            camera = Shown(tables[-1], lambda: running[-1], lens)
            return Setting(LAYOUT, {"card": reader()}, camera, live=False, distortion=shelf.profile.distortion)

        running.append(Companion(Config("en", "none", web=replace(Web(), port=0)), scenery, tmp_path, shelf=shelf))
        running[-1].tables, running[-1].shelf = tables, shelf
        running[-1].start_all()
        return running[-1]

    yield started
    for companion in running:
        companion.stop_all()


@pytest.fixture
def page_of(browser):
    pages = []

    def opened(companion, language="en"):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        pages.append(page)
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"{companion.server.url}set-up?language={language}")
        return page

    yield opened
    for page in pages:
        page.close()


def tab(page, step):
    return page.locator(f"[data-key=tab-{step}]")


@pytest.mark.whole
def test_a_lens_that_bends_is_put_straight_with_the_sheet(companion_seeing, page_of):
    companion = companion_seeing(WIDE)
    page = page_of(companion)
    tab(page, "lens").click()
    page.locator("#step").get_by_text("The lens bends the mat").wait_for()
    photograph(page, "lens-bent")
    page.get_by_role("button", name="Show the sheet").click()
    page.get_by_text("Now to the").first.wait_for()
    photograph(page, "lens-shown")
    page.get_by_text("This lens bends the edge of the picture by").wait_for()
    photograph(page, "lens-good")
    page.get_by_role("button", name="Good, next").click()
    tab(page, "table").click()
    photograph(page, "lens-table")
    page.get_by_text("8 of 8 markers seen").wait_for()
    profile = companion.shelf.profile
    assert profile.distortion.error_px < 0.5 and "lens" in profile.good
    assert read_profile(profile.to_json()) == profile


@pytest.mark.whole
def test_a_good_lens_is_nobodys_business(companion_seeing, page_of):
    companion = companion_seeing(Lens())
    page = page_of(companion)
    page.get_by_text("The picture is sharp.").wait_for()
    assert tab(page, "lens").count() == 0
    page.get_by_role("button", name="Straighten a lens that sees wide").click()
    page.get_by_text("Do straight edges look bent").wait_for()
    page.get_by_role("button", name="Leave the lens as it is").click()
    page.locator("#step h2").get_by_text("Camera").wait_for()
    assert companion.shelf.profile.lens == {}


@pytest.mark.whole
def test_a_deck_is_enrolled_card_by_card(companion_seeing, page_of, monkeypatch, tmp_path):
    monkeypatch.setattr("companion.setup.enrol_step.wanted_faces", lambda game: ("2", "47", "88", "6"))
    companion = companion_seeing(Lens())
    page = page_of(companion)
    page.get_by_text("The picture is sharp.").wait_for()
    tab(page, "deck").click()
    page.get_by_role("button", name="Enrol my own cards").click()
    page.get_by_role("button", name="The Game", exact=True).click()
    card = page.locator(".set-up-card .card")
    for number, face in enumerate(("2", "47")):
        page.locator(f".set-up-card .card[aria-label='{face}']").wait_for()
        page.get_by_text(f"{number} of 4 cards are taken.").wait_for()
        photograph(page, f"enrol-{number}")
        companion.tables[-1].perform(Lay("up1", face))
    page.locator(".set-up-card .card[aria-label='88']").wait_for()
    page.get_by_role("button", name="The last one was the wrong card").click()
    page.get_by_text("47 is forgotten.").wait_for()
    page.get_by_role("button", name="I do not have this card").click()
    page.locator(".set-up-card .card[aria-label='88']").wait_for()
    companion.tables[-1].perform(Lay("up1", "88"))
    page.locator(".set-up-card .card[aria-label='6']").wait_for()
    companion.tables[-1].perform(Lay("up1", "6"))
    page.get_by_role("button", name="Enrol my own cards").wait_for()
    assert card.count() == 0
    assert list_enrolled_decks(tmp_path / "decks") == ["ours-the_game"]
    assert load_deck(tmp_path / "decks", "ours-the_game").faces == ("2", "88", "6")
    assert companion.shelf.profile.deck == "auto"


@pytest.mark.whole
def test_an_enrolment_that_was_stopped_goes_on_another_day(companion_seeing, page_of, monkeypatch):
    monkeypatch.setattr("companion.setup.enrol_step.wanted_faces", lambda game: ("2", "47", "6"))
    companion = companion_seeing(Lens())
    page = page_of(companion, "it")
    page.get_by_text("L’immagine è nitida.").wait_for()
    tab(page, "deck").click()
    page.get_by_role("button", name="Registra le mie carte").click()
    page.get_by_role("button", name="The Game", exact=True).click()
    page.get_by_text("Prese 0 carte su 3.").wait_for()
    companion.tables[-1].perform(Lay("up1", "2"))
    page.get_by_text("Prese 1 carte su 3.").wait_for()
    photograph(page, "enrol-it")
    page.get_by_role("button", name="Basta per oggi").click()
    page.get_by_role("button", name="Registra le mie carte").wait_for()
    assert Enrolling("the_game", lambda: None).wanted == "47"


class Held:
    """A camera at a drawn table that says what it holds, and what it was told; so bright."""

    def __init__(self, gain=1.0):
        self._table, self._gain = VirtualTable(LAYOUT, make_waiting_script(), size=SIZE, fps=8.0), gain
        self.held, self.told, self._gave = {}, [], threading.Event()

    def hold(self, held):
        self.told.append(held)
        self.held = {"exposure_us": 8000.0, "gain": 2.0} if held else {}

    def fix(self, settings):
        self.told.append(dict(settings))
        self.held = settings

    def read(self):
        frame = self._table.read()
        self._gave.set()
        return replace(frame, image=(frame.image * self._gain).astype("uint8"))

    def wait(self):
        """Until it gives the next picture."""
        self._gave.clear()
        self._gave.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def serving(camera, state):
    """The companion with this camera, in the state directory of the one before."""
    shelf = ProfileShelf(state / "profile.json")

    def scenery(game, match):
        profile = shelf.profile
        return Setting(LAYOUT, {"card": reader()}, camera, held=profile.held, level=profile.seen.get("level"))

    return Companion(Config("en", "none", web=replace(Web(), port=0)), scenery, state, shelf=shelf), shelf


@pytest.mark.whole
@pytest.mark.parametrize(("gain", "said"), [(1.0, []), (0.45, ["setup-start-darker"])])
def test_the_camera_begins_as_it_was_set_up_and_lets_go_where_that_no_longer_fits(gain, said, tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    companion, shelf = serving(Held(), tmp_path)
    companion.start_all()
    while companion.eye.last_image is None:
        companion.eye.hold_camera()
    companion.set_up.perform_action({"step": "camera", "action": "good"})
    companion.stop_all()
    assert shelf.profile.held == {"exposure_us": 8000.0, "gain": 2.0}

    camera = Held(gain)
    companion, _ = serving(camera, tmp_path)
    companion.start_all()
    while companion.eye.first_sight is None:
        camera.wait()
    companion.compare_picture()
    companion.inbox.ask_session(lambda session, at: None)
    assert [notice.id for notice in companion.session.snapshot.notices] == said
    while said and False not in camera.told:
        camera.wait()
    companion.stop_all()
    assert camera.told[0] == {"exposure_us": 8000.0, "gain": 2.0}
    assert (False in camera.told) == bool(said)


def test_what_is_asked_for_of_each_game():
    assert wanted_faces("the_game") == load_sheet("the_game").deck
    assert len(wanted_faces("extreme")) == 98 and all(face.isdigit() for face in wanted_faces("extreme"))
    assert len(wanted_faces("sequence")) == 52
    assert catalogue("it").text("setup-enrol-left", minutes=1) == "Ancora circa un minuto."
