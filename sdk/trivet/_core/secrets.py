"""The secrets of a request, and their removal from texts, bodies and headers (redaction).

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
from base64 import b64decode, b64encode
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote, unquote_plus

from .lazy_imports import lazy

if TYPE_CHECKING:
    from . import escaped_secrets
else:
    escaped_secrets = lazy("trivet._core.escaped_secrets")  # needed only for errors

HIDDEN = "***"
"""The replacement for a secret."""

LONG = 8
"""The length from which on a secret is removed wherever it occurs; a shorter secret is removed where it is a word."""

LONGEST = 8192
"""The most characters of a secret in a body: no server accepts longer headers, so a longer text is not a credential."""

KEPT = 100_000
"""The most bytes of a body, or characters of a text, that an error keeps."""

MOST_LEARNED = 100
"""The most texts that a register keeps of those that it learns while calls are sent."""

MOST_LINK_VALUES = 20
"""The most values in the query of a link that are secrets by themselves: the server chooses the link."""

CREDENTIAL_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization"})
"""The standard headers that carry credentials."""

# Standard headers whose values are public, and which servers repeat in their answers.
_PUBLIC = frozenset(
    {"accept-encoding", "accept-language", "cache-control", "traceparent", "user-agent", "x-request-id"}
)
_SCHEMES = frozenset({"apikey", "basic", "bearer", "token"})
# Names of fields that are secret where no contract describes them, as in spec/secrets.toml.
_WORDS = frozenset({"access", "auth", "key", "link", "otp", "pin", "pwd", "refresh", "sig"})
_ENDINGS = (
    *("accesskey", "accountkey", "apikey", "authorization", "cookie", "credential", "credentials", "jwt", "passcode"),
    *("passphrase", "passwd", "password", "privatekey", "secret", "secretkey", "signature", "token"),
)
_ANY_PLACE = frozenset({"credential", "credentials", "passphrase", "passwd", "password", "secret"})
_WORD = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"

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
_UP_TO_BRACKET = re.compile(rb'(?s)[^"{}\[\]]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"{}\[\]]*+)*+')
_STRING = re.compile(rb'(?s)"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
_NUMBER = re.compile(rb"-?\d[\w.+-]*")

_Span: TypeAlias = tuple[int, int, bytes]
"""A part of a body to replace: its start, its end, and the quotes to put around the replacement."""


class SecretRegister:
    """The secrets of a client: the one place from which its errors, log lines and reprs know them.

    A copy of the client has a register of its own, which shares what is learned while calls are sent.

    >>> register.add(link_secrets("https://files.test/a.zip?signature=0123456789abcdef"))
    >>> redact(body, register.texts(), register.names)

    Attributes:
        names: Names of JSON fields whose values are secret in answers.
    """

    __slots__ = ("_learned", "_sources", "names")

    def __init__(
        self,
        names: Sequence[str],
        sources: Sequence[Callable[[], Iterable[str]]],
        shared: SecretRegister | None = None,
    ) -> None:
        """Make a register.

        Args:
            names: Names of JSON fields whose values are secret in answers.
            sources: Functions that return secrets, called for each error, because tokens change.
            shared: The register of the client of which this is the copy.
        """
        self.names: Sequence[str] = names
        self._sources = sources
        self._learned: dict[str, None] = {} if shared is None else shared._learned

    def add(self, secrets: Iterable[str]) -> None:
        """Keep the secrets of proxies, links and auth flows, which become known during calls; only the latest."""
        learned = self._learned
        for secret in secrets:
            if secret not in learned:
                learned[secret] = None
        for oldest in list(learned)[:-MOST_LEARNED]:
            learned.pop(oldest, None)  # another thread may have removed it

    def texts(self) -> tuple[str, ...]:
        """Return the secrets, each once."""
        return tuple(dict.fromkeys([*(secret for source in self._sources for secret in source()), *self._learned]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


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
    secrets = [rest]
    for encoding in ("utf-8", "latin-1"):  # RFC 7617 leaves the choice to client and server
        password = decoded.decode(encoding, "replace").partition(":")[2]
        if password and password not in secrets:
            secrets.append(password)
    return tuple(secrets)


def header_secrets(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of the headers that a user adds to requests, and the parts of them that are secrets themselves.

    >>> header_secrets({"x-tenant": "acme-7731", "cookie": "session=s3cret"})
    ('acme-7731', 'session=s3cret', 's3cret')
    """
    secrets: list[str] = []
    for name, value in headers.items():
        if name in _PUBLIC:
            continue
        secrets.append(value.strip())
        if name.endswith("authorization") or value.partition(" ")[0].lower() in _SCHEMES:
            secrets += authorization_secrets(value)
        if name == "cookie":
            secrets += (pair.partition("=")[2].strip() for pair in value.split(";"))
    return tuple(filter(None, secrets))


def flow_secrets(
    before: Sequence[tuple[bytes, bytes]], after: Sequence[tuple[bytes, bytes]], url: str, sent_url: str
) -> tuple[str, ...]:
    """Return the secrets that an auth flow has added to a request: the values of headers, or parts of the URL.

    Args:
        before: The headers before the auth flow.
        after: The headers that were sent.
        url: The URL before the auth flow.
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
    """Return the parts of a link that give access to its target: its path with the query, and each long value.

    >>> link_secrets("https://files.test/a.zip?signature=0123456789abcdef")
    ('/a.zip?signature=0123456789abcdef', 'signature=0123456789abcdef', '0123456789abcdef')
    """
    target = "/" + url.partition("://")[2].partition("/")[2]
    query = target.partition("?")[2]
    secrets = [target, query]
    for pair in query.split("&", MOST_LINK_VALUES)[:MOST_LINK_VALUES]:
        value = pair.partition("=")[2]
        secrets += (value, unquote_plus(value))
    return tuple(dict.fromkeys(secret for secret in secrets if len(secret) >= LONG))


def proxy_secrets(url: str) -> tuple[str, ...]:
    """Return the user and the password in the URL of a proxy, as written there and as transports send them.

    >>> proxy_secrets("http://me:s3cr%2Ft@proxy.example:3128")
    ('me', 's3cr%2Ft', 'bWU6czNjciUyRnQ=', 's3cr/t', 'bWU6czNjci90')
    """
    user, _, password = url.partition("://")[2].rpartition("@")[0].partition(":")
    texts: list[str] = []
    for pair in ((user, password), (unquote(user), unquote(password))):  # aiohttp does not unquote other than UTF-8
        texts += pair
        for encoding in ("utf-8", "latin-1"):  # httpx sends the first, aiohttp the second
            with suppress(UnicodeEncodeError):
                sent = ":".join(pair).encode(encoding)
                texts.append(b64encode(sent).decode("ascii"))
                texts += sent.decode("latin-1").split(":", 1)  # the proxy may take one for the other
                texts += sent.decode("ascii", "ignore").split(":", 1)  # httpcore decodes the reason of a refusal so
    return tuple(dict.fromkeys(filter(None, texts))) if user or password else ()


def body_secrets(body: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in the fields with these names of a request body, such as an API key that the request saves.

    >>> body_secrets({"integration": "x", "auth": {"key": "s3cret"}}, ("key",))
    ('s3cret',)
    """
    return tuple(_texts(body, frozenset(names).__contains__)) if body and names else ()


def named_secrets(value: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in the fields with these names, and in those with the name of a secret, such as `password`.

    >>> named_secrets({"title": "x", "newPassword": "s3cret"}, ())
    ('s3cret',)
    """
    known = frozenset(names)
    return tuple(_texts(value, lambda name: name in known or is_secret_name(name)))


def is_secret_name(name: str) -> bool:
    """Whether the value of a query parameter or JSON key is a secret by its name.

    >>> [is_secret_name(name) for name in ("apiKey", "X-Amz-Signature", "Max_Tokens")]
    [True, True, False]
    """
    words = [word.lower() for word in re.findall(_WORD, name)]
    return bool(words) and (words[-1] in _WORDS or words[-1].endswith(_ENDINGS) or not _ANY_PLACE.isdisjoint(words))


def _texts(body: Any, is_secret: Callable[[str], bool]) -> Iterator[str]:
    """Yield the texts inside secret fields, at any depth."""
    # A stack rather than recursion: a body may be nested deeper than Python can recurse.
    pending: list[tuple[Any, bool]] = [(body, False)]
    while pending:
        value, within = pending.pop()
        fields: dict[str, Any] = value
        items: list[Any] = value
        if isinstance(value, dict):
            pending += ((field, within or is_secret(name)) for name, field in reversed(fields.items()))
        elif isinstance(value, list):
            pending += ((entry, within) for entry in reversed(items))
        elif within and isinstance(value, str) and 0 < len(value) <= LONGEST:
            yield value


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
        if at == len(body) or body[at] == ord('"'):  # the body ends inside the value
            return len(body)
    return start


def _end(pattern: re.Pattern[bytes], body: bytes, at: int) -> int:
    match = pattern.match(body, at)
    return at if match is None else match.end()
