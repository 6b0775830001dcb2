"""A request to the control API, what answers it, and why it may be refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from trivet_stubs.kernel.spec import JsonObject


class ControlRefusal(Exception):
    """A request that is not answered as asked; the sentence names what is wrong."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """A request: the rest of its path, its query, and its body."""

    argument: str = ""
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: JsonObject = field(default_factory=dict[str, Any])

    def number(self, name: str, default: int, *, most: int, least: int = 0) -> int:
        """A whole number of the query, within its bounds."""
        text = self.query.get(name)
        if text is None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 16 and least <= int(text) <= most):
            raise ControlRefusal(400, f"{name}: {text[:40]!r} is not a whole number from {least} to {most}")
        return int(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """What answers a method of a path."""

    answer: Callable[[ControlRequest], Any]
    """Takes a request and returns JSON values, or an ASGI app."""
    schema: JsonObject | None = None
    """The JSON schema of the body; None if it takes none."""
    query: tuple[str, ...] = ()
    """The parameters of the query."""
    changes: str = ""
    """What of the stub it changes, in a word; empty if nothing."""


Routes = Mapping[tuple[str, str], Endpoint]
"""Endpoints by method and path; a path that ends in `/*` takes one segment more, the argument."""
