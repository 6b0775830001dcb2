"""The credentials of callers: they are sent, and reports show the variables that they come from."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from trivet_checks.exchanges.gate import Gate
from trivet_stubs.kernel.printable_text import printable

HIDDEN = "<hidden>"
"""The text in place of a secret that has no name."""
SPARE = "spare"
"""The user who is deleted by a run."""

_LONGEST_CREDENTIALS = 2000
_VARIABLE = re.compile(r"[\w .~+/=-]*\$[A-Za-z_][A-Za-z0-9_]*")
_OF_A_SHELL = re.compile(r'[\\"`$]')


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


def presented(header: str, value: str, placeholder: str | None, gate: Gate) -> Credentials:
    """The credentials of a header with this value; without `shown`, the token in it is hidden in all reports.

    >>> presented("authorization", "Bearer 2f9a…", None, target.gate).shown
    'Bearer <hidden>'
    """
    if placeholder is None:
        scheme, _, token = value.rpartition(" ")
        hidden = gate.hide(token)
        if hidden == token:
            hidden = HIDDEN
            gate.add(token, hidden)
        placeholder = f"{scheme} {hidden}".lstrip()
    return Credentials(header, value, shown_credentials(placeholder))


def remember(credentials: Credentials, gate: Gate) -> None:
    """Hide the value of these credentials in all reports, and the token in it."""
    gate.add(credentials.value, credentials.shown)
    token, placeholder = (text.partition(" ")[2] or text for text in (credentials.value, credentials.shown))
    gate.add(token, placeholder)


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
