"""In the emulated machine, on radios that its kernel pretends (mac80211_hwsim): a home's router, and a phone that leads the table into the
Wi-Fi over the table's own access point, joins the table there, and says so on the console.

`python3 -m tests.emulated.neighbours`, as root, before NetworkManager starts: the unit of `UNIT`. Standard library alone.
"""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
import sys
import urllib.parse
from contextlib import suppress
from pathlib import Path

from tests.emulated.household import Failed, Phone, look_up, patiently, step

UNIT = """[Unit]
Before=NetworkManager.service
[Service]
Type=exec
WorkingDirectory=/srv
ExecStartPre=/usr/bin/python3 -m tests.emulated.neighbours radios
ExecStart=/bin/sh -c "exec /usr/bin/python3 -u -m tests.emulated.neighbours story >/dev/console 2>&1"
ExecStopPost=/usr/bin/systemctl --no-block poweroff
[Install]
WantedBy=multi-user.target
"""
PASSED = "== passed: the neighbours"
ROUTER, PHONE = "router", "phone"
WIFI, PASSWORD = "Casa Rossi", "correct horse"
TABLE_WIFI, TABLE_PASSWORD, TABLE = "Table Companion", "table-companion", "10.42.0.1"
ROUTER_ADDRESS, LEASES = "10.99.0.1", "10.99.0.50,10.99.0.99,1h"
NAMESPACE = 0x40000000
RUN = Path("/run/neighbours")
LEASE = """#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr flush dev $interface && ip addr add $ip/$mask dev $interface && ip route add default via ${router%% *}
echo $ip >/run/neighbours/address
"""


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def inside(place: str, *words: str) -> str:
    return run("ip", "netns", "exec", place, *words)


def lay_radios() -> None:
    """Three radios: the table keeps the first."""
    run("modprobe", "mac80211_hwsim", "radios=3")
    for place, number in ((ROUTER, 1), (PHONE, 2)):
        run("ip", "netns", "add", place)
        physical = Path(f"/sys/class/net/wlan{number}/phy80211/name").read_text().strip()
        run("iw", "phy", physical, "set", "netns", "name", place)
        inside(place, "ip", "link", "set", "lo", "up")
    RUN.mkdir()


def speak_wpa(place: str, radio: str, network: str) -> None:
    """Start what joins a network, or opens one. `network`: lines of wpa_supplicant."""
    with suppress(subprocess.CalledProcessError):
        inside(place, "wpa_cli", "-p", f"/run/neighbours/{place}", "-i", radio, "terminate")
    settings = RUN / f"{place}.conf"
    settings.write_text(f"ctrl_interface=/run/neighbours/{place}\nnetwork={{\n{network}\n}}\n")
    patiently("wpa_supplicant", lambda: inside(place, "wpa_supplicant", "-B", "-i", radio, "-c", str(settings)) or True)


def open_router() -> None:
    lines = f'ssid="{WIFI}"\npsk="{PASSWORD}"\nmode=2\nfrequency=2412\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP'
    speak_wpa(ROUTER, "wlan1", lines)
    inside(ROUTER, "ip", "addr", "add", f"{ROUTER_ADDRESS}/24", "dev", "wlan1")
    words = (
        "--conf-file=/dev/null --no-hosts --no-resolv --port=0 --interface=wlan1 --leasefile-ro --pid-file=/run/neighbours/pid"
    )
    inside(ROUTER, "dnsmasq", *words.split(), f"--dhcp-range={LEASES}")


def join(name: str, password: str) -> str:
    """Let the phone join a network; its address there."""
    speak_wpa(PHONE, "wlan2", f'ssid="{name}"\npsk="{password}"\nkey_mgmt=WPA-PSK')
    ask = ("wpa_cli", "-p", f"/run/neighbours/{PHONE}", "-i", "wlan2", "status")
    patiently(name, lambda: "wpa_state=COMPLETED" in inside(PHONE, *ask))
    script, told = Path("/srv/lease"), RUN / "address"  # nothing can be started from /run
    script.write_text(LEASE)
    script.chmod(0o755)
    told.unlink(missing_ok=True)
    patiently(
        f"an address of {name}", lambda: inside(PHONE, *f"busybox udhcpc -i wlan2 -n -q -t 10 -s {script}".split()) or True
    )
    return told.read_text().strip()


def resolve(name: str) -> str:
    """The address of a name, asked of the table, which answers for every name as phones expect of such a page."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(10)
        asking.sendto(struct.pack("!6H", 1, 0x100, 1, 0, 0, 0) + labels + struct.pack("!2H", 1, 1), (TABLE, 53))
        return socket.inet_ntoa(asking.recv(512)[-4:])


def lead_into_wifi() -> str:
    """Choose the home's network on the page of the access point. The code for the first phone."""
    makers = "connectivitycheck.gstatic.com"
    if (found := patiently("a name", lambda: resolve(makers))) != TABLE:
        raise Failed(f"{makers} is {found} on the access point")
    status, headers, _ = Phone(TABLE, host=makers, port=80).ask("/generate_204")
    if status != 302 or headers["Location"] != f"http://{TABLE}/":
        raise Failed(f"a phone that looks for the internet is not led to the page: {status}")
    phone = Phone(TABLE, host=TABLE, port=80)
    if WIFI.encode() not in phone.ask("/")[2]:
        raise Failed(f"{WIFI} is not on the page")
    form = urllib.parse.urlencode({"network": WIFI, "password": PASSWORD, "country": "IT"})
    status, _, page = phone.ask("/", form, "application/x-www-form-urlencoded")
    code = re.search(rb"<b>(\d{3}) (\d{3})</b>", page)
    if status != 200 or code is None:
        raise Failed(f"no code for the first phone: {status}, {page[-600:]!r}")
    return (code[1] + code[2]).decode()


def tell_story() -> None:
    """Every step. Raises `Failed`."""
    open_router()
    os.setns(os.open(f"/run/netns/{PHONE}", os.O_RDONLY), NAMESPACE)  # type: ignore[attr-defined]  # Python 3.12 has it
    with step(f"the phone joins {TABLE_WIFI}") as said:
        said.append(join(TABLE_WIFI, TABLE_PASSWORD))
    with step("the phone chooses the home's Wi-Fi on the page"):
        code = lead_into_wifi()
    with step(f"the phone joins {WIFI} again") as said:
        own = join(WIFI, PASSWORD)
        said.append(own)
    with step("the table is found there") as said:
        phone = Phone(patiently("companion.local", lambda: look_up("companion", own)))
        said.append(f"companion.local is {phone.address}, {len(patiently('the page', phone.opens_page))} bytes")
    with step("the first phone joins by the code of that page"):
        phone.join(code)


def main() -> int:
    if sys.argv[1] == "radios":
        lay_radios()
        return 0
    try:
        tell_story()
    except (Failed, OSError, subprocess.SubprocessError) as error:
        print(f"== FAILED: {error}", getattr(error, "stderr", ""), flush=True)
        return 1
    print(PASSED, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
