"""The secrets of a request, and how texts, bodies and headers lose them.

A server may echo a secret in a spelling of its own: as JSON, HTML, a URL or a literal of a programming language escapes
it, in UTF-8, Latin-1 or UTF-16, and one escape inside another. A secret is recognised in each of these, also where only
some of its characters are escaped.

The time grows with the size of the body alone: the first characters of a secret are searched for, by a pattern that
matches a text in one way, and the others are followed one by one.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote, unquote_plus

from .lazy import lazy, lazy_pattern

if TYPE_CHECKING:
    from . import spelling
else:
    spelling = lazy("trivet._core.spelling")  # only errors need it

__all__ = [
    "HIDDEN",
    "LONG",
    "authorization_secrets",
    "blank",
    "body_secrets",
    "flow_secrets",
    "header_secrets",
    "link_secrets",
    "named_secrets",
    "proxy_secrets",
    "redact",
    "redact_text",
]


HIDDEN = "***"
"""What stands in the place of a secret."""

LONG = 8
"""A secret of so many characters is removed wherever it occurs; a shorter one as a whole word."""

# Standards give these headers a meaning that is no secret, and servers repeat some of them in their answers.
_PUBLIC = frozenset(
    {"accept-encoding", "accept-language", "cache-control", "traceparent", "user-agent", "x-request-id"}
)
_SCHEMES = frozenset({"apikey", "basic", "bearer", "token"})
# Names that say so themselves, for requests that no contract describes.
_TELLING = r"(?i)pass(?:word|wd|phrase|code)|secret|token|api[_-]?key|private[_-]?key|credential|authorization"
_LONGEST = 8192
"""No server takes longer headers. A longer text in a body, the content of a file for instance, is no credential."""


def authorization_secrets(authorization: str) -> tuple[str, ...]:
    """Return the texts of an Authorization header that must not appear in an error.

    >>> authorization_secrets("Bearer t0ken")
    ('t0ken',)
    """
    scheme, _, rest = authorization.partition(" ")
    rest = rest.strip()
    if scheme.lower() != "basic":
        return (rest,) if rest else ()
    try:
        decoded = b64decode(rest)
    except ValueError:
        return (rest,)
    found = [rest]
    for encoding in ("utf-8", "latin-1"):  # RFC 7617 leaves the choice to the two sides
        password = decoded.decode(encoding, "replace").partition(":")[2]
        if password and password not in found:
            found.append(password)
    return tuple(found)


def header_secrets(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of the headers that a user adds to requests, and the parts of them that stand for themselves.

    >>> header_secrets({"x-tenant": "acme-7731", "cookie": "session=s3cret"})
    ('acme-7731', 'session=s3cret', 's3cret')
    """
    found: list[str] = []
    for name, value in headers.items():
        if name in _PUBLIC:
            continue
        found.append(value.strip())
        if name.endswith("authorization") or value.partition(" ")[0].lower() in _SCHEMES:
            found += authorization_secrets(value)
        if name == "cookie":
            found += (pair.partition("=")[2].strip() for pair in value.split(";"))
    return tuple(filter(None, found))


def flow_secrets(
    before: Sequence[tuple[bytes, bytes]], after: Sequence[tuple[bytes, bytes]], url: str, sent_url: str
) -> tuple[str, ...]:
    """Return what an auth flow added to a request: the values of headers, or a query.

    Args:
        before: The headers without it.
        after: The headers that were sent.
        url: The URL without it.
        sent_url: The URL that was sent.
    """
    known = {(name.lower(), value) for name, value in before}
    added = {
        name.decode("latin-1").lower(): value.decode("latin-1")
        for name, value in after
        if (name.lower(), value) not in known and name.lower() not in (b"host", b"content-length")
    }
    return header_secrets(added) + (link_secrets(sent_url) if sent_url != url else ())


def link_secrets(url: str) -> tuple[str, ...]:
    """Return the parts of a link that give access to what it leads to: its path with the query, and each long value.

    >>> link_secrets("https://files.test/a.zip?signature=0123456789abcdef")
    ('/a.zip?signature=0123456789abcdef', 'signature=0123456789abcdef', '0123456789abcdef')
    """
    target = "/" + url.partition("://")[2].partition("/")[2]
    query = target.partition("?")[2]
    values = (pair.partition("=")[2] for pair in query.split("&"))
    found = [target, query]
    for value in values:
        found += (value, unquote_plus(value))
    return tuple(dict.fromkeys(each for each in found if len(each) >= 8))


def proxy_secrets(url: str) -> tuple[str, ...]:
    """Return the user and the password in the URL of a proxy, as they are written and as transports send them.

    >>> proxy_secrets("http://me:s3cr%2Ft@proxy.example:3128")
    ('me', 's3cr%2Ft', 'bWU6czNjciUyRnQ=', 's3cr/t', 'bWU6czNjci90')
    """
    user, _, password = url.partition("://")[2].rpartition("@")[0].partition(":")
    texts: list[str] = []
    for pair in ((user, password), (unquote(user), unquote(password))):  # aiohttp unquotes only what is UTF-8
        texts += pair
        for encoding in ("utf-8", "latin-1"):  # httpx sends the first, aiohttp the second
            with suppress(UnicodeEncodeError):
                sent = ":".join(pair).encode(encoding)
                texts.append(b64encode(sent).decode("ascii"))
                texts += sent.decode("latin-1").split(":", 1)  # as a proxy may read either
                texts += sent.decode("ascii", "ignore").split(":", 1)  # as httpcore reads the reason of a refusal
    return tuple(dict.fromkeys(filter(None, texts))) if user or password else ()


def body_secrets(body: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in the fields of these names of a request body, such as an API key that it saves.

    >>> body_secrets({"integration": "x", "auth": {"key": "s3cret"}}, ("key",))
    ('s3cret',)
    """
    return tuple(_texts(body, frozenset(names).__contains__)) if body and names else ()


def named_secrets(value: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in the fields of these names, and of those that say that they hold a secret.

    >>> named_secrets({"title": "x", "newPassword": "s3cret"}, ())
    ('s3cret',)
    """
    known = frozenset(names)
    return tuple(_texts(value, lambda name: name in known or re.search(_TELLING, name) is not None))


def _texts(body: Any, is_secret: Callable[[str], bool]) -> Iterator[str]:
    """Yield the texts in the fields whose names are those of secrets, at any depth."""
    pending: list[tuple[Any, bool]] = [(body, False)]
    while pending:
        value, within = pending.pop()
        fields: dict[str, Any] = value
        items: list[Any] = value
        if isinstance(value, dict):
            pending += ((each, within or is_secret(name)) for name, each in reversed(fields.items()))
        elif isinstance(value, list):
            pending += ((each, within) for each in reversed(items))
        elif within and isinstance(value, str) and 0 < len(value) <= _LONGEST:
            yield value


_Span: TypeAlias = tuple[int, int, bytes]
"""What is replaced: its start, its end, and the quote on both sides of what takes its place."""

_HIDDEN = HIDDEN.encode()
_BACKSLASH = ord("\\")
# The bus service's quota fault contains the key.
_IDENTIFIER = lazy_pattern(rb"(Identifier\s*:\s*)[^\s\"'<]+")
# What begins an escape; a form writes a space as a plus.
_ESCAPES = (b"\\", b"%", b"&", b"+")
# Where a body was cut inside a character: the escapes, or the bytes, that are left of it.
_CUT = lazy_pattern(
    rb"(?:(?:\\{1,7}[uUx]?[0-9a-fA-F]{0,8}|%(?:25){0,3}[0-9a-fA-F]{0,2}|[\x80-\xff]){0,4}|&[#\w]{0,9})\Z"
)
# A word begins after an escape, too: `\nkey`, `%20key`, `\u0020key`.
_BEGIN = lazy_pattern(
    rb"(?<![\w\x80-\xff])(?<![\w\x80-\xff]['-])|(?<=\\[bfnrt])|(?<=%[0-9a-fA-F]{2})|(?<=\\u[0-9a-fA-F]{4})"
)
_END = lazy_pattern(rb"(?![\w\x80-\xff])(?!['-][\w\x80-\xff])")
_UP_TO_BRACKET = lazy_pattern(rb'(?s)[^"{}\[\]]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^"{}\[\]]*)*')
_STRING = lazy_pattern(rb'(?s)"[^"\\]*(?:\\.[^"\\]*)*"?')
_NUMBER = lazy_pattern(rb"-?\d[\w.+-]*")


def redact(body: bytes, secrets: tuple[str, ...]) -> bytes:
    r"""Blank out secrets that an answer may echo, in every way of escaping them.

    >>> redact(rb'{"detail": "bad key k3y\/with\u002bsigns"}', ("k3y/with+signs",))
    b'{"detail": "bad key ***"}'

    Where a body ends in the middle of a secret, because one of the two sides cut it, its start is blanked out too.
    """
    if b"\0" in body and (encoding := json.detect_encoding(body)) not in ("utf-8", "utf-8-sig"):
        with suppress(UnicodeError):
            body = redact_text(body.decode(encoding), secrets).encode(encoding)
    for secret in sorted({*secrets} - {""}, key=len, reverse=True):  # one may be part of another
        if len(secret) < LONG:
            body = _join(body, _words(body, secret))
            continue
        if any(sign in body for sign in _ESCAPES):
            body = _join(body, _spellings(body, secret))
        for raw in _encodings(secret, wide=b"\0" in body):
            body = _without_start(body.replace(raw, _HIDDEN), raw)
    return _IDENTIFIER.sub(rb"\1" + _HIDDEN, body)


def redact_text(text: str, secrets: tuple[str, ...]) -> str:
    """Blank out secrets in text, as `redact` does in bytes."""
    hidden = redact(text.encode("utf-8", "surrogatepass"), secrets)
    try:
        return hidden.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # a secret in Latin-1 began inside a character
        return hidden.decode("utf-8", "replace")


def blank(body: bytes, names: Iterable[str]) -> bytes:
    """Blank out the values of certain JSON names, also of JSON inside a JSON text; null, true and false stay.

    >>> blank(b'{"token": "k3y", "env": {"A": "b"}}', ["token", "env"])
    b'{"token": "***", "env": "***"}'
    """
    for name in names:
        if name.encode() in body:
            body = _join(body, _values(body, _field(name)))
    return body


def _join(body: bytes, spans: Iterable[_Span]) -> bytes:
    """Replace the spans of a body."""
    parts: list[bytes] = []
    at = 0
    for start, end, quote in spans:
        parts += (body[at:start], quote, _HIDDEN, quote)
        at = end
    return b"".join([*parts, body[at:]]) if parts else body


def _spellings(body: bytes, secret: str) -> Iterator[_Span]:
    """Find a secret, spelled in any way."""
    patterns = spelling.patterns(secret)
    first, rest = re.compile(b"".join(patterns[:LONG])), patterns[LONG:]
    begun = at = 0
    while found := first.search(body, at):
        start, end = found.span()
        complete = _follow(body, end, rest)
        if complete is None:
            at = start + 1
            continue
        yield _with_backslash(body, start, begun), complete, b""
        begun = at = complete


def _follow(body: bytes, at: int, rest: list[bytes]) -> int | None:
    """Return where the rest of a secret ends, if it stands there; the end of the body may cut it short."""
    for each in rest:
        found = spelling.matcher(each).match(body, at)
        if found is None:
            return len(body) if _CUT.match(body, at) else None
        at = found.end()
    return at


def _with_backslash(body: bytes, start: int, after: int) -> int:
    """Return where a match starts together with the backslash that escapes its first character."""
    at = start
    while at > after and body[at - 1] == _BACKSLASH:
        at -= 1
    return start - (start - at) % 2


def _words(body: bytes, secret: str) -> Iterator[_Span]:
    """Find a short secret where it is a whole word."""
    pattern = b"".join(spelling.patterns(secret))
    if not any(sign in body for sign in _ESCAPES):
        pattern = b"|".join(map(re.escape, _encodings(secret, wide=False)))
    for found in re.finditer(pattern, body):
        if _BEGIN.match(body, found.start()) and _END.match(body, found.end()):
            yield found.start(), found.end(), b""


def _encodings(secret: str, *, wide: bool) -> Iterator[bytes]:
    """Yield the bytes of a secret; `wide` with those of the encodings that contain zeros."""
    yield secret.encode("utf-8", "surrogatepass")
    if not secret.isascii() and max(secret) <= "\xff":
        yield secret.encode("latin-1")
    if wide:
        for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            yield secret.encode(encoding, "surrogatepass")


def _without_start(body: bytes, raw: bytes) -> bytes:
    """Blank out the start of a secret at the end of a body."""
    for size in range(min(len(raw) - 1, len(body)), LONG - 1, -1):
        if body.endswith(raw[:size]):
            return body[:-size] + _HIDDEN
    return body


@cache  # the names are those of the contracts
def _field(name: str) -> re.Pattern[bytes]:
    return re.compile(rb'"%b(\\{0,7})"\s*:\s*' % re.escape(name.encode()))


def _values(body: bytes, field: re.Pattern[bytes]) -> Iterator[_Span]:
    """Find the values of a field."""
    at = 0
    for found in field.finditer(body):
        start = found.end()
        if start >= at and (at := _value_end(body, start, found[1])) > start:
            yield start, at, found[1] + b'"'


def _value_end(body: bytes, start: int, escape: bytes) -> int:
    """Return where a value ends that is a text, a number, an array or an object; of another, where it starts."""
    quote = re.escape(escape) + b'"'  # escaped where it is JSON inside a JSON text
    text = re.compile(rb"%b(?s:.*?)(?:(?<!\\)%b|\Z)" % (quote, quote)) if escape else _STRING
    if found := text.match(body, start) or _NUMBER.match(body, start):
        return found.end()
    at, depth = start, 0
    while body[at : at + 1] in (b"{", b"[") or depth:
        depth += 1 if body[at] in b"{[" else -1
        if not depth:
            return at + 1
        at = _end(_UP_TO_BRACKET, body, at + 1)
        if at == len(body) or body[at] == ord('"'):  # it ends in the middle
            return len(body)
    return start


def _end(pattern: re.Pattern[bytes], body: bytes, at: int) -> int:
    found = pattern.match(body, at)
    return at if found is None else found.end()
