"""One request that a stub got, and the status of its answer."""

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True, eq=False)
class LoggedRequest:
    """One request; its repr leaves out all that may hold a secret.

    >>> print(stub.requests[-1].path)
    /BusStops
    """

    __module__ = "trivet_stubs"

    operation: str | None
    method: str
    path: str
    query: list[tuple[str, str]] = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    """The whole body; empty when it was refused as too large."""
    status: int | None = None
    """The status of the answer; None as long as there is none."""
    rule: str | None = None
    """The id of the rule by which the request was refused; None when it was not, or when a fault answered it.

    >>> stub.requests[-1].rule
    'chat.shares.only-the-sharer-revokes'
    """
    unknown: bool = False
    """Whether it was refused because it means no operation of the contract: an unknown path, or another method."""
    problem: str | None = field(default=None, repr=False)
    """Why the request was refused, in a sentence; None when it was not."""
    fault: int | None = None
    """The id of the fault that has struck the request; None when none has."""
    number: int = 0
    """The number of the request, from 1 up: its place in the order of arrival."""
    reported: bool = False
    """Whether the readers of `RequestLog.answered` have it."""
