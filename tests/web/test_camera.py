"""The page on which a phone gives its camera, and the door its pictures come through."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from real_table import RealTable
from web_stage import see

from web import ByInvitation, create_app
from web.door.phones import Phone
from web.errors import CameraTaken, CameraUnwanted, PhonePictureRefused, PhonePictureTooSoon

Open = Callable[..., Any]
JPEG = {"data": b"\xff\xd8 a picture", "content_type": "image/jpeg"}


class Watching:
    """Takes pictures, or refuses them as it is told."""

    is_phone_wanted = True

    def __init__(self, refusal: Exception | None = None) -> None:
        self.refusal = refusal
        self.given: list[tuple[bytes, bool]] = []
        self.stopped = 0

    def give_picture(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        if self.refusal and not instead:
            raise self.refusal
        self.given.append((jpeg, instead))

    def stop_giving(self, by: Phone) -> None:
        self.stopped += 1

    def describe_table(self, language: str) -> str:
        return {"en": "The table is seen", "it": "Il tavolo si vede"}[language]


def client_of(table: RealTable, text: Any, camera: Watching | None, **app: Any) -> FlaskClient:
    return create_app(table, text=text, camera=camera, **app).test_client()


def test_a_picture_is_taken_and_the_phone_hears_how_the_table_is_seen(table: RealTable, text: Any) -> None:
    camera = Watching()
    client = client_of(table, text, camera)
    assert client.post("/api/camera?language=it", **JPEG).json == {"seen": "Il tavolo si vede"}
    large = {**JPEG, "data": b"\xff\xd8" + bytes(400_000)}
    assert client.post("/api/camera", **large).status_code == 200
    assert [len(jpeg) for jpeg, _ in camera.given] == [len(JPEG["data"]), 400_002]
    assert client.post("/api/camera/stop").status_code == 200
    assert camera.stopped == 1


@pytest.mark.parametrize(
    ("refusal", "status", "words"),
    [
        (CameraTaken("Ada"), 409, "Ada is the camera just now"),
        (CameraUnwanted("picamera"), 409, "watches with picamera"),
        (PhonePictureRefused("a damaged JPEG"), 400, "a damaged JPEG"),
        (PhonePictureTooSoon(), 429, "Too many"),
    ],
)
def test_what_is_refused_is_said_in_a_sentence(
    refusal: Exception, status: int, words: str, table: RealTable, text: Any
) -> None:
    client = client_of(table, text, Watching(refusal))
    answer = client.post("/api/camera", **JPEG)
    assert answer.status_code == status
    assert words in answer.json["error"]
    assert client.post("/api/camera?instead", **JPEG).status_code == 200


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"data": b"{}", "content_type": "application/json"}, 415),
        ({"data": b"\xff\xd8" + bytes(1_000_000), "content_type": "image/jpeg"}, 413),
    ],
)
def test_what_cannot_be_a_picture_is_not_even_looked_at(
    request_: dict[str, Any], status: int, table: RealTable, text: Any
) -> None:
    camera = Watching()
    assert client_of(table, text, camera).post("/api/camera", **request_).status_code == status
    assert camera.given == []


def test_other_requests_are_still_held_to_a_smaller_size(table: RealTable, text: Any) -> None:
    client = client_of(table, text, Watching())
    body = {"data": b" " * 100_000, "content_type": "application/json"}
    assert client.post("/api/commands/undo", **body).status_code == 413


def test_only_a_phone_that_has_joined_gives_its_camera(table: RealTable, text: Any) -> None:
    camera, access = Watching(), ByInvitation()
    app = create_app(table, text=text, camera=camera, access=access)
    stranger, ada, carla = (app.test_client() for _ in range(3))
    assert stranger.post("/api/camera", **JPEG).status_code == 401
    assert stranger.get("/camera").location == "/pair"
    for client, looks in ((ada, {}), (carla, {"looks": "yes"})):
        client.post("/pair", data={"code": access.invitations.current.code, **looks})
    assert ada.post("/api/camera", **JPEG).status_code == 200
    assert carla.post("/api/camera", **JPEG).status_code == 403
    assert len(camera.given) == 1


def test_where_nothing_takes_pictures_there_is_no_such_page(client: FlaskClient) -> None:
    assert client.get("/camera").status_code == 404
    assert client.post("/api/camera", **JPEG).status_code == 404


def test_a_page_that_came_without_tls_says_that_browsers_give_it_no_camera(show: Open, phone: Any) -> None:
    phone.context.add_init_script(
        "if (location.hash === '#without-tls') Object.defineProperty(window, 'isSecureContext', { value: false })"
    )
    page = show(RealTable(), "camera?language=en#without-tls", camera=Watching())
    see(page, "#words", "only to pages that came over a secure connection")
    assert page.locator("#go").is_hidden()


def test_the_menu_leads_to_the_page_where_the_companion_watches_with_a_phone(show: Open) -> None:
    page = show(RealTable().begin("the_game", 3), "?language=en", camera=Watching())
    page.click("#menu")
    page.get_by_role("link", name="Use this phone as the camera").wait_for()
    page = show(RealTable().begin("the_game", 3), "?language=en")
    page.click("#menu")
    page.get_by_role("link", name="See the table").wait_for()
    assert page.get_by_role("link", name="Use this phone as the camera").count() == 0


def test_where_another_camera_watches_the_page_says_so_and_offers_nothing(show: Open) -> None:
    class Unwanted(Watching):
        is_phone_wanted = False

    page = show(RealTable(), "camera?language=it", camera=Unwanted())
    see(page, "#words", "Guarda un’altra telecamera.")
    assert page.locator("#go").is_hidden()
    title = page.locator(".bar h1")
    assert title.evaluate("it => it.scrollWidth <= it.clientWidth")


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "said"),
    [
        ("GET", "/", {"Host": "table.example"}, 403, "Nome sconosciuto"),
        ("GET", "/", {"Origin": "http://elsewhere.example"}, 403, "Le richieste da altri siti"),
        ("POST", "/table", {}, 405, "non accetta questo tipo di richiesta"),
        ("GET", "/nowhere", {}, 404, "Qui non c’è nulla|Non c’è nulla|indirizzo"),
    ],
)
def test_what_cannot_be_had_is_said_in_the_language_of_the_phone(
    method: str, path: str, headers: dict[str, str], status: int, said: str, client: FlaskClient
) -> None:
    answer = client.open(path, method=method, headers={"Accept-Language": "it", **headers})
    assert answer.status_code == status
    assert re.search(said, answer.json["error"]), answer.json


def test_a_body_that_is_too_large_is_refused_in_the_language_of_the_phone(client: FlaskClient) -> None:
    body = {"code": "assess", "detail": {"words": "x" * 70_000}}
    answer = client.post("/api/commands/claim", json=body, headers={"Accept-Language": "it"})
    assert (answer.status_code, answer.json["error"]) == (413, "La richiesta supera 64 kB.")
