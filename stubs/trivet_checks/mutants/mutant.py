"""A mutant: a stub that is changed so that it breaks one rule."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trivet_checks.definitions import defined_in
from trivet_stubs.kernel.rule_catalogue import rules


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a stub that makes it break one rule, which the check of the rule must find."""

    __module__ = "trivet_checks.mutants"

    rule: str
    """The id of the rule."""
    change: Callable[[Any], None]
    """Changes a stub that has not answered yet."""
    shown_by: str = ""
    """How many exchanges show it to the proxy: `one` or `two`; `missed` or `neither`, with the reason."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.change.__name__}"


def mutant(rule: str, shown_by: str = "") -> Callable[[Callable[[Any], None]], Mutant]:
    """Make a function that changes a stub into a mutant.

    @mutant("chat.shares.revoked-opens-nothing", shown_by="two")
    def share_survives_revocation(stub: ChatStub) -> None:
        do_nothing(stub, "conversations.shares.delete", status=204)

    Args:
        rule: The id of the rule that the mutant breaks.
        shown_by: What the proxy sees of it, if that is known: `one` if one exchange shows it, `two` if two exchanges of
            a caller do, `missed: <why>` if two do and the proxy names another rule or none, `neither: <why>` else.
    """

    def decorate(function: Callable[[Any], None]) -> Mutant:
        return Mutant(rule, function, shown_by)

    return decorate


def mutants_in(package: str, service: str) -> tuple[Mutant, ...]:
    """The mutants in the modules of a package, in the order of the service's rules.

    MUTANTS = mutants_in("tests.mutants.chat", "chat")
    """
    order = list(rules(service))
    return tuple(sorted(defined_in(package, Mutant), key=lambda mutant: order.index(mutant.rule)))
