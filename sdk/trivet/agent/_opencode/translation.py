"""The translation of a request: its row of the table, and the requests that follow from it."""

from __future__ import annotations

from collections.abc import Mapping

from ..._core.contract_translation import Flow, Forward, WireAnswer, WireRequest
from .rule import Inputs, Rule
from .table import EXTENSIONS, RULES

__all__ = ["OpencodeTranslation", "find_rule"]


def _by_shape() -> Mapping[tuple[str, int], list[tuple[list[str], Rule]]]:
    """Return the rules by method and number of segments, those with fewer parameters first."""
    table: dict[tuple[str, int], list[tuple[list[str], Rule]]] = {}
    for rule in sorted((*RULES, *EXTENSIONS), key=lambda rule: rule.contract.count("{")):
        method, _, path = rule.contract.partition(" ")
        segments = path.split("/")
        table.setdefault((method, len(segments)), []).append((segments, rule))
    return table


_RULES = _by_shape()


def find_rule(method: str, path: str) -> tuple[Rule, dict[str, str], str] | None:
    """Return the rule of a request, the inputs in its path, and the prefix of the base URL before it.

    The result is None if the path is outside the contract: a request of the user to a route of the server.
    """
    start = path.find("/api/")
    while start >= 0:
        segments = path[start:].split("/")
        for template, rule in _RULES.get((method, len(segments)), ()):
            pairs = [*zip(template, segments, strict=True)]
            if all(part == value or part.startswith("{") for part, value in pairs):
                inputs = {part[1:-1]: value for part, value in pairs if part.startswith("{")}
                return rule, inputs, path[:start]
        start = path.find("/api/", start + 1)
    return None


class OpencodeTranslation:
    """Translates the requests of an agent client for the server; it holds no state, so all clients can share it."""

    def flow(self, request: WireRequest) -> Flow:
        """Begin the flow of a request. A request outside the contract is sent unchanged.

        Raises:
            UnsupportedOperationError: The server has no equivalent of this request; nothing was sent.
        """
        path, _, query = request.target.partition("?")
        match = find_rule(request.method, path)
        if match is None:
            return _unchanged(request)
        rule, inputs, prefix = match
        return _below(prefix, rule.begin(Inputs(inputs, query, request.content)))


def _unchanged(request: WireRequest) -> Flow:
    return Forward(request)
    yield request  # a generator, as every flow is


def _below(prefix: str, flow: Flow) -> Flow:
    """Send the requests of a flow to paths below the prefix of the base URL."""
    try:
        step = next(flow)
        while True:
            answer = yield _prefixed(prefix, step) if isinstance(step, WireRequest) else step
            step = flow.send(answer)
    except StopIteration as end:
        last: Forward | WireAnswer = end.value
    return Forward(_prefixed(prefix, last.request), last.events) if isinstance(last, Forward) else last


def _prefixed(prefix: str, request: WireRequest) -> WireRequest:
    return request._replace(target=prefix + request.target)
