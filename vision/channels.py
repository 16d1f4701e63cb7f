"""The channels of a picture taken together, pixel by pixel: NumPy's own minima over three neighbours take ten times as long."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def least_channel(image: NDArray[Any]) -> NDArray[Any]:
    """(h, w), the least of blue, green and red of each pixel of (h, w, 3), mostly uint8: ink of any colour is dark there."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), image.dtype)


def most_channel(image: NDArray[Any]) -> NDArray[Any]:
    """(h, w), the most of them: how bright a pixel is, of whatever colour."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(blue, green), red), image.dtype)
