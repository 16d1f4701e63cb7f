"""`companion read` at the door: what is no photograph gets one line, and the batch goes on."""

import json
import os

import cv2
import numpy as np

from companion.cli import main
from vision.drawn.art.cards import draw_card


def test_one_line_for_each_picture_that_is_none_and_the_others_are_read(tmp_path, capsys):
    table = np.full((60, 80, 3), 90, np.uint8)
    for name, picture in (
        ("speck", table[:1, :1]),
        ("dot", table[:3, :3]),
        ("line", np.zeros((20, 30000, 3), np.uint8)),
        ("table", table),
    ):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    (tmp_path / "words.jpg").write_bytes(b"words")
    os.mkfifo(tmp_path / "pipe.jpg")  # nobody writes into it: it must not be waited for
    pictures = [
        str(tmp_path / name)
        for name in ("speck.png", "dot.png", "missing.png", "line.png", "words.jpg", "pipe.jpg", "table.png")
    ]

    assert main(["read", *pictures, "--deck", "standard"]) == 2

    said = capsys.readouterr()
    (read,) = map(json.loads, said.out.splitlines())
    assert read["image"].endswith("table.png") and read["cards"] == []
    assert [line.split(str(tmp_path))[1].split(".")[0] for line in said.err.splitlines()] == [
        "/speck",
        "/dot",
        "/missing",
        "/line",
        "/words",
        "/pipe",
    ]


def test_whose_number_cards_they_are_is_told_by_the_cards_themselves(tmp_path, capsys):
    table = np.full((520, 900, 3), (60, 95, 40), np.uint8)
    for at, face in enumerate(("7R", "2B", "9Y", "4G")):
        table[100:310, 60 + 205 * at : 210 + 205 * at] = draw_card(face, (150, 210))
    cv2.imwrite(str(tmp_path / "evening.png"), table)

    assert main(["read", str(tmp_path / "evening.png"), "--deck", "numbers"]) == 0

    said = capsys.readouterr()
    cards = json.loads(said.out)["cards"]
    assert sorted(card["face"] for card in cards if card["accepted"]) == ["2B", "4G", "7R", "9Y"]
    assert "Quick & Easy (--game quick_easy)" in said.err and len(said.err.splitlines()) == 1


def test_where_the_cards_do_not_tell_their_game_one_line_says_what_to_do(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((60, 80, 3), 90, np.uint8))
    assert main(["read", str(tmp_path / "bare.png"), "--deck", "numbers"]) == 0
    assert "Name it with --game" in capsys.readouterr().err
