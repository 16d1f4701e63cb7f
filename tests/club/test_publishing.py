"""What a table tells a real broker: what happens now, every entry once, how matches ended; and nothing that it did not agree to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from companion.club.forms import Order, decode_message, encode_form
from companion.club.link import MAX_IN_FLIGHT
from tests.club.table import LONG, Listener, Table, entries_in, open_table


@pytest.fixture
def listener(broker) -> Iterator[Listener]:
    listener = Listener(broker.port)
    yield listener
    listener.close()


@pytest.fixture
def table(tmp_path) -> Iterator[Table]:
    with open_table(tmp_path / "table") as table:
        yield table


def lose(table: Table) -> None:
    """The player to move cannot lay the minimum."""
    table.act({"command": "claim", "code": "stuck"})


def test_a_club_hears_a_match_from_its_first_entry_to_its_end(broker, listener, table):
    table.join(broker.url)
    assert listener.wait_for_kind("status") is True
    uid = table.begin(names=["Anna", "Bruno"])
    table.lay("10")
    state = listener.wait_for_kind("state", lambda state: state.entries == 2)
    assert (state.game, state.match, state.status, state.players) == ("the_game", uid, "playing", ["Player 1", "Player 2"])
    assert {pile.zone: pile.top for pile in state.piles}["up1"] == "10" and (state.played, state.to_move) == (1, 0)
    lose(table)
    result = listener.wait_for_kind("result")
    assert (result.status, result.cards_left, result.entries, result.winners) == ("lost", 97, 3, [])
    table.leave()
    assert listener.wait_for_kind("status") is False
    assert entries_in(listener.heard) == [(uid, 1), (uid, 2), (uid, 3)]


def test_a_foul_is_shown_until_it_is_put_right(broker, listener, table):
    table.begin()
    table.lay("50")
    table.join(broker.url)
    listener.wait_for_kind("state", lambda state: state.entries == 2)
    table.lay("20")
    ruling = listener.wait_for_kind("ruling")
    assert (ruling.verdict, ruling.entry, ruling.player) == ("illegal", 3, 0) and ruling.rule and "20" in ruling.message
    foul = listener.wait_for_kind("state", lambda state: state.foul is not None).foul
    assert (foul.entry, foul.rule) == (3, ruling.rule)
    table.act({"command": "undo"})
    assert listener.wait_for_kind("state", lambda state: state.foul is None).entries == 4


def test_of_more_rulings_than_a_broker_takes_at_once_none_is_lost(broker, listener, table):
    table.begin()
    table.join(broker.url)
    listener.wait_for_kind("state")
    last = 1 + 2 * MAX_IN_FLIGHT

    def end_turns(session, at):  # in one piece of work: the thread that tells the club sees them all at once
        for _ in range(2 * MAX_IN_FLIGHT):
            session.record_turn_end(at, "test")

    table.inbox.ask_session(end_turns, timeout=LONG)
    listener.wait_for_kind("ruling", lambda ruling: ruling.entry == last)
    rulings = [decode_message(topic, payload)[1] for topic, payload, _ in listener.heard if topic.endswith("/ruling")]
    assert [ruling.entry for ruling in rulings] == list(range(2, last + 1))


def test_whoever_comes_later_finds_the_state_and_the_results(broker, listener, table):
    table.join(broker.url)
    table.begin()
    lose(table)
    listener.wait_for_kind("result")
    listener.wait_for_kind("state", lambda state: state.status == "lost")
    for kind in ("status", "state", "result"):
        late = Listener(broker.port)
        told = late.wait_for_kind(kind)
        late.close()
        assert told is True or told.status == "lost"


def test_a_result_that_is_amended_away_stands_no_longer(broker, listener, table):
    table.join(broker.url)
    table.begin()
    lose(table)
    assert listener.wait_for_kind("result").status == "lost"
    table.act({"command": "undo"})
    amended = listener.wait_for_kind("result")
    assert (amended.status, amended.entries, amended.ended_at) == ("playing", 3, None)


def test_what_was_played_while_the_broker_was_away_comes_later_and_once(broker, listener, table):
    table.join(broker.url)
    uid = table.begin()
    listener.wait_for_kind("entry")
    table.wait_for_acknowledged(uid, 1)  # else it comes twice, as it may
    broker.stop()
    for face in ("10", "11"):
        table.lay(face)
    table.act({"command": "end_turn"})
    lose(table)
    broker.start()
    listener.wait_for_kind("result", lambda result: result.status == "lost")
    assert sorted(entries_in(listener.heard)) == [(uid, n) for n in range(1, 6)]


def test_a_table_that_starts_again_goes_on_where_the_broker_acknowledged(broker, listener, tmp_path):
    with open_table(tmp_path / "table") as table:
        table.join(broker.url)
        uid = table.begin()
        table.lay("10")
        listener.wait_for_kind("entry", lambda entry: entry.n == 2)
    with open_table(tmp_path / "table") as table:
        lose(table)
        table.begin()
        table.join(broker.url)
        result = listener.wait_for_kind("result")
        assert (result.match, result.status, result.entries) == (uid, "lost", 3)
    assert [each for each in entries_in(listener.heard) if each[0] == uid] == [(uid, n) for n in range(1, 4)]


def test_matches_before_the_club_stay_at_the_table(broker, listener, table):
    old = table.begin()
    lose(table)
    uid = table.begin()
    table.join(broker.url)
    listener.wait_for_kind("entry", lambda entry: entry.match == uid)
    lose(table)
    listener.wait_for_kind("result")
    assert old not in {match for match, _ in entries_in(listener.heard)}


def test_what_the_club_has_not_kept_is_sent_again(broker, listener, table):
    listener.keep("table-4", {})
    club = table.join(broker.url)
    club._steady = count().__next__  # each look at the time is a second later
    uid = table.begin()
    table.lay("10")
    listener.wait_for_kind("entry", lambda entry: entry.n == 2)
    listener.wait_for_kind("entry", lambda entry: entry.n == 1)
    listener.keep("table-4", {uid: (2, None)})
    table.lay("11")
    listener.wait_for_kind("entry", lambda entry: entry.n == 3)
    listener.wait_for_kind("entry", lambda entry: entry.n == 3)


NAMES = ["Anna", "Bruno"]
AGREED = {
    "numbers": ({}, ["Player 1", "Player 2"], ["", ""]),
    "nicknames": ({"nicknames": {"Anna": "Queen"}}, ["Queen", "Player 2"], ["Queen", ""]),
    "names": ({"names": "names", "nicknames": {"Bruno": "B."}}, ["Anna", "B."], ["Anna", "B."]),
}


@pytest.mark.parametrize("case", AGREED)
def test_only_the_names_that_were_agreed_to_leave_the_table(broker, listener, table, case):
    config, players, told = AGREED[case]
    table.join(broker.url, **config)
    table.begin(names=NAMES)
    table.lay("50")
    table.lay("20")
    table.act({"command": "end_turn"}, "phone Anna-Bruno")
    state = listener.wait_for_kind("state", lambda state: state.foul is not None)
    assert state.players == players
    table.act({"command": "set_up", "names": ["Anna", "Carla"]})
    listener.wait_for_kind("entry", lambda entry: entry.event["event"] == "corrected")
    table.act({"command": "undo", "entry": 3})
    lose(table)
    listener.wait_for_kind("result")
    first = next(payload for topic, payload, _ in listener.heard if topic.endswith("/entry/1"))
    assert b'"names":' + str(told).replace("'", '"').replace(", ", ",").encode() in first
    kept_back = {name.encode() for name in (*NAMES, "Carla")} - {
        name.encode() for name in (*players, "Carla" * ("names" in config))
    }
    assert not [name for name in kept_back for _, payload, _ in listener.heard if name in payload]


def test_a_broker_that_nobody_answers_at_is_a_fault_until_it_does(broker, listener, table):
    broker.stop()
    table.join(broker.url)
    table.begin()
    while "club" not in table.faults.standing_faults:
        table.inbox.wait_for_version(-1, 0.05)
    assert "cannot be reached" in table.faults.standing_faults["club"]
    broker.start()
    listener.wait_for_kind("entry")
    while "club" in table.faults.standing_faults:  # others may hear an entry before the broker's answer reaches the table
        table.inbox.wait_for_version(-1, 0.05)


TOKEN = "sixteen letters or more"


@pytest.fixture
def ordered(broker, listener, table, tmp_path):
    (tmp_path / "token").write_text(TOKEN + "\n")
    table.join(broker.url, commands=True, command_token_file=str(tmp_path / "token"))
    table.begin()
    table.lay("10")
    table.lay("12")
    listener.wait_for_kind("state", lambda state: state.entries == 3)
    return lambda id, command, token=TOKEN, retain=False: listener.say(
        "companion/table-4/command", encode_form(Order(id=id, token=token, command=command)), retain=retain
    )


def test_an_order_is_done_as_a_phones_command(ordered, listener, table):
    ordered("1", "end_turn")
    answer = listener.wait_for_kind("answer")
    assert (answer.id, answer.verdict) == ("1", "legal") and table.inbox.snapshot.match.state.turn == 2
    ordered("2", "undo")
    assert listener.wait_for_kind("answer").id == "2" and table.inbox.snapshot.match.state.turn == 1


def test_an_order_that_comes_twice_is_done_once(ordered, listener, table):
    ordered("1", "undo")
    ordered("1", "undo")
    answers = [listener.wait_for_kind("answer") for _ in range(2)]
    assert answers[0] == answers[1] and len(table.inbox.snapshot.match.entries) == 4


def test_an_order_without_the_token_is_refused(ordered, listener, table):
    ordered("1", "undo", token="another")
    answer = listener.wait_for_kind("answer")
    assert answer.verdict == "refused" and len(table.inbox.snapshot.match.entries) == 3


def test_an_order_that_the_rules_of_the_table_refuse_is_answered_in_words(ordered, listener, table):
    for id in "123":
        ordered(id, "undo")
    refused = listener.wait_for_kind("answer", lambda answer: answer.id == "3")
    assert refused.verdict == "refused" and refused.message.endswith(".")


def test_orders_that_come_too_often_are_refused(ordered, listener, table):
    for id in range(30):
        ordered(str(id), "undo", token="another" if id % 2 else TOKEN)
    ordered("last", "undo")
    listener.wait_for_kind("answer", lambda answer: "Too many" in answer.message)
    table.leave()
    listener.wait_for_kind("status", lambda online: not online)
    answers = [payload for topic, payload, _ in listener.heard if topic.endswith("/answer")]
    assert len(answers) == 11 and b"Too many" in answers[-1]


def test_an_order_that_a_broker_kept_is_not_done_later(broker, listener, table, tmp_path):
    (tmp_path / "token").write_text(TOKEN)
    order = encode_form(Order(id="1", token=TOKEN, command="undo"))
    listener.say("companion/table-4/command", order, retain=True)
    table.begin()
    table.lay("10")
    table.join(broker.url, commands=True, command_token_file=str(tmp_path / "token"))
    listener.wait_for_kind("state")
    listener.say("companion/table-4/command", encode_form(Order(id="2", token="wrong", command="undo")))
    assert listener.wait_for_kind("answer").id == "2" and len(table.inbox.snapshot.match.entries) == 2


def test_nothing_can_be_ordered_unless_the_table_says_so(broker, listener, table):
    table.join(broker.url)
    table.begin()
    table.lay("10")
    listener.wait_for_kind("state", lambda state: state.entries == 2)
    listener.say("companion/table-4/command", encode_form(Order(id="1", token=TOKEN, command="undo")))
    table.lay("11")
    listener.wait_for_kind("state", lambda state: state.entries == 3)
    assert not [topic for topic, _, _ in listener.heard if topic.endswith("/answer")]


def test_the_thread_of_the_club_ends_in_time_without_a_broker(broker, table):
    broker.stop()
    club = table.join(broker.url)
    table.leave()
    assert not club._thread.is_alive() and LONG
