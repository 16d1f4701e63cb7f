"""The page on which the corners of a board are tapped: it takes four good ones from whoever knows its address, and nothing else."""

import queue

import pytest

from web.door.access import is_loopback
from web.routes.corners import CornerPage
from web.wire.serve import Server

JPEG = b"\xff\xd8 a picture"
GOOD = [[10, 10], [400, 12.5], [390, 300], [8, 310]]


@pytest.fixture
def page():
    def check(corners):
        return "tap them clockwise" if corners[1][0] < corners[0][0] else None

    def text(language, id, /, **values):
        return f"{id} <{language}>"

    return CornerPage(JPEG, (640, 480), check, text)


def test_the_page_shows_the_picture_in_the_language_of_the_phone(page):
    client = page.make_app().test_client()
    at = f"/{page.access.code}/"
    html = client.get(at, headers={"Accept-Language": "it-IT,it;q=0.9"}).get_data(as_text=True)
    assert "corners-title &lt;it&gt;" in html
    assert "corners-title &lt;en&gt;" in client.get(at, headers={"Accept-Language": "sv"}).get_data(as_text=True)
    assert client.get(f"{at}board.jpg").data == JPEG
    assert "default-src 'self'" in client.get(at).headers["Content-Security-Policy"]


def test_four_good_corners_are_taken(page):
    client = page.make_app().test_client()
    assert client.post(f"/{page.access.code}/", json={"corners": GOOD}).json == {"done": True}
    assert page.wait_for_corners(0) == [(10.0, 10.0), (400.0, 12.5), (390.0, 300.0), (8.0, 310.0)]


@pytest.mark.parametrize(
    "bad", [None, [], {}, {"corners": GOOD[:3]}, {"corners": [*GOOD[:3], ["1", 2]]}, {"corners": [*GOOD[:3], [1e9, 2]]}]
)
def test_what_is_no_four_corners_is_refused(page, bad):
    answer = page.make_app().test_client().post(f"/{page.access.code}/", json=bad)
    assert (answer.status_code, answer.json["error"]) == (400, "four corners are needed")


def test_corners_that_fail_the_check_are_refused_with_its_words(page):
    answer = page.make_app().test_client().post(f"/{page.access.code}/", json={"corners": [GOOD[1], GOOD[0], *GOOD[2:]]})
    assert (answer.status_code, answer.json["error"]) == (400, "tap them clockwise")
    with pytest.raises(queue.Empty):
        page.wait_for_corners(0)


def test_nobody_comes_in_without_the_address(page):
    client = page.make_app().test_client()
    for path in ("/", "/guess/", "/guess/board.jpg"):
        assert client.get(path).status_code == 404
    assert client.post("/guess/", json={"corners": GOOD}).status_code == 404


def test_it_may_be_served_to_the_network(page):
    with Server(page.make_app(), "0.0.0.0", 0, threads=2) as server:
        assert not is_loopback(server.host)
        assert server.port > 0
