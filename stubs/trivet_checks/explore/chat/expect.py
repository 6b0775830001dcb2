"""The comparison of two answers to one step that are both a success."""

from collections.abc import Iterator

from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.chat.exports import Exports
from trivet_checks.explore.chat.lists import SUMMARY
from trivet_checks.explore.chat.pages import Pages
from trivet_checks.explore.chat.records import Records, World
from trivet_checks.explore.chat.words import EXPORT, EXPORTED_RATINGS, FIELDS, KINDS, OPEN, RATE, SHARES
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.steps import Step

_SHOW_TOKENS = frozenset((SHARES, "conversations.shares.create", OPEN, "admin.users.impersonate"))
_NEW_OR_CHANGED = {200, 201}


class Expectation:
    """Compares answers of a server with the model's.

    Args:
        world: The walk.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.records: Records = Records(world)
        self._pages = Pages(world, self.records)
        self._exports = Exports(world, self.records)

    def differences(self, step: Step, model_caller: str, reply: Reply, answer: ModelAnswer) -> Iterator[Difference]:
        """Yield the differences between two answers that are both a success."""
        asked = Asked("chat", step, reply, model_caller)
        if step.operation == RATE:
            rule = FIELDS["rating"]
            self._world.compared.add(rule)
            if reply.status != answer.status and {reply.status, answer.status} == _NEW_OR_CHANGED:
                yield asked.differs("status", str(answer.status), str(reply.status), rule)
        if step.operation == EXPORTED_RATINGS and step.query.get("export_format") == "csv":
            yield from self._exports.table(asked, reply.body.decode("utf-8", "replace"))
        elif reply.is_json and answer.json is not None:
            yield from self.records.leaks(asked, _SHOW_TOKENS)
            yield from self._bodies(asked, answer)

    def _bodies(self, asked: Asked, answer: ModelAnswer) -> Iterator[Difference]:
        value, expected, operation = self._world.form.read(asked.reply.plain), answer.json, asked.step.operation
        if operation in KINDS:
            yield from self._pages.compare(asked, value)
        elif operation == SUMMARY:
            yield from self._exports.summary(asked, value, expected)
        elif operation == EXPORT:
            yield from self._exports.conversations(asked, value, expected)
        elif operation == EXPORTED_RATINGS:
            yield from self._exports.ratings(asked, value)
        elif operation == OPEN:
            yield from self.records.link(asked, expected, value)
        else:
            yield from self.records.compare(asked, expected, value)
