"""Requests that mean operations of the contract below another prefix, such as `/api/v1`, or without the contract's."""

from collections.abc import Iterator
from dataclasses import dataclass

from trivet_stubs.kernel.contract import Contract

_MOST_SEGMENTS = 6


@dataclass(frozen=True, slots=True)
class OtherPrefix:
    """The prefix that a request has, or lacks."""

    prefix: str
    lacks: bool = False
    """Whether the request lacks it."""

    def hint(self, upstream: str) -> str:
        """Return how the requests would be judged.

        Args:
            upstream: The URL of the upstream.
        """
        if self.lacks:
            return f"the paths of the contract begin with {self.prefix}: add it to the URL of the client"
        return (
            f"the paths of the contract do not begin with {self.prefix}: remove it from the URL of the client;"
            f" if the server has it, use --upstream {upstream}{self.prefix}"
        )


class OtherPrefixes:
    """Finds the prefixes of requests that have no operation.

    Args:
        contract: The contract of the service.
    """

    def __init__(self, contract: Contract) -> None:
        self._routes = contract.routes
        self._first = {operation.segments[1] for operation in contract.operations.values()}
        """The first segments of all paths: what begins with one of them has no other prefix."""

    def find(self, method: str, path: str) -> OtherPrefix | None:
        """Return the prefix with or without which a request has an operation; None if there is none."""
        segments = path.split("/")
        if len(segments) > 1 and segments[1] not in self._first:
            for inner in self._below(segments):
                if self._routes.match(method, inner).operation is not None:
                    return OtherPrefix(path.removesuffix(inner))
        for first in self._first if len(self._first) == 1 else ():
            if self._routes.match(method, f"/{first}{path}").operation is not None:
                return OtherPrefix(f"/{first}", lacks=True)
        return None

    def _below(self, segments: list[str]) -> Iterator[str]:
        for at in range(2, min(len(segments), _MOST_SEGMENTS)):
            if segments[at] in self._first:
                yield "/" + "/".join(segments[at:])
