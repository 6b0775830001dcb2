"""Which texts are secrets: those of headers, links and request bodies."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote, unquote_plus

__all__ = [
    "HIDDEN",
    "LONG",
    "authorization_secrets",
    "body_secrets",
    "flow_secrets",
    "header_secrets",
    "link_secrets",
    "named_secrets",
    "proxy_secrets",
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
