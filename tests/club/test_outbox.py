"""Whatever broker and club lose or forget, the table tells on until the club has everything; and its marks stay few."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.forms import MAX_KEPT_MATCHES, Kept, KeptMatch
from companion.club.outbox import Outbox

BROKER = "mqtt://club.local"
ACTS = [
    "play",
    "play",
    "play",
    "begin",
    "tell",
    "tell",
    "tell",
    "deliver",
    "deliver",
    "lose",
    "keep",
    "keep",
    "wait",
    "break",
    "restart",
]


class Evening:
    """A table with its outbox, a broker that holds what it acknowledged and may lose it, and a club."""

    def __init__(self, path, club_from):
        self.path, self.club_from = path, club_from
        self.now, self.lasts, self.current = 0.0, {}, ""
        self.broker, self.kept, self.heard, self.told = [], {}, {}, set()
        self.outbox = Outbox(path, BROKER, 1, self.now)
        self.begin()

    def begin(self):
        self.current = f"{len(self.lasts) + 1:032x}"
        self.lasts[self.current] = 1
        self.outbox.follow_match(self.current, len(self.lasts))

    def play(self):
        self.lasts[self.current] += 1

    def tell(self):
        """Hand out up to five entries; the broker acknowledges them."""
        self.follow_journal()
        for mark in self.outbox.choose_marks(self.current, self.lasts):
            for n in range(mark.sent + 1, min(mark.sent + 5, self.lasts[mark.uid]) + 1):
                self.outbox.note_sent(mark, n)
                self.broker.append((mark.uid, n))
                self.told.add((mark.uid, n))
                self.outbox.note_acknowledged(mark, n, self.now)
            if mark.sent >= self.lasts[mark.uid]:
                self.outbox.note_result(mark, mark.result, self.lasts[mark.uid], self.now)
        self.outbox.forget_delivered(self.lasts)

    def deliver(self):
        """The broker hands all to the club. What comes before there is a club reaches nobody."""
        if len(self.lasts) < self.club_from:
            self.broker.clear()
        for uid, n in self.broker:
            self.heard.pop(uid, None)
            self.heard[uid] = None  # the latest heard comes last
            self.kept.setdefault(uid, set()).add(n)
        self.broker.clear()

    def lose(self):
        """The broker is killed, and with it what it acknowledged."""
        self.broker.clear()
        self.outbox.begin_connection(self.now)

    def keep(self):
        """The club says what it has of the matches heard latest."""
        if len(self.lasts) < self.club_from:
            return
        latest = list(self.heard)[-MAX_KEPT_MATCHES:]
        told = {
            uid: KeptMatch(next(n for n in range(len(self.kept[uid]) + 2) if n + 1 not in self.kept[uid])) for uid in latest
        }
        self.outbox.note_kept(Kept(table="t", matches=told), self.now)

    def wait(self):
        self.now += 11.0
        self.outbox.resend_unkept(self.current, self.lasts, self.now)

    def break_connection(self):
        self.outbox.note_disconnected()

    def restart(self):
        """The table starts again, from its file."""
        self.outbox.save_marks(self.now, at_once=True)
        self.outbox = Outbox(self.path, BROKER, 10**6, self.now)
        self.outbox.wants_older = True
        self.follow_journal()

    def follow_journal(self):
        """Follow what the journal has, where the outbox asks for it."""
        if not self.outbox.wants_older:
            return
        for number, uid in enumerate(self.lasts, 1):
            if number >= self.outbox.since or uid == self.current:
                self.outbox.follow_match(uid, number)
        self.outbox.wants_older = False

    def settle(self):
        """There is a club, and nothing is lost any more, for as long as it takes."""
        self.club_from = 0
        for _ in range(60 + 12 * len(self.lasts)):
            self.tell()
            self.deliver()
            self.keep()
            self.now += 1000.0
            self.outbox.resend_unkept(self.current, self.lasts, self.now)

    @property
    def entries(self):
        return {(uid, n) for uid, last in self.lasts.items() for n in range(1, last + 1)}

    @property
    def missing(self):
        """What the club lacks."""
        return sorted(self.entries - {(uid, n) for uid, kept in self.kept.items() for n in kept})


def run(tmp_path_factory, acts, club_from):
    evening = Evening(tmp_path_factory.mktemp("outbox") / "club-outbox.json", club_from)
    for act in acts:
        getattr(evening, "break_connection" if act == "break" else act)()
    return evening


@given(acts=st.lists(st.sampled_from(ACTS), max_size=120))
def test_the_club_gets_everything_whatever_was_lost(tmp_path_factory, acts):
    evening = run(tmp_path_factory, acts, club_from=0)
    evening.settle()
    assert evening.missing == [] and len(evening.outbox.marks) <= MAX_KEPT_MATCHES + 1


@pytest.mark.whole
@given(
    evening=st.lists(st.sampled_from(ACTS), max_size=40),
    matches=st.integers(0, 40),
    later=st.lists(st.sampled_from(ACTS), max_size=40),
)
def test_a_club_that_comes_late_gets_every_match(tmp_path_factory, evening, matches, later):
    played = [*evening, *["begin", "play", "tell", "deliver"] * matches]
    table = run(tmp_path_factory, [*played, *later], club_from=2 + played.count("begin"))
    table.settle()
    assert table.missing == [] and len(table.outbox.marks) <= MAX_KEPT_MATCHES + 1


@given(acts=st.lists(st.sampled_from([each for each in ACTS if each != "lose"]), max_size=120))
def test_without_a_club_the_brokers_word_counts(tmp_path_factory, acts):
    evening = run(tmp_path_factory, acts, club_from=10**6)
    for _ in range(200):
        evening.tell()
    assert evening.told == evening.entries and len(evening.outbox.marks) <= MAX_KEPT_MATCHES + 1


def test_a_long_evening_without_a_broker_is_told_match_by_match(tmp_path_factory):
    evening = run(tmp_path_factory, ["play", "begin", "play"] * 40, club_from=0)
    evening.keep()
    evening.tell()
    assert len({uid for uid, _ in evening.broker}) <= 8
    evening.settle()
    assert evening.missing == []


def test_what_the_broker_lost_of_an_old_match_comes_again(tmp_path_factory):
    acts = ["tell", "deliver", "keep", "play", "tell", "lose", *["begin", "tell", "deliver"] * (MAX_KEPT_MATCHES + 4), "keep"]
    evening = run(tmp_path_factory, acts, club_from=0)
    assert len(evening.missing) == 1
    evening.settle()
    assert evening.missing == []


def test_a_file_that_cannot_be_used_is_begun_anew(tmp_path, caplog):
    path = tmp_path / "club-outbox.json"
    path.write_text('{"format": 1, "since"')
    assert Outbox(path, BROKER, 7, 0.0).since == 7 and "cannot be used" in caplog.text


def test_another_broker_never_learns_of_the_matches_before(tmp_path):
    path = tmp_path / "club-outbox.json"
    outbox = Outbox(path, BROKER, 3, 0.0)
    outbox.follow_match("a" * 32, 3)
    outbox.note_kept(Kept(table="one"), 0.0)
    outbox.save_marks(10.0)
    other = Outbox(path, "mqtt://friends.local", 5, 0.0)
    assert other.marks == {} and other.since == 5 and not other.has_club
    other.save_marks(20.0)
    assert Outbox(path, BROKER, 6, 0.0).marks == {}
    again = Outbox(path, "mqtt://friends.local", 7, 0.0)
    assert again.since == 5


def test_marks_of_an_earlier_version_are_those_of_the_broker_that_is_configured(tmp_path):
    path = tmp_path / "club-outbox.json"
    path.write_text('{"format": 1, "since": 4, "club": true, "matches": []}')
    assert Outbox(path, BROKER, 9, 0.0).since == 4
