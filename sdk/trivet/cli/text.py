"""Text for terminals, tables and spreadsheets: escaped, cut to a width, padded, in the right number; times as text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime

from trivet._text import printable

_BREAKS = re.compile(r"([\n\t]+)")
_UNITS = ((86_400.0, "d"), (3600.0, "h"), (60.0, "min"))


def visible(text: str) -> str:
    r"""Return text on one line, with an escape for each character that a terminal would act upon.

    >>> visible("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    return text if text.isprintable() else printable(text, sys.maxsize)


def running_text(text: str) -> str:
    r"""Return text with its line breaks and tabs, and with an escape for each other character of this kind.

    >>> running_text("one\n\ttwo\x1b[31m")
    'one\n\ttwo\\x1b[31m'
    """
    if text.isprintable():
        return text
    pieces = _BREAKS.split(text.replace("\r\n", "\n"))
    # The pieces alternate: text, then line breaks or tabs, which stay.
    return "".join(piece if index % 2 else visible(piece) for index, piece in enumerate(pieces))


def one_line(value: object, width: int = 1000) -> str:
    r"""Return a value of a server as one line, cut to a width; an empty text for None.

    >>> one_line("two\nlines", 6)
    'two\\n…'
    """
    return "" if value is None else fit(printable(str(value), 4 * width + 4), width)


def in_json(document: str) -> str:
    r"""Return a JSON document with a JSON escape for each character that a terminal would act upon.

    >>> in_json('{"a": "\u202e"}')
    '{"a": "\\u202e"}'
    """
    return _with_escapes(document, _json_escape)


def in_yaml(document: str) -> str:
    """Return a YAML document with a YAML escape for each such character; they must stand in double quotes."""
    return _with_escapes(document, _yaml_escape)


def _with_escapes(document: str, escape: Callable[[int], str]) -> str:
    # Line ends stand between tokens: in strings they are escaped already.
    return "\n".join(
        line if line.isprintable() else "".join(c if printable(c) == c else escape(ord(c)) for c in line)
        for line in document.split("\n")
    )


def _json_escape(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def _yaml_escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width_of(text: str) -> int:
    """Return the number of columns that text takes on a terminal: two for a Chinese character or an emoji.

    >>> width_of("東京")
    4
    """
    if text.isascii() and text.isprintable():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  # the help of `trivet` itself needs no rich

    return cell_len(text)


def fit(text: str, width: int) -> str:
    """Return a printable line, cut to a width in columns with an ellipsis.

    >>> fit("orchard", 4)
    'orc…'
    """
    if width_of(text) <= width:
        return text
    return _start(text, width - 1).rstrip() + "…" if width > 1 else "…"[:width]


def fitted(text: str, width: int, *, right: bool = False, cut: bool = True) -> str:
    """Return text that takes exactly this width: padded, or cut with an ellipsis unless it may be longer.

    >>> fitted("Orchid Ave", 7)
    'Orchid…'
    """
    wide = width_of(text)
    if wide == width or (wide > width and not cut):
        return text
    if wide > width:
        return _start(text, width - 1) + "…" if width else ""
    padding = " " * (width - wide)
    return padding + text if right else text + padding


def _start(text: str, width: int) -> str:
    from rich.cells import set_cell_size  # noqa: PLC0415  # as above

    return set_cell_size(text, width)


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return the noun in the number that a count needs.

    >>> plural(1, "account"), plural(2, "account"), plural(0, "was", "were")
    ('account', 'accounts', 'were')
    """
    return noun if count == 1 else nouns or f"{noun}s"


def span(seconds: float) -> str:
    """Return seconds in the largest unit that fits.

    >>> span(0.42), span(75), span(90000)
    ('0.4 s', '1 min', '1 d')
    """
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(seconds, 0.0):.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def age(milliseconds: object, now: float) -> str:
    """Return the time that has passed since a moment, in whole units; an empty text if it is not a number.

    >>> age(1750032000000, 1750032012.0)
    '12 s'

    Args:
        milliseconds: Since 1970, as the agent service writes times.
        now: Seconds since 1970.
    """
    if not isinstance(milliseconds, int | float):
        return ""
    seconds = max(now - milliseconds / 1000, 0.0)
    return f"{int(seconds)} s" if seconds < 60 else span(seconds)


def iso_time(milliseconds: object) -> str | None:
    """Return a time as RFC 3339 in this machine's time zone; None if it is not a number or beyond the calendar.

    >>> iso_time(1750032000000)
    '2025-06-16T08:00:00+08:00'
    """
    if not isinstance(milliseconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


def short_time(text: str | None) -> str:
    """Return a time of `iso_time` to the minute, for a table.

    >>> short_time("2025-06-16T08:00:00+08:00")
    '2025-06-16 08:00'
    """
    return (text or "")[:16].replace("T", " ")
