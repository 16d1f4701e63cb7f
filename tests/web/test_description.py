"""Everything that is asked as the description says is answered as the description says: schemathesis against the companion itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from real_table import RealTable
from test_phones import Door

from web import create_app
from web.routes.openapi import describe_api

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")

from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

ENDLESS = "/api/stream"
"""Its answer has no end; tests/web/test_stream.py reads it."""
NOT_SAID = {"/api/phones/{id}": [positive_data_acceptance]}
"""That a name holds no sign that cannot be seen is more than a schema says."""
OPERATIONS = [
    (path, method) for path, entry in describe_api(("en", "it"))["paths"].items() for method in entry if path != ENDLESS
]


WHOLE = [pytest.param(visitor, marks=pytest.mark.whole) for visitor in ("alone", "spectator")]
"""Visitors who are answered as the others are."""


@pytest.fixture(scope="module", params=["referee", "stranger", *WHOLE])
def described(request: Any, text: Any) -> Iterator[Any]:
    """The description of a companion in the middle of a match, as it gives it itself, and the cookie of who asks."""
    with RealTable(pictures={"table": b"\xff\xd8jpeg", "up1": b"\xff\xd8jpeg"}).begin("the_game", 3) as table:
        table.lay("up1", "30")
        table.lay("up1", "25")
        table.ask("up2", ("68", 0.6), ("89", 0.3))
        door = Door(table, text)
        app = create_app(table, text=text) if request.param == "alone" else door.app
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", create_app(table, text=text))
        schema.app = app
        clients = {"referee": door.join("Ada"), "spectator": door.join("Carla", looks="yes")}
        cookie = clients[request.param].get_cookie("companion") if request.param in clients else None
        yield request.param, schema, {"companion": cookie.value} if cookie else {}


@pytest.mark.whole
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_one_that_is_described(path: str, method: str, described: Any) -> None:
    visitor, schema, cookies = described
    answers = set[int]()

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=schema[path][method].as_strategy())
    def answered(case: Any) -> None:
        answers.add(case.call_and_validate(cookies=cookies, excluded_checks=NOT_SAID.get(path, [])).status_code)

    answered()
    if path == "/api/state":  # whoever is in is heard as such
        assert (200 in answers, 401 in answers) == (visitor != "stranger", visitor == "stranger")
