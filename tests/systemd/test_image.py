"""The recipe of the image: what its hook leaves in a system, and what Imager is told. `tests/image` proves that such an image starts."""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from companion import __version__

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "systemd/image"
LAYER = IMAGE / "layer/table-companion.yaml"
HAS_PI_ARCHIVE, PLAIN_DEBIAN = "echo Package: it", "exit 100"


def set_up(folder, pi):
    """A system in which the hook was run; its chroot installs our settings and asks the archive, as `pi` says."""
    root, tools = folder / "root", folder / "tools"
    for there in (root / "tmp", root / "etc/ssh", root / "etc/cloud/cloud.cfg.d", tools):
        there.mkdir(parents=True)
    (root / "etc/ssh/ssh_host_ed25519_key").write_text("made while it was built")
    chroot = tools / "chroot"
    settings = root / "etc/table-companion"
    chroot.write_text(
        f"#!/bin/sh\ncase $* in\n*apt-cache*) {pi} ;;\n*companion.deb*) test -e {root}/tmp/companion.deb && mkdir -p {settings} &&"
        f" cp {ROOT}/systemd/companion.toml {settings}/ ;;\nesac\n"
    )
    chroot.chmod(0o755)
    (folder / "our.deb").write_text("a package")
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run([str(IMAGE / "set_up"), str(root), str(folder / "our.deb")], env=environment, check=True)
    return root


@pytest.mark.parametrize(("pi", "signals"), [(HAS_PI_ARCHIVE, "gpio"), (PLAIN_DEBIAN, "none")])
def test_the_card_has_a_name_pins_where_there_are_any_and_no_keys(tmp_path, pi, signals):
    root = set_up(tmp_path, pi)
    assert (root / "etc/hostname").read_text() == "companion\n"
    assert "127.0.1.1\tcompanion\n" in (root / "etc/hosts").read_text()
    settings = tomllib.loads((root / "etc/table-companion/companion.toml").read_text())
    assert settings["signals"] == signals and settings["web"]["host"] == "0.0.0.0"
    assert not list((root / "etc/ssh").iterdir()) and not list((root / "tmp").iterdir())


def test_what_imager_writes_is_looked_for_where_it_writes_it(tmp_path):
    root = set_up(tmp_path, PLAIN_DEBIAN)
    first_start = yaml.safe_load((root / "etc/cloud/cloud.cfg.d/90-imager.cfg").read_text())
    assert first_start["datasource"]["NoCloud"]["seedfrom"] == "file:///boot/firmware/"
    card = root / "boot/firmware"
    assert {file.name for file in card.iterdir()} == {"user-data", "meta-data", "network-config"}
    assert (card / "user-data").read_text().startswith("#cloud-config")
    assert yaml.safe_load((card / "network-config").read_text())["network"]["ethernets"]["eth0"]["dhcp4"]
    renderer = yaml.safe_load((root / "etc/netplan/00-renderer.yaml").read_text())
    assert renderer["network"]["renderer"] == "NetworkManager"


def test_imager_is_told_what_lies_here_and_how_its_settings_go_in(tmp_path):
    image = tmp_path / "our image.img"
    image.write_bytes(b"an image")
    said = subprocess.run([str(IMAGE / "manifest"), str(image)], capture_output=True, text=True, check=True).stdout
    (system,) = json.loads(said)["os_list"]
    assert system["init_format"] == "cloudinit" and system["url"] == image.as_uri()
    assert (system["extract_size"], system["extract_sha256"]) == (8, hashlib.sha256(b"an image").hexdigest())


def test_the_recipe_calls_a_hook_that_is_there_with_what_the_builder_knows():
    recipe = yaml.safe_load(LAYER.read_text())["mmdebstrap"]
    (hook,) = recipe["customize-hooks"]
    program, *words = shlex.split(hook)
    assert os.access(IMAGE / program, os.X_OK) and words == ["$1", "$IGconf_companion_deb"]
    head = LAYER.read_text()
    assert "# X-Env-VarPrefix: companion\n" in head and "# X-Env-Var-deb:\n" in head
    name = re.search(r"^# X-Env-Layer-Name: (.*)$", head, re.MULTILINE)[1]
    assert yaml.safe_load((IMAGE / "config/companion.yaml").read_text())["layer"]["app"] == name


def test_the_recipe_brings_what_the_package_needs_and_its_access_point():
    packages = yaml.safe_load(LAYER.read_text())["mmdebstrap"]["packages"]
    control = (ROOT / "systemd/deb").read_text()
    needs = (
        re.search(r"^Depends: (.*)$", control, re.MULTILINE)[1] + ", " + re.search(r'suggested="([^"]*)" # for the', control)[1]
    )
    names = {need.split(" (")[0] for need in needs.split(", ")} - {"systemd", "passwd"}
    assert {*names, "avahi-daemon"} <= {package.removesuffix("t64") for package in packages}


def test_what_is_to_be_typed_names_the_package_of_this_version():
    for file in ("config/companion.yaml", "README.md"):
        assert f"companion_{__version__}_arm64.deb" in (IMAGE / file).read_text()


def test_the_proof_is_skipped_with_a_word_where_it_cannot_be_had(tmp_path):
    for program in ("sh", "id", "dirname", "printf"):
        (tmp_path / program).symlink_to(shutil.which(program))
    done = subprocess.run([str(ROOT / "tests/image")], env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 77 and done.stdout.startswith("== SKIPPED: ") and "sudo" in done.stdout


def test_the_proof_names_no_mirror():
    assert "://" not in (ROOT / "tests/image").read_text()
