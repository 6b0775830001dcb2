"""The rules of a service by their ids, the rule that a refusal applies, and the mark of other code that applies one."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from trivet_stubs.kernel.refusal import Refusal

Basis = Literal["stated", "assumed", "observed"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of a contract.

    >>> rule = rules("chat")["chat.shares.only-the-sharer-revokes"]
    >>> rule.section, rule.basis
    ('States and transitions', 'stated')
    """

    __module__ = "trivet_stubs"

    id: str
    """The id, made of the service, the subject of the rule and the rule itself in a few words."""
    sentence: str
    """The rule in one sentence."""
    basis: Basis
    """Whether the contract states the rule, this project assumes it, or servers were observed to keep it."""
    section: str
    """The heading of the contract that the rule belongs to."""
    operations: tuple[str, ...]
    """The operations that the rule concerns, by their ids, sorted."""
    refused: bool
    """Whether a stub refuses a request that breaks the rule; other rules are about answers and effects."""
    quotes: tuple[str, ...] = ()
    """The words of the contract that state the rule; empty unless it is stated."""
    why: str = ""
    """Why the rule is assumed, or where it was observed; empty if it is stated."""
    inputs: tuple[str, ...] = ()
    """The inputs that a stub checks by the spec alone: `query.limit`, `body`, `route`, `method`, or `*` for any."""
    keywords: tuple[str, ...] = ()
    """The keywords of JSON Schema by which it checks them; empty for any keyword."""
    unseen: str = ""
    """Why no check tests the rule, because it cannot be observed from outside; empty if a check does."""


def rules(service: str) -> Mapping[str, Rule]:
    """Return the rules of a service by their ids, in the order of its contract.

    >>> rules("bus")["bus.stops.code-has-five-digits"].section
    'Bus stop record'
    >>> [rule.id for rule in rules("chat").values() if "conversations.shares.delete" in rule.operations][0]
    'chat.access.a-signed-in-user-is-needed'

    Raises:
        ValueError: There is no such service.
    """
    by_id = load(service)
    if not by_id:
        raise ValueError(f"service: {service!r} has no rules; the services are {', '.join(_services())}")
    return by_id


def raw_rules(service: str) -> list[dict[str, Any]]:
    """Return the rules of a service as JSON values.

    Raises:
        ValueError: There is no such service.
    """
    rules(service)
    source = files("trivet_stubs").joinpath("contracts", "rules", f"{service}.json")
    raw: list[dict[str, Any]] = json.loads(source.read_text("utf-8"))
    return raw


@cache
def load(service: str) -> Mapping[str, Rule]:
    """Return the rules of a service; empty for a service without rules."""
    source = files("trivet_stubs").joinpath("contracts", "rules", f"{service}.json")
    if not source.is_file():
        return MappingProxyType({})
    loaded = (_rule(raw) for raw in json.loads(source.read_text("utf-8")))
    return MappingProxyType({rule.id: rule for rule in loaded})


def rule_of(service: str, refusal: Refusal, operation: str | None) -> str | None:
    """Return the id of the rule that a refusal applies: its own rule, or the rule of an input that the spec forbids.

    Args:
        service: The service that refuses.
        refusal: The refusal.
        operation: The operation of the request, if it has one.
    """
    if refusal.rule is not None:
        return refusal.rule
    about, keyword = _about(refusal)
    best: Rule | None = None
    for rule in load(service).values() if about else ():
        if operation is not None and operation not in rule.operations:
            continue
        if rule.keywords and keyword not in rule.keywords:
            continue
        if about in rule.inputs or "*" in rule.inputs:
            best = rule if best is None or _rank(rule, about) > _rank(best, about) else best
    return None if best is None else best.id


def applies(*rule_ids: str) -> Callable[[T], T]:
    """Mark a function or a class of a stub as the place where it applies some rules, without any effect on it.

        @operation("conversations.shares.list")
        @applies("chat.shares.list-has-items-and-total")
        def list_shares(self, request: ContractRequest) -> Json: ...

    The ids are for readers, and for the page of developers, made of the source. A refusal names its rule itself.
    """

    def mark(definition: T) -> T:
        return definition

    return mark


def _about(refusal: Refusal) -> tuple[str, str]:
    """Return the refused part of a request, as `inputs` of a rule name it, and the keyword of the spec."""
    if refusal.kind in ("route", "method"):
        return refusal.kind, ""
    if refusal.input is None or refusal.kind != "argument":
        return "", ""
    return ".".join(map(str, refusal.input.place[:2])), refusal.input.keyword


def _rank(rule: Rule, about: str) -> tuple[bool, bool]:
    """Return how closely a rule fits: first whether it names the keyword, then whether it names the input."""
    return bool(rule.keywords), about in rule.inputs


def _rule(raw: dict[str, Any]) -> Rule:
    lists: dict[str, Any] = {
        name: tuple(map(str, raw.get(name, ()))) for name in ("operations", "quotes", "inputs", "keywords")
    }
    return Rule(**{**raw, **lists})


def _services() -> list[str]:
    folder = files("trivet_stubs").joinpath("contracts", "rules")
    return sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))
