"""Out of the box: an empty home folder, a camera over a bare table, cards that nobody enrolled. The first card is judged."""

from __future__ import annotations

import json
import urllib.request

from tests.browser import PATIENCE
from tests.e2e.conftest import Running, free_port


def test_with_nothing_printed_and_nothing_enrolled_the_first_card_is_judged(judged_film, tmp_path):
    companion = Running(tmp_path / "home", "run", "--source", str(judged_film), "--port", str(free_port()))
    try:
        body = json.dumps({"game": "the_game", "players": 2, "options": {}}).encode()
        asked = urllib.request.Request(f"{companion.url}api/commands/start", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            assert answer.status == 200
        companion.wait_for(lambda view: [one["zone"] for one in view["disputes"]] == ["up1"], "the second card was disputed")
        assert [one["face"] for one in companion.view()["disputes"]] == ["35"]
        assert not list((tmp_path / "home").rglob("practice*")), "nothing was learned beforehand"
    finally:
        status = companion.stop()
    assert status == 0
