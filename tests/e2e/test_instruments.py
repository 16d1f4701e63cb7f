"""What `python -m tests.faults` and `python -m tests.benchmarks` are made of can be loaded, and the journal's table is good."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.faults.__main__ import of_the_journal

TESTS = Path(__file__).parents[1]
INSTRUMENTS = sorted(
    f"tests.{path.parent.name}.{path.stem}"
    for folder in ("faults", "benchmarks")
    for path in (TESTS / folder).glob("*.py")
    if not path.stem.startswith("__")
)


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_an_instrument_can_be_loaded(name):
    importlib.import_module(name)


@pytest.mark.whole
def test_every_fault_of_the_journal_once_loses_nothing_in_silence(capsys):
    assert of_the_journal(1), capsys.readouterr().out
