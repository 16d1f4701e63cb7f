"""The door of the guided set-up: who may look, who may change, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_stage import see

from web import ByInvitation, CommandRefused, create_app

Open = Callable[..., Any]


class Steps:
    """A set-up of one step that is good once it was chosen so."""

    def __init__(self) -> None:
        self.acts: list[dict[str, Any]] = []
        self.taken = ""

    def describe_club(self, language: str) -> str:
        return "No club is told of this table"

    def describe_steps(self, language: str) -> dict[str, Any]:
        chosen = bool(self.acts)
        step = {
            "name": "camera", "title": "Camera", "text": "Hang it up.", "minutes": 3, "done": False, "advice": "",
            "verdict": "good" if chosen else "again", "word": "good" if chosen else "do it again", "said": ["It is sharp."],
            "asks": "Which?", "choices": [{"value": "v4l2:0", "label": "USB", "chosen": chosen}], "picture": False,
            "offers": [], "busy": False, "decides": True, "progress": None, "card": "", "beat": "",
        }  # fmt: skip
        return {"steps": [step], "now": "camera", "minutes": 3}

    def perform_action(self, body: dict[str, Any], language: str) -> None:
        if body.get("value") == "nothing":
            raise CommandRefused("nothing cannot be chosen here")
        self.acts.append(body)

    def export_profile(self) -> str:
        return '{"kept": 1}'

    def import_profile(self, text: str, language: str) -> None:
        self.taken = text


def test_the_referee_chooses_and_others_look(table: RealTable, text: Any) -> None:
    steps, access = Steps(), ByInvitation()
    app = create_app(table, text=text, access=access, set_up=steps)
    stranger, ada, bruno = (app.test_client() for _ in range(3))
    assert stranger.get("/set-up").location == "/pair"
    assert stranger.get("/api/set-up").status_code == 401
    for client in (ada, bruno):
        client.post("/pair", data={"code": access.invitations.current.code})
    choice = {"step": "camera", "action": "choose", "value": "v4l2:0"}
    assert bruno.get("/api/set-up").json["now"] == "camera"
    assert bruno.post("/api/set-up", json=choice).status_code == 403
    assert bruno.post("/api/set-up/profile", data="{}").status_code == 403
    assert ada.post("/api/set-up", json=choice).json["steps"][0]["verdict"] == "good"
    assert steps.acts == [choice]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"step": "kitchen", "action": "good"}, 400),
        ({"step": "camera", "action": "burn"}, 400),
        ({"step": "camera", "action": "choose", "value": "x" * 256}, 400),
        ({"step": "camera", "action": "choose", "value": "nothing"}, 409),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_a_sentence(body: dict[str, Any], status: int, table: RealTable, text: Any) -> None:
    steps = Steps()
    answer = create_app(table, text=text, set_up=steps).test_client().post("/api/set-up", json=body)
    assert (answer.status_code, steps.acts) == (status, [])
    assert answer.json["error"]


def test_a_profile_is_saved_and_taken(table: RealTable, text: Any) -> None:
    steps = Steps()
    client = create_app(table, text=text, set_up=steps).test_client()
    saved = client.get("/api/set-up/profile")
    assert saved.json == {"kept": 1} and "attachment" in saved.headers["Content-Disposition"]
    assert client.post("/api/set-up/profile", data=saved.data).status_code == 200
    assert steps.taken == '{"kept": 1}'
    assert client.post("/api/set-up/profile", data=b"\xff\xfe").status_code == 400


def test_the_page_says_whether_a_club_is_told(table: RealTable, text: Any) -> None:
    page = create_app(table, text=text, set_up=Steps()).test_client().get("/set-up")
    assert "No club is told of this table" in page.text


def test_where_nothing_is_to_be_set_up_there_is_no_such_page(client: Any) -> None:
    assert client.get("/set-up").status_code == 404
    assert client.get("/api/set-up").status_code == 404


def test_a_choice_is_shown_at_once(show: Open) -> None:
    page = show(RealTable(), "set-up?language=en", set_up=Steps())
    see(page, "#step", "do it again")
    assert page.get_by_role("button", name="Good, next").is_disabled()
    page.get_by_role("button", name="USB").click()
    page.locator("[data-key='choose-v4l2:0'][aria-pressed=true]").wait_for()
    assert page.get_by_role("button", name="Good, next").is_enabled()
