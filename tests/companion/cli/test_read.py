"""`companion read` at the door: what is no photograph gets one line, and the batch goes on."""

import json
import os

import cv2
import numpy as np

from companion.cli import main


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
