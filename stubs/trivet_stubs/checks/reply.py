"""The answer of a server to one request of a check, and the request as a curl command."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn, Self

from trivet_stubs.checks.excerpt import excerpt
from trivet_stubs.checks.outcome import Broken, Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request of a check; its credentials are named and never shown."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """The headers without credentials."""
    credentials: tuple[str, str] | None = None
    """The header of the credentials, and its value as a shell reads it: `Bearer $TRIVET_CHAT_USER_TOKEN`."""
    body: bytes | None = None

    def curl(self) -> str:
        """The request as a command for a shell; credentials are read from the environment."""
        parts = ["curl", "-i", *([] if self.method == "GET" else ["-X", self.method])]
        parts += [part for name, value in self.headers.items() for part in ("-H", shlex.quote(f"{name}: {value}"))]
        if self.credentials is not None:
            name, value = self.credentials
            parts += ["-H", f'"{name}: {value}"']  # double quotes: the shell fills in the variable
        if self.body is not None:
            parts += ["--data-binary", shlex.quote(self.body.decode("utf-8", "replace"))]
        return " ".join([*parts, shlex.quote(self.url)])


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer, read as a whole."""

    request: Request
    status: int
    headers: Mapping[str, str]
    """The headers by their names in lower case."""
    body: bytes = field(repr=False)

    @property
    def media_type(self) -> str:
        """The media type without its parameters, in lower case; empty if the answer names none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @cached_property
    def json(self) -> Any:
        """The body, decoded.

        Raises:
            Broken: The body is not JSON.
        """
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as error:
            self.broken(f"the body is not JSON: {error}", error)

    @property
    def ok(self) -> bool:
        """Whether the status is a success."""
        return 200 <= self.status < 300

    def succeeds(self, *statuses: int) -> Self:
        """Return this answer if it is a success, with one of these statuses if any are given.

        Raises:
            Broken: It is not.
        """
        if not self.ok:
            self.broken(f"the answer is {self.status} and not a success")
        if statuses and self.status not in statuses:
            self.broken(f"the status is {self.status} and not {' or '.join(map(str, statuses))}")
        return self

    def is_refused(self, *statuses: int) -> Self:
        """Return this answer if it is a refusal: 400 to 499, or one of these statuses if any are given.

        Raises:
            Broken: It is not.
        """
        if self.status not in (statuses or range(400, 500)):
            wanted = " or ".join(map(str, statuses)) or "a refusal (400 to 499)"
            self.broken(f"the status is {self.status} and not {wanted}")
        return self

    def expect(self, condition: bool, message: str) -> Self:
        """Return this answer if a condition is true.

        >>> page.expect(page.json["total"] == 3, "total does not count every match")

        Raises:
            Broken: It is not; this answer is the evidence.
        """
        return self if condition else self.broken(message)

    def broken(self, message: str, cause: BaseException | None = None) -> NoReturn:
        """Raise `Broken` with this answer as its evidence."""
        raise Broken(message, self.evidence()) from cause

    def evidence(self) -> Evidence:
        """The exchange as a report shows it."""
        return Evidence(self.request.curl(), f"{self.status} {excerpt(self.body)}".rstrip())
