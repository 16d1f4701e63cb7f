"""The page on the access point: probes of phones, choices, refusals, and how it looks on a small phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.machine.wifi.first_boot import JoinWish, WifiDesk
from companion.machine.wifi.pretend import PRETEND_NETWORKS
from companion.machine.wifi.radio import JoinFailure
from companion.shown.words.countries import list_countries
from tests.browser import photograph
from tests.e2e.conftest import free_port
from tests.varied import varied_language
from web import Server
from web.wifi.app import create_wifi_app

HOST = "10.42.0.1"
HOME = {"network": "FRITZ!Box 7590 XY", "password": "correct horse", "country": "IT"}


@pytest.fixture
def desk() -> WifiDesk:
    desk = WifiDesk()
    desk.show_networks(PRETEND_NETWORKS)
    return desk


def make_app(desk: WifiDesk, text: Any, *hosts: str, language: str = "en") -> Flask:
    return create_wifi_app(
        desk,
        text=text,
        countries=list_countries,
        hosts=hosts or (HOST,),
        address="companion.local:8765",
        code=lambda: "482913",
        language=language,
    )


@pytest.fixture
def phone(desk: WifiDesk, text: Any) -> FlaskClient:
    class OnTheAccessPoint(FlaskClient):
        def open(self, *arguments: Any, **further: Any) -> Any:
            return super().open(*arguments, **{"base_url": f"http://{HOST}", **further})

    app = make_app(desk, text)
    app.test_client_class = OnTheAccessPoint
    return app.test_client()


@pytest.mark.parametrize(
    "probe",
    [
        "http://captive.apple.com/hotspot-detect.html",
        "http://connectivitycheck.gstatic.com/generate_204",
        "http://www.msftconnecttest.com/connecttest.txt",
        "http://detectportal.firefox.com/success.txt",
    ],
)
def test_a_phone_that_looks_for_the_internet_finds_the_page(phone: FlaskClient, probe: str) -> None:
    _, _, host, path = probe.split("/", 3)
    answer = phone.get(f"/{path}", headers={"Host": host})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"http://{HOST}/")
    assert answer.headers["Cache-Control"] == "no-store"


def test_any_other_address_of_the_table_leads_to_the_page(phone: FlaskClient) -> None:
    assert phone.get("/generate_204").headers["Location"] == "/"
    assert phone.get("/join").headers["Location"] == "/"


def test_one_tap_joins_and_says_where_and_how_the_table_is_opened(phone: FlaskClient, desk: WifiDesk) -> None:
    before = phone.get("/")
    assert "companion.local:8765" in before.text and "482 913" not in before.text
    joining = phone.post("/", data=HOME)
    assert joining.status_code == 200 and "companion.local:8765" in joining.text and "482 913" in joining.text
    assert desk.take_wish() == JoinWish("FRITZ!Box 7590 XY", "correct horse", "IT")
    assert desk.take_wish() is None


@pytest.mark.parametrize(
    ("form", "says"),
    [
        (HOME | {"network": ""}, "Choose a Wi-Fi, or type its name."),
        (HOME | {"password": "short"}, "A Wi-Fi password has 8 to 63 letters."),
        (HOME | {"password": "a\nb is no password"}, "A Wi-Fi password has 8 to 63 letters."),
        (HOME | {"password": ""}, "A Wi-Fi password has 8 to 63 letters."),
        (HOME | {"network": "eduroam"}, "asks each person to log in"),
        (HOME | {"typed": "x" * 33}, "No Wi-Fi has that name."),
        (HOME | {"typed": "a\x00b"}, "No Wi-Fi has that name."),
        (HOME | {"country": "it; reboot"}, "Choose the country you are in."),
    ],
)
def test_what_cannot_be_joined_is_said_on_the_page(phone: FlaskClient, desk: WifiDesk, form: dict[str, str], says: str) -> None:
    answer = phone.post("/", data=form)
    assert answer.status_code == 400 and says in answer.text
    assert desk.take_wish() is None


def test_a_typed_name_counts_before_the_list_and_an_open_network_needs_no_password(phone: FlaskClient, desk: WifiDesk) -> None:
    phone.post("/", data=HOME | {"typed": "Hidden"})
    assert desk.take_wish() == JoinWish("Hidden", "correct horse", "IT")
    phone.post("/", data=HOME | {"network": "Bar Centrale"})
    assert desk.take_wish() == JoinWish("Bar Centrale", "", "IT")


@pytest.mark.parametrize("failure", JoinFailure)
@pytest.mark.parametrize("language", ["en", "it"])
def test_each_failure_comes_back_as_a_sentence(desk: WifiDesk, text: Any, failure: JoinFailure, language: str) -> None:
    desk.show_failure("Casa Rossi & figli", failure)
    page = make_app(desk, text, language=language).test_client().get("/", headers={"Host": HOST}).text
    said = re.search(r'role="alert">([^<]+)<', page)
    assert said and "Casa Rossi &amp; figli" in said[1]


def test_no_password_is_written_into_a_page(phone: FlaskClient) -> None:
    answers = [phone.post("/", data=HOME), phone.get("/"), phone.post("/", data=HOME | {"network": ""})]
    assert not [answer for answer in answers if "correct horse" in answer.text]


def test_no_log_and_no_repr_holds_the_password() -> None:
    assert "secret" not in repr(JoinWish("Home", "secret word", "IT"))


def test_another_site_cannot_choose(phone: FlaskClient, desk: WifiDesk) -> None:
    assert phone.post("/", data=HOME, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert desk.take_wish() is None


def test_the_country_of_the_phone_is_offered_first(phone: FlaskClient) -> None:
    def offered(spoken: str) -> str:
        page = phone.get("/", headers={"Accept-Language": spoken}).text
        return str(re.search(r'<option value="(..)" selected', page)[1])  # type: ignore[index]

    assert [offered(spoken) for spoken in ("it", "it-CH", "en-AU,en;q=0.8", "en")] == ["IT", "CH", "AU", "US"]


@varied_language("it")
def test_axe_finds_nothing_and_nothing_is_cut_on_a_small_phone(browser: Any, desk: WifiDesk, text: Any, language: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    port = free_port()
    desk.show_failure("Casa Rossi & figli", JoinFailure.WRONG_PASSWORD)
    with Server(make_app(desk, text, f"127.0.0.1:{port}", language=language), port=port):
        context = browser.new_context(viewport={"width": 360, "height": 640}, locale=language)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/")

        def look(name: str) -> None:
            photograph(page, f"wifi-{language}-{name}")
            assert axe.run(page).response["violations"] == [], name
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            sizes = page.locator("button, a.wide, .network, select, input.line").evaluate_all(
                "all => all.map(each => each.getBoundingClientRect().height)"
            )
            assert min(sizes, default=48) >= 44, name

        look("choose")
        page.get_by_label("Bar Centrale").check()
        page.locator("button").click()
        look("joining")
        assert desk.take_wish() is not None
        context.close()
