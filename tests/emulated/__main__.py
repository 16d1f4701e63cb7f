"""The image that tests/image built, in an emulator: found by its name, joined, shown films, its power pulled, and on again.

`python -m tests.emulated FOLDER`, as root, in a network namespace of its own, as tests/image starts it. FOLDER holds `plain.img`, `kernel`
and `initrd`. Each step prints its seconds. The status is 0 where all of it held.

A tap and dnsmasq are the home's network, nothing leads out of it. The card is written on as Raspberry Pi Imager would, with a user and a
key. What a person types goes over SSH, what a phone does over HTTP. To pull the plug is to kill the emulator: what the system had not
written to its card is lost. What a card's own cache would lose besides is not tried, so nothing waits for the disk below the card. Then a
fresh card starts without a cable, and without a Wi-Fi that is known: router and phone are in the machine itself, on radios that its kernel
pretends (tests/emulated/neighbours.py).
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from tests.emulated import household, neighbours
from tests.emulated.household import NAME, PATIENCE_S, Failed, Phone, look_up, patiently, step
from tests.judged_film import RATE, film_judged_cards, write_film
from vision.drawn.table.acts import Act, Draw, Lay, Lift, Wait
from vision.drawn.table.virtual_camera import VirtualTable

HOME, LEASES = "10.77.0.1", "10.77.0.50,10.77.0.99,1h"
FACTS = 30
"""So many are acknowledged before the plug is pulled."""
SLOW = "systemd.default_timeout_start_sec=1200 systemd.service_watchdogs=no"
"""An emulator is too slow for the clocks of the units; the image itself keeps them."""


# --- the home's network ----------------------------------------------------------------------------------------------


def lay_network(stack: ExitStack) -> None:
    """A tap with our address, and dnsmasq that gives the machine at its other end one."""
    for words in (
        "link set lo up",
        "tuntap add dev tap0 mode tap",
        f"addr add {HOME}/24 dev tap0",
        "link set tap0 up",
        "route add 224.0.0.0/4 dev tap0",
    ):
        subprocess.run(["ip", *words.split()], check=True)
    words = (
        "--keep-in-foreground --conf-file=/dev/null --no-hosts --no-resolv --interface=tap0 --bind-interfaces --leasefile-ro"
    )
    router = subprocess.Popen(["dnsmasq", *words.split(), f"--dhcp-range={LEASES}"], stderr=subprocess.DEVNULL)
    stack.callback(router.kill)


# --- the machine -----------------------------------------------------------------------------------------------------


class Machine:
    """A Raspberry Pi as far as an emulator has one: its processor, its card, a cable to the network. `folder`: of the image."""

    def __init__(self, folder: Path, disk: Path, console: Path) -> None:
        self._folder, self._disk, self.console = folder, disk, console
        console.unlink(missing_ok=True)
        self.process: subprocess.Popen[bytes] | None = None

    def power_on(self, cable: bool = True) -> None:
        """Switch on, with one processor: with two an emulator of 2023 (QEMU 7.2) once stood still."""
        network = ("-netdev", "tap,id=n,ifname=tap0,script=no,downscript=no", "-device", "virtio-net-pci,netdev=n,romfile=")
        append = f"root=/dev/vda rw console=ttyAMA0 net.ifnames=0 ds=nocloud;i=emulated {SLOW}"
        self.process = subprocess.Popen(
            [
                *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a76", "-smp", "1", "-m", "2048", "-no-reboot"),
                *("-display", "none", "-monitor", "none", "-serial", "chardev:console"),
                *("-chardev", f"file,id=console,path={self.console},append=on"),
                *("-kernel", str(self._folder / "kernel"), "-initrd", str(self._folder / "initrd"), "-append", append),
                *("-drive", f"if=virtio,format=raw,cache=unsafe,file={self._disk}", "-device", "virtio-rng-pci"),
                *(network if cable else ("-nic", "none")),
            ]
        )

    def pull_plug(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def wait_until_found(self) -> str:
        """Its address, once it answers to its name."""

        def look() -> str:
            if self.process is not None and self.process.poll() is not None:
                raise Failed(f"the emulator ended with status {self.process.returncode}")
            return look_up(NAME, HOME)

        address: str = patiently(f"{NAME}.local", look)
        return address


def write_card(disk: Path, key: str, folder: Path) -> None:
    """Write onto the card what Imager does for a user with a key and SSH. The name stays as the image has it."""
    user = folder / "user-data"
    user.write_text(
        "#cloud-config\nmanage_resolv_conf: false\n\nuser:\n  name: player\n  shell: /bin/bash\n  lock_passwd: true\n"
        f'  ssh_authorized_keys:\n    - "{key}"\n  sudo: ALL=(ALL) NOPASSWD:ALL\nssh_pwauth: false\nruncmd:\n'
        "  - [ systemctl, enable, --now, ssh ]\n"
    )
    meta = folder / "meta-data"
    meta.write_text("instance-id: emulated\n")
    put_onto(disk, {f"/boot/firmware/{file.name}": file for file in (user, meta)})


def put_onto(disk: Path, files: Mapping[str, Path], more: Iterable[str] = ()) -> None:
    """Put files onto a card by their paths there, in the place of those that are there. `more`: further orders to debugfs, before."""
    orders = [*more, *(f"{verb} {there}" for there, file in files.items() for verb in ("rm", f"write {file}"))]
    done = subprocess.run(["debugfs", "-w", "-f", "-", str(disk)], input="\n".join(orders), capture_output=True, text=True)
    wrong = [line for line in done.stderr.splitlines() if "not found" in line.lower() and not line.startswith("rm:")]
    if wrong or done.returncode:
        raise Failed(f"the card could not be written on: {done.stderr}")


def move_neighbours_in(disk: Path, folder: Path) -> None:
    """Give the machine of this card neighbours on radios, and the access point the time that an emulator needs."""
    there, units = "/srv/tests/emulated", "/etc/systemd/system"
    unit, slow = folder / "neighbours.service", folder / "slow.conf"
    unit.write_text(neighbours.UNIT)
    slow.write_text("[Service]\nTimeoutStartSec=1200\n")  # as `SLOW`: this unit has a clock of its own
    modules = {f"{there}/{Path(module.__file__ or '').name}": Path(module.__file__ or "") for module in (neighbours, household)}
    put_onto(
        disk,
        modules | {f"{units}/neighbours.service": unit, f"{units}/companion-wifi.service.d/slow.conf": slow},
        (
            *(f"mkdir {folder}" for folder in ("/srv/tests", there, f"{units}/companion-wifi.service.d")),
            f"symlink {units}/multi-user.target.wants/neighbours.service {units}/neighbours.service",
        ),
    )


# --- those who use it ------------------------------------------------------------------------------------------------


@dataclass
class Person:
    """Who types at a shell of the machine, with the user that was written onto the card."""

    key: Path
    address: str = ""
    starts: int = 0  # of the machine: each has a wire of its own

    def meets(self, address: str) -> None:
        """Type at the machine that has just started there."""
        self.address, self.starts = address, self.starts + 1

    @property
    def _words(self) -> list[str]:
        """Options of ssh. What is typed goes over one wire: to make one costs an emulator half a minute."""
        options = (
            "StrictHostKeyChecking=no LogLevel=ERROR UserKnownHostsFile=/dev/null ConnectTimeout=60 ServerAliveInterval=60 "
            f"ControlMaster=auto ControlPersist=yes ControlPath={self.key}.wire{self.starts}"
        )
        return ["-F", "/dev/null", "-i", str(self.key), *(f"-o{option}" for option in options.split())]

    def leaves(self) -> None:
        """Cut every wire, so that nothing is left running."""
        for wire in self.key.parent.glob(f"{self.key.name}.wire*"):
            subprocess.run(["ssh", f"-oControlPath={wire}", "-O", "exit", "player"], capture_output=True)

    def types(self, line: str) -> str:
        """What it prints. Raises `Failed`."""
        done = subprocess.run(["ssh", *self._words, f"player@{self.address}", line], capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"{line}: status {done.returncode}, {done.stderr.strip()[-500:]}")
        return done.stdout

    def is_let_in(self) -> bool:
        return not subprocess.run(["ssh", *self._words, f"player@{self.address}", "true"], capture_output=True).returncode

    def brings(self, file: Path) -> None:
        with file.open("rb") as content:  # not by scp: the image has no server for it
            subprocess.run(["ssh", *self._words, f"player@{self.address}", f"cat >{file.name}"], stdin=content, check=True)


# --- what is proved --------------------------------------------------------------------------------------------------


def film_mat(path: Path) -> None:
    """Write a film to `path`: two turns of The Game on its mat, and a card that does not stand."""
    layout = layout_from_sheet(load_sheet("the_game"))
    first = [Lay("up1", "12", 0), Wait(1.0), Lay("down1", "88", 0), Wait(1.0), Draw("draw", 0), Draw("draw", 0), Wait(1.0)]
    second = [Lay("up1", "7", 1), Wait(2.0), Lift("up1", 1), Wait(1.0), Lay("up2", "23", 1), Wait(2.0)]
    acts: list[Act] = [Wait(1.0), *first, *second]
    write_film(path, VirtualTable(layout, acts, speed="fast", seed=5, fps=RATE), LOSSLESS)


def film_bare(path: Path) -> None:
    """Write a film to `path`: two cards on a bare table, of which the second does not stand."""
    film_judged_cards(path, LOSSLESS)


LOSSLESS = "FFV1"  # JPEG is decoded to other colours on another processor
FILMS = {"bare.avi": (film_bare, "--mat none"), "mat.avi": (film_mat, "")}


def told(lines: str) -> list[Any]:
    """What was told of a film, without how long it took."""
    rows = [json.loads(line) for line in lines.splitlines()]
    return [{key: row[key] for key in row if key != "fps" and not key.startswith("ms_")} for row in rows]


def watch_films(person: Person, folder: Path) -> None:
    """Hold what the image reads against what is read here. Raises `Failed`."""
    for name, (film, more) in FILMS.items():
        path = folder / name
        film(path)
        words = f"--game the_game --players 2 --language en {more}".split()
        command = [sys.executable, "-m", "companion", "watch", str(path), *words]
        state = os.environ | {"STATE_DIRECTORY": str(folder / "state")}
        with step(f"{name} here") as said:
            here = told(subprocess.run(command, env=state, check=True, capture_output=True, text=True).stdout)
            said.append(f"{here[-1]['frames']} frames, {sum(row['event'] == 'ruling' for row in here)} rulings")
        person.brings(path)
        with step(f"{name} in the image") as said:
            there = told(person.types(f"sudo companion watch ~player/{name} {' '.join(words)}"))
        for ours, theirs in zip_longest(here, there):
            if ours != theirs:
                print(f"   x86-64:  {json.dumps(ours)[:400]}\n   aarch64: {json.dumps(theirs)[:400]}", flush=True)
        if here != there:
            raise Failed(f"{name}: not told to the digit as on x86-64")


def play(phone: Phone, told: queue.SimpleQueue[str]) -> None:
    """Lay one card after the other; put each that was acknowledged into `told`, until nobody answers."""
    with suppress(OSError, http.client.HTTPException):
        for number, face in enumerate(range(2, 99)):
            phone.order("put", {"zone": "up1", "face": str(face)})
            told.put(str(face))
            if number % 2:
                phone.order("end_turn", {})


def pull_in_the_middle(machine: Machine, phone: Phone) -> list[str]:
    """Play, and pull the plug while a phone goes on. The cards that were acknowledged."""
    phone.order("start", {"game": "the_game", "players": 2, "names": ["Anna", "Bruno"]})
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    hand = threading.Thread(target=play, args=(phone, told))
    hand.start()
    heard = [told.get(timeout=300) for _ in range(FACTS)]
    machine.pull_plug()
    hand.join()
    while not told.empty():
        heard.append(told.get())
    return heard


def kept(person: Person) -> list[str]:
    """The cards of the match, as the image has them."""
    entries = json.loads(person.types("sudo companion export 1"))["entries"]
    return [entry["after"] for entry in entries if entry["event"] == "played"]


def boot(machine: Machine, phone: Phone, what: str) -> None:
    """Switch on and wait for the first page."""
    with step(f"{what}, from power to name and page") as said:
        began = time.monotonic()
        machine.power_on()
        phone.address = machine.wait_until_found()
        said.append(f"{NAME}.local is {phone.address} after {time.monotonic() - began:.0f} s")
        page = patiently("the page", phone.opens_page)
        said.append(f"{len(page)} bytes")


def prove_on_cable(folder: Path, work: Path, stack: ExitStack) -> None:
    """Found, joined, shown films, its plug pulled, and on again. Raises `Failed`."""
    disk, key = work / "card.img", work / "key"
    machine = Machine(folder, disk, folder / "console.log")
    with step("the card is written"):
        copy_card(folder, disk)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        write_card(disk, Path(f"{key}.pub").read_text().strip(), work)
    lay_network(stack)
    stack.callback(machine.pull_plug)
    phone, person = Phone(), Person(key)
    stack.callback(person.leaves)
    boot(machine, phone, "the first start")
    person.meets(phone.address)
    with step("the user of the card may come in"):
        patiently("ssh", person.is_let_in)
    with step("a phone joins") as said:
        code = re.search(r"(?:type|code is) (\d{6})", person.types("sudo companion pair --once"))
        if code is None:
            raise Failed("sudo companion pair shows no code")
        phone.join(code[1])
        said.append(f"the table: {phone.state()['table']['text']}")
    watch_films(person, work)
    with step("the plug is pulled in a match") as said:
        heard = pull_in_the_middle(machine, phone)
        said.append(f"{len(heard)} cards acknowledged")
    boot(machine, phone, "the second start")
    person.meets(phone.address)
    with step("on again") as said:
        top = phone.state()["piles"][0]["top"]
        after = patiently("ssh", person.is_let_in) and kept(person)
        if after[: len(heard)] != heard or top != after[-1]:
            raise Failed(f"acknowledged {heard}, there are {after}, on top {top}")
        phone.order("put", {"zone": "up2", "face": "50"})
        if (there := kept(person)) != [*after, "50"]:
            raise Failed(f"the match does not go on: {there}")
        said.append(f"{len(heard)} of {len(heard)} are there, the phone is still in, the match goes on")
    machine.pull_plug()


def prove_without_cable(folder: Path, work: Path, stack: ExitStack) -> None:
    """A fresh card that nobody wrote a Wi-Fi on: led into one over its own access point. Raises `Failed`."""
    disk, console = work / "card.img", folder / "console-wifi.log"
    machine = Machine(folder, disk, console)
    stack.callback(machine.pull_plug)
    with step("a first start without a cable: the Wi-Fi by the access point"):
        copy_card(folder, disk)
        move_neighbours_in(disk, work)
        machine.power_on(cable=False)
        assert machine.process is not None
        machine.process.wait(timeout=2 * PATIENCE_S)  # the neighbours switch off
        heard = console.read_text(errors="replace").splitlines()
        print(*(f"   {line.strip()}" for line in heard if line.startswith("==")), sep="\n", flush=True)
        if not any(line.startswith(neighbours.PASSED) for line in heard):
            raise Failed(f"the table was not led into a Wi-Fi. Its console: {console}")


def copy_card(folder: Path, disk: Path) -> None:
    subprocess.run(["cp", "--sparse=always", str(folder / "plain.img"), str(disk)], check=True)


PROOFS = {"cable": prove_on_cable, "wifi": prove_without_cable}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with plain.img, kernel and initrd")
    parser.add_argument("--only", choices=PROOFS, help="one of the two")
    arguments = parser.parse_args()
    folder = arguments.folder
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # on the way out everything is put away
    try:
        for name, prove in PROOFS.items():
            if arguments.only in (None, name):
                with ExitStack() as stack:
                    work = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
                    prove(folder, work, stack)
    except (Failed, OSError, subprocess.SubprocessError, queue.Empty) as error:
        print(f"== FAILED: {error}. The console: {folder / 'console.log'}", flush=True)
        return 1
    print("== passed: the image", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
