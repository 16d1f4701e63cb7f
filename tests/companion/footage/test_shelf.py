"""Clips on the disk: whole or not at all, for their owner alone, and never more than was set apart."""

from __future__ import annotations

import os
import stat
import zipfile
from dataclasses import replace

import pytest

from companion.app.companion import Companion
from companion.errors import ConfigError, InputError
from companion.footage.clips import Clip, ClipName, Shot
from companion.footage.shelf import ClipShelf
from companion.machine.config import Config, EyeSettings, Web, load_config


def uid(match):
    return f"{match:032x}"


def name(match, entry):
    return ClipName(match, entry, uid(match))


def clip(match, entry, size=100, kept=False):
    shots = tuple(Shot(at / 10, bytes([at]) * size, {"hands": [[1, 2, 3, 4]], "zones": []}) for at in range(3))
    return Clip(name(match, entry), (720, 500), shots, kept)


@pytest.fixture
def shelf(tmp_path):
    return ClipShelf(tmp_path / "clips", spare=0)


def told(clip):
    return clip.name, clip.size, clip.kept, [(shot.at, shot.jpeg, shot.marks) for shot in clip.shots]


def test_what_is_put_away_is_found_again_after_a_restart(tmp_path, shelf):
    shelf.save_clip(clip(3, 12))
    again = ClipShelf(tmp_path / "clips")
    assert again.list_clips() == {name(3, 12): False}
    assert told(again.load_clip(name(3, 12))) == told(clip(3, 12))
    assert again.load_clip(name(3, 13)) is None


def test_only_its_owner_may_read_it_and_any_program_can_open_it(tmp_path, shelf):
    shelf.save_clip(clip(3, 12))
    (path,) = (tmp_path / "clips").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with zipfile.ZipFile(path) as archive:
        assert archive.read("002.jpg") == bytes([2]) * 100


def test_what_is_kept_stays_when_its_match_is_over(shelf):
    shelf.save_clip(clip(1, 2)), shelf.save_clip(clip(1, 3)), shelf.save_clip(clip(2, 2))
    shelf.keep_for_good(name(1, 2), True)
    shelf.forget_passing_clips(but=uid(2))
    assert shelf.list_clips() == {name(1, 2): True, name(2, 2): False}
    assert shelf.load_clip(name(1, 2)).kept
    shelf.keep_for_good(name(1, 2), False)
    shelf.forget_passing_clips()
    assert shelf.list_clips() == {}


def test_what_nobody_keeps_makes_room_the_oldest_first(tmp_path):
    shelf = ClipShelf(tmp_path / "clips", most=5000, spare=0)
    for entry in range(1, 5):
        shelf.save_clip(clip(1, entry, 500))
        os.utime(tmp_path / "clips" / f"{name(1, entry).file}.clip.zip", (9e9 / entry, 9e9 / entry))  # the clock goes wrong
    assert list(shelf.list_clips()) == [name(1, 3), name(1, 4)]
    assert sum(path.stat().st_size for path in (tmp_path / "clips").iterdir()) <= 5000


def test_replays_of_another_match_make_room_first_whatever_the_clock_says(tmp_path):
    shelf = ClipShelf(tmp_path / "clips", most=5000, spare=0)
    for each in (clip(1, 8, 500), clip(1, 9, 500), clip(2, 1, 500), clip(2, 2, 500)):
        shelf.save_clip(each)
        year_2099 = 4_070_908_800
        os.utime(tmp_path / "clips" / f"{name(1, 9).file}.clip.zip", (year_2099, year_2099)) if each.name == name(
            1, 9
        ) else None
    assert list(shelf.list_clips()) == [name(2, 1), name(2, 2)]


def test_a_replay_of_another_match_of_that_number_is_never_shown(shelf, tmp_path):
    shelf.save_clip(clip(1, 2))
    other = ClipName(1, 2, uid(7))
    assert shelf.load_clip(other) is None
    (tmp_path / "clips" / f"{name(1, 2).file}.clip.zip").rename(tmp_path / "clips" / f"{other.file}.clip.zip")
    assert shelf.load_clip(other) is None, "nor one that somebody named so"


def test_replays_of_earlier_versions_get_the_id_of_their_match(shelf, tmp_path):
    for match in (1, 2):
        shelf.save_clip(replace(clip(match, 2), name=ClipName(match, 2)))
    shelf.adopt_early_clips({1: uid(1)})
    assert shelf.list_clips() == {name(1, 2): False, ClipName(2, 2): False} and shelf.load_clip(name(1, 2))


def test_what_is_kept_has_its_own_bound_and_never_makes_room(tmp_path):
    shelf = ClipShelf(tmp_path / "clips", most=6000, most_kept=3000, spare=0)
    shelf.save_clip(clip(1, 1, 500)), shelf.save_clip(clip(1, 2, 500))
    shelf.keep_for_good(name(1, 1), True)
    with pytest.raises(InputError, match="no room for another replay"):
        shelf.keep_for_good(name(1, 2), True)
    with pytest.raises(InputError, match="no room for another replay"):
        shelf.save_clip(clip(1, 3, 500, kept=True))
    shelf.save_clip(clip(2, 1, 500))
    assert name(1, 1) in shelf.list_clips()


def test_the_disk_is_never_filled(tmp_path):
    shelf = ClipShelf(tmp_path / "clips", spare=1 << 62)
    with pytest.raises(InputError, match="no room"):
        shelf.save_clip(clip(1, 1))
    assert shelf.list_clips() == {}


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06" + bytes(18)])
def test_a_damaged_file_is_none(tmp_path, shelf, content):
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / f"{name(1, 2).file}.clip.zip").write_bytes(content)
    assert shelf.load_clip(name(1, 2)) is None


def test_what_a_power_cut_left_is_swept_away(tmp_path, shelf):
    shelf.save_clip(clip(1, 1))
    (tmp_path / "clips" / f"{name(1, 2).file}.clip.zip.new").write_bytes(b"half")
    assert shelf.list_clips() == {name(1, 1): False}
    shelf.forget_passing_clips(but=uid(1))
    assert [path.name for path in (tmp_path / "clips").iterdir()] == [f"{name(1, 1).file}.clip.zip"]


@pytest.mark.parametrize(("value", "answer"), [("true", True), ("false", False)])
def test_one_setting_switches_replays_off(tmp_path, value, answer):
    (tmp_path / "companion.toml").write_text(f"[eye]\nreplays = {value}\n")
    assert load_config(tmp_path / "companion.toml").eye.replays is answer


@pytest.mark.parametrize("key", ["eye.replays", "web.tls"])
@pytest.mark.parametrize("value", ["1", '"no"', "[]"])
def test_a_setting_that_is_neither_on_nor_off_is_named(tmp_path, key, value):
    table, _, name = key.partition(".")
    (tmp_path / "companion.toml").write_text(f"[{table}]\n{name} = {value}\n")
    with pytest.raises(ConfigError, match=f"{key}: true or false is needed"):
        load_config(tmp_path / "companion.toml")


def test_where_nothing_is_recorded_what_nobody_keeps_is_thrown_away(tmp_path):
    shelf = ClipShelf(tmp_path / "clips", spare=0)
    shelf.save_clip(clip(1, 2)), shelf.save_clip(clip(1, 3, kept=True))
    config = Config(web=Web(port=0), eye=EyeSettings(replays=False))
    companion = Companion(config, lambda game, match: None, tmp_path)
    assert companion.footage is None and shelf.list_clips() == {name(1, 3): True}
    companion.server.stop_serving()
