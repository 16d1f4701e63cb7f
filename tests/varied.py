"""Tests of one behaviour in several guises: the first guises in every run, the others with --all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def varied(
    names: str | tuple[str, ...], cases: Sequence[Any], quick: int = 1, ids: Sequence[str] | None = None
) -> pytest.MarkDecorator:
    """As `pytest.mark.parametrize`: the first `quick` cases always run, the others are marked `whole`."""
    several = not isinstance(names, str)
    others = [pytest.param(*(case if several else (case,)), marks=pytest.mark.whole) for case in cases[quick:]]
    return pytest.mark.parametrize(names, [*cases[:quick], *others], ids=ids)


def varied_language(first: str = "en") -> pytest.MarkDecorator:
    """As `varied`, over the languages of the pages, in a parameter `language`. `first`: the language of every run."""
    return varied("language", sorted(("en", "it"), key=lambda language: language != first))
