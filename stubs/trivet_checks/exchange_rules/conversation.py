"""The rules of a service that exchanges show, and what one exchange of a conversation shows of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from trivet_checks.exchange_rules.answer_rule import AnswerRule, Looks
from trivet_checks.exchange_rules.memory import SETTLE, Facts, Lesson, Memory, MemoryRule, RefusalReason
from trivet_checks.exchanges.exchange import Exchange


@dataclass(frozen=True, slots=True)
class Shown:
    """What an exchange shows of one rule."""

    rule: str
    fault: str
    """Empty if it keeps the rule."""


class JudgedConversation:
    """The exchanges of all callers, in the order in which they end.

    Args:
        service: The service, which may have no rules.
        settle: The seconds within which the server may show its writes late.
    """

    def __init__(self, service: str, settle: float = SETTLE) -> None:
        self._answer_rules, self._memory_rules, self._lessons, self._reasons = _of(service)
        self.memory: Memory = Memory(settle)
        self.judge_inputs: frozenset[str] = frozenset(rule.rule for rule in self._answer_rules if rule.judges_inputs)
        """The rules that look at wrong inputs that the server has taken, and allow some of them."""
        self.may_ignore: frozenset[str] = frozenset(rule.rule for rule in self._answer_rules if rule.may_ignore)
        """The rules whose wrong inputs a server may ignore."""

    def add(self, exchange: Exchange, credentials: str) -> Iterator[Shown]:
        """Yield what an exchange shows, and remember what a later one needs.

        A look that cannot take the answer apart shows nothing: the spec says what is wrong with its form.

        Args:
            exchange: The exchange.
            credentials: Those of its caller; empty for none.
        """
        facts = self.memory.of(credentials)
        for rule in self._answer_rules:
            if _concerns(rule.operations, exchange):
                yield from _shown(rule.rule, partial(rule, exchange))
        for memory_rule in self._memory_rules:
            if _concerns(memory_rule.operations, exchange):
                yield from _shown(memory_rule.rule, partial(memory_rule, exchange, facts))
        for lesson in self._lessons:
            if _concerns(lesson.operations, exchange):
                _learn(lesson, exchange, facts)
        if exchange.ok and exchange.method == "GET":
            facts.reads += 1
            facts.shared.reads += 1

    def lose(self) -> None:
        """Forget the states of records: a write has passed of which the end is not known."""
        self.memory.shared.forget_all("state")

    def reason(self, exchange: Exchange, credentials: str) -> str:
        """Return why a request is refused that the contract lets pass; empty if no earlier exchange shows it."""
        facts = self.memory.of(credentials)
        for reason in self._reasons:
            if _concerns(reason.operations, exchange):
                try:
                    found = reason.finds(exchange, facts)
                except Exception:  # as above
                    continue
                if found:
                    return found
        return ""


def rules_of(service: str) -> list[AnswerRule | MemoryRule]:
    """The rules of a service that one exchange shows, and those that two show.

    >>> [rule.rule for rule in rules_of("bus")][:1]
    ['bus.access.account-key-is-needed']
    """
    answer_rules, memory_rules, _, _ = _of(service)
    return [*answer_rules, *memory_rules]


def _concerns(operations: frozenset[str], exchange: Exchange) -> bool:
    return not operations or exchange.operation in operations


def _shown(rule: str, look: Callable[[], Looks]) -> Iterator[Shown]:
    try:
        looks = [*look()]
    except Exception:  # an answer of another form than the spec has; a server chooses it
        return
    if looks:
        yield Shown(rule, next(filter(None, looks), ""))


def _learn(lesson: Lesson, exchange: Exchange, facts: Facts) -> None:
    try:
        lesson.learn(exchange, facts)
    except Exception:  # as above
        return


@cache
def _of(service: str) -> tuple[list[AnswerRule], list[MemoryRule], list[Lesson], list[RefusalReason]]:
    names = [
        f"trivet_checks.exchange_rules.{service}{about}"
        for about in ("", "_callers", "_memory", "_records", "_refusals")
    ]
    values: list[object] = []
    for name in filter(find_spec, names):
        for value in vars(import_module(name)).values():  # a rule, or a tuple of rules of one kind
            values += cast(tuple[object, ...], value) if isinstance(value, tuple) else (value,)
    return (
        [value for value in values if isinstance(value, AnswerRule)],
        [value for value in values if isinstance(value, MemoryRule)],
        [value for value in values if isinstance(value, Lesson)],
        [value for value in values if isinstance(value, RefusalReason)],
    )
