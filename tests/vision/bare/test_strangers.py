"""Direction cards of which no picture is known are told from what else has the outline of a card."""

from dataclasses import replace

import numpy as np
import pytest

from companion.wiring.bare import plan_for
from companion.wiring.sources import layout_for
from vision.bare.strangers import strangers, unread
from vision.drawn.acts import Wait
from vision.drawn.bare_tables import bare_scene
from vision.drawn.optics import Projection
from vision.drawn.virtual_camera import VirtualTable


@pytest.mark.parametrize("sway", [0.0, 5.0])
def test_outlines_of_cards_printed_on_a_playmat_are_no_direction_cards(sway):
    """The table leans before a wide lens: one direction card looks half as large again as the other."""
    scene = bare_scene(layout_for("quick_easy"), 32, ("printed",))
    scene = replace(scene, lens=replace(scene.lens, sway=sway))
    image = VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=32, fps=20).read().image
    found = strangers(image, plan_for("quick_easy"), unread)
    assert found is not None
    seen = Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0]))
    cards = seen.pixels(np.array([lying.at_mm for lying in scene.beside]))
    for mark in found.marks[: len(cards)]:
        assert np.linalg.norm(cards - mark.quad.mean(axis=0), axis=1).min() < 20, mark.face
