"""Direction cards of which no picture is known are told from what else has the outline of a card."""

from dataclasses import replace

import numpy as np
import pytest

from companion.wiring.bare import plan_for
from companion.wiring.sources import layout_for
from vision.bare.arrangement import arranged
from vision.bare.strangers import strangers, unread
from vision.drawn.acts import Wait
from vision.drawn.bare_tables import bare_scene
from vision.drawn.optics import Projection
from vision.drawn.virtual_camera import VirtualTable
from vision.plane.homography import project


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


@pytest.mark.parametrize(("seed", "top"), [(100, "floral"), (115, "striped")])
def test_two_players_piles_are_told_from_flowers_around_a_card_and_from_backs_in_the_lamp(seed, top):
    """Flowers beside cards made larger outlines that lay on no plane; a back at the rim of the lamp's light was as dark as a silver card."""
    scene, plan = bare_scene(layout_for("face_to_face"), seed, (top,)), plan_for("face_to_face")
    image = VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=seed, fps=20).read().image
    seen = strangers(image, plan, unread)
    found = seen and arranged(seen.marks, plan, image.shape[:2])
    assert found is not None
    to_mm = np.linalg.inv(Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0])).plane())
    for zone in (zone for zone in scene.layout.zones if zone.name in found.middles):
        at = project(project([found.middles[zone.name]], found.registration.to_picture), to_mm)[0]
        assert np.hypot(*(at - zone.middle_mm)) < scene.layout.card_mm[0] / 2, zone.name
