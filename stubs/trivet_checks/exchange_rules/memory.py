"""The bounded memory of what callers have seen, for the rules that two exchanges of one caller show.

At most 100 callers are remembered, with 1,000 facts of each, and 10,000 facts that all share, of tokens and records;
the oldest are forgotten first. Credentials and tokens are kept as keyed hashes alone, with a key that no one knows.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_bytes
from typing import Any

from trivet_checks.exchange_rules.answer_rule import Looks, showing
from trivet_checks.exchanges.exchange import Exchange

MOST_CALLERS = 100
MOST_FACTS = 1000
MOST_SHARED = 10_000
SETTLE = 3.0
"""The seconds within which a server may show its writes late: an exchange that began earlier shows nothing of them."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that an exchange showed."""

    value: Any
    answered: float
    """When it showed it."""
    reads: int
    """How many reads had been answered until then."""


class Facts:
    """What one caller has seen, by kinds and keys."""

    def __init__(
        self,
        hash_of: Callable[[str], str],
        shared: "Facts | None" = None,
        most: int = MOST_FACTS,
        settle: float = SETTLE,
    ) -> None:
        self.hash_of = hash_of
        """Makes a key of a secret."""
        self.shared: Facts = self if shared is None else shared
        """The facts that all callers share: of tokens, which any of them may use, and of records."""
        self.reads: int = 0
        """How many of the caller's reads have been answered; of the shared facts, how many of any caller's."""
        self.settle = settle
        self._most = most
        self._facts: OrderedDict[tuple[str, ...], Fact] = OrderedDict()

    def __len__(self) -> int:
        """The number of facts."""
        return len(self._facts)

    def note(self, exchange: Exchange, value: Any, kind: str, *key: str) -> None:
        """Remember a fact that an exchange showed, in place of an earlier one of this kind and key."""
        self._facts.pop((kind, *key), None)
        self._facts[kind, *key] = Fact(value, exchange.answered, self.reads)
        if len(self._facts) > self._most:
            self._facts.popitem(last=False)

    def replace(self, value: Any, kind: str, *key: str) -> None:
        """Replace the value of a fact, which keeps its time; a fact that is forgotten stays so."""
        fact = self._facts.get((kind, *key))
        if fact is not None:
            self._facts[kind, *key] = Fact(value, fact.answered, fact.reads)

    def forget(self, kind: str, *key: str) -> None:
        """Forget a fact."""
        self._facts.pop((kind, *key), None)

    def forget_all(self, kind: str) -> None:
        """Forget all facts of a kind."""
        for key in [key for key in self._facts if key[0] == kind]:
            del self._facts[key]

    def known(self, kind: str, *key: str) -> Any:
        """The value of a fact that never changes, such as the owner of a record; None if it is not known."""
        fact = self._facts.get((kind, *key))
        return None if fact is None else fact.value

    def settled(self, exchange: Exchange, kind: str, *key: str) -> Any:
        """The value of a fact that the server has had time to store when an exchange began, else None.

        A server may also be late by a read: one of the caller's reads, at least, has to have come in between, unless
        the server is known to store what it answers at once.
        """
        fact = self._facts.get((kind, *key))
        if fact is None or exchange.began - fact.answered < self.settle:
            return None
        return fact.value if self.settle == 0 or self.reads > fact.reads else None

    def recent(self, exchange: Exchange, seconds: float, kind: str, *key: str) -> Any:
        """The value of a fact that is at most so old, else None."""
        fact = self._facts.get((kind, *key))
        return None if fact is None or not 0 <= exchange.began - fact.answered <= seconds else fact.value


class Memory:
    """The facts of each caller.

    Args:
        settle: The seconds within which the server may show its writes late; with 0, it stores them before it answers.
    """

    def __init__(self, settle: float = SETTLE) -> None:
        self._settle = settle
        self._key = token_bytes(32)
        self._callers: OrderedDict[str, Facts] = OrderedDict()
        self._shared = Facts(self._hash, most=MOST_SHARED, settle=settle)

    def __len__(self) -> int:
        """The number of callers."""
        return len(self._callers)

    @property
    def shared(self) -> Facts:
        """The facts that all callers share."""
        return self._shared

    def of(self, credentials: str) -> Facts:
        """The facts of the caller with these credentials."""
        caller = self._hash(credentials)
        if caller not in self._callers:
            self._callers[caller] = Facts(self._hash, self._shared, settle=self._settle)
        self._callers.move_to_end(caller)
        facts = self._callers[caller]
        if len(self._callers) > MOST_CALLERS:
            self._callers.popitem(last=False)
        return facts

    def _hash(self, text: str) -> str:
        return blake2b(text.encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class MemoryRule:
    """A rule that two exchanges of one caller show: this one, and what is remembered of an earlier one."""

    rule: str
    operations: frozenset[str]
    looks: Callable[[Exchange, Facts], Looks]

    def __call__(self, exchange: Exchange, facts: Facts) -> Looks:
        """Look at an exchange."""
        return self.looks(exchange, facts)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is remembered of the exchanges of some operations."""

    operations: frozenset[str]
    learn: Callable[[Exchange, Facts], None]


@dataclass(frozen=True, slots=True)
class RefusalReason:
    """Why requests are refused that the contract lets pass: a role, an owner, a state that the exchanges have shown."""

    operations: frozenset[str]
    finds: Callable[[Exchange, Facts], str]


def shown_by_two(
    rule: str, *operations: str, everywhere: bool = False
) -> Callable[[Callable[[Exchange, Facts], Looks]], MemoryRule]:
    """Make a rule that two exchanges show of a function that looks at the second one.

    Args:
        rule: The id of the rule.
        operations: The operations of the second exchange; by default those that the rule concerns.
        everywhere: Whether the second exchange may be of any operation, or of none.
    """

    def decorate(function: Callable[[Exchange, Facts], Looks]) -> MemoryRule:
        return MemoryRule(rule, showing(rule, operations, everywhere), function)

    return decorate


def learned_from(*operations: str) -> Callable[[Callable[[Exchange, Facts], None]], Lesson]:
    """Make a lesson of a function that remembers what an exchange shows; it runs after the looks."""

    def decorate(function: Callable[[Exchange, Facts], None]) -> Lesson:
        return Lesson(frozenset(operations), function)

    return decorate


def reason_of_refusals(*operations: str) -> Callable[[Callable[[Exchange, Facts], str]], RefusalReason]:
    """Make a reason of a function that finds it in what is remembered; it returns the reason, or an empty text."""

    def decorate(function: Callable[[Exchange, Facts], str]) -> RefusalReason:
        return RefusalReason(frozenset(operations), function)

    return decorate
