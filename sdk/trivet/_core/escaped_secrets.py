r"""Patterns for every way in which a server may spell the characters of a secret that it echoes.

The character `/` may come back as `\/` or `\u002f` (JSON), `%2F` (URL), `&#47;` or `&sol;` (HTML), `\x2f` (literals of
programming languages), or with one of these inside another, such as `%252F`. A plain search for the secret would find
none of them, and the error would show the secret to everyone who can decode it.

Without these patterns, 164 of 900 calls that fail in the network tests (`error_bodies`, docs/hardening.md) would show a
secret. This module is loaded with the first error whose body has an escape.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html.entities import codepoint2name, html5
from itertools import groupby

# Escapes nest: in JSON inside JSON, a backslash is doubled, or doubled twice; in a URL inside a URL, % becomes %25.
_PERCENT = "%(?:25){0,3}"
_ENTITY = "&(?:amp;){0,2}"
_JSON_ENTITY = "u0026(?:amp;){0,2}"  # many encoders of JSON escape the & of an entity, in case a page contains the text

LONGEST_SPELLING = 40
"""The most bytes that a spelling of one character takes; backslashes that escape backslashes are not counted."""

_FIRST_BACKSLASHES = 16
"""How many encoded backslashes at the start of a secret are matched: a match at each of n places stays linear in n."""

_NAMES = {ord(value): name.rstrip(";") for name, value in html5.items() if len(value) == 1 and value.isascii()}
"""From each ASCII character that has a name in HTML to the name."""


def patterns(secret: str) -> list[bytes]:
    r"""Return the patterns of a secret: one for each character, but a single one for a run of backslashes.

    Joined, they match the secret itself and each of its spellings, except for some of the backslashes that escape its
    first character.

    >>> re.match(b"".join(patterns("a/b")), rb"\u0061%2fb")
    """
    parts: list[bytes] = []
    place = "first"
    for char, run in groupby(secret):
        count = len([*run])
        if char == "\\":
            parts.append(_backslashes(count, place))
            place = "after backslashes"
            continue
        for _ in range(count):
            parts.append(_pattern(char, place))
            place = "inside"
    return parts


@lru_cache(1000)
def matcher(pattern: bytes) -> re.Pattern[bytes]:
    """Return the compiled pattern of one character."""
    return re.compile(pattern)


@lru_cache(1000)
def _pattern(char: str, place: str) -> bytes:
    """Return the pattern of one character other than a backslash.

    The alternatives for the first character each begin with a fixed byte, which makes the search fast. After a run of
    backslashes, the backslashes that escape this character are part of that run's match.
    """
    some, maybe = {
        "first": (r"\\", ""),
        "inside": (r"\\{1,7}", r"\\{0,7}"),
        "after backslashes": ("", ""),
    }[place]
    code = ord(char)
    encoded = char.encode("utf-8", "surrogatepass")
    latin = bytes([code]) if 0x80 <= code <= 0xFF else b""
    literals = [r"\\{1,7}".join(f"u{_hex(unit, 4)}" for unit in _utf16(char))]
    literals += [f"U{_hex(code, 8)}"] if code > 0xFFFF else []
    literals += [r"\\{1,7}".join(f"x{_hex(byte, 2)}" for byte in encoded)] if code > 0x7F else []
    literals += [f"x{_hex(code, 2)}"] if code <= 0xFF else []  # after the UTF-8 form, which may begin with this byte
    alternatives = [f"{some}(?:{'|'.join(literals)})"]
    if char == "%":  # one alternative for plain and encoded forms: two could match the same text in many ways
        entity = "(?:#0{0,5}37|#[xX]0{0,5}25|percnt);?"
        parts = (f"{some}{_JSON_ENTITY}{entity}", f"{_ENTITY}{entity}", alternatives[0], f"{maybe}%(?:25){{0,4}}")
        return f"(?:{'|'.join(parts)})".encode()
    alternatives += ["".join(f"{_PERCENT}{_hex(byte, 2)}" for byte in raw) for raw in (encoded, latin) if raw]
    name = _NAMES.get(code) or codepoint2name.get(code)
    entities = [f"#0{{0,5}}{code}", f"#[xX]0{{0,5}}{_hex(code, 0)}", *([name] if name else [])]
    entity = f"(?:{'|'.join(entities)});?"
    alternatives.insert(0, f"{some}{_JSON_ENTITY}{entity}")  # before the escape of an & itself
    alternatives += [f"{_ENTITY}{entity}"]
    alternatives += [r"\+"] if char == " " else []
    alternatives += [maybe + re.escape(raw).decode("latin-1") for raw in (encoded, latin) if raw]
    return f"(?:{'|'.join(alternatives)})".encode("latin-1")


def _backslashes(count: int, place: str) -> bytes:
    """Return the pattern of a run of backslashes and the backslashes that escape the next character.

    A run of plain backslashes is matched from its start to its end, at once.
    """
    first = place == "first"
    some = r"\\" if first else r"\\{1,7}"
    escapes = (f"{some}(?:u005[cC]|x5[cC])", f"{_PERCENT}5[cC]", f"{_ENTITY}(?:#0{{0,5}}92|#[xX]0{{0,5}}5[cC]|bsol);?")
    encoded = min(count, _FIRST_BACKSLASHES) if first else count
    alternatives = [rf"(?:{escape}){{{encoded}}}\\{{0,7}}" for escape in escapes]
    run_start = r"(?<!\\)" if first else ""
    return f"(?:{'|'.join(alternatives)}|{run_start}{chr(92) * 2}{{{count},}}+)".encode()


def _utf16(char: str) -> list[int]:
    raw = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]


def _hex(code: int, width: int) -> str:
    """Return a number in hexadecimal digits of either case."""
    return "".join(f"[{digit}{digit.upper()}]" if digit.isalpha() else digit for digit in f"{code:0{width}x}")
