"""`companion update` in an environment of its own, with real wheels of other versions; and the lines it says at the door."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from companion import __version__
from companion.cli.loader import main
from companion.errors import ConfigError, StateError
from companion.journal.state_lock import StateLock
from companion.machine.update.keeping import KEPT_COPIES, keep_packages, keep_state
from companion.machine.update.versions import order_version, read_offer, read_version
from companion.machine.update.ways import APT, CHECKOUT, PIP, PIPX, SERVICE, UV_TOOL, UVX, find_way
from tests.check_types import ROOT

OLD, NEW, BROKEN = "0.0.8", "0.0.9", "0.0.10"
BREAKS = 'raise SystemExit("no such library")\n'


def change_version(wheel, version, into, breaks=""):
    """The wheel of another version; `breaks`: a program that its doctor ends with."""
    packed = into / f"table_companion-{version}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(wheel) as found, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:
        for name in found.namelist():
            data = found.read(name)
            where = re.sub(r"^table_companion-[^/]+\.dist-info/", f"table_companion-{version}.dist-info/", name)
            if where.endswith(".dist-info/RECORD"):
                continue
            if where.endswith(".dist-info/METADATA"):
                data = re.sub(rb"(?m)^Version: .*$", f"Version: {version}".encode(), data, count=1)
            if where == "companion/__init__.py":
                data = re.sub(rb'__version__ = ".*"', f'__version__ = "{version}"'.encode(), data)
            if where == "companion/cli/doctor.py":
                data += breaks.encode()
            made.writestr(where, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{where},sha256={digest},{len(data)}\n")
        made.writestr(f"table_companion-{version}.dist-info/RECORD", "".join(record))
    return packed


@pytest.fixture(scope="session")
def wheels(once):
    """A folder with wheels of three versions of these sources; the newest does not start."""

    def make(folder):
        sources = folder / "sources"
        listed = ["git", "ls-files", "-zco", "--exclude-standard"]
        files = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        for name in files:
            ours = name.startswith(("companion/", "vision/", "hardware/", "web/", "calibration/")) or "/" not in name
            if ours and (ROOT / name).is_file():
                (sources / name).parent.mkdir(parents=True, exist_ok=True)
                (sources / name).write_bytes((ROOT / name).read_bytes())
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
        subprocess.run([*pip, "-w", folder / "built", sources], check=True)
        [built] = (folder / "built").iterdir()
        for version, breaks in ((OLD, ""), (NEW, ""), (BROKEN, BREAKS)):
            change_version(built, version, folder, breaks)

    return once("wheels-of-versions", make)


@pytest.fixture
def table(tmp_path, wheels):
    """Runs commands of a companion of the oldest version, in an environment of its own that sees the packages of this one."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env/bin/python"
    [site] = (tmp_path / "env/lib").glob("python3*/site-packages")
    here = next(path for path in map(Path, sys.path) if path.name == "site-packages")
    (site / "others.pth").write_text(f"{here}\n")
    (tmp_path / "state").mkdir()
    (tmp_path / "state/kept").write_text("ours")
    away = {"PIP_NO_INDEX": "1", "PIP_NO_COMPILE": "1", "STATE_DIRECTORY": str(tmp_path / "state"), "PATH": os.environ["PATH"]}
    offered = tmp_path / "offered"
    offered.mkdir()

    def run(*words, **more):
        found = {**away, "PIP_FIND_LINKS": str(offered), **more}
        return subprocess.run(list(map(str, words)), cwd=tmp_path, env=found, capture_output=True, text=True)

    def offer(*versions):
        for old in offered.iterdir():
            old.unlink()
        for version in versions:
            name = f"table_companion-{version}-py3-none-any.whl"
            (offered / name).symlink_to(wheels / name)
        return offered / name

    def companion(*words, **more):
        done = run(tmp_path / "env/bin/companion", *words, **more)
        return done.returncode, done.stdout, done.stderr

    companion.offer, companion.state, companion.site = offer, tmp_path / "state", site
    done = run(python, "-m", "pip", "install", "--quiet", "--no-deps", wheels / f"table_companion-{OLD}-py3-none-any.whl")
    assert done.returncode == 0, done.stderr
    return companion


def which(table):
    return table("--version")[1]


@pytest.mark.whole
def test_there_and_back(table):
    table.offer(OLD)
    assert table("update") == (0, f"{OLD} runs, and nothing newer is offered.\n", "")
    file = table.offer(OLD, NEW)
    assert table("update", "--check") == (0, f"{OLD} runs, {NEW} is offered.\n", "")
    status, said, wrong = table("update")
    assert (status, wrong) == (0, "") and said.endswith(
        f"{NEW} is installed and starts. The way back: companion update --back\n"
    )
    assert which(table) == f"table-companion {NEW}\n"
    [copy] = (table.state / "before-upgrades").glob(f"*-{OLD}.tar.gz")
    with tarfile.open(copy) as packed:
        assert packed.extractfile("./kept").read() == b"ours"
    assert table("update", file) == (0, f"{NEW} runs already.\n", "")
    older = file.with_name(f"table_companion-{OLD}-py3-none-any.whl")
    status, said, wrong = table("update", older)
    assert (status, said) == (2, "") and f"holds {OLD}, older than {NEW}" in wrong and "--back" in wrong
    status, said, wrong = table("update", "--back")
    assert (status, wrong) == (0, "") and f"{OLD} was put back, and starts." in said and "tar -xzf" in said
    assert which(table) == f"table-companion {OLD}\n"
    status, said, wrong = table("update", "--back")
    assert (status, said) == (2, "") and "there is no way back" in wrong


@pytest.mark.whole
def test_what_does_not_start_makes_way_for_what_ran_before(table):
    status, said, wrong = table("update", table.offer(NEW))
    assert (status, wrong) == (0, ""), said
    status, said, wrong = table("update", table.offer(BROKEN))
    assert (status, wrong) == (1, f"companion: {BROKEN} does not start: no such library\n")
    assert said.endswith(f"{NEW} was put back, and starts.\n")
    assert which(table) == f"table-companion {NEW}\n"
    assert table("update", "--back")[0] == 0, "the way back further is still there"
    assert which(table) == f"table-companion {OLD}\n"


@pytest.mark.whole
def test_without_a_network_one_line_says_so_and_nothing_changes(table):
    table.offer(OLD)
    away = {"PIP_NO_INDEX": "", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": ""}
    status, said, wrong = table("update", **away)
    assert (status, said) == (2, "") and "no network" in wrong and wrong.count("\n") == 1, "not that nothing newer is offered"
    file = table.offer(NEW)
    with StateLock(table.state):
        status, _, wrong = table("update", file, **away)
    assert status == 2 and wrong.count("\n") == 1 and str(table.state) in wrong, "a companion that runs is left alone"
    assert which(table) == f"table-companion {OLD}\n"
    assert table("update", file, **away)[0] == 0, "a file needs no network"
    found = {**away, "PIP_FIND_LINKS": str(table.offer(NEW, BROKEN).parent)}
    assert table("update", "--check", **found) == (0, f"{NEW} runs, {BROKEN} is offered.\n", ""), "one place of two answers"


def said_at_the_door(capsys, *words):
    assert main(["update", *map(str, words)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    return said.err


def test_a_checkout_is_told_what_to_type(capsys):
    assert "git pull && ./start" in said_at_the_door(capsys)
    assert "git checkout" in said_at_the_door(capsys, "--back")


def pack(path, **told):
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(
            f"{told['folder']}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
        )
    return path


def test_a_wrong_file_is_one_line(tmp_path, capsys):
    assert "there is no file" in said_at_the_door(capsys, tmp_path / "none.whl")
    (tmp_path / "mat.pdf").touch()
    assert ".whl (pip, pipx) or .deb (apt)" in said_at_the_door(capsys, tmp_path / "mat.pdf")
    (tmp_path / "torn.whl").write_bytes(b"PK\x03\x04 half")
    other = pack(tmp_path / "other.whl", folder="numpy-2", name="numpy", version="2")
    lying = pack(tmp_path / "lying.whl", folder="table_companion-9", name="numpy", version="9")
    for file in (tmp_path / "torn.whl", other, lying):
        assert "is no whole wheel of table-companion" in said_at_the_door(capsys, file)
    older = pack(tmp_path / "older.whl", folder="table_companion-0.0.1", name="table-companion", version="0.0.1")
    assert f"holds 0.0.1, older than {__version__}" in said_at_the_door(capsys, older)
    assert "takes no file" in said_at_the_door(capsys, older, "--back")


def test_apt_is_told_what_to_type_and_takes_no_wheel(tmp_path):
    (tmp_path / "companion_0.2.0_all.deb").touch()
    with pytest.raises(ConfigError, match=r"Type: sudo apt install /.*/companion_0\.2\.0_all\.deb"):
        read_offer(tmp_path / "companion_0.2.0_all.deb", APT, "0.1.0")
    wheel = pack(tmp_path / "x.whl", folder="table_companion-9", name="table-companion", version="9")
    with pytest.raises(ConfigError, match=r"take the file that ends in \.deb"):
        read_offer(wheel, APT, "0.1.0")
    with pytest.raises(ConfigError, match=r"take the file that ends in \.whl"):
        read_offer(tmp_path / "companion_0.2.0_all.deb", PIPX, "0.1.0")
    assert read_version(wheel) == "9"


def test_how_it_was_installed(tmp_path):
    env, base = tmp_path / "env", tmp_path / "usr"
    (env / "lib/python3.11/site-packages/pip").mkdir(parents=True)
    listed = tmp_path / "companion.list"
    assert find_way(env, base, home=tmp_path, dpkg_list=listed) is SERVICE
    listed.touch()
    assert find_way(env, base, home=tmp_path, dpkg_list=listed) is APT
    assert find_way(env, base) is CHECKOUT
    way_of = partial(find_way, base=base, sources=tmp_path)
    assert way_of(env) is PIP
    assert way_of(tmp_path / "uv/archive-v0/1x") is UVX
    assert "pipx install" in way_of(base).update and "uv pip" in way_of(tmp_path).update
    (env / "uv-receipt.toml").touch()
    assert way_of(env) is UV_TOOL
    (env / "pipx_metadata.json").touch()
    assert way_of(env) is PIPX


def test_the_newest_copies_stay_and_a_full_disk_leaves_none(tmp_path):
    (tmp_path / "journal.sqlite").write_bytes(os.urandom(100_000))
    for day in range(KEPT_COPIES + 2):
        newest = keep_state(tmp_path, "0.1.0", day * 86_400.0)
    kept = sorted((tmp_path / "before-upgrades").iterdir())
    assert len(kept) == KEPT_COPIES and kept[-1] == newest
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(StateError, match="make room"):
            keep_state(tmp_path, "0.1.0", 9 * 86_400.0)
        with pytest.raises(StateError, match="make room"):
            keep_packages(["flask"], tmp_path / "packages")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted((tmp_path / "before-upgrades").iterdir()) == kept and not (tmp_path / "packages").exists()


def test_a_package_that_is_installed_is_put_together_again_as_it_came(tmp_path):
    """pip takes the wheel and writes the same files and commands from it."""
    [wheel] = keep_packages(["flask", "no-such-package"], tmp_path / "kept")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-compile",
        "--target",
        tmp_path / "there",
    ]
    subprocess.run([*pip, wheel], check=True)
    import flask

    origin = Path(flask.__file__).parent
    ours = {path.relative_to(origin): path.read_bytes() for path in origin.rglob("*.py")}
    theirs = tmp_path / "there/flask"
    assert ours == {path.relative_to(theirs): path.read_bytes() for path in theirs.rglob("*.py")}
    assert (tmp_path / "there/bin/flask").exists()


NUMBERS = st.lists(st.integers(0, 30), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts)))
VERSIONS = st.builds(
    "{}{}{}{}".format,
    NUMBERS,
    st.sampled_from(["", "a1", "b2", "rc1", "rc2"]),
    st.sampled_from(["", ".post1", ".post2"]),
    st.sampled_from(["", ".dev1", ".dev3"]),
)


@given(VERSIONS, VERSIONS)
def test_versions_are_sorted_as_pip_sorts_them(one, other):
    assert (order_version(one) < order_version(other)) == (Version(one) < Version(other))


def test_what_is_no_version_is_said():
    with pytest.raises(ConfigError, match="is no version"):
        order_version("newest")


def test_json_of_doctor_is_what_a_trial_looks_for(capsys):
    assert main(["doctor", "--json"]) in (0, 1)
    assert isinstance(json.loads(capsys.readouterr().out), list)
