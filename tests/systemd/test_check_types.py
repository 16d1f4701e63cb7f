"""Every numpy that some Python gets is one the types are checked against."""

from __future__ import annotations

import pytest
from packaging.requirements import Requirement

from tests import check_types
from tests.check_types import LOCKS, ROOT, Check, NotFetchedError, checks

TWO = """\
mypy==2.4.1
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:0a --hash=sha256:0b
numpy==2.5.5 ; python_full_version >= '3.12'
numpy-other==1
"""


def test_each_numpy_is_checked_as_the_newest_python_that_gets_it():
    assert checks(TWO) == [Check("3.11", "2.4.6", ("sha256:0a", "sha256:0b")), Check("3.13", "2.5.5", ())]


@pytest.mark.parametrize("lock", LOCKS)
def test_no_python_gets_a_numpy_that_is_not_checked(lock):
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    lines = [line.partition(" --hash")[0] for line in text.splitlines() if line.startswith("numpy==")]
    got = {
        str(wanted.specifier)[2:]
        for wanted in map(Requirement, lines)
        for python in LOCKS[lock]
        if not wanted.marker or wanted.marker.evaluate({"python_full_version": f"{python}.9", "python_version": python})
    }
    assert got and {check.numpy for check in checks(text, LOCKS[lock])} == got


@pytest.mark.parametrize("wrong", [Check("3.13", "2.5.5", ()), Check("3.11", "2.4.6", ())])
def test_one_numpy_that_the_types_do_not_pass_with_is_enough(wrong):
    ran = []

    def run(check, numpy):
        ran.append(check)
        return int(check.numpy == wrong.numpy)

    wanted = checks(TWO)
    assert check_types.main(run, lambda check, folder: folder / check.numpy, wanted) == 1
    assert {*ran} == {*wanted}


def test_without_the_internet_one_line_says_which_numpy_is_missing(capsys, tmp_path, monkeypatch):
    for name in ("INDEX_URL", "FIND_LINKS", "EXTRA_INDEX_URL"):
        monkeypatch.setenv(f"PIP_{name}", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(
        NotFetchedError,
        match=r"^numpy 9\.9\.9, which Python 3\.13 gets, could not be fetched: is this machine on the internet\?",
    ):
        check_types.fetch(Check("3.13", "9.9.9", ()), tmp_path)
    assert list(tmp_path.iterdir()) == []

    def none(check, folder):
        raise NotFetchedError("numpy 9.9.9 could not be fetched")

    assert check_types.main(lambda check, numpy: 0, none, [Check("3.13", "9.9.9", ())]) == 1
    assert capsys.readouterr().err == "numpy 9.9.9 could not be fetched\n"


def test_what_is_there_already_is_not_fetched_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "9.9.9").mkdir()
    assert check_types.fetch(Check("3.13", "9.9.9", ()), tmp_path) == tmp_path / "9.9.9"


def test_the_types_are_checked_so_before_the_tests():
    assert "-m tests.check_types" in (ROOT / "check").read_text()
