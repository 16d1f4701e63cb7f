"""Layers painted over a picture."""

import numpy as np

from vision.drawn.table.layers import blend_layer, blend_shadow, join_layers, paint_over

LAMP = np.full((20, 30, 3), 200, np.uint8)


def picture():
    return np.full((20, 30, 3), 100, np.uint8)


def layer(height, width, colour=(0, 0, 240), cover=255):
    return np.dstack([np.full((height, width, 3), colour, np.uint8), np.full((height, width), cover, np.uint8)])


def test_a_layer_is_painted_where_it_lies_and_may_reach_beyond_the_picture():
    painted = picture()
    blend_layer(painted, layer(10, 10), (-4, 15), LAMP)
    assert (painted[15:, :6] == (0, 0, 240)).all() and (painted[:15] == 100).all() and (painted[15:, 6:] == 100).all()
    blend_layer(painted, layer(10, 10), (40, 40), LAMP)


def test_a_layer_without_cover_leaves_the_picture_and_one_that_lets_light_through_tints_it():
    assert (paint_over(picture(), layer(20, 30, (0, 0, 0), 0)) == 100).all()
    tinted = paint_over(picture(), layer(20, 30, (0, 0, 0), 255), (0.5, 0.2, 0.0))
    assert tinted[0, 0].tolist() == [50, 20, 0]


def test_layers_on_layers_cover_more_and_shadows_only_darken():
    both = join_layers(layer(4, 4, (10, 10, 10), 128), layer(4, 4, (0, 0, 100), 128))
    assert 180 < both[0, 0, 3] < 200
    dark = picture()
    blend_shadow(dark, np.full((84, 84, 3), 128, np.uint8), (5, 5))
    assert dark.max() <= 100 and dark[19, 29].max() < 60
