"""Texts for a report: excerpts of bodies without secrets, and the credentials of callers, which are never shown."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.secrets import ANYWHERE, hide, is_secret_name

MAX_LENGTH = 300
_LONGEST_CREDENTIALS = 2000

_VARIABLE = re.compile(r"[\w .~+/=-]*\$[A-Za-z_][A-Za-z0-9_]*")
_OF_A_SHELL = re.compile(r'[\\"`$]')
_FIELD = re.compile(r"""("([\w.-]{1,60})"\s*:\s*")([^"\\]*+(?:\\.[^"\\]*+)*+)""")
_LINK = re.compile(r"""https?://[^\s"?]*\?[^\s"]*""")


_KEPT = 3000
_READ = 1024 * 1024
SPARE = "spare"
"""The user who is deleted by a run."""


def excerpt(body: bytes, length: int = MAX_LENGTH, hide: Callable[[str], str] = str) -> str:
    """The beginning of a body as one line of text.

    >>> excerpt(b'{"token": "abc", "id": 1}')
    '{"token": "…", "id": 1}'

    Args:
        body: The body.
        length: How many characters to return at most.
        hide: Takes further secrets out of a text.
    """
    text = hide(body[: 16 * length].decode("utf-8", "replace"))  # secrets are removed before the text is cut
    text = _FIELD.sub(lambda field: f"{field[1]}…" if is_secret_name(field[2]) else field[0], text)
    return printable(_LINK.sub(lambda link: link[0].partition("?")[0] + "?…", text), length)


def secret_values(body: bytes) -> Iterator[tuple[str, str]]:
    """The texts that stand in JSON under keys of secrets, with their keys."""
    for match in _FIELD.finditer(body.decode("utf-8", "replace")):
        if is_secret_name(match[2]):
            try:
                value = json.loads(f'"{match[3]}"', strict=False)
            except ValueError:
                value = match[3]
            yield match[2], value


class Secrets:
    """Remembers secret values and takes them out of texts, in each way in which they are written there.

    >>> secrets = Secrets()
    >>> secrets.collect(b'{"share_token": "Zm9vYmFyLTE3"}')
    >>> secrets.hide("https://chat.test/conversations/shared/Zm9vYmFyLTE3")
    'https://chat.test/conversations/shared/<share_token>'
    """

    def __init__(self) -> None:
        self._added: dict[str, str] = {}
        self._collected: dict[str, str] = {}

    def add(self, value: str, placeholder: str) -> None:
        """Remember a value for good, and its placeholder in a text."""
        self._added[value] = placeholder

    def collect(self, body: bytes) -> None:
        """Remember the values that stand in the JSON of an answer under keys of secrets; of many, the latest.

        Short values are left as they are: they may be words.
        """
        self._collected.update(
            {value: f"<{key}>" for key, value in secret_values(body[:_READ]) if len(value) >= ANYWHERE}
        )
        while len(self._collected) > _KEPT:
            del self._collected[next(iter(self._collected))]

    def hide(self, text: str) -> str:
        """The text with a name in place of each value."""
        return hide(text, {**self._collected, **self._added})


def default_variable(service: str, caller: str) -> str:
    """The environment variable of a caller that none is named for; empty for the user who is deleted.

    >>> default_variable("chat", "admin")
    'TRIVET_CHAT_ADMIN_TOKEN'
    """
    return "" if caller == SPARE else f"TRIVET_{service.upper()}_{caller.upper()}_TOKEN"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The credentials of a caller: a header, its value, and the value as a shell reads it from the environment."""

    __module__ = "trivet_checks"

    header: str
    value: str = field(repr=False)
    shown: str
    """Such as `Bearer $TRIVET_CHAT_USER_TOKEN`."""

    def with_scheme(self, scheme: str) -> "Credentials":
        """The same token with another scheme before it.

        >>> Credentials("authorization", "Bearer token", "Bearer $TOKEN").with_scheme("bearer").shown
        'bearer $TOKEN'
        """
        value, placeholder = (f"{scheme} {text.rpartition(' ')[2]}" for text in (self.value, self.shown))
        return Credentials(self.header, value, placeholder)


def presented(header: str, value: str, placeholder: str | None, secrets: Secrets) -> Credentials:
    """The credentials of a header with this value; without `shown`, the token in it is hidden in all reports.

    >>> presented("authorization", "Bearer 2f9a…", None, target.secrets).shown
    'Bearer <hidden>'
    """
    if placeholder is None:
        scheme, _, token = value.rpartition(" ")
        hidden = secrets.hide(token)
        if hidden == token:
            hidden = "<hidden>"
            secrets.add(token, hidden)
        placeholder = f"{scheme} {hidden}".lstrip()
    return Credentials(header, value, shown_credentials(placeholder))


def remember(credentials: Credentials, secrets: Secrets) -> None:
    """Hide the value of these credentials in all reports, and the token in it."""
    secrets.add(credentials.value, credentials.shown)
    token, placeholder = (text.partition(" ")[2] or text for text in (credentials.value, credentials.shown))
    secrets.add(token, placeholder)


def proxy_secrets(proxies: Mapping[str, str]) -> Iterator[str]:
    """The user and the password in the URLs of proxies, and both together as they are sent.

    >>> list(proxy_secrets({"https": "http://me:s3cr%2Ft@proxy.example:3128"}))
    ['bWU6czNjci90', 'me', 's3cr/t']

    Args:
        proxies: The proxies by the schemes of the URLs that are reached through them, as `getproxies` returns them.
    """
    for scheme in ("http", "https", "all"):
        userinfo = proxies.get(scheme, "").rpartition("@")[0].rpartition("//")[2]
        if userinfo:
            sent = ":".join(map(unquote, userinfo.partition(":")[::2])).encode("utf-8", "replace")
            yield b64encode(sent).decode("ascii")
            for text in {sent.decode(), sent.decode("ascii", "ignore")}:  # httpcore reads a refusal's reason as ASCII
                yield from filter(None, text.split(":", 1))


def shown_credentials(text: str) -> str:
    """A text for `Request.credentials`: the name of a variable stays one, and a shell obeys nothing else.

    >>> shown_credentials("Bearer $TRIVET_CHAT_USER_TOKEN")
    'Bearer $TRIVET_CHAT_USER_TOKEN'
    >>> shown_credentials("Bearer `reboot`")
    'Bearer \\\\`reboot\\\\`'
    """
    return text if _VARIABLE.fullmatch(text) else _OF_A_SHELL.sub(r"\\\g<0>", printable(text, _LONGEST_CREDENTIALS))
