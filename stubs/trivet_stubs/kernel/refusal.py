"""A refused request and its reason; each service writes it in its own error form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

RefusalKind = Literal[
    "argument",  # an input that the contract forbids
    "rule",  # an input that the contract allows and the service refuses
    "anonymous",  # credentials are needed and missing
    "credentials",  # credentials that are not valid
    "permission",
    "quota",
    "absent",  # a record that does not exist, or not for this caller
    "conflict",
    "route",
    "method",
    "size",  # a body that is larger than the stub reads
    "coding",  # a body in a content coding that the stub does not unpack
    "crash",  # a defect of an observed service
    "unavailable",  # an operation that an observed service does not have
    "stub_bug",
]


@dataclass(frozen=True, slots=True)
class RefusedInput:
    """A refused input: its place, the keyword of the contract that it breaks, and its value."""

    place: tuple[str | int, ...]
    keyword: str
    rule: str
    value: object = None


class Refusal(Exception):
    """Raised to refuse a request; the message names the input and the rule."""

    def __init__(
        self,
        status: int,
        kind: RefusalKind,
        message: str,
        *,
        headers: Mapping[str, str] | None = None,
        input: RefusedInput | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind: RefusalKind = kind
        self.message = message
        self.headers: dict[str, str] = dict(headers or {})
        self.input = input
        self.rule = rule
        """The id of the rule that the request breaks; None if the contract's schema forbids an input."""

    @classmethod
    def argument(
        cls,
        name: str,
        rule: str,
        *,
        place: tuple[str | int, ...] | None = None,
        keyword: str = "",
        value: object = None,
        by: str | None = None,
    ) -> "Refusal":
        """Refuse an input that the contract forbids; the status is the service's own `invalid_status`.

        Args:
            name: The input, in words.
            rule: The rule that it breaks, as the end of a sentence.
            place: The keys that lead to the input, the outermost first; by default its name alone.
            keyword: The keyword of the contract's schema that it breaks, if that is the reason.
            value: The value that was sent.
            by: The id of the rule, if the contract's schema allows the input.
        """
        refused = RefusedInput(place or (name,), keyword, rule, value)
        return cls(400, "argument", f"{name}: {rule}", input=refused, rule=by)

    @classmethod
    def stub_bug(cls, what: str) -> "Refusal":
        """Refuse to send an answer of the stub itself, because the contract forbids it or its handler has failed."""
        return cls(500, "stub_bug", f"STUB BUG: {what}")
