"""The freedoms of a service: a file of `spec/freedoms/`, with everything that its contract leaves to a server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from .document import load, violations
from .faults import DocumentError
from .rule_files import concerned, unknown_operations

_SCHEMA: dict[str, Any] = yaml.load(
    Path(__file__).with_name("freedoms_schema.yaml").read_text("utf-8"), yaml.CSafeLoader
)


@frozen(kw_only=True)
class Choice:
    """One of the ways that a freedom permits.

    Attributes:
        sentence: What such a server does.
        untried: The rules and operations that cannot be tried on it, by their ids, each with the reason.
    """

    sentence: str
    untried: Mapping[str, str]


@frozen(kw_only=True)
class Freedom:
    """One place where a contract leaves something to a server.

    Attributes:
        name: The name of the freedom in its service: `unknown-stop`.
        sentence: What is left open, in one sentence.
        patterns: The operations that it concerns, as written: `admin.*` for a group, `*` for the whole service.
        operations: The ids of these operations.
        input: The kind of input that it is about; None for any.
        caller: The caller that it is about; None for any.
        quotes: The words of the contract that leave it open; empty where the contract is silent.
        why: Why the choices are permitted.
        choices: The permitted choices by their names.
    """

    name: str
    sentence: str
    patterns: tuple[str, ...]
    operations: tuple[str, ...]
    input: str | None
    caller: str | None
    quotes: tuple[str, ...]
    why: str
    choices: Mapping[str, Choice]


@frozen(kw_only=True)
class FreedomFile:
    """The freedoms of one service, in the order of the file.

    Attributes:
        service: The name of the service.
        freedoms: Its freedoms.
        unseen: Words with which the contract leaves something open that no answer shows, each with the reason.
    """

    service: str
    freedoms: tuple[Freedom, ...]
    unseen: Mapping[str, str]


def read_freedoms(path: Path, operations: Collection[str], rules: Collection[str]) -> FreedomFile:
    """Read the file of freedoms of a service, which has the service's name.

    Args:
        path: The file.
        operations: The ids of the operations of the service.
        rules: The ids of its rules.

    Raises:
        DocumentError: With every fault of the file.
    """
    return freedom_file(path.stem, load(path), operations, rules)


def freedom_file(
    service: str, document: dict[str, Any], operations: Collection[str], rules: Collection[str]
) -> FreedomFile:
    """Build the freedoms of one service from a document.

    Raises:
        DocumentError: With every fault of the document.
    """
    if faults := violations(_SCHEMA, document):
        raise DocumentError(*faults)
    freedoms = tuple(_freedom(name, raw, operations) for name, raw in document["freedoms"].items())
    faults = [f"{freedom.name}: {fault}" for freedom in freedoms for fault in _faults(freedom, operations, rules)]
    if faults:
        raise DocumentError(*faults)
    unseen = {raw["quote"]: raw["why"] for raw in document["unseen"]}
    return FreedomFile(service=service, freedoms=freedoms, unseen=unseen)


def _freedom(name: str, raw: dict[str, Any], operations: Collection[str]) -> Freedom:
    patterns = tuple(raw["operations"])
    return Freedom(
        name=name,
        sentence=raw["sentence"],
        patterns=patterns,
        operations=concerned(patterns, operations),
        input=raw.get("input"),
        caller=raw.get("caller"),
        quotes=tuple(raw.get("quotes", ())),
        why=raw["why"],
        choices={name: _choice(choice) for name, choice in raw["choices"].items()},
    )


def _choice(raw: str | dict[str, Any]) -> Choice:
    return (
        Choice(sentence=raw, untried={})
        if isinstance(raw, str)
        else Choice(sentence=raw["sentence"], untried=raw["untried"])
    )


def _faults(freedom: Freedom, operations: Collection[str], rules: Collection[str]) -> Iterator[str]:
    yield from unknown_operations(freedom.patterns, operations)
    for name, choice in freedom.choices.items():
        unknown = [verdict for verdict in choice.untried if verdict not in rules and verdict not in operations]
        yield from (f"{name}: {verdict} is neither a rule nor an operation of the service" for verdict in unknown)
