"""JSON, one document with an array of records or one value, and NDJSON, a line for each record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import orjson

from trivet.cli.terminal import BLUE, GREEN, Target, styled
from trivet.cli.text import in_json

_TOKEN = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")(\s*:)?')
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
    try:
        text = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else None).decode()
    except TypeError:  # an integer beyond 64 bits, or a lone surrogate
        separators = None if indent else (",", ":")
        text = json.dumps(value, indent=2 if indent else None, separators=separators, allow_nan=False)
    if inside and indent:
        text = "  " + text.replace("\n", "\n  ")
    if target is None or not target.on_terminal:
        return text
    text = text if target.raw else in_json(text)
    return _TOKEN.sub(_in_style, text) if target.styled else text


def _in_style(token: re.Match[str]) -> str:
    text, colon = token[1], token[2] or ""
    return styled(text, BLUE if colon else GREEN, styles=True) + colon
