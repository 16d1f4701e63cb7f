"""A table without direction cards is taken by what lies there, and anew once its first cards are read."""

from __future__ import annotations

import argparse

import numpy as np

from companion.sources.bare import choose_lying_manner
from companion.sources.sources import layout_for
from tests.benchmarks.bench_bare import laid_out, played, scored
from vision.bare.table import BareTable
from vision.directions.arrangement import BarePlan

BACK = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float32)
STILL, OTHER = np.zeros((36, 64, 3), np.uint8), np.full((36, 64, 3), 90, np.uint8)


def test_the_first_cards_are_told_though_one_is_laid_while_the_table_is_taken():
    """A hand hides part of it, and a single back tells the plane of the table but roughly."""
    manner = choose_lying_manner(layout_for("extreme"), 8005)
    assert not manner.has_directions
    table = laid_out("extreme", 2001, manner, argparse.Namespace(apart=True, acts=5, fps=10.0))
    tally = scored(table, played(table, "numbers", None))
    assert (tally.right, tally.wrong, tally.missed, tally.phantom) == (5, 0, 0, 0), tally.notes


def test_a_table_is_not_taken_by_its_backs_while_something_moves():
    plan = BarePlan((("up", "up:1-99"), ("down", "down:100-2")), ("draw",), (59.0, 91.0))
    bare = BareTable(plan, searches=2, began_at=0.0, searched_at=2.0, backs_seen=(BACK,))
    assert bare.may_go_without(3.2, STILL, STILL)
    assert not bare.may_go_without(3.2, OTHER, STILL)
    assert bare.may_go_without(5.5, OTHER, STILL), "something that moves for ever is not waited for"
