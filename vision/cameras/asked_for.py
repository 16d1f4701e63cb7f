"""How each kind of camera is asked for, read from the text of its file: a page of help does without OpenCV."""

from __future__ import annotations

import re
from pathlib import Path

import vision.cameras

_DECLARED = re.compile(r'^HELP, LIVE = "(.*)", (True|False)$', re.MULTILINE)
"""The line by which a file says that it is a kind of camera (`CameraKind` in `vision/cameras/sources.py`)."""


def list_examples(live_only: bool = False) -> tuple[str, ...]:
    """How to ask for each kind of camera, live kinds first. `live_only`: without recordings."""
    return tuple(example for example, live in _read_declarations() if live or not live_only)


def _read_declarations() -> tuple[tuple[str, bool], ...]:
    """`HELP` and `LIVE` of each kind of camera, live kinds first, then by the name of the file."""
    files = sorted(file for folder in vision.cameras.__path__ for file in Path(folder).glob("*.py"))
    found = [_DECLARED.search(file.read_text(encoding="utf-8")) for file in files]
    return tuple(sorted(((one[1], one[2] == "True") for one in found if one), key=lambda kind: not kind[1]))
