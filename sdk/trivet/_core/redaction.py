"""The removal of secrets from texts and bodies (redaction): what an error, a log line or an observer may show.

A server may echo a secret in a spelling of its own: escaped as in JSON, HTML, a URL or a literal of a programming
language, in UTF-8, Latin-1 or UTF-16, or with one escape inside another. Each of these is recognised, even if only some
of the characters are escaped (`trivet._core.escaped_secrets`).

Redaction is bounded: it reads the part of a body that an error keeps, and as much more as the longest spelling of a
secret, in linear time. The first characters of a secret are found by a regular expression that cannot match a text in
two ways; from there, the other characters are matched one by one. If these matches fail too often, because a body
repeats the start of a secret, the rest of the body is hidden.
"""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import TypeAlias

from . import body_bounds, escaped_secrets
from .secrets import HIDDEN, KEPT, LONG

_HIDDEN = HIDDEN.encode()
_BACKSLASH = ord("\\")
# The bus service's quota fault contains the key.
_IDENTIFIER = re.compile(rb"(Identifier\s*:\s*)[^\s\"'<]+")
# The characters that begin an escape; forms encode a space as a plus.
_ESCAPES = (b"\\", b"%", b"&", b"+")
# An escape or a character in UTF-8 that is incomplete, because the body was cut there.
_CUT = re.compile(rb"(?:(?:\\{1,7}[uUx]?[0-9a-fA-F]{0,8}|%(?:25){0,3}[0-9a-fA-F]{0,2}|[\x80-\xff]){0,4}|&[#\w]{0,9})\Z")
# The beginning and the end of a word. A word also begins after an escape: `\nkey`, `%20key`, `\u0020key`.
_WORD_BEGIN = re.compile(
    rb"(?<![\w\x80-\xff])(?<![\w\x80-\xff]['-])|(?<=\\[bfnrt])|(?<=%[0-9a-fA-F]{2})|(?<=\\u[0-9a-fA-F]{4})"
)
_WORD_END = re.compile(rb"(?![\w\x80-\xff])(?!['-][\w\x80-\xff])")
_UP_TO_BRACKET = re.compile(rb'(?s)[^"{}\[\]]*+(?:%b[^"{}\[\]]*+)*+' % body_bounds.STRING)
_STRING = re.compile(rb"(?s)%b" % body_bounds.STRING)
_NUMBER = re.compile(rb"-?\d[\w.+-]*")

_LINKS = frozenset({b"content-location", b"location", b"refresh"})
"""Headers with a URL, which may be a pre-signed link or contain a password."""

_SECRETS_OF_A_LINK = re.compile(rb"(?<=//)[^/?#]*(?=@)|(?<=[?#]).+", re.DOTALL)
"""The user and the password, and the query and the fragment of a URL."""

_NUMBERS = frozenset({b"content-length", b"content-range", b"retry-after"})
"""Headers that clients calculate with: a short secret, such as a custom header with the value 1, is not replaced."""

_Span: TypeAlias = tuple[int, int, bytes]
"""A part of a body to replace: its start, its end, and the quotes to put around the replacement."""


def redact(body: bytes, secrets: Iterable[str], names: Iterable[str] = (), *, keep: int = KEPT) -> bytes:
    r"""Return the start of a body without the secrets that it may echo, in every way of escaping them.

    >>> redact(rb'{"detail": "bad key k3y\/with\u002bsigns"}', ("k3y/with+signs",))
    b'{"detail": "bad key ***"}'

    Secrets are found before the body is cut, also those that the cut would divide. If a body ends in the middle of a
    secret, because it was cut there earlier, the start of the secret is replaced, too.

    Args:
        body: The body.
        secrets: The secrets.
        names: Names of JSON fields whose values are replaced, also in JSON inside a JSON text: `{"token": "***"}`. The
            values null, true and false stay.
        keep: The most bytes of the body to return.
    """
    longest_first = sorted({*secrets} - {""}, key=len, reverse=True)
    more = escaped_secrets.LONGEST_SPELLING * len(longest_first[0]) if longest_first else 0
    window = body[: keep + more]
    if b"\0" in window and (encoding := json.detect_encoding(window)) not in ("utf-8", "utf-8-sig"):
        with suppress(UnicodeError):  # the encoding is only likely, so that the bytes are searched as they are, too
            start = _redact_wide(body, longest_first, names, keep, more, encoding)
            window, keep = start + body[keep : keep + more], len(start)
    spans = [span for name in names if name.encode() in window for span in _values(window, _field(name))]
    for secret in longest_first:
        spans += _secret_spans(window, secret)
    spans += ((match.end(1), match.end(), b"") for match in _IDENTIFIER.finditer(window))
    return _replace(window, spans, keep)


def redact_text(text: str, secrets: Iterable[str], names: Iterable[str] = (), *, keep: int = KEPT) -> str:
    """Return the start of a text without secrets, as `redact` does with bytes."""
    secrets = (*secrets,)
    more = escaped_secrets.LONGEST_SPELLING * max(map(len, secrets), default=0)
    window = text[: keep + more].encode("utf-8", "surrogatepass")
    redacted = redact(window, secrets, names, keep=len(text[:keep].encode("utf-8", "surrogatepass")))
    try:
        return redacted.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # a secret in Latin-1 began inside a character
        return redacted.decode("utf-8", "replace")


def redact_headers(headers: Sequence[tuple[bytes, bytes]], secrets: tuple[str, ...]) -> list[tuple[bytes, bytes]]:
    """Return headers without secrets, in their names too, and without the parts of links that may be others."""
    lower = (*secrets, *(secret.lower() for secret in secrets))  # HTTP libraries lower-case names
    return [(redact(name, lower), _redact_value(name, value, secrets)) for name, value in headers]


def _redact_value(name: bytes, value: bytes, secrets: tuple[str, ...]) -> bytes:
    if name.lower() in _NUMBERS:
        return redact(value, tuple(secret for secret in secrets if len(secret) >= LONG))
    if value.strip().decode("latin-1") in secrets:  # `redact` finds a short secret only where it is a whole word
        return _HIDDEN
    redacted = redact(value, secrets)
    return _SECRETS_OF_A_LINK.sub(_HIDDEN, redacted) if name.lower() in _LINKS else redacted


def _redact_wide(
    body: bytes, secrets: Iterable[str], names: Iterable[str], keep: int, more: int, encoding: str
) -> bytes:
    """Redact a body in UTF-16 or UTF-32."""
    decoder = getincrementaldecoder(encoding)()  # it does not raise for a character that the cut divides
    kept, rest = decoder.decode(body[:keep]), decoder.getstate()[0]
    text = kept + decoder.decode(body[keep : keep + 4 * more])
    return redact_text(text, secrets, names, keep=len(kept)).encode(encoding) + rest


def _replace(body: bytes, spans: list[_Span], keep: int) -> bytes:
    """Return the start of a body with the spans replaced; spans that overlap become one."""
    parts: list[bytes] = []
    at = 0
    for start, end, quote in sorted(spans):
        if start >= keep:
            break
        if start >= at:
            parts += (body[at:start], quote, _HIDDEN, quote)
        at = max(at, end)
    return b"".join([*parts, body[at:keep]])


def _secret_spans(body: bytes, secret: str) -> Iterator[_Span]:
    """Find a secret in any spelling and encoding."""
    if len(secret) < LONG:
        yield from _words(body, secret)
        return
    if any(sign in body for sign in _ESCAPES):
        yield from _spellings(body, secret)
    for raw in _encodings(secret, wide=b"\0" in body):
        at = body.find(raw)
        while at >= 0:
            yield at, at + len(raw), b""
            at = body.find(raw, at + len(raw))
        yield from _start_at_end(body, raw)


def _spellings(body: bytes, secret: str) -> Iterator[_Span]:
    """Find a secret in any spelling.

    Matches that fail can overlap: after "aaaaaaaa", the secret "aaaaaaaaaaaaaaab" is matched further from every place
    of "aaaaaaaaaaaaaaa...". So there is a limit of the steps of failed matches, after which the rest of the body counts
    as a secret. Matches that do not overlap stay far below it.
    """
    patterns = escaped_secrets.patterns(secret)
    first, rest = re.compile(b"".join(patterns[:LONG])), patterns[LONG:]
    steps = 0
    previous_end = at = 0
    while match := first.search(body, at):
        start, first_end = match.span()
        end, count = _follow(body, first_end, rest)
        if end is None:
            steps += count
            if steps > len(body):
                yield start, len(body), b""
                return
            at = start + 1
            continue
        yield _with_backslash(body, start, previous_end), end, b""
        previous_end = at = end


def _follow(body: bytes, at: int, rest: list[bytes]) -> tuple[int | None, int]:
    """Return where the rest of a secret ends that begins at a place, or None, and how many characters were compared.

    The end of the body may cut the secret short.
    """
    for count, pattern in enumerate(rest):
        match = escaped_secrets.matcher(pattern).match(body, at)
        if match is None:
            return len(body) if _CUT.match(body, at) else None, count
        at = match.end()
    return at, len(rest)


def _with_backslash(body: bytes, start: int, after: int) -> int:
    """Return the start of a match, moved to the backslash that escapes its first character, if there is one."""
    at = start
    while at > after and body[at - 1] == _BACKSLASH:
        at -= 1
    return start - (start - at) % 2


def _words(body: bytes, secret: str) -> Iterator[_Span]:
    """Find a short secret where it is a whole word."""
    pattern = b"".join(escaped_secrets.patterns(secret))
    if not any(sign in body for sign in _ESCAPES):
        pattern = b"|".join(map(re.escape, _encodings(secret, wide=False)))
    for match in re.finditer(pattern, body):
        if _WORD_BEGIN.match(body, match.start()) and _WORD_END.match(body, match.end()):
            yield match.start(), match.end(), b""


def _encodings(secret: str, *, wide: bool) -> Iterator[bytes]:
    """Yield a secret in several encodings; with `wide`, also in UTF-16 and UTF-32."""
    yield secret.encode("utf-8", "surrogatepass")
    if not secret.isascii() and max(secret) <= "\xff":
        yield secret.encode("latin-1")
    if wide:
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            yield secret.encode(encoding, "surrogatepass")


def _start_at_end(body: bytes, raw: bytes) -> Iterator[_Span]:
    """Find the start of a secret at the end of a body."""
    for size in range(min(len(raw) - 1, len(body)), LONG - 1, -1):
        if body.endswith(raw[:size]):
            yield len(body) - size, len(body), b""
            return


@cache  # bounded, because all names are from the contracts
def _field(name: str) -> re.Pattern[bytes]:
    return re.compile(rb'"%b(\\{0,7})"\s*:\s*' % re.escape(name.encode()))


def _values(body: bytes, field: re.Pattern[bytes]) -> Iterator[_Span]:
    """Find the values of a field."""
    at = 0
    for match in field.finditer(body):
        start = match.end()
        if start >= at and (at := _value_end(body, start, match[1])) > start:
            yield start, at, match[1] + b'"'


def _value_end(body: bytes, start: int, escape: bytes) -> int:
    """Return where a text, a number, an array or an object ends; for other values, where it starts."""
    quote = re.escape(escape) + b'"'  # in JSON inside a JSON text, quotes are escaped
    text = re.compile(rb"%b(?s:.*?)(?:(?<!\\)%b|\Z)" % (quote, quote)) if escape else _STRING
    if match := text.match(body, start) or _NUMBER.match(body, start):
        return match.end()
    at, depth = start, 0
    while body[at : at + 1] in (b"{", b"[") or depth:
        depth += 1 if body[at] in b"{[" else -1
        if not depth:
            return at + 1
        at = _end(_UP_TO_BRACKET, body, at + 1)
        if at == len(body):  # it ends inside the value
            return len(body)
    return start


def _end(pattern: re.Pattern[bytes], body: bytes, at: int) -> int:
    match = pattern.match(body, at)
    return at if match is None else match.end()
