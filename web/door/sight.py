"""A phone proves to be at the table by being held under its camera: the page shows a code, and the camera sees it.

The code is made of a secret in a cookie of that phone. Whoever sees the code, in a picture of the table too, cannot make the secret of it.
"""

from __future__ import annotations

import base64
import secrets
from hashlib import sha256
from typing import Protocol

SECRET = "sight"
"""Name of the cookie."""
SIGHT_PREFIX = "TCP:"
"""Begins the code: a phone, as "TC1:" begins that of a control card."""
_LETTERS = 20  # of the hash, five bits each: with the prefix they fit into the smallest QR code, whose squares are the largest


class CodeSight(Protocol):
    """What the camera sees."""

    @property
    def is_watching(self) -> bool:
        """Can a code be seen at all just now?"""

    def has_seen(self, words: str) -> bool:
        """Does a code under the camera say `words`?"""


class Blind:
    """A table without a camera, or a club."""

    is_watching = False

    def has_seen(self, words: str) -> bool:
        return False


def make_secret() -> str:
    """A secret for the cookie of a phone."""
    return secrets.token_urlsafe(24)


def shown_words(secret: str) -> str:
    """What the code of the phone with `secret` says.

    >>> shown_words("a")
    'TCP:ZKLRCEWKZMM5WFVKBPKQ'
    """
    return SIGHT_PREFIX + base64.b32encode(sha256(secret.encode()).digest())[:_LETTERS].decode()
