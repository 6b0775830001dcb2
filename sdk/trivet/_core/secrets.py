"""The secrets of a client: which texts of its requests must not appear in errors, log lines and reprs.

`trivet._core.redaction` removes them.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast
from urllib.parse import unquote, unquote_plus

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
    return tuple(_texts(body, lambda name, _: name in names)) if body and names else ()


def named_secrets(value: Any, names: Sequence[str]) -> tuple[str, ...]:
    """Return the texts in the fields with these names, and in those with the name of a secret, such as `password`.

    >>> named_secrets({"title": "x", "newPassword": "s3cret"}, ())
    ('s3cret',)
    """
    known = frozenset(names)

    def is_secret(name: str, field: Any) -> bool:
        return name in known or is_secret_name(name) or is_list_of_secrets(name, field)

    return tuple(_texts(value, is_secret))


def is_secret_name(name: str) -> bool:
    """Whether the value of a query parameter or JSON key is a secret by its name.

    >>> [is_secret_name(name) for name in ("apiKey", "X-Amz-Signature", "Max_Tokens")]
    [True, True, False]
    """
    words = [word.lower() for word in re.findall(_WORD, name)]
    return bool(words) and (words[-1] in _WORDS or words[-1].endswith(_ENDINGS) or not _ANY_PLACE.isdisjoint(words))


def is_list_of_secrets(name: str, value: object) -> bool:
    """Whether a value is a list with a text in it, and it is named as secrets are, in the plural.

    >>> [is_list_of_secrets("apiKeys", value) for value in (["k1"], [5], 5)]
    [True, False, False]
    """
    has_text = isinstance(value, list) and any(isinstance(entry, str) for entry in cast("list[object]", value))
    return has_text and "".join(re.findall(_WORD, name)[-2:]).lower().removesuffix("s").endswith(_ENDINGS)


def _texts(body: Any, is_secret: Callable[[str, Any], bool]) -> Iterator[str]:
    """Yield the texts inside secret fields, at any depth."""
    # A stack rather than recursion: a body may be nested deeper than Python can recurse.
    pending: list[tuple[Any, bool]] = [(body, False)]
    while pending:
        value, within = pending.pop()
        fields: dict[str, Any] = value
        items: list[Any] = value
        if isinstance(value, dict):
            pending += ((field, within or is_secret(name, field)) for name, field in reversed(fields.items()))
        elif isinstance(value, list):
            pending += ((entry, within) for entry in reversed(items))
        elif within and isinstance(value, str) and 0 < len(value) <= LONGEST:
            yield value
