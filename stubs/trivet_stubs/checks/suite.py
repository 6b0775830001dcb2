"""The checks of a service, and the choice among them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from trivet_stubs._generated.names import SERVICES
from trivet_stubs.checks.check import Check
from trivet_stubs.checks.target import Credentials, Target
from trivet_stubs.kernel.rule_catalogue import Rule, rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The checks of one service.

    SUITE = Suite(service="bus", facade=Bus, scheme=key, callers={"user": ["stops.list"]}, checks=in_order("bus", all))
    """

    __module__ = "trivet_stubs.checks"

    service: str
    facade: Callable[[Target], Any]
    """Makes what the checks of the service take, from the server that is checked."""
    scheme: Callable[[str], tuple[str, str]]
    """Makes a header and its value of a token, or of `$NAME`, which stands for the token in a report."""
    callers: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """From each caller that the checks use to operations that only read, which the server has to let it call."""
    checks: Mapping[str, Check]
    """From the id of each rule that is tried to its check, in the order of the rules."""
    probe: Callable[[Any], None] | None = None
    """Makes a record and waits until the server shows it, from which the run learns how late the server is."""
    find_leftovers: Callable[[Any], None] | None = None
    """Finds the records that earlier runs have left, by their names, and lists them as records to be removed."""
    optional_callers: bool = False
    """Whether a server of the service may ask for no credentials; the caller `user` is then always there."""
    shown: Callable[[str, str], str] | None = None
    """Makes the value as a report shows it, of the token and of `$NAME`; without it, `scheme` makes it of `$NAME`."""

    def credentials(self, token: str, variable: str) -> Credentials:
        """What a caller presents; a report shows the name of the environment variable and not the token.

        >>> suite("chat").credentials("secret", "TRIVET_CHAT_USER_TOKEN").shown
        'Bearer $TRIVET_CHAT_USER_TOKEN'
        """
        header, value = self.scheme(token)
        named = f"${variable}"
        shown = self.scheme(named)[1] if self.shown is None else self.shown(token, named)
        return Credentials(header, value, shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which rules a run tries: those that match a pattern of each kind that is given.

    >>> Selection(ids=["chat.shares.*"], operations=["conversations.shares.delete"])

    Args:
        ids: Patterns of ids.
        operations: Patterns of operations; a rule matches by any of its operations.
        sections: Headings of the contract.
    """

    __module__ = "trivet_stubs.checks"

    ids: Sequence[str] = ()
    operations: Sequence[str] = ()
    sections: Sequence[str] = ()

    def __contains__(self, rule: Rule) -> bool:
        """Whether a rule is selected."""
        return (
            _matches(self.ids, rule.id)
            and (not self.operations or any(_matches(self.operations, each) for each in rule.operations))
            and (not self.sections or rule.section in self.sections)
        )

    def has_operation(self, operation: str) -> bool:
        """Whether the answers of an operation are judged: always, unless the selection is by other operations.

        >>> Selection(operations=["conversations.*"]).has_operation("conversations.list")
        True
        """
        return not self.ids and not self.sections and _matches(self.operations, operation)

    def unknown(self, service: str, operations: Sequence[str]) -> list[str]:
        """The patterns and headings that select nothing of a service.

        >>> Selection(ids=["chat.shares.*", "chat.chairs.*"]).unknown("chat", [])
        ['chat.chairs.*']
        """
        found = rules(service).values()
        return [
            *(each for each in self.ids if not any(fnmatchcase(rule.id, each) for rule in found)),
            *(each for each in self.operations if not any(fnmatchcase(one, each) for one in operations)),
            *(each for each in self.sections if not any(rule.section == each for rule in found)),
        ]


def suite(service: str) -> Suite:
    """The checks of a service.

    >>> run(suite("chat"), target)

    Raises:
        ValueError: The service has no checks.
    """
    name = f"trivet_stubs.checks.{service}"
    if service not in SERVICES or find_spec(name) is None:
        raise ValueError(f"service: {service!r} has no checks")
    found: Suite = import_module(name).SUITE
    return found


def in_order(service: str, found: Sequence[Check]) -> Mapping[str, Check]:
    """Checks by the ids of their rules, in the order of the rules.

    Raises:
        ValueError: Two checks try one rule, or a check tries a rule that does not exist.
    """
    by_id: dict[str, Check] = {}
    for each in found:
        if each.rule not in rules(service):
            raise ValueError(f"{each.rule} is no rule of the {service} service")
        if by_id.setdefault(each.rule, each) is not each:
            raise ValueError(f"{each.rule} has two checks")
    return {rule: by_id[rule] for rule in rules(service) if rule in by_id}


def _matches(patterns: Sequence[str], name: str) -> bool:
    return not patterns or any(fnmatchcase(name, each) for each in patterns)
