"""Secrets in reports, recordings and logs: their names, and their removal from texts in every spelling.

The same table as for the SDK, `spec/secrets.toml`, states the names and the spellings. The code is independent: the SDK
looks for each spelling of a secret, and here the escapes of the text are undone.
"""

import base64
import binascii
import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

ANYWHERE = 8
"""The length from which on a secret is removed wherever it occurs; a shorter one only where it is a whole word."""

WORDS = frozenset({"access", "auth", "key", "link", "otp", "pin", "pwd", "refresh", "sig"})
ENDINGS = (
    *("accesskey", "accountkey", "apikey", "authorization", "cookie", "credential", "credentials", "jwt", "passcode"),
    *("passphrase", "passwd", "password", "privatekey", "secret", "secretkey", "signature", "token"),
)
ANY_PLACE = frozenset({"credential", "credentials", "passphrase", "passwd", "password", "secret"})
HEADER_WORDS = frozenset({"auth", "cookie", "key", "session", "token"})
PUBLIC_HEADERS = frozenset({"idempotency-key", "sec-websocket-key"})

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

_INNER = re.compile(r"(?<=\w)(?=\w)")

_DEPTH = 3
"""How many escapes inside one another are undone."""
_MOST_READINGS = 40

_BACKSLASHES = re.compile(
    r"(?s)(?:\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\(?:u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|.)"
)
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PERCENTS = re.compile(r"(?:%[\da-fA-F]{2})+")
_ENTITIES = re.compile(r"&(?:#\d{1,12}|#[xX][\da-fA-F]{1,10}|[A-Za-z][A-Za-z\d]{1,30});?")
_PLUSES = re.compile(r"\+")

_COOKIE_ENDS = re.compile("[;,]")
_OF_SET_COOKIE = frozenset({"domain", "expires", "max-age", "path", "priority", "samesite"})

HIDDEN = "(hidden)"
"""The text in place of a secret."""

Span = tuple[int, int, str]
"""Where a secret begins and ends in a text, and its replacement."""


def is_secret_name(name: str) -> bool:
    """Whether the value of a query parameter or JSON key is a secret by its name.

    >>> [is_secret_name(name) for name in ("apiKey", "X-Amz-Signature", "tokens_used")]
    [True, True, False]
    """
    words = [word.lower() for word in _WORD.findall(name)]
    return bool(words) and (words[-1] in WORDS or words[-1].endswith(ENDINGS) or not ANY_PLACE.isdisjoint(words))


def is_list_of_secrets(name: str, value: object) -> bool:
    """Whether a value is a list with a text in it, and it is named as secrets are, in the plural.

    >>> [is_list_of_secrets("apiKeys", value) for value in (["k1"], [5], 5)]
    [True, False, False]
    """
    has_text = isinstance(value, list) and any(isinstance(element, str) for element in cast(list[object], value))
    return has_text and "".join(_WORD.findall(name)[-2:]).lower().removesuffix("s").endswith(ENDINGS)


def is_secret_header(name: str) -> bool:
    """Whether the value of a header is a secret by the header's name.

    >>> [is_secret_header(name) for name in ("AccountKey", "x-session-id", "www-authenticate")]
    [True, True, False]
    """
    words = {word.lower() for word in _WORD.findall(name)}
    return name.lower() not in PUBLIC_HEADERS and (is_secret_name(name) or not HEADER_WORDS.isdisjoint(words))


def header_secrets(name: str, value: str) -> Iterator[str]:
    """Yield the secrets in the value of a header: a token without its scheme, a password, the values of cookies."""
    scheme, _, rest = value.strip().partition(" ")
    if name.lower().endswith("authorization") and rest:
        yield rest.strip()
        if scheme.lower() == "basic":
            try:
                yield base64.b64decode(rest, validate=True).decode().partition(":")[2]
            except (binascii.Error, UnicodeDecodeError):
                return
        return
    if "cookie" in name.lower():
        for cookie in _COOKIE_ENDS.split(value):  # the values of a header that is repeated are joined by commas
            attribute, _, content = cookie.partition("=")
            if attribute.strip().lower() not in _OF_SET_COOKIE:
                yield content.strip().strip('"')
        return
    yield value.strip()


def hide(text: str, shown: Mapping[str, str]) -> str:
    r"""Return a text with a replacement for each secret, in whatever spelling it stands there.

    >>> hide(r"no tok\u002fen-1, no tok%2fen%2d1", {"tok/en-1": "<token>"})
    'no <token>, no <token>'

    Args:
        text: The text.
        shown: From each secret to its replacement.
    """
    return replaced(text, occurrences(text, shown))


def occurrences(text: str, shown: Mapping[str, str]) -> Iterator[Span]:
    """Yield where secrets stand in a text, in whatever spelling, each with its replacement.

    >>> list(occurrences("no tok%2fen", {"tok/en": "<token>"}))
    [(3, 11, '<token>')]
    """
    for reading in readings(text) if shown else ():
        for secret, replacement in shown.items():
            for start, end in _occurrences(reading.text, secret):
                yield reading.original(start), reading.original(end), replacement


def replaced(text: str, spans: Iterable[Span]) -> str:
    """Return a text with replacements; of spans that overlap, the first replacement stands for all.

    >>> replaced("no token", [(3, 8, "<1>"), (5, 8, "<2>")])
    'no <1>'
    """
    parts: list[str] = []
    at = 0
    for start, end, replacement in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= at:
            parts += (text[at:start], replacement)
        at = max(at, end)
    return "".join([*parts, text[at:]])


def _occurrences(text: str, secret: str) -> Iterator[tuple[int, int]]:
    """Yield where a secret begins and ends in a reading."""
    texts = [secret]
    if not secret.isascii():  # literals of programming languages may spell the bytes of UTF-8
        texts.append(secret.encode("utf-8", "replace").decode("latin-1"))
    for spelled in filter(None, texts):
        start = text.find(spelled)
        while start >= 0:
            end = start + len(spelled)
            if len(secret) >= ANYWHERE or (_is_boundary(text, start) and _is_boundary(text, end)):
                yield start, end
            start = text.find(spelled, end)


def _is_boundary(text: str, place: int) -> bool:
    """Whether a word may begin or end at a place."""
    return _INNER.match(text, place) is None


class Reading:
    """A text after some of its escapes were undone."""

    __slots__ = ("_origin", "_places", "_starts", "text")

    def __init__(self, text: str, origin: "Reading | None", starts: Sequence[int], places: Sequence[int]) -> None:
        """Take a text.

        Args:
            text: The text.
            origin: The reading whose escapes were undone; None for the original text.
            starts: Where the segments of the text begin: the characters between two escapes, or within one escape.
            places: Where the segments begin in the origin.
        """
        self.text: str = text
        self._origin = origin
        self._starts = starts
        self._places = places

    def original(self, place: int) -> int:
        """Return where the character at a place begins in the original text."""
        if self._origin is None:
            return place
        segment = bisect_right(self._starts, place) - 1
        return self._origin.original(self._places[segment] + place - self._starts[segment])


def readings(text: str, *, pluses: bool = True) -> Iterator[Reading]:
    """Yield a text as it is, and with its escapes undone, in several ways and one after the other.

    Of the kinds of escapes, one is undone at a time: a secret may contain what looks like an escape of another kind.

    Args:
        text: The text.
        pluses: Whether a plus may stand for a space.
    """
    waiting = [(Reading(text, None, (), ()), 0)]
    seen = {hash(text)}
    while waiting:
        reading, depth = waiting.pop()
        yield reading
        for sign, escapes, undo in _KINDS if depth < _DEPTH else ():
            if sign in reading.text and (pluses or sign != "+") and len(seen) < _MOST_READINGS:
                undone = _undone(reading, escapes, undo)
                if hash(undone.text) not in seen:
                    seen.add(hash(undone.text))
                    waiting.append((undone, depth + 1))


def _undone(reading: Reading, escapes: re.Pattern[str], undo: Callable[[str], Iterable[tuple[str, int]]]) -> Reading:
    """Return a reading with one kind of escapes undone."""
    text = reading.text
    parts: list[str] = []
    starts, places = [0], [0]
    start = at = 0
    for match in escapes.finditer(text):
        parts.append(text[at : match.start()])
        start += match.start() - at
        at = match.start()
        for characters, length in undo(match[0]):
            parts.append(characters)
            starts.append(start)
            places.append(at)
            start += len(characters)
            at += length
        starts.append(start)
        places.append(at)
    return Reading("".join([*parts, text[at:]]), reading, starts, places)


def _undo_backslash(escape: str) -> Iterator[tuple[str, int]]:
    """Yield the character of an escape of JSON or a programming language, and the length of the escape."""
    codes = [int(code[1:], 16) for code in escape.split("\\")[1:] if len(code) > 1]
    if not codes:
        yield _CONTROLS.get(escape[1], escape[1:]), len(escape)
    elif len(codes) == 2:
        yield chr(0x10000 + ((codes[0] & 0x3FF) << 10) + (codes[1] & 0x3FF)), len(escape)
    else:
        yield chr(codes[0]) if codes[0] < 0x110000 else "?", len(escape)


def _undo_percents(escape: str) -> Iterator[tuple[str, int]]:
    """Yield the characters of bytes that are percent-encoded, and the length of each one's escape."""
    for character in bytes.fromhex(escape.replace("%", "")).decode("utf-8", "surrogateescape"):
        size = len(character.encode("utf-8", "surrogateescape"))
        yield character if size > 1 or character.isascii() else chr(ord(character) - 0xDC00), 3 * size


def _undo_entity(escape: str) -> Iterator[tuple[str, int]]:
    """Yield the characters of an HTML entity, and its length; an unknown one stays."""
    yield html.unescape(escape), len(escape)


def _undo_plus(escape: str) -> Iterator[tuple[str, int]]:
    """Yield the space that a plus stands for in a form, and its length."""
    yield " ", len(escape)


_KINDS = (
    ("\\", _BACKSLASHES, _undo_backslash),
    ("%", _PERCENTS, _undo_percents),
    ("&", _ENTITIES, _undo_entity),
    ("+", _PLUSES, _undo_plus),
)
