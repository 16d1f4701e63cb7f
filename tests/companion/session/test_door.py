"""What enters the journal: every game says what its claims take, and keeps to it."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games import GAMES, rules_of
from companion.games.sheets import load_sheet
from companion.match.events import Claimed, Corrected, Entry, Played, Started, TurnEnded
from companion.match.referee import start_match
from companion.match.rules import Claim, ValueKind
from companion.session.door import check_event, check_start, find_claim_fault
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue

SOME = {ValueKind.TEXT: "2S", ValueKind.WORD: "advice", ValueKind.WHOLE: 1, ValueKind.LIST: ["r0c1"]}


def begun(game):
    rules = rules_of(game)
    seats = load_sheet(game).counts[0]
    return rules, start_match(rules, Entry(1, Started(game, seats)))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_every_claim_that_it_names(game):
    rules, match = begun(game)
    for code, takes in rules.claims.items():
        detail = {key: SOME[each.kind] for key, each in takes.items() if each.needed}
        assert find_claim_fault(rules, code, detail) is None
        try:
            rules.apply_claim(match.state, Claim(code, None, detail))
        except InputError as error:
            assert "no claim" not in str(error)


@pytest.mark.parametrize("game", GAMES)
def test_every_claim_that_would_stand_may_enter(game):
    rules, match = begun(game)
    for claim in rules.list_legal(match.state):
        if isinstance(claim, Claim):
            assert find_claim_fault(rules, claim.code, claim.detail) is None


@pytest.mark.parametrize("game", GAMES)
def test_no_claim_takes_what_it_does_not_name(game):
    rules, _ = begun(game)
    for code, takes in rules.claims.items():
        detail = {key: SOME[each.kind] for key, each in takes.items()}
        assert find_claim_fault(rules, code, {**detail, "row_": 1})
        for key, each in takes.items():
            for wrong in (None, True, -1, 1.5, "", "\n", {}, [[[]]], "x" * 500):
                assert find_claim_fault(rules, code, {**detail, key: wrong}), (code, key, wrong)
            if each.needed:
                assert find_claim_fault(rules, code, {other: value for other, value in detail.items() if other != key})


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Played("attic", "", "47"), "place-unknown"),
        (Played("draw", "", "47"), "place-unknown"),
        (Played("up1", "", "QH"), "face-unknown"),
        (Played("up1", "", "?"), "face-unknown"),
        (Played("up1", "", "47", seat=5), "seat-unknown"),
        (Corrected(2, "QH"), "face-unknown"),
        (TurnEnded(-1), "seat-unknown"),
        (Claimed("stuck", 5), "seat-unknown"),
        (Claimed("sing"), "claim-unknown"),
    ],
)
def test_what_the_match_does_not_have_is_refused_in_every_language(event, code):
    rules, match = begun("the_game")
    with pytest.raises(InputError) as caught:
        check_event(rules, match, load_sheet("the_game").faces, event)
    assert caught.value.id == code
    said = [catalogue(language).say_error(caught.value) for language in list_languages()]
    assert len(set(said)) == len(said)
    assert all(catalogue(language).has_text(f"error-{code}") for language in list_languages())


@pytest.mark.parametrize("face", ["47", "F44", ""])
def test_what_the_match_has_may_enter(face):
    rules, match = begun("the_game")
    check_event(rules, match, load_sheet("the_game").faces, Played("up1", "", face))


@pytest.mark.parametrize("name", ["a\nb", "\x00", "\ud800", "\u202e", "\ufeff", "x" * 41])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(InputError):
        check_start(Started("the_game", 2, names=(name,)))


def test_names_are_those_of_players_at_the_table():
    check_start(Started("the_game", 2, names=("Zoë O’Neil", "")))
    with pytest.raises(InputError, match="more names"):
        check_start(Started("the_game", 1, names=("Ada", "Bruno")))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_begun_by_somebody_at_the_table(game):
    seats = load_sheet(game).counts[0]
    check_start(Started(game, seats, begins=seats - 1))
    for wrong in (seats, 11, -1):
        with pytest.raises(InputError):
            check_start(Started(game, seats, begins=wrong))
