"""What a public project brings: workflows that call what is here, forms whose lines are understood, a wheel of the same bytes."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from companion import __version__
from companion.cli.loader import make_parser
from companion.games.sheets import list_games
from web.news import read_news

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = [path for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]


def lines_of(workflow):
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_calls_the_commands_that_people_type(workflow):
    called = [
        program for line in lines_of(workflow) for program in re.findall(r"(?:^|\s)((?:\./|tests/|systemd/)[\w/]+)", line)
    ]
    assert all(os.access(ROOT / program, os.X_OK) for program in called)
    made = [target for line in lines_of(workflow) for target in re.findall(r"^make (\w+)", line)]
    assert all(re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE) for target in made)
    assert called or made


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.name)
def test_a_form_asks_for_what_the_command_line_knows(form):
    fields = yaml.safe_load(form.read_text(encoding="utf-8"))["body"]
    assert any(field.get("validations", {}).get("required") for field in fields)
    typed = re.findall(
        r"`(?:sudo )?(companion [^`]+)`", " ".join(str(field["attributes"].get("description", "")) for field in fields)
    )
    for line in typed:
        arguments = shlex.split(line)[1:]
        if arguments[-1] != "--help" and arguments != ["doctor"]:
            assert callable(make_parser(arguments).parse_args(arguments).run)


def test_every_paper_says_the_same_version():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == __version__
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheel of the files that git knows, built twice."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout: git does not say which files are ours")
    made = []
    for _ in range(2):
        folder = tmp_path_factory.mktemp("built")
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        kept = "\0".join(name for name in names.split("\0") if name and not name.startswith(("tests/", "docs/")))
        pack = subprocess.run(
            ["tar", "-c", "--null", "-T", "-"], cwd=ROOT, input=kept.encode(), capture_output=True, check=True
        )
        subprocess.run(["tar", "-x", "-C", str(folder)], input=pack.stdout, check=True)
        options = ["--no-deps", "--no-build-isolation", "--no-index"]
        build = [sys.executable, "-m", "pip", "wheel", "-q", *options, "-w", str(folder / "out"), "."]
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run(build, cwd=folder, env=environment, check=True, capture_output=True)
        made.append(next((folder / "out").glob("*.whl")))
    return made


def test_the_same_sources_give_the_same_wheel(wheels):
    first, second = (wheel.read_bytes() for wheel in wheels)
    assert first == second


def test_the_wheel_says_what_is_new(wheels):
    with zipfile.ZipFile(wheels[0]) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        news = read_news(wheel.read(name).decode())
    assert news is not None and news.version == __version__ and news.sections


def test_the_wheel_holds_nothing_that_no_user_runs(wheels):
    held = zipfile.ZipFile(wheels[0]).namelist()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {name.split("/")[0] for name in held if ".dist-info" not in name} == {
        "companion",
        "vision",
        "hardware",
        "web",
        "calibration",
    }
    assert not [name for name in held if re.search(r"calibration/(french|numbers|icons|networks)", name)]
    assert any(name.endswith(".onnx") for name in held) and project["scripts"]["table-companion"]


def test_the_site_is_built_without_a_broken_link_and_shows_each_game(tmp_path):
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    pages = [path for path in tmp_path.rglob("*.html") if path.name != "404.html"]
    assert {f"{game}.html" for game in list_games()} <= {path.name for path in (tmp_path / "games").iterdir()}
    for page in pages:
        for link in re.findall(r'src="([^":?#]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
    assert "TG-04" in (tmp_path / "games/the_game.html").read_text(encoding="utf-8")
    assert "/api/state" in (tmp_path / "http.html").read_text(encoding="utf-8")
