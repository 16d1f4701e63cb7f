"""What faults do, as tables.

`python -m tests.faults [TIMES]`: fault, times, facts acknowledged, lost, and how often it was said; those of the journal so many times
(1,000), those of camera, pins, threads and clock a tenth of it, those that take seconds a hundredth; SIGTERM in every state likewise; then
real starts and kills as below, so many kills.
`python -m tests.faults journal|machine [TIMES]`, `python -m tests.faults stop [TIMES]` (10): a part of it.
`python -m tests.faults starts [TIMES]` (1): real starts: every file of the state directory with every fault, full and read-only disks.
`python -m tests.faults kills [TIMES]` (1,000): kill -9 while phones post facts.
`python -m tests.faults club [TIMES]` (100): a table and its club at a real Mosquitto, so many kills of the broker and
of the club, a tenth of it of the table; a table that is cut off while its clock jumps; and a tournament, whose standings are held
against those folded from the journals of its tables.
`python -m tests.faults hour [SECONDS]` (3,600): a table out of the network for so long, playing on.
`python -m tests.faults soak [FRAMES [FRAMES_A_MATCH]]`: memory, threads and descriptors.

A fact counts as lost when it was acknowledged (written, as the companion tells whoever gave it) and is not there afterwards. "in
silence": runs in which facts were lost and not a word was said. The status is 0 where no single fault lost a fact, nothing was lost in
silence, and every end was in time with status 0.
"""

from __future__ import annotations

import logging
import random
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.faults import club, journal, kills, machine, starts, stopping
from tests.faults.soak import soak
from tests.faults.tally import heading, row


def of_the_journal(times: int) -> bool:
    """Was nothing lost that could be saved, and nothing in silence?"""
    good = True
    for name, fault in journal.FAULTS.items():
        with row(name) as tally:
            for number in range(max(1, times // 10) if name in journal.SLOW else times):
                with tempfile.TemporaryDirectory() as folder:
                    tally.count(*fault(Path(folder), random.Random(f"{name} {number}")))
        good &= not tally.silent and (not tally.lost or name in journal.HARD)
    return good


def of_the_machine(times: int) -> bool:
    """Was everything said, and did the match go on with all its facts?"""
    good = True
    for name, fault in machine.FAULTS.items():
        with row(name) as tally:
            for number in range(max(1, times // (100 if name in machine.SLOW else 10))):
                tally.count(*fault(random.Random(f"{name} {number}")))
        good &= tally.said == tally.times and not tally.lost
    return good


def tables(times: int = 1000) -> bool:
    heading()
    small = [of_the_journal(times), of_the_machine(times), stopping.stopped(max(1, times // 100))]
    return all([*small, starts.starts(max(1, times // 1000)), kills.kills(times)])


def _journal(times: int = 1000) -> bool:
    heading()
    return of_the_journal(times)


def _machine(times: int = 1000) -> bool:
    heading()
    return of_the_machine(times)


def _soak(frames: int = 2000, share: int = 10**9) -> bool:
    soak(frames, share)
    return True


PARTS: Mapping[str, Callable[..., bool]] = {
    "journal": _journal,
    "machine": _machine,
    "stop": stopping.stopped,
    "starts": starts.starts,
    "kills": kills.kills,
    "club": club.clubs,
    "hour": club.clubs_cut_off,
    "soak": _soak,
}


def main(words: list[str]) -> int:
    logging.disable()
    part = PARTS[words.pop(0)] if words and words[0] in PARTS else tables
    return 0 if part(*map(int, words)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
