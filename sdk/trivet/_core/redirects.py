"""Hints for redirects, which clients do not follow, because another place would receive the credentials.

A redirect of an API is mostly a wrong base URL: http in place of https, a host that has moved, a prefix that is
missing, or the login page of a gateway. So the hint names the target, and the base URL with which the request would
have gone there. It shows no user, password, query or fragment of the target, and nothing that the client knows as a
secret.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from .._text import cut, printable
from .call import Call
from .redaction import redact_text

STATUSES = frozenset({301, 302, 303, 307, 308})
"""The statuses that redirect a request."""

LONGEST_TARGET = 200
"""The most characters of a target in a hint."""

LONGEST_LOCATION = 8192
"""The most characters of a `Location` that are read; browsers read as many."""

_PORTS = {"http": 80, "https": 443}
_HOST = r"(?ai)[\w.~-]+|[\da-f:.]+"


class _Target(NamedTuple):
    """A URL without user, password, query and fragment."""

    scheme: str
    host: str
    path: str

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}"


def redirect_hint(location: str | None, base_url: str, source: str, call: Call[Any], secrets: tuple[str, ...]) -> str:
    """Return the hint for a redirected call.

    Args:
        location: The header `Location`, or None.
        base_url: The base URL of the client.
        source: The source of the base URL, in words.
        call: The call.
        secrets: The texts that must not be shown.
    """
    setting = f"base_url ({source})"
    base, target = _target(base_url, ""), _target(base_url + call.path, location)
    if base is None or target is None:
        return f"the redirect names no http or https URL in Location: check {setting}, which includes the prefix"
    shown = _shown(target.origin + target.path, secrets)
    redirected = f"redirects to {shown}, which is not followed, because it would receive the credentials"
    if base.scheme == "https" and target.scheme == "http":
        unaware = "the server may not know that a proxy in front of it speaks https (X-Forwarded-Proto)"
        return f"{redirected}: it leaves https; {unaware}, or {setting} is wrong"
    prefix, path = base.path.rstrip("/"), call.path.rstrip("/")
    if not path or not target.path.rstrip("/").endswith(path):
        return f"{redirected}: check {setting}, which includes the prefix; a login page or a gateway may have answered"
    moved = target.origin + target.path.rstrip("/").removesuffix(path)
    if moved != base.origin + prefix:
        return f"{redirected}: if this is the service, set {setting} to {_shown(moved, secrets)}"
    if target.path == prefix + call.path:
        return f"{redirected}: this is the URL of the request itself; check the gateway in front of the service"
    change = "adds a slash to" if target.path.endswith("/") else "removes the slash from"
    return f"{redirected}: the server {change} the end of the path; check {setting}, which includes the prefix"


def link_redirect_hint(location: str | None, link: str) -> str:
    """Return the hint for a file whose host redirects. It shows only a host: the path of a link may be a secret.

    Args:
        location: The header `Location`, or None.
        link: The URL of the file, from a link of the service.
    """
    target = _target(link, location)
    needed = "the service has to send a link to the file itself"
    if target is None:
        return f"the host of the file redirects without an http or https URL in Location; {needed}"
    return f"the host of the file redirects to {_shown(target.origin, ())}/..., which is not followed; {needed}"


def _target(url: str, location: str | None) -> _Target | None:
    """Return the target of a redirect from a URL, or None if it is not an http or https URL."""
    if location is None or len(location) > LONGEST_LOCATION:
        return None
    location = location.strip(" \t")
    if re.search(r"[\x00-\x20\x7f\\]", location):  # `urlsplit` drops some of them, and browsers read others as slashes
        return None
    try:
        parts = urlsplit(urljoin(url, location))
        host, port = parts.hostname or "", parts.port
    except ValueError:  # an impossible port, or brackets without an IPv6 address
        return None
    if parts.scheme not in _PORTS or re.fullmatch(_HOST, host) is None:
        return None
    if ":" in host:
        host = f"[{host}]"
    if port is not None and port != _PORTS[parts.scheme]:
        host = f"{host}:{port}"
    return _Target(parts.scheme, host, parts.path.partition(";")[0])  # parameters of a path may hold a session


def _shown(url: str, secrets: tuple[str, ...]) -> str:
    return printable(cut(redact_text(url, secrets), LONGEST_TARGET), LONGEST_TARGET)
