"""Takes names and secrets out of text and data for strangers, in whichever spelling.

A log, a file name or a message of a library may hold a name as JSON, HTML or part of an address. The encoding may be another,
and accents may be missing. Each letter of a name stands for all ways to write the letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from html.entities import codepoint2name
from typing import Any

MIN_NAME_WORD_LETTERS = 3  # letters of a word of a name that is looked for alone: shorter words stand in any sentence; guess
MIN_CASELESS_LETTERS = 3
"""Letters from which a name is found in capitals and small letters alike; a single word of a name needs one more; guess."""
_ORDINARY = """android camera card cards carta carte companion cucina game gioco giocatore home host iphone ipad kitchen mat phone
    player referee room samsung table tablet tavolo telefono the"""
ORDINARY_WORDS = frozenset(_ORDINARY.split())
"""Words within names that point to nobody."""
_AFTER_ESCAPE = (r"\\[nrtbf]", r"%[0-9A-Fa-f]{2}", r"\\u[0-9A-Fa-f]{4}", r"\\x[0-9A-Fa-f]{2}", r"\\[0-7]{3}")
"""Ends of escapes: their last letter or digit is no part of the word behind."""
_NAME_BEGINS = rf"(?:(?<![^\W_])|{'|'.join(f'(?<={each})' for each in _AFTER_ESCAPE)})"
_NAME_ENDS = r"(?![^\W_])"
ENCODINGS = ("latin-1", "cp1252")
"""Encodings in which UTF-8 is read by mistake."""
_GAP = r"[\s_+-]"
NO_BREAK_SPACE = "\u00a0"
_QUOTES = "'’‘`´"
_LOGIN = re.compile(r"(?<=://)[^/@\s\"']+(?=@)")
"""Name and password within the address of a camera."""


class Scrubber:
    """Takes words out of texts. `words`: word or longer text -> replacement; where two words are alike, the first counts. Each
    telling word of a longer text is replaced too."""

    def __init__(self, words: Mapping[str, str]) -> None:
        wanted = {word.strip(): put for word, put in words.items() if _is_telling(word.strip())}
        parts = {part: put for word, put in wanted.items() for part in _telling_words(word)}
        everything = {**parts, **wanted}
        alike: dict[str, list[str]] = {}
        for word in sorted(everything, key=len, reverse=True):
            alike.setdefault(_strip_accents(word[0]).casefold(), []).append(word)
        self._put = [everything[word] for words_alike in alike.values() for word in words_alike]
        patterns = [_pattern_of_names(words_alike, wanted) for words_alike in alike.values()]
        self._pattern = re.compile("|".join(patterns)) if patterns else None

    def __call__(self, text: str) -> str:
        """`text` without the words, and without logins in addresses."""
        text = _LOGIN.sub("(login)", text)
        return self._pattern.sub(lambda found: self._put[(found.lastindex or 1) - 1], text) if self._pattern else text

    def scrub_data(self, value: Any, codes: Iterable[str] = ()) -> Any:
        """The decoded JSON `value` without the words in texts and keys; lists and mappings are copied, other values
        unchanged. `codes`: keys of texts to leave, because the texts are words of a program."""
        codes = frozenset(codes)
        if isinstance(value, str):
            return self(value)
        if isinstance(value, Mapping):
            return {self(str(key)): each if key in codes else self.scrub_data(each, codes) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.scrub_data(each, codes) for each in value]
        return value


def _is_telling(word: str) -> bool:
    """Does the word point to somebody? A single sign or a number below 100 stands in every text."""
    return len(word) > 1 and not (word.isdigit() and len(word) < 3)


def _telling_words(name: str) -> Iterable[str]:
    """The words of a name that point to somebody by themselves; none for a name of a single word. Short words, numbers and
    `ORDINARY_WORDS` are left out."""
    words = re.split(r"[\s\"(),;:/]+", name)
    if len(words) > 1:
        for word in (each.strip(_QUOTES + "-.") for each in words):
            if len(word) >= MIN_NAME_WORD_LETTERS and not word.isdigit() and word.casefold() not in ORDINARY_WORDS:
                yield word


def _pattern_of_names(words: Sequence[str], wanted: Collection[str]) -> str:
    """A pattern for names with the same first letter, `words` longest first, one group a name. A look-ahead skips texts
    without the first signs. `wanted`: the full names; others are parts of names."""
    first = {begin for word in words for begin in _possible_first_signs(word[0])}
    glance = "".join(re.escape(sign) for sign in sorted(first))
    return f"(?=[{glance}])(?:{'|'.join(f'({_pattern_of_name(word, whole=word in wanted)})' for word in words)})"


def _possible_first_signs(sign: str) -> set[str]:
    """First signs of all spellings of `sign`, escapes and garbled encodings included."""
    cases = {sign, sign.upper(), sign.lower(), sign.casefold(), sign.swapcase()}
    spelled = {
        each for case in cases for each in (case, unicodedata.normalize("NFD", case), unicodedata.normalize("NFC", case))
    }
    spelled |= {_garble_sign(sign, encoding) for encoding in ENCODINGS} | {_strip_accents(each) for each in spelled}
    alike = set(_QUOTES) if sign in _QUOTES else set()
    return {each[0] for each in spelled if each} | alike | set("\\%&=?\ufffd")


def _strip_accents(sign: str) -> str:
    """`sign` without accents; `sign` itself where nothing is left."""
    return "".join(each for each in unicodedata.normalize("NFD", sign) if not unicodedata.combining(each)) or sign


def _pattern_of_name(word: str, *, whole: bool) -> str:
    """A pattern for a name in every spelling. Short names match only in their own case. `whole`: a full name, not a word of a
    name."""
    lossy = (
        sum(sign.isascii() and sign.isalpha() for sign in word) >= MIN_CASELESS_LETTERS
    )  # else question marks alone would be a name
    spellings = dict.fromkeys((word, unicodedata.normalize("NFC", word)))
    body = "|".join("".join(_pattern_of_sign(sign, lossy=lossy) for sign in spelling) for spelling in spellings)
    body = f"(?:{body})"
    cased = f"(?i:{body})" if len(word) >= (MIN_CASELESS_LETTERS if whole else MIN_CASELESS_LETTERS + 1) else body
    return f"{_NAME_BEGINS if _has_edge(word[0]) else ''}{cased}{_NAME_ENDS if _has_edge(word[-1]) else ''}"


def _has_edge(sign: str) -> bool:
    """Do words in the script of `sign` end with the last letter? Words of scripts without spaces do not."""
    return sign.isdigit() or sign.lower() != sign.upper()


@cache
def _pattern_of_sign(sign: str, *, lossy: bool = False) -> str:
    """A pattern for a sign of a name in every escaping. `lossy`: the sign may have been lost and replaced."""
    if sign.isspace():
        return f"(?:{'|'.join([_GAP, *_escaped_spellings(' '), *_escaped_spellings(NO_BREAK_SPACE)])})+"
    ways = [re.escape(each) for each in (sign, sign.upper(), sign.lower(), sign.casefold()) if each == sign or len(each) > 1]
    if sign in _QUOTES:
        ways += [re.escape(quote) for quote in _QUOTES]
    ways += _escaped_spellings(sign)
    if not sign.isascii():
        apart = unicodedata.normalize("NFD", sign)
        ways += ["".join(map(_pattern_of_sign, apart))] if apart != sign and len(apart) > 1 else []
        ways += [re.escape(_strip_accents(sign))]
        ways += [re.escape(garbled) for encoding in ENCODINGS if (garbled := _garble_sign(sign, encoding))]
        ways += ["\ufffd+", r"\?+"] if lossy else []
    ways = list(dict.fromkeys(ways))
    before = r"\\*" if sign in "\"'\\/`$" else ""
    return f"{before}(?:{'|'.join(sorted(ways, key=len, reverse=True))})"


def _escaped_spellings(sign: str) -> list[str]:
    """Patterns for the sign as written in JSON, Python, C, HTML, addresses and mails."""
    number, units, data = ord(sign), sign.encode("utf-16-be"), sign.encode()
    if sign.isalnum() and sign.isascii():  # only what escapes everything escapes these
        return [
            rf"\\+[uU](?:0000)?00{_hex_pattern(f'{number:02x}')}",
            rf"\\+x{_hex_pattern(f'{number:02x}')}",
            f"&#{number};",
            f"%{_hex_pattern(f'{number:02x}')}",
        ]
    ways = ["".join(rf"\\+[uU]{_hex_pattern(f'{units[i]:02x}{units[i + 1]:02x}')}" for i in range(0, len(units), 2))]
    ways += [
        rf"\\+U{_hex_pattern(f'{number:08x}')}",
        rf"\\+[uU]\{{0*{_hex_pattern(f'{number:x}')}\}}",
        f"&#0*{number};",
        rf"&#[xX]0*{_hex_pattern(f'{number:x}')};",
    ]
    ways += ["".join(template(byte) for byte in data) for template in _BYTES]
    if number < 256:
        ways += [rf"\\+x{_hex_pattern(f'{number:02x}')}", rf"\\+{number:03o}"]
    if name := codepoint2name.get(number):
        ways.append(f"&{name};")
    return ways


_BYTES: tuple[Callable[[int], str], ...] = (
    lambda byte: rf"\\+x{_hex_pattern(f'{byte:02x}')}",
    lambda byte: rf"\\+{byte:03o}",
    lambda byte: f"%(?:25)*{_hex_pattern(f'{byte:02x}')}",
    lambda byte: f"={_hex_pattern(f'{byte:02x}')}",
)


def _hex_pattern(digits: str) -> str:
    """Hexadecimal digits, large or small."""
    return "".join(f"[{each}{each.upper()}]" if each.isalpha() else each for each in digits)


def _garble_sign(sign: str, encoding: str) -> str:
    """The sign as seen where UTF-8 is read in `encoding`, "" where `encoding` refuses the bytes."""
    try:
        return sign.encode().decode(encoding)
    except UnicodeDecodeError:
        return ""
