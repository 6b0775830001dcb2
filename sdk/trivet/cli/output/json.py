"""JSON, one document with an array of records or one value, and NDJSON, a line for each record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from trivet._core.json_writing import has_nan, without_nan
from trivet.cli.terminal import BLUE, GREEN, Target, styled
from trivet.cli.text import in_json

NAN_NOTE = "note: the service sent NaN or an infinity, which JSON cannot hold; null is written in its place"

_LINE_ENDS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}
"""Characters that JSON allows within a line, and that readers of lines, such as `str.splitlines`, take for its end."""

_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?')
"""A string, and the colon that follows it if it is a key."""


def write_array(values: Iterable[Any], target: Target) -> None:
    """Write an array, item by item; after an error its closing bracket is missing, so that a reader notices."""
    count = 0
    try:
        for count, value in enumerate(values, 1):
            target.write(",\n" if count > 1 else "[\n")
            target.write(document(value, target, indent=target.on_terminal, inside=True))
    except BaseException:
        target.write("\n" if count else "")
        raise
    target.write("\n]\n" if count else "[]\n")


def write_value(value: Any, target: Target) -> None:
    """Write one value."""
    target.write(document(value, target, indent=target.on_terminal) + "\n")


def write_lines(values: Iterable[Any], target: Target, *, quotes: bool = True) -> None:
    """Write a line for each value, and flush it, so that a reader gets it at once; text may go without quotes."""
    for value in values:
        target.write((value if isinstance(value, str) and not quotes else document(value, target)) + "\n")
        target.flush()


def document(value: Any, target: Target | None = None, *, indent: bool = False, inside: bool = False) -> str:
    """Return plain data as JSON.

    >>> document({"name": "Ann"})
    '{"name":"Ann"}'

    Args:
        value: Plain data.
        target: Where the document is written: a terminal gets escapes, and styles.
        indent: Whether the document takes several lines.
        inside: Whether the lines are indented once more, as an item of an array.
    """
    text = encoded(value, indent=indent, note=None if target is None else target.note_once)
    if inside and indent:
        text = "  " + text.replace("\n", "\n  ")
    if target is None or not target.on_terminal:
        return text
    text = text if target.raw else in_json(text)
    return _TOKEN.sub(_in_style, text) if target.styled else text


def encoded(value: Any, *, indent: bool = False, note: Callable[[str], None] | None = None) -> str:
    """Return plain data as JSON, which every reader accepts: NaN and infinities become null, with a note.

    Line separators within texts are escaped, so that a document without indentation is one line for every reader.

    >>> encoded({"loss": float("nan")}, note=target.note_once)
    '{"loss":null}'

    Args:
        value: Plain data; a value of another type becomes its text.
        indent: Whether the document takes several lines.
        note: Writes a line to stderr.
    """
    option = orjson.OPT_NON_STR_KEYS | (orjson.OPT_INDENT_2 if indent else 0)
    try:
        text = orjson.dumps(value, default=str, option=option).decode()
        if "null" in text and note is not None and has_nan(value, str):
            note(NAN_NOTE)
    except TypeError:  # an integer beyond 64 bits, or half a surrogate pair
        value = finite(value, note)
        separators = None if indent else (",", ":")
        text = json.dumps(value, indent=2 if indent else None, separators=separators, default=str)
    for char, escape in _LINE_ENDS.items():
        text = text.replace(char, escape)
    return text


def finite(value: Any, note: Callable[[str], None] | None) -> Any:
    """Return plain data with null in place of NaN and infinities, with a note if there are any."""
    if not has_nan(value, str):
        return value
    if note is not None:
        note(NAN_NOTE)
    return without_nan(value, str)


def _in_style(token: re.Match[str]) -> str:
    text, colon = token[1], token[2] or ""
    return styled(text, BLUE if colon else GREEN, styles=True) + colon
