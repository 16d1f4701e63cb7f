"""How far long work of a command is, on standard error: a bar on a terminal, one line in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def show_progress(work: str) -> Iterator[Callable[[float], None]]:
    """A context that gives a function; call the function with the share of the work that is done, 0 to 1. `work`: what is
    done, in words, as "Learning 98 cards"."""
    if not sys.stderr.isatty():
        print(f"{work} ...", file=sys.stderr, flush=True)
    # disable=None: nothing is drawn but on a terminal
    with tqdm(total=100, desc=work, file=sys.stderr, disable=None, bar_format="{desc} {percentage:3.0f} %|{bar:20}|") as bar:
        yield lambda share: bar.update(round(100 * share) - bar.n)
