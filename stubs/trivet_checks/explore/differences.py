"""A difference between a server and the model, and the cause that it shares with others."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.exchanges.evidence import Evidence
from trivet_stubs.kernel.rule_catalogue import Basis, load

Kind = Literal["taken", "refused", "status", "field", "total", "list", "order", "form", "left"]
"""What differs: `taken` and `refused` by the server alone, the status, a value, a total, the records of a list or their
order, the form of an answer, and records that are other ones after the walk than before it."""

Cause = tuple[str, str, str, str]
"""The operation, the kind, the rule and the place of a difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A server's answer to one step is not the model's."""

    service: str
    operation: str
    kind: Kind
    rule: str = ""
    """The id of the rule that it is about; empty if no rule is."""
    place: str = ""
    """The field of the answer."""
    expected: str
    """The model's answer, in words."""
    found: str
    """The server's."""
    words: str = ""
    """A sentence about it, where the parts above do not make one."""
    step: int = 0
    evidence: Evidence | None = None

    @property
    def cause(self) -> Cause:
        """What it shares with the differences that have the same cause, as far as an answer shows it."""
        return self.operation, self.kind, self.rule, self.place

    @property
    def basis(self) -> Basis:
        """On what the model's answer stands: an answer without a rule stands on an assumption."""
        rule = load(self.service).get(self.rule)
        return "assumed" if rule is None else rule.basis

    @property
    def message(self) -> str:
        """One sentence about it.

        >>> difference.message
        'total is 4, and by the model 3'
        """
        if self.words:
            return self.words
        verb = "is" if self.kind in ("field", "total") else "has"
        place = f"{self.place} {verb} " if self.place else "the answer is " if self.kind != "left" else "the list has "
        return f"{place}{self.found}, and by the model {self.expected}"


def unlike_pinned(freedoms: Freedoms, lines: Collection[str]) -> Iterator[Difference]:
    """The differences between the choices that a server has shown and those that it has to make.

    >>> [difference.operation for difference in unlike_pinned(freedoms, lines)]
    ['stops.list']
    """
    for operation, subject, choice, pinned in freedoms.otherwise(lines):
        yield Difference(
            service=freedoms.service,
            operation=operation,
            kind="status",
            place=subject,
            expected=pinned,
            found=choice,
            words=f"{subject}: {choice}, and by the pinned choices {pinned}",
        )
