"""The settings of a client: base URL, credentials, timeouts, retries, headers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Any, Final

from ..errors import InvalidArgumentError
from . import check
from .auth import Auth
from .clock import Clock, SystemClock
from .secrets import header_secrets
from .unset import UNSET, Unset

__all__ = ["ApiInfo", "Settings", "from_environment", "is_excluded"]


# Not urlsplit, which drops line ends; and httpx would refuse a bad port only at the first call.
_BASE_URL = re.compile(r"(?ai)https?://(?:[\w.~-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:/[!\"$->@-~]*)?")
_OWN_HEADERS = frozenset({"accept", "content-length", "content-type", "host", "transfer-encoding"})

MAX_CONNECTIONS = 100
"""How many connections the calls of a client use at once, unless it is set."""

LEAST_PER_SECOND = 0.001
"""The lowest rate that a client can be limited to; below it, an interval is hours."""


class ApiInfo:
    """The static facts of a service, generated from its spec.

    Attributes:
        name: The service's name, which is part of its environment variables.
        base_url: The default base URL, or None.
        codes: The effective status of an error with this status and code.
        secrets: The names of the fields whose text must not appear in an error.
    """

    __slots__ = ("base_url", "codes", "name", "secrets")

    def __init__(
        self, name: str, base_url: str | None, codes: Mapping[tuple[int, str], int], secrets: tuple[str, ...]
    ) -> None:
        self.name: Final = name
        self.base_url: Final = base_url
        self.codes: Final = codes
        self.secrets: Final = secrets

    def effective_status(self, status: int, code: str | None) -> int:
        """Return the status that an answer with this status and code stands for."""
        return self.codes.get((status, code or ""), status)


class Settings:
    """The immutable settings of one client."""

    __slots__ = (
        "api_info",
        "auth",
        "base_url",
        "clock",
        "context",
        "deadline",
        "headers",
        "max_body",
        "max_connections",
        "max_in_flight",
        "max_per_second",
        "max_retries",
        "max_streams",
        "strict",
        "timeout",
    )

    def __init__(
        self,
        api_info: ApiInfo,
        auth: Auth,
        *,
        base_url: str | None,
        timeout: float | None,
        deadline: float | None,
        max_retries: int,
        max_body: int,
        headers: Mapping[str, str] | None,
        clock: Clock | None,
        strict: bool,
        max_in_flight: int | None = None,
        max_per_second: float | None = None,
        max_connections: int = MAX_CONNECTIONS,
        max_streams: int | None = None,
        context: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Check the arguments, and read the base URL from the environment if it is None.

        Raises:
            InvalidArgumentError: An argument cannot be used.
        """
        check.seconds("timeout", timeout)
        check.seconds("deadline", deadline)
        check.integer("max_retries", max_retries, minimum=0)
        check.integer("max_body", max_body, minimum=1)
        if max_in_flight is not None:
            check.integer("max_in_flight", max_in_flight, minimum=1)
        if max_per_second is not None:
            check.number("max_per_second", max_per_second, minimum=LEAST_PER_SECOND)
        check.integer("max_connections", max_connections, minimum=1)
        if max_streams is not None:
            check.integer("max_streams", max_streams, minimum=1)
        self.api_info: Final = api_info
        self.auth: Final = auth
        self.base_url: Final = _base_url(base_url, api_info)
        self.timeout: Final = timeout
        self.deadline: Final = deadline
        self.max_retries: Final = max_retries
        self.max_body: Final = max_body
        self.max_in_flight: Final = max_in_flight
        self.max_per_second: Final = max_per_second
        self.max_connections: Final = max_connections
        self.max_streams: Final = max_streams
        self.headers: Final = _headers({} if headers is None else headers)
        self.clock: Final[Clock] = SystemClock() if clock is None else clock
        self.strict: Final = strict
        self.context: Final = context

    def secrets(self) -> tuple[str, ...]:
        """Return the texts that must not appear in an error or a log: the credentials and the custom headers."""
        return self.auth.secrets() + header_secrets(self.headers)

    def evolve(
        self,
        *,
        auth: Auth | Unset = UNSET,
        timeout: float | Unset | None = UNSET,
        deadline: float | Unset | None = UNSET,
        max_retries: int | Unset = UNSET,
        max_body: int | Unset = UNSET,
        max_in_flight: int | Unset | None = UNSET,
        max_per_second: float | Unset | None = UNSET,
        headers: Mapping[str, str] | Unset = UNSET,
        context: tuple[tuple[str, str], ...] | Unset = UNSET,
    ) -> Settings:
        """Return a copy with some settings changed; headers are added to those of this one.

        >>> settings = settings.evolve(max_retries=0)
        """
        return Settings(
            self.api_info,
            self.auth if isinstance(auth, Unset) else auth,
            base_url=self.base_url,
            timeout=self.timeout if isinstance(timeout, Unset) else timeout,
            deadline=self.deadline if isinstance(deadline, Unset) else deadline,
            max_retries=self.max_retries if isinstance(max_retries, Unset) else max_retries,
            max_body=self.max_body if isinstance(max_body, Unset) else max_body,
            headers=self.headers if isinstance(headers, Unset) else {**self.headers, **_headers(headers)},
            clock=self.clock,
            strict=self.strict,
            max_in_flight=self.max_in_flight if isinstance(max_in_flight, Unset) else max_in_flight,
            max_per_second=self.max_per_second if isinstance(max_per_second, Unset) else max_per_second,
            max_connections=self.max_connections,
            max_streams=self.max_streams,
            context=self.context if isinstance(context, Unset) else context,
        )

    def __repr__(self) -> str:
        return f"Settings({self.api_info.name!r}, {self.base_url!r})"


def from_environment(service: str, argument: str, given: str | None) -> str:
    """Return an argument, or the environment variable `TRIVET_<SERVICE>_<ARGUMENT>` if it is None.

    Raises:
        InvalidArgumentError: Neither is set.
    """
    if given is not None:
        return given
    variable = f"TRIVET_{service}_{argument}".upper()
    found = os.environ.get(variable)
    if found is None:
        raise InvalidArgumentError(argument, f"given, or set as {variable}", None)
    return found


def _base_url(given: str | None, api_info: ApiInfo) -> str:
    url: Any = given
    if url is None:
        url = os.environ.get(f"TRIVET_{api_info.name}_BASE_URL".upper()) or api_info.base_url
    check.text("base_url", url, min_length=1)
    found = _BASE_URL.fullmatch(url)
    if found is None or int(found[1] or 0) > 65535:
        scheme, _, rest = url.rpartition("://")
        shown = f"{scheme[:8]}://..." if "@" in rest else url.partition("?")[0] + "?..." * ("?" in url)
        raise InvalidArgumentError("base_url", "an http or https URL without credentials or a query", shown)
    return found[0].rstrip("/")


def _headers(given: Mapping[str, str]) -> dict[str, str]:
    check.mapping("headers", given)
    headers: dict[str, str] = {}
    for name, value in given.items():
        check.text("headers", name, min_length=1, pattern=r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
        check.text(f"headers[{name!r}]", value, pattern=r"[\t -~\x80-\xff]*", secret=True)
        if name.lower() in _OWN_HEADERS:
            raise InvalidArgumentError("headers", "without those that each call sets by itself", name)
        headers[name.lower()] = value
    return headers


_PORT = r"(?P<host>.*?):(?P<port>\d+)"


def is_excluded(host: str, port: int, no_proxy: str) -> bool:
    """Whether NO_PROXY names a host, so that its requests go through no proxy.

    >>> is_excluded("10.1.2.3", 443, "localhost, 10.0.0.0/8, .corp.example, api.test:8443")
    True

    The entries stand between commas or spaces. Each is `*`, a host that stands for its subdomains too, with a dot or
    `*.` before it or without, an IP address, in brackets or without, or a network such as `10.0.0.0/8`; a port may
    follow. What is none of these names no host.

    Args:
        host: The host of a URL, an IPv6 address without its brackets.
        port: The port of the URL.
        no_proxy: The value of NO_PROXY.
    """
    host = host.lower().rstrip(".")
    return any(_names(entry, host, port) for entry in re.split(r"[\s,]+", no_proxy.lower()) if entry)


def _names(entry: str, host: str, port: int) -> bool:
    if entry == "*":
        return True
    bare = entry
    if entry.startswith("[") or entry.count(":") == 1:  # otherwise the colons are those of an IPv6 address
        found = re.fullmatch(_PORT, entry)
        if found is not None:
            if int(found["port"]) != port:
                return False
            bare = found["host"]
        bare = bare.removeprefix("[").removesuffix("]")
    try:
        address = ip_address(host)
    except ValueError:
        name = bare.removeprefix("*").lstrip(".").rstrip(".")
        return bool(name) and (host == name or host.endswith(f".{name}"))
    try:
        network = ip_network(bare, strict=False)
    except ValueError:  # neither an address nor a network
        return False
    return address in network
