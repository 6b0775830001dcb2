"""One request and its answer, as they passed through the proxy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trivet_stubs.kernel.operation import query_pairs
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.proxy.capture import Capture

EVENT_STREAM = "text/event-stream"

Ending = Literal[
    "complete",
    "client left",  # the client closed its connection before the end
    "broken off",  # the upstream closed its connection before the end, or was silent for too long
    "no answer",  # the upstream sent no head of an answer
    "unreachable",  # no connection to the upstream was made
    "proxy ended",
]


@dataclass(slots=True, kw_only=True, eq=False)
class Passed:
    """One exchange; its repr leaves out all that may hold a secret."""

    method: str
    path: str = field(repr=False)
    """The path as the client wrote it, percent-encoded."""
    query: bytes = field(repr=False)
    request_headers: Mapping[str, str] = field(repr=False)
    request_body: Capture = field(default_factory=Capture, repr=False)
    request_complete: bool = False
    """Whether the whole body of the request passed."""
    status: int | None = None
    """The status of the answer; None as long as there is none."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: Capture = field(default_factory=Capture, repr=False)
    ending: Ending = "proxy ended"
    reason: str = field(default="", repr=False)
    """Why an answer is missing or broken off."""

    @property
    def media_type(self) -> str:
        """The media type of the answer without its parameters; empty if it names none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def coding(self) -> str:
        """How the body of the answer is packed."""
        return self.headers.get("content-encoding", "")

    def release(self) -> None:
        """Forget the bodies."""
        self.request_body.release()
        self.body.release()

    def pairs(self) -> list[tuple[str, str]]:
        """The names and values of the query; none if it cannot be read."""
        try:
            return query_pairs(self.query)
        except Refusal:
            return []
