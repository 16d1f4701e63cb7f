"""What is changed in a source to see whether tests notice, and what is left alone."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import choose_mutants, find_mutants
from tests.mutants.__main__ import CENTRAL, ROOT, locate_module


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("a < b", {"(a <= b)"}),
        ("a is None", {"(a is not None)"}),
        ("a + 1", {"(a - 1)", "2"}),
        ("a and not b", {"(a or not b)", "(b)"}),
        ("a if b else c", {"(c if b else a)"}),
        ("True", {"False"}),
        ("f'{a + 1}'", set()),
    ],
)
def test_each_operator_and_constant_of_a_function_is_put_otherwise(was: str, now: set[str]) -> None:
    mutants = find_mutants(f"def f(a, b, c):\n    return {was}\n")
    assert {mutant.now for mutant in mutants} == now
    assert all(mutant.line == 2 and ast.parse(mutant.source) for mutant in mutants)


def test_branches_are_swapped_and_calls_left_out() -> None:
    mutants = find_mutants("def f(a):\n    if a:\n        a.go()\n")
    assert [(mutant.line, mutant.was, mutant.now) for mutant in mutants] == [(2, "a", "(not (a))"), (3, "a.go()", "pass")]


def test_types_decorators_and_defaults_stay_as_they_are() -> None:
    source = "@dataclass(frozen=True)\nclass A:\n    def f(self, a: Literal[1] = 1) -> Literal[1]:\n        b: Literal[2] = a\n"
    assert find_mutants(source) == []


@pytest.mark.parametrize("name", CENTRAL)
def test_the_same_seed_changes_a_module_in_the_same_places(name: str) -> None:
    source = locate_module(name).read_text(encoding="utf-8")
    mutants = choose_mutants(name, source, 20, seed=1)
    assert mutants == choose_mutants(name, source, 20, seed=1) != choose_mutants(name, source, 20, seed=2)
    assert len({mutant.source for mutant in mutants} - {source}) == 20
    assert all((ROOT / tests).exists() for tests in CENTRAL[name])
