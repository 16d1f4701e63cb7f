"""The Debian package as dpkg reads it. That it installs, upgrades and goes is proved on bare systems by `tests/bare trixie deb`."""

import shutil
import subprocess
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[2]


def run_deb(*arguments):
    return subprocess.run([str(ROOT / "systemd/deb"), *map(str, arguments)], capture_output=True, text=True)


SERVICES = ["companion", "companion-club"]


@pytest.fixture(scope="module", params=SERVICES)
def service(request):
    """What the package puts in place: a table's service or a club's."""
    return request.param


@pytest.fixture(scope="module")
def packages(service, tmp_path_factory):
    """The package, made twice."""
    for program in ("dpkg-deb", "git"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed on this machine")
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout: the package is made of what is committed")
    folders = [tmp_path_factory.mktemp("made") for _ in range(2)]
    for folder in folders:
        done = run_deb("all", folder, service)
        assert done.returncode == 0, done.stderr
    return [folder / f"{service}_{__version__}_all.deb" for folder in folders]


def ask_dpkg(*arguments):
    return subprocess.run(["dpkg-deb", *map(str, arguments)], capture_output=True, text=True, check=True).stdout


@pytest.mark.whole
def test_the_same_sources_give_the_same_bytes(packages):
    first, second = (package.read_bytes() for package in packages)
    assert first == second


@pytest.mark.whole
def test_it_holds_what_the_installer_needs_and_nothing_of_a_developer(packages, service):
    held = {line.split()[-1].removeprefix("./") for line in ask_dpkg("--contents", packages[0]).splitlines()}
    share = f"usr/share/table-{service}"
    needed = {"systemd/install", f"systemd/{service}.service", "requirements-club.lock", "companion/__main__.py"}
    assert {f"{share}/{file}" for file in needed} <= held
    assert not [path for path in held if "/tests/" in path or path.endswith((".pyc", "requirements-dev.lock", "systemd/deb"))]
    owners = {line.split()[1] for line in ask_dpkg("--contents", packages[0]).splitlines()}
    assert owners == {"root/root"}


@pytest.mark.whole
def test_its_scripts_are_sh_and_install_its_own_service(packages, service, tmp_path):
    subprocess.run(["dpkg-deb", "--control", str(packages[0]), str(tmp_path / "control")], check=True)
    for name in ("preinst", "postinst", "prerm", "postrm"):
        assert subprocess.run(["sh", "-n", str(tmp_path / "control" / name)]).returncode == 0
    installer = f"/usr/share/table-{service}/systemd/install{' --club' if service == 'companion-club' else ''}"
    last = {name: (tmp_path / "control" / name).read_text().splitlines()[-1] for name in ("postinst", "prerm", "postrm")}
    assert last["postinst"] == f"PACKAGED=yes {installer}" and last["prerm"] == f"PACKAGED=yes {installer} --uninstall"
    assert last["postrm"].endswith(f"userdel table-{service}")
    told = [ask_dpkg("--field", packages[0], field).strip() for field in ("Package", "Version")]
    assert told == [service, __version__]


@pytest.mark.whole
def test_it_refuses_to_go_back_with_a_word(packages, service, tmp_path):
    subprocess.run(["dpkg-deb", "--control", str(packages[0]), str(tmp_path / "control")], check=True)
    done = subprocess.run(
        ["sh", str(tmp_path / "control/preinst"), "upgrade", "99.0", __version__], capture_output=True, text=True
    )
    assert done.returncode == 1 and f"sudo apt remove {service} " in done.stderr


@pytest.mark.parametrize("words", [("sparc",), ("all", "dist", "companion-home")])
def test_another_machine_or_package_is_refused_in_one_line(words):
    done = run_deb(*words)
    usage = "usage: systemd/deb [all|amd64|arm64] [FOLDER [companion|companion-club]]\n"
    assert (done.returncode, done.stderr) == (2, usage)
