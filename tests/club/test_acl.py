"""A broker set up as docs/club.md says: a table that claims another's name is refused. Files and commands are those of the page."""

from __future__ import annotations

import re
import shlex
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.topics import Address, list_club_subscriptions, make_discovery_topic, make_topic
from tests.club.broker import Broker, require_mosquitto

PAGE = (Path(__file__).parents[2] / "docs/club.md").read_text(encoding="utf-8")
PASSWORDS = {"club": "a-long-word", "table-4": "another-long-word", "table-5": "a-third-long-word", "homeassistant": "a-fourth"}
NOT_AUTHORIZED = 135  # reason code of MQTT 5
PATIENCE_S = 20.0  # until a test gives up; a refusal is answered at once


def blocks(kind: str) -> list[str]:
    """The blocks of the page in one language."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def type_commands(folder: Path) -> None:
    """Everything that the page has typed about keys and passwords, in `folder`."""
    for line in "".join(blocks("sh")).splitlines():
        if line.startswith(("openssl", "mosquitto_passwd")):
            done = subprocess.run(shlex.split(line), cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stderr}"


def read_settings(folder: Path, *, by_certificate: bool) -> list[str]:
    """The broker's lines as the page has them, for files in `folder`, without the listener, which the test opens."""
    main, certificates = blocks("conf")
    lines = [
        line for line in main.splitlines() if line and not line.startswith(("#", "listener", "allow_anonymous", "max_queued"))
    ]
    if by_certificate:
        lines = [line for line in lines if not line.startswith("password_file")] + certificates.splitlines()
    return [re.sub(r"/etc/mosquitto/(certs/)?", f"{folder}/", line) for line in lines]


class Client:
    """A client of the broker that says what became of each message."""

    def __init__(self, broker: Broker, folder: Path, user: str, *, id: str = "", by_certificate: bool = False) -> None:
        self._heard: list[tuple[str, bytes]] = []
        self._news = threading.Condition()
        self._answers: dict[int, int] = {}
        self.is_in: bool | None = None
        self.left = False
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, id or user, protocol=mqtt.MQTTv5)
        context = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        if by_certificate:
            context.load_cert_chain(folder / f"{user}.crt", folder / f"{user}.key")
        else:
            self.client.username_pw_set(user, PASSWORDS[user])
        self.client.tls_set_context(context)
        self.client.on_connect = lambda client, data, flags, reason, properties: self._note("is_in", not reason.is_failure)
        self.client.on_disconnect = lambda client, data, flags, reason, properties: self._note("left", True)
        self.client.on_message = lambda client, data, message: self._hear(message)
        self.client.on_publish = lambda client, data, mid, reason, properties: self._answer(mid, reason.value)
        self.client.on_subscribe = lambda client, data, mid, reasons, properties: self._answer(mid, reasons[0].value)
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        self._wait(lambda: self.is_in is not None)

    def _note(self, name: str, value: bool) -> None:
        with self._news:
            setattr(self, name, value)
            self._news.notify_all()

    def _hear(self, message: mqtt.MQTTMessage) -> None:
        with self._news:
            self._heard.append((message.topic, message.payload))
            self._news.notify_all()

    def _answer(self, mid: int, reason: int) -> None:
        with self._news:
            self._answers[mid] = reason
            self._news.notify_all()

    def _wait(self, until) -> None:
        with self._news:
            assert self._news.wait_for(until, PATIENCE_S)

    def write(self, topic: str, payload: bytes = b"{}") -> bool:
        """Does the broker take a message?"""
        mid = self.client.publish(topic, payload, qos=1).mid
        self._wait(lambda: mid in self._answers)
        return self._answers[mid] < 128

    def subscribe(self, *topics: str) -> None:
        mid = self.client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])[1]
        self._wait(lambda: mid in self._answers)

    def wait_for(self, topic: str) -> list[str]:
        """The topics heard until one is heard, that one included."""
        self._wait(lambda: any(heard == topic for heard, _ in self._heard))
        return [heard for heard, _ in self._heard]

    def close(self) -> None:
        self.client.disconnect(properties=Properties(PacketTypes.DISCONNECT))
        self.client.loop_stop()


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the page's commands make, and keys and passwords of one more table."""
    require_mosquitto()
    if not shutil.which("openssl") or not shutil.which("mosquitto_passwd"):
        pytest.skip("openssl and mosquitto_passwd are needed: apt install openssl mosquitto")
    folder = tmp_path_factory.mktemp("keys")
    type_commands(folder)
    for user in ("table-5", "homeassistant"):
        subprocess.run(["mosquitto_passwd", "-b", "club.passwords", user, PASSWORDS[user]], cwd=folder, check=True)
    (folder / "club.acl").write_text(blocks("acl")[0])
    return folder


@pytest.fixture(params=["passwords", "certificates"])
def club(request: pytest.FixtureRequest, keys: Path, tmp_path: Path) -> Iterator[Club]:
    by_certificate = request.param == "certificates"
    if by_certificate:
        make_certificates(keys)
    lines = read_settings(keys, by_certificate=by_certificate)
    with Broker(tmp_path / "broker", lines, anonymous=False) as broker:
        found = Club(broker, keys, by_certificate)
        yield found
        found.close()


def make_certificates(keys: Path) -> None:
    """Certificates of the club and of another table, by the page's commands for a table."""
    for line in "".join(blocks("sh")).splitlines():
        for user in ("table-5", "club", "homeassistant"):
            if "table-4" in line and line.startswith("openssl"):
                subprocess.run(shlex.split(line.replace("table-4", user)), cwd=keys, check=True, capture_output=True)


class Club:
    """A broker as on the page, and its clients."""

    def __init__(self, broker: Broker, keys: Path, by_certificate: bool) -> None:
        self.broker, self._keys, self._by_certificate = broker, keys, by_certificate
        self._clients: list[Client] = []

    def connect(self, user: str, **options) -> Client:
        client = Client(self.broker, self._keys, user, by_certificate=self._by_certificate, **options)
        self._clients.append(client)
        return client

    def close(self) -> None:
        for client in self._clients:
            client.close()


MATCH = "0123456789abcdef" * 2


def own_topics(table: str) -> list[str]:
    """Every topic that a table writes."""
    kinds = [Address(kind, table) for kind in ("status", "state", "ruling", "answer")]
    return [make_topic(each) for each in (*kinds, Address("entry", table, MATCH, 7), Address("result", table, MATCH))]


def test_a_table_writes_below_its_own_name_and_nowhere_else(club: Club) -> None:
    table = club.connect("table-4")
    assert [table.write(topic) for topic in own_topics("table-4")] == [True] * 6
    forbidden = [
        *own_topics("table-5"),
        make_topic(Address("kept", "table-4")),
        make_topic(Address("kept", "table-5")),
        make_topic(Address("command", "table-4")),
        make_topic(Address("command", "table-5")),
        make_discovery_topic("table-5"),
        "companion/table-4/match",
        "companion/else",
        "else",
    ]
    taken = [topic for topic in forbidden if table.write(topic)]
    assert taken in ([], ["companion/table-4/match"])  # "match/#" is also "match" itself: no topic of a club
    assert table.write(make_discovery_topic("table-4"))


def test_the_club_hears_all_tables_and_none_in_anothers_name(club: Club) -> None:
    listener, four, five = club.connect("club"), club.connect("table-4"), club.connect("table-5")
    listener.subscribe(*list_club_subscriptions())
    assert not four.write(make_topic(Address("state", "table-5")), b"claimed")
    assert four.write(make_topic(Address("state", "table-4"))) and five.write(make_topic(Address("ruling", "table-5")))
    heard = listener.wait_for(make_topic(Address("ruling", "table-5")))
    assert make_topic(Address("state", "table-5")) not in heard
    assert listener.write(make_topic(Address("kept", "table-4"))) and not listener.write(
        make_topic(Address("state", "table-4"))
    )


def test_a_table_hears_only_what_is_meant_for_it(club: Club) -> None:
    table, other, listener, house = (club.connect(user) for user in ("table-4", "table-5", "club", "homeassistant"))
    table.subscribe("#")
    assert other.write(make_topic(Address("state", "table-5"))) and listener.write(make_topic(Address("kept", "table-5")))
    assert house.write(make_topic(Address("command", "table-4"))) and listener.write(make_topic(Address("kept", "table-4")))
    heard = table.wait_for(make_topic(Address("kept", "table-4")))
    assert set(heard) == {make_topic(Address("command", "table-4")), make_topic(Address("kept", "table-4"))}


def test_a_table_that_calls_itself_like_the_club_takes_nobodys_place(club: Club) -> None:
    listener = club.connect("club", id="companion-club")
    listener.subscribe(*list_club_subscriptions())
    thief = club.connect("table-4", id="companion-club")
    assert thief.write(make_topic(Address("status", "table-4")), b"online")
    listener.wait_for(make_topic(Address("status", "table-4")))
    assert not listener.left and not thief.left


def test_nobody_comes_in_without_a_name(club: Club) -> None:
    stranger = mqtt.Client(CallbackAPIVersion.VERSION2, "stranger", protocol=mqtt.MQTTv5)
    answered, reasons = threading.Event(), []
    stranger.tls_set_context(ssl.create_default_context(cafile=str(club._keys / "ca.crt")))
    stranger.on_connect = lambda client, data, flags, reason, properties: (reasons.append(reason.is_failure), answered.set())
    stranger.on_disconnect = lambda client, data, flags, reason, properties: answered.set()
    try:
        stranger.connect("127.0.0.1", club.broker.port)
        stranger.loop_start()
        assert answered.wait(PATIENCE_S)
    except OSError:  # TLS itself refuses a client without a certificate
        pass
    finally:
        stranger.loop_stop()
    assert reasons in ([], [True])
