"""Where a secret occurs in what an error keeps, and the ways in which a server may spell one.

This reads spellings in its own way: it undoes escapes, and `trivet._core.spelling` matches them.
"""

from __future__ import annotations

import html
import json
import pickle
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import httpx

TESTS = str(Path(__file__).resolve().parents[1])

SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "plain": lambda secret: secret.encode(),
    "latin-1": lambda secret: secret.encode("latin-1", "replace" if max(secret) > "\xff" else "strict"),
    "json": lambda secret: json.dumps(secret)[1:-1].encode(),
    "json with slashes": lambda secret: json.dumps(secret)[1:-1].replace("/", "\\/").encode(),
    "json in upper case": lambda secret: b"".join(b"\\u%02X%02X" % (at[0], at[1]) for at in _units(secret)),
    "json in json": lambda secret: json.dumps(json.dumps(secret))[3:-3].encode(),
    "percent": lambda secret: quote(secret, safe="").encode(),
    "percent in lower case": lambda secret: re.sub("%..", lambda m: m[0].lower(), quote(secret, safe="")).encode(),
    "percent everywhere": lambda secret: b"".join(b"%%%02x" % each for each in secret.encode()),
    "percent twice": lambda secret: quote(quote(secret, safe=""), safe="").encode(),
    "html": lambda secret: html.escape(secret).encode("ascii", "xmlcharrefreplace"),
    "html numbers": lambda secret: "".join(f"&#{ord(each)};" for each in secret).encode(),
    "html hexadecimal": lambda secret: "".join(f"&#x{ord(each):X};" for each in secret).encode(),
    "python": lambda secret: ascii(secret)[1:-1].encode(),
    "python bytes": lambda secret: repr(secret.encode())[2:-1].encode(),
}


def _units(secret: str) -> list[bytes]:
    raw = secret.encode("utf-16-be")
    return [raw[at : at + 2] for at in range(0, len(raw), 2)]


def exposed(error: BaseException, *secrets: str, also: str = "") -> list[str]:
    """Return the places where an error, or other text, shows a secret, or its first ten characters."""
    places: dict[str, str] = {}
    for place, text in [*_error_texts(error, set()), ("elsewhere", also)]:
        places.setdefault(text, place)
    starts = [each[:10] for each in secrets]
    return [
        f"{place}: {text[:300]!r}"
        for text, place in places.items()
        if any(start in reading for reading in _readings(text) for start in starts)
    ]


def _readings(text: str) -> set[str]:
    """Return a text with its escapes undone, in several ways and one after the other."""
    every, latest = {text}, {text}
    for _ in range(3 if re.search(r"[\\%&]", text) else 0):
        latest = {undo(each) for each in latest for undo in (_backslashes, _percents, html.unescape)} - every
        every |= latest
    return every | {each.encode("latin-1", "ignore").decode("utf-8", "ignore") for each in every}


def _backslashes(text: str) -> str:
    text = re.sub(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})", _char, text)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return re.sub(r"\\(.)", r"\1", text)


def _char(found: re.Match[str]) -> str:
    code = int(found[1] or found[2] or found[3], 16)
    return chr(code) if code < 0x110000 else "?"


def _percents(text: str) -> str:
    return unquote_to_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


def _error_texts(error: BaseException | None, seen: set[int]) -> Iterator[tuple[str, str]]:
    """Yield everything that can be read of an error and of those that led to it."""
    if error is None or id(error) in seen:
        return
    seen.add(id(error))
    name = type(error).__name__
    yield f"str of {name}", str(error)
    yield f"repr of {name}", repr(error)
    yield f"traceback of {name}", "".join(traceback.format_exception(error)) if len(seen) == 1 else ""
    for key, value in {"args": error.args, "notes": getattr(error, "__notes__", []), **vars(error)}.items():
        for text in _texts(value):
            yield f"{name}.{key}", text
    yield from _pickled(error)
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if not frame.f_code.co_filename.startswith(TESTS):
            for key, value in frame.f_locals.items():
                if value is not error:
                    for text in _texts(value):
                        yield f"local {key} of {frame.f_code.co_qualname} under {name}", text
        trace = trace.tb_next
    yield from _error_texts(error.__cause__, seen)
    yield from _error_texts(error.__context__, seen)


def _pickled(error: BaseException) -> Iterator[tuple[str, str]]:
    try:
        pickled = pickle.dumps(error, 0)
    except (TypeError, AttributeError, pickle.PicklingError):  # an error of another library
        return
    yield f"pickle of {type(error).__name__}", pickled.decode("latin-1")


def _texts(value: Any, depth: int = 4) -> Iterator[str]:
    """Yield what a value shows, and what the values in it show."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes | bytearray):
        yield from (bytes(value).decode(encoding, "replace") for encoding in ("utf-8", "latin-1"))
        if 0 in value:
            yield from (bytes(value).decode(encoding, "ignore") for encoding in ("utf-16-le", "utf-16-be"))
    elif isinstance(value, Mapping | list | tuple | set) and depth:
        for each in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _texts(each, depth - 1)
    elif isinstance(value, httpx.Request):  # its own repr hides what it holds
        yield str(value.url)
        yield from _texts(value.headers.raw)
        yield from _texts(value.extensions, 2)
    elif not isinstance(value, BaseException):
        yield repr(value)
