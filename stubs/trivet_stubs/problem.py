"""What a stub refuses, and why; each service writes it in its own error form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "argument",  # an input that the contract forbids
    "rule",  # an input that the contract allows and the service refuses
    "anonymous",  # no credentials where they are needed
    "credentials",  # credentials that open nothing
    "permission",
    "quota",
    "absent",  # a record that does not exist, or not for this caller
    "conflict",
    "route",
    "method",
    "stub_bug",
]


@dataclass(frozen=True, slots=True)
class Input:
    """An input that was refused: where it stands, the keyword of the contract that it breaks, and what came."""

    place: tuple[str | int, ...]
    keyword: str
    rule: str
    value: object = None


class Problem(Exception):
    """A request that is not answered as asked; the message names the argument and the rule."""

    def __init__(
        self,
        status: int,
        kind: Kind,
        message: str,
        *,
        headers: Mapping[str, str] | None = None,
        refused: Input | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind: Kind = kind
        self.message = message
        self.headers = dict(headers or {})
        self.refused = refused

    @classmethod
    def argument(
        cls,
        name: str,
        rule: str,
        *,
        place: tuple[str | int, ...] | None = None,
        keyword: str = "",
        value: object = None,
    ) -> "Problem":
        """An input that the contract forbids; its status is the service's own `invalid_status`.

        Args:
            name: The input, in words.
            rule: The rule that it breaks.
            place: Where it stands, outermost first; without it, its name alone.
            keyword: The keyword of the contract's schema that it breaks, if that is the reason.
            value: What came.
        """
        return cls(400, "argument", f"{name}: {rule}", refused=Input(place or (name,), keyword, rule, value))

    @classmethod
    def bug(cls, what: str) -> "Problem":
        """An answer of the stub's own that the contract forbids."""
        return cls(500, "stub_bug", f"STUB BUG: {what}")
