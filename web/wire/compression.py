"""A stream as gzip: each event can be read as soon as it has come, and repeats of earlier events cost next to nothing."""

from __future__ import annotations

import zlib

GZIP_WBITS = 16  # added to the bits of the window: zlib writes the head and foot of gzip; standard of zlib
WINDOW_BITS = 12  # repeats are found within the last 4 kB: some fifteen events; guess
MEMORY_LEVEL = 5  # with that window a phone costs 38 kB of memory, where the defaults cost 268 kB; measured
LEVEL = 5  # of compression, 1 to 9; guess


class StreamCompressor:
    """Compresses one stream, event by event."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP_WBITS + WINDOW_BITS, MEMORY_LEVEL)

    def compress_word(self, word: bytes) -> bytes:
        """The bytes after which a reader has all of `word`."""
        return self._deflate.compress(word) + self._deflate.flush(zlib.Z_SYNC_FLUSH)

    def finish(self) -> bytes:
        """The bytes that end the stream. Nothing can be compressed afterwards."""
        return self._deflate.flush()
