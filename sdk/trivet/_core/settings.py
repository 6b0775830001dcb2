"""The settings of a client: base URL, credentials, timeouts, retries, headers, and hosts without a proxy."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final, Self

from ..errors import InvalidArgumentError
from . import check
from .auth import Auth
from .call import MAX_VALUES, host_and_port
from .clock import Clock, SystemClock
from .lazy_imports import lazy
from .secrets import SecretRegister, header_secrets
from .timeouts import Timeout, timeouts
from .unset import UNSET, Unset

if TYPE_CHECKING:
    from . import observation
else:
    observation = lazy("trivet._core.observation")  # few clients have observers

LEAST_PER_SECOND = 0.001
"""The lowest rate limit of a client; below it, intervals would be hours."""

# A pattern, because `urlsplit` drops line ends, and httpx would refuse a bad port only at the first call.
_BASE_URL = re.compile(r"(?ai)https?://(?:[\w.~-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:/[!\"$->@-~]*)?")
_HOST_AND_PORT = r"(?P<host>.*?):(?P<port>\d+)"


class ApiInfo:
    """The static facts of a service, generated from its spec.

    Attributes:
        name: The service's name, which is part of the names of its environment variables.
        base_url: The default base URL, or None.
        codes: From the status and code of an error to its effective status.
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
        """Return the status as which an answer with this status and code counts."""
        return self.codes.get((status, code or ""), status)


class SourcedText(str):
    """A setting that says where it comes from, for errors.

    Attributes:
        source: The place, in words.
    """

    source: str

    def __new__(cls, text: str, source: str) -> Self:
        """Return the text."""
        self = super().__new__(cls, text)
        self.source = source
        return self


class SourcedURL(SourcedText):
    """A base URL that says where it comes from, for the errors of a client that a program makes for its user.

    >>> ChatClient(base_url=SourcedURL("http://127.0.0.1:8000", "from --base-url"))
    """


class Settings:
    """The immutable settings of one client."""

    __slots__ = (
        "api_info",
        "auth",
        "base_url",
        "base_url_source",
        "clock",
        "context",
        "deadline",
        "headers",
        "max_body",
        "max_in_flight",
        "max_per_second",
        "max_retries",
        "max_values",
        "observers",
        "secrets",
        "strict",
        "timeouts",
    )

    def __init__(
        self,
        api_info: ApiInfo,
        auth: Auth,
        *,
        base_url: str | None,
        timeout: Timeout,
        deadline: float | None,
        max_retries: int,
        max_body: int | None,
        headers: Mapping[str, str] | None,
        clock: Clock | None,
        strict: bool,
        max_values: int = MAX_VALUES,
        max_in_flight: int | None = None,
        max_per_second: float | None = None,
        observers: Sequence[observation.Observer] | observation.Observers | None = None,
        context: tuple[tuple[str, str], ...] = (),
        secrets: SecretRegister | None = None,
    ) -> None:
        """Check the arguments, and read the base URL from the environment if it is None.

        Raises:
            InvalidArgumentError: An argument cannot be used.
        """
        check.seconds("deadline", deadline)
        check.integer("max_retries", max_retries, minimum=0)
        if max_body is not None:
            check.integer("max_body", max_body, minimum=1)
        check.integer("max_values", max_values, minimum=1)
        if max_in_flight is not None:
            check.integer("max_in_flight", max_in_flight, minimum=1)
        if max_per_second is not None:
            check.number("max_per_second", max_per_second, minimum=LEAST_PER_SECOND)
        self.api_info: Final = api_info
        self.auth: Final = auth
        url, source = _base_url(base_url, api_info)
        self.base_url: Final = url
        self.base_url_source: Final = source
        self.timeouts: Final = timeouts("timeout", timeout)
        self.deadline: Final = deadline
        self.max_retries: Final = max_retries
        self.max_body: Final = max_body
        self.max_values: Final = max_values
        self.max_in_flight: Final = max_in_flight
        self.max_per_second: Final = max_per_second
        self.headers: Final = check.headers("headers", {} if headers is None else headers)
        self.clock: Final[Clock] = SystemClock() if clock is None else clock
        self.strict: Final = strict
        self.observers: Final[observation.Observers | None] = (
            None if observers is None else observation.Observers.of(observers)
        )
        self.context: Final = context
        sources = (auth.secrets, partial(header_secrets, self.headers))
        self.secrets: Final = SecretRegister(api_info.secrets, sources, secrets)

    @property
    def server(self) -> str:
        """The host and the port of the service, and the source of the base URL, for connection errors."""
        return server_of(self.base_url, self.base_url_source)

    def evolve(
        self,
        *,
        auth: Auth | Unset = UNSET,
        timeout: Timeout | Unset = UNSET,
        deadline: float | Unset | None = UNSET,
        max_retries: int | Unset = UNSET,
        max_body: int | Unset | None = UNSET,
        max_values: int | Unset = UNSET,
        max_in_flight: int | Unset | None = UNSET,
        max_per_second: float | Unset | None = UNSET,
        headers: Mapping[str, str] | Unset = UNSET,
        observers: Sequence[observation.Observer] | Unset | None = UNSET,
        context: tuple[tuple[str, str], ...] | Unset = UNSET,
    ) -> Settings:
        """Return a copy with some settings changed; headers are added to the existing headers.

        >>> settings = settings.evolve(max_retries=0)
        """
        added = {} if isinstance(headers, Unset) else check.headers("headers", headers)
        return Settings(
            self.api_info,
            self.auth if isinstance(auth, Unset) else auth,
            base_url=SourcedURL(self.base_url, self.base_url_source),
            timeout=self.timeouts if isinstance(timeout, Unset) else timeout,
            deadline=self.deadline if isinstance(deadline, Unset) else deadline,
            max_retries=self.max_retries if isinstance(max_retries, Unset) else max_retries,
            max_body=self.max_body if isinstance(max_body, Unset) else max_body,
            max_values=self.max_values if isinstance(max_values, Unset) else max_values,
            headers={**self.headers, **added},
            clock=self.clock,
            strict=self.strict,
            max_in_flight=self.max_in_flight if isinstance(max_in_flight, Unset) else max_in_flight,
            max_per_second=self.max_per_second if isinstance(max_per_second, Unset) else max_per_second,
            observers=self.observers if isinstance(observers, Unset) else observers,
            context=self.context if isinstance(context, Unset) else context,
            secrets=self.secrets,
        )

    def __repr__(self) -> str:
        return f"Settings({self.api_info.name!r}, {self.base_url!r})"


def from_environment(service: str, argument: str, value: str | None) -> str:
    """Return the value of an argument, or if it is None, the environment variable `TRIVET_<SERVICE>_<ARGUMENT>`.

    Raises:
        InvalidArgumentError: Neither is set.
    """
    if value is not None:
        return value
    variable = f"TRIVET_{service}_{argument}".upper()
    value = os.environ.get(variable)
    if value is None:
        raise InvalidArgumentError(argument, f"given, or set as {variable}", None)
    return SourcedText(value, f"from {variable}")


def server_of(url: str, source: str) -> str:
    """Return the host and the port of a URL, and its source.

    >>> server_of("https://bus.example/v3", "from TRIVET_BUS_BASE_URL")
    'bus.example:443, from TRIVET_BUS_BASE_URL'
    """
    server = host_and_port(url)
    return source if server is None else f"{server[0]}:{server[1]}, {source}"


def _base_url(argument: str | None, api_info: ApiInfo) -> tuple[str, str]:
    """Return the base URL and its source."""
    variable = f"TRIVET_{api_info.name}_BASE_URL".upper()
    url: Any = argument
    source = getattr(argument, "source", "from the argument base_url")
    if url is None:
        url, source = os.environ.get(variable), f"from {variable}"
    if not url and argument is None:
        url, source = api_info.base_url, "the default base URL"
        if url is None:
            raise InvalidArgumentError("base_url", f"given, or set as {variable}", None)
    if not url or not isinstance(url, str):
        check.text("base_url", url, min_length=1)
    match = _BASE_URL.fullmatch(url)
    if match is None or int(match[1] or 0) > 65535:
        from .text_faults import url_fault  # noqa: PLC0415  few programs need it

        rule = "an http or https URL without credentials or a query"
        raise InvalidArgumentError("base_url", rule, url_fault(url, source))
    return match[0].rstrip("/"), source


def is_excluded(host: str, port: int, no_proxy: str) -> bool:
    """Whether NO_PROXY names a host, so that its requests go through no proxy.

    >>> is_excluded("10.1.2.3", 443, "localhost, 10.0.0.0/8, .corp.example, api.test:8443")
    True

    Commas or spaces separate the entries. An entry is `*`, a host and its subdomains (a leading dot or `*.` makes no
    difference), an IP address, with or without brackets, or a network such as `10.0.0.0/8`; a port may follow. Other
    entries are ignored.

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
    if entry.startswith("[") or entry.count(":") == 1:  # other colons belong to an IPv6 address
        match = re.fullmatch(_HOST_AND_PORT, entry)
        if match is not None:
            if int(match["port"]) != port:
                return False
            bare = match["host"]
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
