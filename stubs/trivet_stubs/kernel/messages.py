"""The request that a handler takes, and the reply that it may return."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.types import Receive, Scope

from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.operation import Operation

_REQUEST_KEY = "trivet_stubs.request"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRequest:
    """A request that the contract allows: its inputs, decoded and checked."""

    operation: Operation
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    headers: Mapping[str, Any]
    body: Any
    logged: LoggedRequest
    """The request as the log has it, with all its headers."""
    scope: Scope
    """The request as the server has it."""
    receive: Receive

    @property
    def http_request(self) -> Request:
        """The request as Starlette has it; most handlers need none, so it is made at its first use."""
        request: Request | None = self.scope.get(_REQUEST_KEY)
        if request is None:
            request = self.scope[_REQUEST_KEY] = Request(self.scope, self.receive)
        return request


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer other than the ordinary one: another status, or headers of its own.

    >>> Reply({"rating": 1}, status=201)
    """

    value: object = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
