"""What a change at a table weighs: bytes on the wire and in the database, and the processor time to take it in, by game.

Bytes are whole MQTT packets, topic and header too, without TCP and TLS. The database is a fresh SQLite file, filled in transactions of
500 messages; the time is decoding and committing alone, without the broker and without pages.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.club.forms import decode_message, encode_form
from companion.club.telling import TableCard
from companion.club.topics import make_topic
from companion.clubhouse.database import open_database
from companion.clubhouse.store import Heard, Store
from companion.machine.config import ClubSettings
from companion.shown.words.messages import catalogue
from tests.club.simulated import SHEETS, play_steps, tell_match

MATCHES = (("the_game", 3), ("extreme", 2), ("quick_easy", 2), ("face_to_face", 2), ("sequence", 4))
TABLES, BATCH = 40, 500
LONG_PACKET = 127  # from so many bytes on, the length of a packet takes a second byte


def weigh_packet(topic: str, payload: bytes) -> int:
    """Bytes of a PUBLISH packet of MQTT 5 at QoS 1 without properties."""
    body = 2 + len(topic) + 2 + 1 + len(payload)
    return 2 + (body > LONG_PACKET) + body


def tell_table(number: int, game: str, seats: int) -> list[tuple[str, bytes]]:
    """Topic and payload of everything that a table tells of a match."""
    name = f"table-{number}"
    card = TableCard(name, name, ClubSettings(table=name, name=name, names="names"), catalogue("en"), SHEETS)
    told = tell_match(card, f"{number:032x}", number + 1, play_steps(game, seats))
    return [(make_topic(each.address), encode_form(each.form)) for heard in told for each in heard]


def main() -> None:
    """Print a line for each game, then what taking in costs."""
    for game, seats in MATCHES:
        changes, messages = len(play_steps(game, seats)), tell_table(1, game, seats)
        weights = Counter[str]()
        for topic, payload in messages:
            weights["entry" if "/entry/" in topic else topic.rpartition("/")[2]] += weigh_packet(topic, payload)
        a_change = {kind: round(weight / changes) for kind, weight in weights.items() if kind != "result"}
        print(f"{game:13} {changes} changes, {sum(weights.values()):,} bytes a match; a change: {a_change}")
    packets = [packet for number in range(TABLES) for packet in tell_table(number, *MATCHES[0])]
    changes = TABLES * len(play_steps(*MATCHES[0]))
    begun = time.process_time()
    heard = [Heard(*decode_message(topic, payload)) for topic, payload in packets]
    decoded = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(open_database("", Path(folder)))
        opened = time.process_time()
        for at in range(0, len(heard), BATCH):
            store.keep_messages(heard[at : at + BATCH], 1000.0 + at)
        kept = time.process_time()
        store.close()
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    print(
        f"a change: decoded in {(decoded - begun) / changes * 1e6:.0f} us, committed in {(kept - opened) / changes * 1e6:.0f} us, "
        f"{size / changes:.0f} bytes on the disk"
    )


if __name__ == "__main__":
    main()
