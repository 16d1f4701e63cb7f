"""Gives memory back to the system."""

from __future__ import annotations

import ctypes
import sys

M_ARENA_MAX = -8  # the number of the parameter in malloc.h, standard of glibc


def share_one_arena() -> None:
    """Have all threads take memory from one arena. Call before threads start; does nothing without glibc.

    glibc gives each new thread an own arena, and each arena keeps what was once needed. Every match loads a deck in a new
    thread, at 25 MB more a match.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
