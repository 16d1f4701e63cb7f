"""Networks that OpenCV runs by itself, from files that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2

from vision.errors import DeckError

SMALL = "ENGINE_CLASSIC"
"""The engine of OpenCV 5 that runs small pictures in two thirds of the time; large ones are quicker with the one it takes by itself. Older
versions have but one."""


def load_network(path: Path, small: bool = True) -> Any:
    """The network of an ONNX file, a `cv2.dnn.Net`. `small`: for crops, not whole pictures. Raises `DeckError` if the file is
    missing or damaged."""
    engine = getattr(cv2.dnn, SMALL, None) if small else None
    try:
        return cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine=engine)
    except cv2.error as error:
        raise DeckError(f"{path.name} cannot be loaded; install the package again ({error.err})") from error
