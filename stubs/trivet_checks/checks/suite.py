"""The checks of a service, each of which tries one rule, and the choice among them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from trivet_checks.checks.credentials import Credentials
from trivet_checks.checks.effects.findings import PlannedWalk
from trivet_checks.checks.target import Target
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.rule_catalogue import Rule, rules

REFUSAL = "It tries a refusal by `Reply.is_refused`, which tells the server from a gateway and a missing operation."
SUCCESS = "It demands a success by `Reply.succeeds`; an exchange may be refused for a reason that it does not show."
LATER = "It reads the record again, later and by another operation; an exchange shows the answer to the change."
KNOWN_RECORDS = "It knows by their ids which records match, and in which order, whatever the fields of a page show."
KNOWN_NUMBER = "It knows how many records there are, or what they hold; an exchange shows a bound alone."
ACROSS_PAGES = "A list goes on behind the end of a page, and its order with it; an exchange shows one page."
TWO_PAGES = "It compares two pages, because a limit that is used and exceeded is another rule's; one page shows both."
LATEST_MONTH = "It compares months with the latest one; an exchange shows when its link was signed."
"""Why a check tries a rule that exchanges show by a condition of its own, and not by the function of the proxy."""


@dataclass(frozen=True, slots=True)
class Check:
    """A function that tries one rule. It returns if the rule holds, and raises `Broken` or `NotTried` otherwise.

    >>> suite("chat").checks["chat.shares.only-the-sharer-revokes"](Chat(target))
    """

    __module__ = "trivet_checks"

    rule: str
    """The id of the rule."""
    function: Callable[[Any], None]
    own_condition: str = ""
    """Why it needs more than an exchange shows; empty if it asks the rule of exchanges, or none shows the rule."""

    def __str__(self) -> str:
        return self.rule

    def __call__(self, service: object) -> None:
        """Try the rule.

        Raises:
            Broken: The server breaks the rule.
            NotTried: The rule could not be tried: a caller, a permission or a record is missing.
        """
        self.function(service)


def check(rule: str, own_condition: str = "") -> Callable[[Callable[[Any], None]], Check]:
    """Make a check of a function; the rule is one of `spec/rules/`.

        @check("chat.shares.revoked-opens-nothing")
        def revoked_share_opens_nothing(chat: Chat) -> None:
            ...

    A check needs no list of its requirements: a caller without a token, and a write that is not allowed, raise
    `NotTried` where they are used.

    Args:
        rule: The id of the rule.
        own_condition: Why the check does not ask the function by which the proxy judges exchanges, if there is one.
    """

    def decorate(function: Callable[[Any], None]) -> Check:
        return Check(rule, function, own_condition)

    return decorate


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The checks of one service.

    SUITE = Suite(service="bus", facade=Bus, scheme=key, callers={"user": ["stops.list"]}, checks=in_order("bus", all))
    """

    __module__ = "trivet_checks"

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
    walk: Callable[[Any, Callable[[str], bool], int, Callable[[], Collection[str]]], PlannedWalk] | None = None
    """Plans the walk through the table of effects: it takes the facade, which rules are judged, the requests of the
    run, and what returns the callers who are let in no longer."""
    optional_callers: bool = False
    """Whether a server of the service may ask for no credentials; the caller `user` is then always there."""
    shown: Callable[[str, str], str] | None = None
    """Makes the value as a report shows it, of the token and of `$NAME`; without it, `scheme` makes it of `$NAME`."""

    def credentials(self, token: str, variable: str) -> Credentials:
        """The credentials of a caller; a report shows the name of the environment variable and not the token.

        >>> suite("chat").credentials("secret", "TRIVET_CHAT_USER_TOKEN").shown
        'Bearer $TRIVET_CHAT_USER_TOKEN'
        """
        header, value = self.scheme(token)
        named = f"${variable}"
        placeholder = self.scheme(named)[1] if self.shown is None else self.shown(token, named)
        return Credentials(header, value, placeholder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which rules a run tries: those that match a pattern of each kind that is given.

    >>> Selection(ids=["chat.shares.*"], operations=["conversations.shares.delete"])

    Args:
        ids: Patterns of ids.
        operations: Patterns of operations; a rule matches by any of its operations.
        sections: Headings of the contract.
    """

    __module__ = "trivet_checks"

    ids: Sequence[str] = ()
    operations: Sequence[str] = ()
    sections: Sequence[str] = ()

    def __contains__(self, rule: Rule) -> bool:
        """Whether a rule is selected."""
        return (
            _matches(self.ids, rule.id)
            and (not self.operations or any(_matches(self.operations, operation) for operation in rule.operations))
            and (not self.sections or rule.section in self.sections)
        )

    def has_operation(self, operation: str) -> bool:
        """Whether the answers of an operation are judged: always, unless the selection is by other operations.

        >>> Selection(operations=["conversations.*"]).has_operation("conversations.list")
        True
        """
        return not self.ids and not self.sections and _matches(self.operations, operation)

    def concerns(self, operation: str) -> bool:
        """Whether a run is about an operation: about all, unless operations are selected.

        >>> Selection(operations=["conversations.*"]).concerns("admin.users.list")
        False
        """
        return _matches(self.operations, operation)

    def unknown(self, service: str, operations: Sequence[str]) -> list[str]:
        """The patterns and headings that select nothing of a service.

        >>> Selection(ids=["chat.shares.*", "chat.chairs.*"]).unknown("chat", [])
        ['chat.chairs.*']
        """
        known = rules(service).values()
        return [
            *(pattern for pattern in self.ids if not any(fnmatchcase(rule.id, pattern) for rule in known)),
            *(pattern for pattern in self.operations if not any(fnmatchcase(one, pattern) for one in operations)),
            *(section for section in self.sections if not any(rule.section == section for rule in known)),
        ]


def suite(service: str) -> Suite:
    """The checks of a service.

    >>> run(suite("chat"), target)

    Raises:
        ValueError: The service has no checks.
    """
    name = f"trivet_checks.checks.{service}"
    if service not in SERVICES or find_spec(name) is None:
        raise ValueError(f"service: {service!r} has no checks")
    checks: Suite = import_module(name).SUITE
    return checks


def in_order(service: str, checks: Sequence[Check]) -> Mapping[str, Check]:
    """Checks by the ids of their rules, in the order of the rules.

    Raises:
        ValueError: Two checks try one rule, or a check tries a rule that does not exist.
    """
    by_id: dict[str, Check] = {}
    for check_ in checks:
        if check_.rule not in rules(service):
            raise ValueError(f"{check_.rule} is not a rule of the {service} service")
        if by_id.setdefault(check_.rule, check_) is not check_:
            raise ValueError(f"{check_.rule} has two checks")
    return {rule: by_id[rule] for rule in rules(service) if rule in by_id}


def _matches(patterns: Sequence[str], name: str) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)
