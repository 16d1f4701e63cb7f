"""What is dear the first time it is used, done before the first frame."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from vision.cards.piles import learn_patterns
from vision.pipeline.so_far import TableSetup


def prepare_setup(setup: TableSetup) -> TableSetup:
    """The setup with the patterns of its decks. OpenCV's tables are built, so that no frame builds them."""
    _build_colour_tables()
    card_mm = setup.bare.plan.card_mm if setup.bare else setup.layout.card_mm
    return replace(setup, patterns={**learn_patterns(setup.readers, card_mm), **setup.patterns})


@cache
def _build_colour_tables() -> None:
    """Have OpenCV build the tables of its conversion to Lab, once for the whole program: 70 ms on one core."""
    cv2.cvtColor(np.zeros((1, 1, 3), np.uint8), cv2.COLOR_BGR2Lab)
