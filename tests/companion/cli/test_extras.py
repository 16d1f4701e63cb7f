"""What an extra of the package brings is asked for by the one command that needs it, and by no other."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from companion.cli.loader import EXTRAS, main
from tests.check_types import ROOT

ASKED = {
    "print": ["print", "controls", "--out", "controls.pdf"],
    "tls": ["run", "--source", "virtual", "--tls", "--port", "1"],
    "club": ["club"],
}


RUN = "import sys; sys.modules.update(dict.fromkeys({missing!r})); from companion.cli.loader import main; sys.exit(main({words!r}))"


@pytest.mark.whole
@pytest.mark.parametrize("extra", EXTRAS)
def test_one_line_says_what_to_install_for_a_command(extra, tmp_path):
    program = RUN.format(missing=EXTRAS[extra], words=ASKED[extra])
    found = {"STATE_DIRECTORY": str(tmp_path), "PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=found, capture_output=True, text=True)
    said = f"companion: companion {ASKED[extra][0]} needs further packages: pip install 'table-companion[{extra}]'\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.whole
def test_pictures_and_geometry_need_no_extra(tmp_path):
    words = ["print", "mat", "--game", "the_game", "--out", "mat.png", "--json"]
    program = RUN.format(missing=EXTRAS["print"], words=words)
    found = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=found, capture_output=True, text=True)
    assert done.returncode == 0 and (tmp_path / "mat.png").stat().st_size and '"up1"' in done.stdout


def test_extras_are_those_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {re.match(r"[\w-]+", line)[0].lower() for line in project["dependencies"]}
    for extra, packages in EXTRAS.items():
        assert extra in project["optional-dependencies"]
        assert not asked & {*packages}


def test_an_error_that_is_no_missing_extra_is_not_called_one(monkeypatch):
    monkeypatch.setitem(sys.modules, "companion.games.sheets", None)
    monkeypatch.delitem(sys.modules, "companion.cli.simulate", raising=False)
    with pytest.raises(ModuleNotFoundError):
        main(["simulate", "the_game"])


@pytest.mark.whole
def test_the_demo_and_the_service_load_no_extra():
    missing = [*(package for packages in EXTRAS.values() for package in packages), "PIL", "fontTools", "cffi"]
    commands = ", ".join(f"companion.cli.{name}" for name in ("demo", "run", "watch", "support", "doctor", "calibrate"))
    program = f"import sys; sys.modules.update(dict.fromkeys({missing!r})); import {commands}"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
