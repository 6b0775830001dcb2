"""The comparison of two outcomes: whether the server and the model take a step or refuse it."""

from collections.abc import Collection, Mapping, Sequence

from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference, Kind
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.rule_catalogue import load

_TOO_MANY = 429


class Outcomes:
    """Compares the outcomes of steps.

    Args:
        service: The service.
        compared: The rules that a comparison was made by, to which this adds its own.
        lets_in: The rule by which each operation takes a step, where no narrower one is known.
        missing: The rules by which a refusal has the status 404.
    """

    def __init__(
        self, service: str, compared: set[str], lets_in: Mapping[str, str], missing: Collection[str] = ()
    ) -> None:
        self._service = service
        self._compared = compared
        self._lets_in = lets_in
        self._missing = missing

    def differences(
        self,
        step: Step,
        reply: Reply,
        answer: ModelAnswer,
        choices: Choices,
        assumptions: Sequence[str] = (),
        rule_of_refusal: str = "",
    ) -> list[Difference]:
        """Compare the outcomes of a step that one side has refused, or both.

        Args:
            step: The step.
            reply: The server's answer.
            answer: The model's.
            choices: The choices of the server; one that is new is reported.
            assumptions: The assumed rules and the freedoms on which the model's answer stands.
            rule_of_refusal: The rule by which the model refuses, if it is a narrower one than the answer names.
        """
        asked = Asked(self._service, step, reply, step.caller)
        if not reply.ok and not answer.ok:
            if answer.rule:
                self._compared.add(answer.rule)
            if answer.rule in self._missing and reply.status != 404:
                return [asked.differs("status", "404", str(reply.status), answer.rule)]
            return []
        kind: Kind = "taken" if reply.ok else "refused"
        if kind == "refused" and reply.status == _TOO_MANY:
            return []
        rule = (rule_of_refusal or answer.rule) if kind == "taken" else self._lets_in.get(step.operation, "")
        known = load(self._service)
        assumed = [name for name in assumptions if name in known]
        basis = known.get(rule)
        if assumptions or (basis is not None and basis.basis != "stated"):
            # A freedom is the server's own; an assumed rule that it does not keep is reported once.
            key = assumptions[0] if assumptions else rule
            if not choices.is_new(key, step.operation, taken=reply.ok) or (assumptions and not assumed):
                return []
            rule = assumed[0] if assumed else rule
        expected, found = (
            f"{status}, {'a success' if status < 300 else 'a refusal'}" for status in (answer.status, reply.status)
        )
        return [asked.differs(kind, expected, found, rule)]
