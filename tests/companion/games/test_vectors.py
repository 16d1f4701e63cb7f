"""Every worked position of the rules spec, straight through each game's rules. The vectors lie beside the checkout, not in it."""

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.match.rules import Claim, Play, Severity

VECTORS = Path(__file__).parents[4] / "shared" / "rules" / "vectors.json"
GAMES = ("the_game", "extreme", "quick_easy", "face_to_face", "sequence")

if not VECTORS.exists():
    pytest.skip(f"no vectors beside the checkout ({VECTORS.parent.name}/{VECTORS.name})", allow_module_level=True)

ALL = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]


def rules_or_skip(game):
    if find_spec(f"companion.games.{game}") is None:
        pytest.skip(f"the rules of {game} are not written yet")
    return import_module(f"companion.games.{game}").RULES


def stepped(rules, state, step):
    """One step of a vector, judged."""
    seat = step.get("player")
    if "play" in step:
        meant = rules.parse_play(state, step["play"], seat)
        return rules.apply_play(state, meant) if isinstance(meant, Play) else rules.apply_claim(state, meant)
    if "end_turn" in step:
        return rules.apply_turn_end(state, seat)
    if "setup_check" in step:
        return rules.apply_claim(state, Claim("setup_check", seat, step["setup_check"]))
    if "say" in step:
        return rules.apply_claim(state, Claim("say", seat, {"kind": step["say"]}))
    if "dead" in step:
        return rules.apply_claim(state, Claim("dead", seat, {"card": step["dead"]}))
    code = next(code for code in ("assess", "stuck", "draw") if code in step)
    return rules.apply_claim(state, Claim(code, seat))


def verdict(step):
    """The verdict and the rule that decided."""
    if step.outcome is not None and step.outcome.won is not None:
        return ("win" if step.outcome.won else "loss"), step.outcome.rule
    foul = next((finding for finding in step.findings if finding.severity is Severity.FOUL), None)
    return ("illegal", foul.rule) if foul else ("legal", None)


def agrees(expected, found):
    """Partial equality: every key of `expected` is in `found`; the keys of maps may be text or numbers."""
    if isinstance(expected, dict):
        found = dict(enumerate(found)) if isinstance(found, list | tuple) else found
        if not isinstance(found, dict):
            return False
        found = {str(key): value for key, value in found.items()}
        return all(str(key) in found and agrees(value, found[str(key)]) for key, value in expected.items())
    return expected == found or (isinstance(expected, int) and str(expected) == found)


def follow(vector, options, expectation):
    rules = rules_or_skip(vector["game"])
    state = rules.set_up_match(vector["players"], options, vector.get("setup"))
    for number, step in enumerate(vector["steps"]):
        judged = stepped(rules, state, step)
        found, rule = verdict(judged)
        eager = vector.get("eager_loss_before_step")
        if eager is not None and number >= eager - 1 and found == "loss":
            return
        assert found == expectation(step), f"step {number}: {judged}"
        if step.get("rule") and found != "legal":
            assert rule == step["rule"], f"step {number}: {judged}"
        if found == step["expect"]:
            view = json.loads(json.dumps(rules.describe_position(judged.state)))
            wrong = {key: view.get(key) for key, value in step.get("state", {}).items() if not agrees(value, view.get(key))}
            assert not wrong, f"step {number}"
        state = judged.state


@pytest.mark.parametrize("vector", ALL, ids=lambda vector: vector["id"])
def test_vector(vector):
    options = {**vector.get("variant", {}), **({"teams": vector["teams"]} if "teams" in vector else {})}
    follow(vector, options, lambda step: step["expect"])


LENIENT = [vector for vector in ALL if any("lenient" in step for step in vector["steps"])]


@pytest.mark.parametrize("vector", LENIENT, ids=lambda vector: vector["id"])
def test_vector_where_broken_commands_may_be_taken_back(vector):
    options = {**vector.get("variant", {}), "lenient": True}
    follow(vector, options, lambda step: step.get("lenient", step["expect"]))


def test_there_are_vectors_of_every_game():
    assert {vector["game"] for vector in ALL} == set(GAMES)
