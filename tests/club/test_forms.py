"""One door for all messages of a club: what is of a form comes through whole, all else is refused in one short line."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.forms import (
    FORMS,
    MAX_PAYLOAD_BYTES,
    DutyDue,
    EntryTold,
    Kept,
    KeptMatch,
    OpenFoul,
    OpenQuestion,
    Order,
    OrderAnswer,
    PileTop,
    Result,
    RulingTold,
    State,
    decode_form,
    decode_message,
    encode_form,
)
from companion.club.topics import Address, make_topic, parse_topic
from companion.errors import MessageRefused
from companion.machine.network.broker_address import make_table_name

UID = "0123456789abcdef" * 2
STATE = State(
    table="table-4", name="Table 4", language="it", at=1.5, match=UID, number=12, game="the_game", variant={"on_fire": True},
    players=["Anna", "player 2"], status="playing", to_move=1, turn=7, played=1, min_cards=2,
    piles=[PileTop("up1", "47", "ascending")], deck_size=40, cards_left=52, duties=[DutyDue("OF-02", "up1", "F44", "end of turn 8")],
    foul=OpenFoul(7, "TG-04", "The 45 does not go there."), question=OpenQuestion("Which card?"), eye="still", entries=121,
)  # fmt: skip
RESULT = Result(
    table="table-4", match=UID, number=12, game="the_game", players=["Anna"], status="won", score=0, cards_left=0, started_at=1,
    ended_at=2.5, entries=121,
)  # fmt: skip
ENTRY = EntryTold(
    table="table-4", match=UID, n=2, at=3, source="camera", event={"event": "played", "zone": "up1", "after": "47"}
)
MESSAGES = {
    "state": STATE,
    "ruling": RulingTold(table="table-4", match=UID, entry=7, at=2, verdict="illegal", rule="TG-04", message="No.", player=0),
    "entry": ENTRY,
    "result": RESULT,
    "command": Order(id="a-1", token="secret", command="end_turn"),
    "answer": OrderAnswer(id="a-1", verdict="legal", message="Done."),
    "kept": Kept(table="table-4", matches={UID: KeptMatch(121, 121)}),
}
TOPICS = {kind: make_topic(Address(kind, "table-4", UID if kind in ("entry", "result") else "", 2)) for kind in FORMS}


@pytest.mark.parametrize("kind", FORMS)
def test_a_message_comes_through_as_it_was_sent(kind):
    payload = encode_form(MESSAGES[kind])
    assert payload.startswith(b'{"v":1,') and decode_message(TOPICS[kind], payload)[1] == MESSAGES[kind]


@pytest.mark.parametrize("kind", FORMS)
def test_a_field_that_no_form_has_is_refused(kind):
    plain = {**msgspec.to_builtins(MESSAGES[kind]), "more": 1}
    with pytest.raises(MessageRefused):
        decode_form(kind, json.dumps(plain).encode())


WRONG = {
    "another version": (ENTRY, {"v": 2}),
    "no entry": (ENTRY, {"n": 0}),
    "a number that no journal reaches": (ENTRY, {"n": 10**9}),
    "a table outside its letters": (ENTRY, {"table": "Table 4/+"}),
    "a match that is no id": (ENTRY, {"match": "../../etc"}),
    "a time that is no number": (ENTRY, {"at": "now"}),
    "a control sign deep in the event": (ENTRY, {"event": {"event": "claimed", "detail": {"kind": ["\x1b[31m"]}}}),
    "a text without end": (ENTRY, {"event": {"event": "x" * 1001}}),
    "half a pair": (ENTRY, {"event": {"event": "\ud800"}}),
    "a seat that no table has": (STATE, {"to_move": 12}),
    "a name that turns the line round": (STATE, {"players": ["\u202eannA"]}),
    "a name wider than a phone": (STATE, {"players": ["A" * 41]}),
    "too many piles": (STATE, {"piles": [{"zone": "up1", "top": ""}] * 41}),
    "a verdict of another court": (MESSAGES["ruling"], {"verdict": "dropped"}),
    "a command that nobody may give": (MESSAGES["command"], {"command": "start"}),
    "more matches than a table shows": (MESSAGES["kept"], {"matches": {f"{i:032x}": {"entries": 1} for i in range(17)}}),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_form_is_refused_in_one_short_line(case):
    form, wrong = WRONG[case]
    kind = next(kind for kind, known in FORMS.items() if type(form) is known)
    with pytest.raises(MessageRefused) as refused:
        decode_form(kind, json.dumps({**msgspec.to_builtins(form), **wrong}).encode())
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "payload", [b"", b"\xff\xfe", b"[" * 50_000, b"{}", b"null", b'{"v":1', b" " * (MAX_PAYLOAD_BYTES + 1)]
)
@pytest.mark.parametrize("kind", FORMS)
def test_what_is_no_json_object_is_refused(kind, payload):
    with pytest.raises(MessageRefused):
        decode_form(kind, payload)


def test_deep_nests_are_refused_and_never_stumbled_over():
    deep = b'{"v":1,"table":"t","match":"' + UID.encode() + b'","n":1,"at":0,"source":"","event":{"event":'
    with pytest.raises(MessageRefused):
        decode_form("entry", deep + b"[" * 30_000 + b"]" * 30_000 + b"}}")


@given(st.binary(max_size=300), st.sampled_from([*FORMS]))
def test_any_bytes_are_taken_whole_or_refused(payload, kind):
    try:
        form = decode_form(kind, payload)
    except MessageRefused:
        return
    assert decode_form(kind, encode_form(form)) == form


@pytest.mark.parametrize(
    "changed", [{"table": "table-5"}, {"match": "f" * 32}, {"n": 3}], ids=["another table", "another match", "another entry"]
)
def test_a_payload_may_not_claim_what_its_topic_does_not_say(changed):
    with pytest.raises(MessageRefused, match="than its topic"):
        decode_message(TOPICS["entry"], encode_form(msgspec.structs.replace(ENTRY, **changed)))


@pytest.mark.parametrize("word, online", [(b"online", True), (b"offline", False)])
def test_a_status_is_one_of_two_words(word, online):
    assert decode_message("companion/table-4/status", word)[1] is online
    with pytest.raises(MessageRefused):
        decode_message("companion/table-4/status", word + b" ")


@pytest.mark.parametrize(
    "topic",
    [
        "companion/table-4", "companion/Table 4/state", "companion/table-4/hand", "companion/table-4/match/12/entry/1",
        f"companion/table-4/match/{UID}/entry/01", f"companion/table-4/match/{UID}/entry/1/2", "companion-club/table-4/state",
        "companion/table-4/kept", "homeassistant/device/table-4/companion/config", "companion/\x00/state", "", "/", "companion/+/state",
    ],
)  # fmt: skip
def test_other_topics_are_of_no_club(topic):
    assert parse_topic(topic) is None
    with pytest.raises(MessageRefused):
        decode_message(topic, b"online")


tables = st.from_regex(r"\A[a-z0-9-]{1,32}\Z")
uids = st.from_regex(r"\A[0-9a-f]{32}\Z")
addresses = st.one_of(
    st.builds(Address, st.sampled_from(["status", "state", "ruling", "command", "answer", "kept"]), tables),
    st.builds(Address, st.just("result"), tables, uids),
    st.builds(Address, st.just("entry"), tables, uids, st.integers(1, 9_999_999)),
)


@pytest.mark.whole
@given(addresses)
def test_every_address_is_found_again_by_its_topic(address):
    assert parse_topic(make_topic(address)) == address


@given(st.text(max_size=80))
def test_any_host_name_makes_a_table_name(host):
    assert parse_topic(f"companion/{make_table_name(host)}/state") is not None


def test_a_host_gives_the_table_its_name():
    assert (make_table_name("Table_4.local"), make_table_name("…")) == ("table-4", "table")
