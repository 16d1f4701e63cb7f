"""The schema of the view: what the shipped tables show fits it, what does not fit is named."""

from __future__ import annotations

import pytest
from web_scenes import SCENES

from web import WebError, check_view
from web.schema import check_value, list_of, nullable, record, text, whole


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_fits_the_schema(scene: str) -> None:
    with SCENES[scene]() as table:
        check_view(table.view("en"))


def test_a_view_that_breaks_the_schema_is_told_where() -> None:
    with SCENES["playing"]() as table:
        view = table.view("en")
    view["piles"][1]["state"] = "burnt"
    with pytest.raises(WebError, match=r"view\.piles\[1\]\.state: one of ok, foul, ask, due, out_of_step is needed"):
        check_view(view)


def test_a_dispute_must_be_in_the_log_to_be_corrected() -> None:
    with SCENES["foul"]() as table:
        view = table.view("en")
    view["log"] = []
    with pytest.raises(WebError, match="is not in the log"):
        check_view(view)


def test_what_may_be_null_may_be_null_and_nothing_else() -> None:
    schema = record({"names": nullable(list_of(text(3), 2))}, {"count": whole(1, 3)})
    for good in ({"names": None}, {"names": []}, {"names": ["abc"], "count": 3}):
        check_value(good, schema)
    for bad in ({}, {"names": "abc"}, {"names": ["abcd"]}, {"names": ["a", "b", "c"]}, {"names": None, "count": 4}):
        with pytest.raises(WebError):
            check_value(bad, schema)
