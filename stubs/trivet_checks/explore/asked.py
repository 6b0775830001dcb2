"""A step that both sides have answered with a success, from whose answers differences are made."""

from dataclasses import dataclass

from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.differences import Difference, Kind
from trivet_checks.explore.steps import Step


@dataclass(frozen=True, slots=True)
class Asked:
    """A step, and the server's answer to it.

    >>> asked.differs("total", "3", "4", place="total").message
    'total is 4, and by the model 3'
    """

    service: str
    step: Step
    reply: Reply
    model_caller: str
    """The caller as the model knows them: by name, or by a token."""

    def differs(self, kind: Kind, expected: str, found: str, rule: str = "", place: str = "") -> Difference:
        """A difference of the two answers."""
        return Difference(
            service=self.service,
            operation=self.step.operation,
            kind=kind,
            rule=rule,
            place=place,
            expected=expected,
            found=found,
            step=self.step.number,
            evidence=self.reply.evidence(),
        )
