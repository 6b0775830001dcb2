"""The ways in which a server may spell one character of a secret: patterns over bytes."""

from __future__ import annotations

import re
from functools import lru_cache
from html.entities import codepoint2name, html5
from itertools import groupby

__all__ = ["matcher", "patterns"]

# Escapes nest: inside JSON inside JSON, one backslash is written as two, or four, and a percent sign as %25.
_PERCENT = "%(?:25){0,3}"
_ENTITY = "&(?:amp;){0,2}"

_NAMES = {ord(value): name.rstrip(";") for name, value in html5.items() if len(value) == 1 and value.isascii()}
"""The name of each ASCII character that has one in HTML."""


def patterns(secret: str) -> list[bytes]:
    r"""Return a pattern for each character of a secret, and one for each run of backslashes in it.

    Joined, they match the secret as it is and in every spelling, with some of the backslashes that escape its first
    character left over.

    >>> re.match(b"".join(patterns("a/b")), rb"\u0061%2fb")
    """
    found: list[bytes] = []
    place = "first"
    left = len(secret)
    for char, run in groupby(secret):
        count = len([*run])
        left -= count
        if char == "\\":
            found.append(_backslashes(count, place, last=not left))
            place = "after backslashes"
            continue
        for _ in range(count):
            found.append(_pattern(char, place))
            place = "inside"
    return found


@lru_cache(1000)
def matcher(pattern: bytes) -> re.Pattern[bytes]:
    """Return the compiled pattern of one character."""
    return re.compile(pattern)


@lru_cache(1000)
def _pattern(char: str, place: str) -> bytes:
    """Return the pattern of one character, which is no backslash.

    A search is fast if each alternative of its first character begins with a fixed byte. After a run of backslashes,
    those that escape this character are taken already.
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
    literals += [f"x{_hex(code, 2)}"] if code <= 0xFF else []  # after UTF-8, which may begin with this byte
    alternatives = [f"{some}(?:{'|'.join(literals)})"]
    if char == "%":  # as it is, and encoded any number of times, in one pattern: two could match one text in many ways
        return f"(?:{alternatives[0]}|{_ENTITY}(?:#0{{0,5}}37|#[xX]0{{0,5}}25|percnt);?|{maybe}%(?:25){{0,4}})".encode()
    alternatives += ["".join(f"{_PERCENT}{_hex(byte, 2)}" for byte in each) for each in (encoded, latin) if each]
    name = _NAMES.get(code) or codepoint2name.get(code)
    entities = [f"#0{{0,5}}{code}", f"#[xX]0{{0,5}}{_hex(code, 0)}", *([name] if name else [])]
    alternatives += [f"{_ENTITY}(?:{'|'.join(entities)});?"]
    alternatives += [r"\+"] if char == " " else []
    alternatives += [maybe + re.escape(each).decode("latin-1") for each in (encoded, latin) if each]
    return f"(?:{'|'.join(alternatives)})".encode("latin-1")


def _backslashes(count: int, place: str, *, last: bool) -> bytes:
    """Return the pattern of a run of backslashes, together with those that escape the next character."""
    some = r"\\" if place == "first" else r"\\{1,7}"
    escapes = (f"{some}(?:u005[cC]|x5[cC])", f"{_PERCENT}5[cC]", f"{_ENTITY}(?:#0{{0,5}}92|#[xX]0{{0,5}}5[cC]|bsol);?")
    alternatives = [rf"(?:{each}){{{count}}}\\{{0,7}}" for each in escapes]
    end = "" if last else r"(?!\\)"
    return f"(?:{'|'.join(alternatives)}|{chr(92) * 2}{{{count},{4 * count + 7}}}{end})".encode()


def _utf16(char: str) -> list[int]:
    raw = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]


def _hex(code: int, width: int) -> str:
    """Return a number in hexadecimal digits of either case."""
    return "".join(f"[{each}{each.upper()}]" if each.isalpha() else each for each in f"{code:0{width}x}")
