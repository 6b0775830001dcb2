"""A walk: each step goes to the server and to the model, and both have the same records after it."""

from trivet_checks.checks.budget import pauses
from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Cause, Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.settling import wait_for_writes
from trivet_checks.explore.steps import Gone, Step
from trivet_checks.explore.walked_server import Walker


class Walk:
    """Takes the steps of one walk.

    Args:
        target: The server.
        walker: Takes a step on both sides.
        choices: The choices of the server so far.
        patience: For how many seconds a read that differs is sent again.
        lasting: The causes of differences that waits did not change; they are not waited for any more.
    """

    def __init__(
        self,
        target: Target,
        walker: Walker,
        choices: Choices,
        *,
        patience: float,
        lasting: set[Cause] | None = None,
    ) -> None:
        self.walker = walker
        self.lost: int = 0
        """The steps whose answers were lost."""
        self.is_uncertain: bool = False
        """Whether the answer to a write was lost: then the server may have a record more or less than the model."""
        self.skipped: int = 0
        self._target = target
        self._choices = choices
        self._patience = patience
        self._lasting = set[Cause]() if lasting is None else lasting

    def take(self, step: Step) -> list[Difference]:
        """Take one step, and return the differences between the two answers.

        Raises:
            CouldNotRun: A bound of the run is used up, or the server has stopped answering.
        """
        walker = self.walker
        try:
            for ref in step.refs():
                walker.ledger.id_of(ref, "server")
        except Gone:
            self.skipped += 1
            return []
        before = walker.snapshot()
        is_write = self._is_write(step)
        reply = self._send(step)
        if reply is None:
            if is_write:
                wait_for_writes(self._target)
                walker.drop(step)
                self.is_uncertain = True
            return []
        answer = walker.ask(step)
        choices = self._choices.copy()
        differences = self._differences(step, reply, answer, choices)
        has_effect = is_write and reply.ok
        if self._patience > 0 and not has_effect and any(one.cause not in self._lasting for one in differences):
            begun = self._target.budget.elapsed
            for pause in pauses(self._patience):
                self._target.budget.pause(pause)
                walker.roll_back(before)
                before = walker.snapshot()
                reply = self._send(step)
                if reply is None:
                    return []
                answer = walker.ask(step)
                choices = self._choices.copy()
                differences = self._differences(step, reply, answer, choices)
                if not differences:
                    self._target.lateness.observe(self._target.budget.elapsed - begun)
                    break
            self._lasting |= {difference.cause for difference in differences}
        self._choices.update(choices)
        if is_write:
            if reply.ok and answer.ok:
                walker.learn(step, reply, answer)
            elif reply.ok or answer.ok:
                walker.roll_back(before)
                if reply.ok:
                    walker.drop(step)
            if reply.ok:
                wait_for_writes(self._target)
        return differences

    def _send(self, step: Step) -> Reply | None:
        """The server's answer to a step; None if there is none, or a gateway has answered in its place."""
        try:
            reply = self.walker.send(step)
        except (LostWrite, NotTried, Broken):
            reply = None
        if reply is None or reply.in_its_place:
            self.lost += 1
            return None
        return reply

    def _differences(self, step: Step, reply: Reply, answer: ModelAnswer, choices: Choices) -> list[Difference]:
        """Compare the two answers, but for numbers and lists that a write with a lost answer may have changed."""
        differences = self.walker.differences(step, reply, answer, choices)
        return [one for one in differences if not (self.is_uncertain and one.kind in ("total", "list", "order"))]

    def _is_write(self, step: Step) -> bool:
        operation = self._target.shapes.contract.operations[step.operation]
        return operation.method != "GET" and not operation.raw.get("x-retryable")
