"""What a client was told: where the service is, who calls, and how patient it is."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from ..errors import InvalidArgumentError
from . import check
from .auth import Auth
from .clock import Clock, SystemClock
from .unset import UNSET, Unset

__all__ = ["ApiInfo", "Settings", "from_environment"]

# Written out, because urlsplit drops line ends and httpx finds a bad port only when the first call is made.
_BASE_URL = re.compile(r"(?ai)https?://(?:[\w.~-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:/[!\"$->@-~]*)?")
_OWN_HEADERS = frozenset({"accept", "content-length", "content-type", "host", "transfer-encoding"})


class ApiInfo:
    """What is true of a service whoever calls it; generated from its spec."""

    __slots__ = ("base_url", "codes", "name", "secrets")

    def __init__(
        self, name: str, base_url: str | None, codes: Mapping[tuple[int, str], int], secrets: tuple[str, ...]
    ) -> None:
        """Keep the default base URL, the statuses that certain codes really stand for, and what secrets are called."""
        self.name = name
        self.base_url = base_url
        self.codes = codes
        self.secrets = secrets

    def effective_status(self, status: int, code: str | None) -> int:
        """The status that an answer's status and code really stand for."""
        return self.codes.get((status, code or ""), status)


class Settings:
    """The settings of one client; never changed, only copied."""

    __slots__ = (
        "api_info",
        "auth",
        "base_url",
        "clock",
        "context",
        "deadline",
        "headers",
        "max_retries",
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
        headers: Mapping[str, str] | None,
        clock: Clock | None,
        strict: bool,
    ) -> None:
        """Check what the caller gave, and take the rest from the environment."""
        check.seconds("timeout", timeout)
        check.seconds("deadline", deadline)
        check.integer("max_retries", max_retries, minimum=0)
        self.api_info = api_info
        self.auth = auth
        self.base_url = _base_url(base_url, api_info)
        self.timeout = timeout
        self.deadline = deadline
        self.max_retries = max_retries
        self.headers = _headers({} if headers is None else headers)
        self.clock: Clock = SystemClock() if clock is None else clock
        self.strict = strict
        self.context: tuple[tuple[str, str], ...] = ()

    def with_auth(self, auth: Auth) -> Settings:
        """Make a copy for another caller."""
        other = self.replace(UNSET, UNSET, UNSET, UNSET)
        other.auth = auth
        return other

    def with_context(self, context: tuple[tuple[str, str], ...]) -> Settings:
        """Make a copy whose calls send these query parameters, those calls at least that have a context."""
        other = self.replace(UNSET, UNSET, UNSET, UNSET)
        other.context = context
        return other

    def replace(
        self,
        timeout: float | Unset | None,
        deadline: float | Unset | None,
        max_retries: int | Unset,
        headers: Mapping[str, str] | Unset,
    ) -> Settings:
        """Make a copy in which what is not UNSET has changed; headers are added to those there are."""
        other = Settings(
            self.api_info,
            self.auth,
            base_url=self.base_url,
            timeout=self.timeout if isinstance(timeout, Unset) else timeout,
            deadline=self.deadline if isinstance(deadline, Unset) else deadline,
            max_retries=self.max_retries if isinstance(max_retries, Unset) else max_retries,
            headers=self.headers if isinstance(headers, Unset) else {**self.headers, **_headers(headers)},
            clock=self.clock,
            strict=self.strict,
        )
        other.context = self.context
        return other


def from_environment(service: str, argument: str, given: str | None) -> str:
    """Take an argument that was left out from the environment.

    Raises:
        InvalidArgumentError: It is not there either.
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
        shown = f"{scheme[:8]}://..." if "@" in rest else url
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
