"""Takes names and secrets out of what is given away: by key where it is data, and in running text in whichever way they were written down.

A log, a file's name or a message of a library may hold a name as JSON, as HTML, as part of an address, in the bytes of another encoding,
with its accents apart or without them. So each letter of a name stands for all the ways in which it may have been written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from html.entities import codepoint2name
from typing import Any

SHORTEST_PART = 3
"""Letters of a single word of a name that is looked for by itself: a shorter one is also a word of any sentence."""
CERTAIN = 3
"""Letters from which on a name is looked for in capitals and small letters alike, a part of a name from one more on."""
_ORDINARY_WORDS = """android camera card cards carta carte companion cucina game gioco giocatore home host iphone ipad kitchen mat phone
    player referee room samsung table tablet tavolo telefono the"""
ORDINARY = frozenset(_ORDINARY_WORDS.split())
"""Words within names that say nothing of anybody."""
_AFTER_ESCAPE = (r"\\[nrtbf]", r"%[0-9A-Fa-f]{2}", r"\\u[0-9A-Fa-f]{4}", r"\\x[0-9A-Fa-f]{2}", r"\\[0-7]{3}")
"""A letter or digit that ends an escape is none of the word before a name."""
_BEGINS = rf"(?:(?<![^\W_])|{'|'.join(f'(?<={each})' for each in _AFTER_ESCAPE)})"
_ENDS = r"(?![^\W_])"
ENCODINGS = ("latin-1", "cp1252")
"""As which UTF-8 is read where somebody is mistaken."""
_GAP = r"[\s_+-]"
NO_BREAK_SPACE = "\u00a0"
_QUOTES = "'’‘`´"
_LOGIN = re.compile(r"(?<=://)[^/@\s\"']+(?=@)")
"""Who logs in where, within the address of a camera."""


class Scrubber:
    """Takes words out of texts. `words`: each and what stands in its place; the first that is named counts where two are alike."""

    def __init__(self, words: Mapping[str, str]) -> None:
        wanted = {word.strip(): put for word, put in words.items() if _is_telling(word.strip())}
        parts = {part: put for word, put in wanted.items() for part in _parts(word)}
        everything = {**parts, **wanted}
        alike: dict[str, list[str]] = {}
        for word in sorted(everything, key=len, reverse=True):
            alike.setdefault(_bare(word[0]).casefold(), []).append(word)
        self._put = [everything[word] for words_alike in alike.values() for word in words_alike]
        patterns = [_one_of(words_alike, wanted) for words_alike in alike.values()]
        self._pattern = re.compile("|".join(patterns)) if patterns else None

    def __call__(self, text: str) -> str:
        """The text without the words, and without who logs in where."""
        text = _LOGIN.sub("(login)", text)
        return self._pattern.sub(lambda found: self._put[(found.lastindex or 1) - 1], text) if self._pattern else text

    def data(self, value: Any, codes: Iterable[str] = ()) -> Any:
        """Decoded JSON without the words in any of its texts and keys. `codes`: keys whose texts are words of a program, which stay."""
        codes = frozenset(codes)
        if isinstance(value, str):
            return self(value)
        if isinstance(value, Mapping):
            return {self(str(key)): each if key in codes else self.data(each, codes) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.data(each, codes) for each in value]
        return value


def _is_telling(word: str) -> bool:
    """A single sign, or figures of two digits at most, tell of nobody and stand in every text."""
    return len(word) > 1 and not (word.isdigit() and len(word) < 3)


def _parts(name: str) -> Iterable[str]:
    """The words of a name that are names by themselves."""
    words = re.split(r"[\s\"(),;:/]+", name)
    if len(words) > 1:
        for word in (each.strip(_QUOTES + "-.") for each in words):
            if len(word) >= SHORTEST_PART and not word.isdigit() and word.casefold() not in ORDINARY:
                yield word


def _one_of(words: Sequence[str], wanted: Collection[str]) -> str:
    """A pattern for names that begin alike, the longest first. What cannot begin any of them is passed over at a glance."""
    first = {begin for word in words for begin in _beginnings(word[0])}
    glance = "".join(re.escape(sign) for sign in sorted(first))
    return f"(?=[{glance}])(?:{'|'.join(f'({_written(word, whole=word in wanted)})' for word in words)})"


def _beginnings(sign: str) -> set[str]:
    """The signs with which any spelling of a sign begins."""
    cases = {sign, sign.upper(), sign.lower(), sign.casefold(), sign.swapcase()}
    spelled = {
        each for case in cases for each in (case, unicodedata.normalize("NFD", case), unicodedata.normalize("NFC", case))
    }
    spelled |= {_garbled(sign, encoding) for encoding in ENCODINGS} | {_bare(each) for each in spelled}
    alike = set(_QUOTES) if sign in _QUOTES else set()
    return {each[0] for each in spelled if each} | alike | set("\\%&=?\ufffd")


def _bare(sign: str) -> str:
    """A sign without its accents; the sign where nothing is left."""
    return "".join(each for each in unicodedata.normalize("NFD", sign) if not unicodedata.combining(each)) or sign


def _written(word: str, *, whole: bool) -> str:
    """A pattern for a name however it was written down. `whole`: the name, not one word of it."""
    lossy = sum(sign.isascii() and sign.isalpha() for sign in word) >= CERTAIN  # else question marks alone would be a name
    spellings = dict.fromkeys((word, unicodedata.normalize("NFC", word)))
    body = "|".join("".join(_letter(sign, lossy=lossy) for sign in spelling) for spelling in spellings)
    body = f"(?:{body})"
    cased = f"(?i:{body})" if len(word) >= (CERTAIN if whole else CERTAIN + 1) else body
    return f"{_BEGINS if _has_edge(word[0]) else ''}{cased}{_ENDS if _has_edge(word[-1]) else ''}"


def _has_edge(sign: str) -> bool:
    """Do words of this script end where its letters end? Of scripts that set no spaces they do not."""
    return sign.isdigit() or sign.lower() != sign.upper()


@cache
def _letter(sign: str, *, lossy: bool = False) -> str:
    """A pattern for one sign of a name in every escaping. `lossy`: it may have been lost, and another sign put in its place."""
    if sign.isspace():
        return f"(?:{'|'.join([_GAP, *_escapes(' '), *_escapes(NO_BREAK_SPACE)])})+"
    ways = [re.escape(each) for each in (sign, sign.upper(), sign.lower(), sign.casefold()) if each == sign or len(each) > 1]
    if sign in _QUOTES:
        ways += [re.escape(quote) for quote in _QUOTES]
    ways += _escapes(sign)
    if not sign.isascii():
        apart = unicodedata.normalize("NFD", sign)
        ways += ["".join(map(_letter, apart))] if apart != sign and len(apart) > 1 else []
        ways += [re.escape(_bare(sign))]
        ways += [re.escape(garbled) for encoding in ENCODINGS if (garbled := _garbled(sign, encoding))]
        ways += ["\ufffd+", r"\?+"] if lossy else []
    ways = list(dict.fromkeys(ways))
    before = r"\\*" if sign in "\"'\\/`$" else ""
    return f"{before}(?:{'|'.join(sorted(ways, key=len, reverse=True))})"


def _escapes(sign: str) -> list[str]:
    """The sign as JSON, Python, C, HTML, addresses and mails write it."""
    number, units, data = ord(sign), sign.encode("utf-16-be"), sign.encode()
    if sign.isalnum() and sign.isascii():  # only what escapes everything escapes these
        return [
            rf"\\+[uU](?:0000)?00{_hex(f'{number:02x}')}",
            rf"\\+x{_hex(f'{number:02x}')}",
            f"&#{number};",
            f"%{_hex(f'{number:02x}')}",
        ]
    ways = ["".join(rf"\\+[uU]{_hex(f'{units[i]:02x}{units[i + 1]:02x}')}" for i in range(0, len(units), 2))]
    ways += [
        rf"\\+U{_hex(f'{number:08x}')}",
        rf"\\+[uU]\{{0*{_hex(f'{number:x}')}\}}",
        f"&#0*{number};",
        rf"&#[xX]0*{_hex(f'{number:x}')};",
    ]
    ways += ["".join(template(byte) for byte in data) for template in _BYTES]
    if number < 256:
        ways += [rf"\\+x{_hex(f'{number:02x}')}", rf"\\+{number:03o}"]
    if name := codepoint2name.get(number):
        ways.append(f"&{name};")
    return ways


_BYTES: tuple[Callable[[int], str], ...] = (
    lambda byte: rf"\\+x{_hex(f'{byte:02x}')}",
    lambda byte: rf"\\+{byte:03o}",
    lambda byte: f"%(?:25)*{_hex(f'{byte:02x}')}",
    lambda byte: f"={_hex(f'{byte:02x}')}",
)


def _hex(digits: str) -> str:
    """Hexadecimal digits, large or small."""
    return "".join(f"[{each}{each.upper()}]" if each.isalpha() else each for each in digits)


def _garbled(sign: str, encoding: str) -> str:
    """The sign as it looks where its bytes were read in another encoding, "" where they cannot be."""
    try:
        return sign.encode().decode(encoding)
    except UnicodeDecodeError:
        return ""
