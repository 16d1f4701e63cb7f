"""Files that people write in any editor: they are read, or the line that is wrong is named."""

from __future__ import annotations

import codecs

import pytest

from companion.cli import main
from companion.errors import ConfigError
from companion.machine.config import load_config
from companion.machine.text_files import read_mat_file

ITALIAN = 'language = "it"\r\n[web]\r\nport = 8972\r\nnames = ["caffè.example"]\r\n'


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["plain", "byte-order mark"])
def test_a_configuration_saved_by_notepad_is_read(tmp_path, mark):
    path = tmp_path / "companion.toml"
    path.write_bytes(mark + ITALIAN.encode())
    config = load_config(path)
    assert (config.language, config.web.port, config.web.names) == ("it", 8972, ("caffè.example",))


def test_a_configuration_saved_as_utf_16_is_read(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_bytes(ITALIAN.encode("utf-16"))
    assert load_config(path).web.names == ("caffè.example",)


WRONG = {
    "a value is missing": ('language = "it"\n[web]\nport =\n', "line 3, “port =”, cannot be understood"),
    "no equals sign": ('language "it"\n', "line 1, “language \"it\"”, cannot be understood"),
    "a part twice": ('[web]\nport = 1\n[eye]\n[web]\n', "line 4, “[web]”, stands twice"),
    "a key twice": ("[web]\nport = 1\nport = 2\n", "line 3, “port = 2”, stands twice"),
    "a quotation mark is open": ('[eye]\nsource = """v4l2:0\n', "in the middle"),
    "a bracket is open": ("[web]\nnames = [\n", "in the middle"),
    "a long number": ("[web]\nport = " + "9" * 5000, "line 2: a number has at most 12 digits"),
    "thirteen digits": ("[web]\nport = 1234567890123", "web.port: A number here has at most 12 digits"),
    "infinity": ("[sound]\nvolume = inf", "sound.volume: A number"),
    "much nested": ("[web]\nnames = " + "[" * 50_000, "nested too deeply"),
    "a control sign": ('[eye]\nsource = "v4l2:\\u0007"', "eye.source: A text holds a sign that cannot be used here: U+0007"),
    "a long text": ('[eye]\nsource = "' + "v" * 1001 + '"', "eye.source: A text here has at most 1,000 characters"),
    "a key of two lines": ('"a\\nb" = 1', "a?b: unknown key"),
}  # fmt: skip
PYTHON = ["Invalid statement", "Invalid value", "codec", "sys.", "None", "('web',)", "at line", "recursion", "Expected"]


@pytest.mark.parametrize("case", WRONG)
def test_a_configuration_that_is_wrong_is_one_line_that_says_where(tmp_path, capsys, case):
    path = tmp_path / "companion.toml"
    text, words = WRONG[case]
    path.write_text(text)
    assert main(["doctor", "--config", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and str(path) in said and words in said
    assert not [word for word in PYTHON if word in said]


def test_a_configuration_that_is_no_utf_8_is_told_by_its_line(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_bytes(ITALIAN.encode("latin-1"))
    with pytest.raises(ConfigError, match="Line 4 of the file is not UTF-8 text"):
        load_config(path)


def test_a_folder_instead_of_a_configuration_is_said(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load_config(tmp_path)


@pytest.mark.parametrize(
    "text", ["{", "[1, 2", '{"size_mm": NaN}', '{"a": ' + "9" * 5000 + "}", "[" * 100_000, '{"a": "\\ud800"}']
)
def test_a_mat_that_is_no_json_is_one_sentence_with_the_cure(tmp_path, text):
    path = tmp_path / "mat.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match="companion print mat --json") as caught:
        read_mat_file(path)
    assert not [word for word in (*PYTHON, "Expecting", "delimiter") if word in str(caught.value)]


@pytest.mark.parametrize(
    ("line", "words"), [("soon", "“soon” is no number of seconds"), ("nan", "at most 12 digits"), ("1e99", "at most 12 digits")]
)
def test_a_file_of_seconds_that_is_wrong_is_told_by_its_line(tmp_path, capsys, line, words):
    path = tmp_path / "turns.txt"
    path.write_text(f"\ufeff12.5\r\n{line}\r\n", encoding="utf-8")
    assert main(["watch", "virtual", "--game", "the_game", "--players", "2", "--turns", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "line 2" in said and words in said
