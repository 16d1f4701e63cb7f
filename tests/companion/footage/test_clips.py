"""The last seconds before a ruling: which shots, how much of them, and which rulings."""

from __future__ import annotations

from itertools import count

from companion.footage.clips import (
    BUSY_SHOT_GAP_S,
    IDLE_SHOT_GAP_S,
    MAX_CLIP_BYTES,
    MAX_CLIP_S,
    Clip,
    ClipName,
    Shot,
    add_shot,
    is_shot_due,
    limit_clips,
    parse_clip_name,
    shots_within,
)
from companion.footage.rulings_told import ToldRuling, rulings_told_since
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from vision.types import Change


def shot(at, size=10):
    return Shot(at, bytes(size), {})


def times(shots):
    return [shot.at for shot in shots]


def test_ten_seconds_are_held_and_no_more():
    shots = ()
    for second in range(30):
        shots = add_shot(shots, shot(float(second)))
    assert times(shots) == [float(second) for second in range(29 - int(MAX_CLIP_S), 30)]
    assert times(shots_within(shots, 32.0)) == [float(second) for second in range(22, 30)]


def test_large_pictures_are_held_for_a_shorter_time():
    shots = ()
    for tenth in range(100):
        shots = add_shot(shots, shot(tenth / 10, MAX_CLIP_BYTES // 20))
    assert len(shots) == 20 and shots[-1].at == 9.9


def test_a_film_that_begins_anew_does_not_go_on_with_what_was_before():
    assert times(add_shot((shot(5.0), shot(6.0)), shot(0.1))) == [0.1]


def test_a_still_table_is_looked_at_once_a_second_and_hands_more_often():
    latest = shot(4.0)
    assert is_shot_due(None, 0.0, busy=False)
    assert not is_shot_due(latest, 4.0 + IDLE_SHOT_GAP_S - 0.01, busy=False) and is_shot_due(
        latest, 4.0 + IDLE_SHOT_GAP_S, busy=False
    )
    assert not is_shot_due(latest, 4.0 + BUSY_SHOT_GAP_S - 0.01, busy=True) and is_shot_due(
        latest, 4.0 + BUSY_SHOT_GAP_S + 0.01, busy=True
    )


def test_shots_that_clips_share_count_once_and_the_oldest_clips_go_first():
    shots = [shot(float(n), 100) for n in range(6)]
    clips = [Clip(ClipName(1, n), (1, 1), tuple(shots[n : n + 3])) for n in range(4)]
    by_name = {clip.name: clip for clip in clips}
    assert sum({id(shot): len(shot.jpeg) for clip in clips for shot in clip.shots}.values()) == 600
    assert list(limit_clips(by_name, 600)) == [clip.name for clip in clips]
    assert list(limit_clips(by_name, 450)) == [ClipName(1, 2), ClipName(1, 3)]
    assert limit_clips(by_name, 10) == {}


def test_a_clip_is_known_by_match_and_entry():
    assert parse_clip_name(str(ClipName(3, 12))) == ClipName(3, 12)
    for text in ("", "3", "3-", "-3-1", "3-12-1", "03-1", "3-x", "٣-1", "1-1234567890", "../1-2"):
        assert parse_clip_name(text) is None, text


# --- which rulings


class Evening:
    """A match of On Fire whose camera is this test."""

    def __init__(self):
        self.session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
        self.session.begin_match(Started("the_game", 2, {"on_fire": True}), 0.0, "test")
        self.seconds = count(1)
        self.before = self.session.snapshot

    def told(self, work):
        work(self.session, float(next(self.seconds)))
        before, self.before = self.before, self.session.snapshot
        return rulings_told_since(before, self.before)

    def lay(self, zone, face):
        return self.told(lambda session, at: session.take_change(Change(zone, "", face, 0.99, (), at, moved=True), at))

    def end(self, hands=False):
        return self.told(lambda session, at: session.record_turn_end(at, "button"))


def test_each_ruling_is_told_once_and_fouls_fires_and_losses_are_grave():
    evening = Evening()
    assert evening.lay("up1", "30") == (ToldRuling(2, grave=False),)
    assert evening.lay("up1", "25") == (ToldRuling(3, grave=True),)  # a foul
    evening.lay("up1", "30")
    (fire,) = evening.lay("up2", "F33")
    assert fire.grave
    (end,) = evening.end()
    assert not end.grave
    evening.lay("up1", "50"), evening.lay("down1", "80")
    (burnt,) = evening.end()
    assert burnt.grave and evening.session.match.outcome.won is False
    assert rulings_told_since(evening.before, evening.before) == ()


def test_what_is_said_later_of_a_play_has_no_replay():
    evening = Evening()
    evening.lay("up1", "30")
    assert evening.told(lambda session, at: session.undo_entry(at, "phone")) == ()


def test_an_end_of_turn_that_waited_for_hands_is_told_when_it_is_judged():
    evening = Evening()
    evening.lay("up1", "30"), evening.lay("down1", "80")
    evening.told(lambda session, at: session.record_hands(True, at))
    assert evening.end() == ()
    (told,) = evening.told(lambda session, at: session.record_hands(False, at))
    assert told.entry == 4


def test_another_match_is_not_what_happened_in_this_one():
    evening = Evening()
    evening.lay("up1", "30")
    other = Started("the_game", 3)
    assert evening.told(lambda session, at: session.begin_match(other, at, "phone")) == ()
