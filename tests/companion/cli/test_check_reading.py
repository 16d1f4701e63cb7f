"""`companion check-reading` asks for telling cards and says plainly how they were read. The cards are drawn."""

import json
import queue

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.check_reading import Exam
from companion.setup.enrol_live import open_showing_table
from companion.shown.words.messages import catalogue
from tests.small_decks import learn_small_deck
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.confusable import find_most_alike_faces, measure_face_distances
from vision.readers.enrolled.file import save_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample
from vision.types import Reader, Reading

CARD = (59.0, 91.0)
FACES = ("2", "47", "66", "99", "3", "48")


def drawn(face):
    return np.asarray(cv2.resize(draw_card(face, (236, 364)), (200, 280), interpolation=cv2.INTER_AREA))


@pytest.fixture(scope="module")
def deck():
    return learn_small_deck("ours", [Sample(face, drawn(face)) for face in FACES], "the_game", CARD[0] / CARD[1])


@pytest.mark.whole
def test_the_cards_most_alike_are_asked_for_first(deck):
    assert set(find_most_alike_faces(deck, 2)) == {"2", "3"}, "one large figure each"
    assert set(find_most_alike_faces(deck, 12)) == set(FACES)
    assert (
        measure_face_distances(deck)[FACES.index("66"), FACES.index("99")]
        < measure_face_distances(deck)[FACES.index("66"), FACES.index("47")]
    ), "upside down 66 is 99"


def examined(reader, order):
    said = []
    exam = Exam(order, reader, CARD, catalogue("en"), said.append)
    exam.watch_exam(open_showing_table(exam, CARD), queue.SimpleQueue())
    return exam, said


@pytest.mark.whole
def test_cards_are_shown_and_judged(deck):
    exam, said = examined(EnrolledReader(deck), ("47", "66"))
    assert [(look.wanted, look.outcome) for look in exam.looks] == [("47", "right"), ("66", "right")]
    assert all(look.width_px > 100 and 0 < look.blur < 0.6 for look in exam.looks)
    assert said[1:4] == ["1 of 2: show the 47.", "\a47: read right.", "2 of 2: show the 66."]


class Guess(Reader):
    """A reader that always says the same."""

    def __init__(self, face, accepted):
        self._reading = Reading("", face, 0.95, (), accepted)

    def read(self, crop):
        return self._reading


@pytest.mark.parametrize(("accepted", "outcome"), [(True, "wrong"), (False, "asked")])
def test_a_misread_and_a_question_are_told_apart(accepted, outcome):
    exam, said = examined(Guess("74", accepted), ("47",))
    assert [look.outcome for look in exam.looks] == [outcome]
    assert any("74" in line for line in said) == accepted


def test_a_folder_of_pictures_is_judged_in_the_owners_language(deck, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    save_deck(deck, tmp_path / "decks")
    folder = tmp_path / "pictures"
    folder.mkdir()
    for face in ("47", "3"):
        table = np.full((420, 560, 3), (150, 170, 190), np.uint8)
        table[60:340, 180:380] = drawn(face)
        cv2.imwrite(str(folder / f"{face}.png"), table)
    assert main(["check-reading", "--images", str(folder), "--deck", "ours", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["grade"], found["right"], found["wrong"]) == ("good", 2, 0)
    assert found["width_px"] == pytest.approx(200, abs=6)
    assert main(["check-reading", "--images", str(folder), "--deck", "ours", "--language", "it"]) == 0
    assert capsys.readouterr().out.startswith("Bene: su questo tavolo si può giocare.\nLette bene: 2 su 2")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--cards", "1"], "--cards: from 2 to 200"),
        (["--deck", "nobody"], "no deck 'nobody'"),
        (["--deck", "standard", "--source", "nowhere"], "there is no source 'nowhere'"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(arguments, complaint, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["check-reading", *arguments]) == 2
    assert complaint in capsys.readouterr().err
