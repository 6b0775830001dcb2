"""One check: a function that tries one rule of a contract against a server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """A function that tries one rule. It returns if the rule holds, and raises `Broken` or `NotTried` otherwise.

    >>> suite("chat").checks["chat.shares.only-the-sharer-revokes"](Chat(target))
    """

    __module__ = "trivet_stubs.checks"

    rule: str
    """The id of the rule."""
    function: Callable[[Any], None]

    def __str__(self) -> str:
        return self.rule

    def __call__(self, service: object) -> None:
        """Try the rule.

        Raises:
            Broken: The server breaks the rule.
            NotTried: The rule could not be tried: a caller, a permission or a record is missing.
        """
        self.function(service)


def check(rule: str) -> Callable[[Callable[[Any], None]], Check]:
    """Make a check of a function; the rule is one of `spec/rules/`.

        @check("chat.shares.revoked-opens-nothing")
        def revoked_share_opens_nothing(chat: Chat) -> None:
            ...

    A check needs no list of what it requires: a caller without a token, and a write that is not allowed, raise
    `NotTried` where they are used.
    """

    def decorate(function: Callable[[Any], None]) -> Check:
        return Check(rule, function)

    return decorate
