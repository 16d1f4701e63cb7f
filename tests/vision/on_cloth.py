"""Drawn cards of ordinary decks, laid on a green cloth."""

import cv2
import numpy as np

from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES, Style

STYLE = next(iter(STYLES.values()))


def table(side: int = 480) -> np.ndarray:
    """A green cloth."""
    noise = np.random.default_rng(5).normal(0, 6, (side, side, 3))
    return np.clip(np.array([60, 95, 40]) + noise, 0, 255).astype(np.uint8)


def lay(picture: np.ndarray, face: str, x: float, y: float, turn: float = 0.0, width: int = 100, style: Style = STYLE) -> None:
    """Put a drawn card with its middle at x, y into the picture."""
    height = width * 7 // 5
    card = draw_card(face, (width, height), style)
    view = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
    view[:, 2] += (x - width / 2, y - height / 2)
    size = picture.shape[1::-1]
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), view, size)
    np.copyto(picture, cv2.warpAffine(card, view, size, flags=cv2.INTER_AREA), where=mask[..., None] > 127)
