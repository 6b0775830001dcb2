"""A file of spec/rules/: every rule of one contract with its id, where it is stated, and what shows it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

import yaml
from attrs import frozen

from .document import load, violations
from .faults import DocumentError

__all__ = ["CoveredWords", "NamedRule", "RuleFile", "read_rules", "rule_file", "rule_uses"]

_SCHEMA: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("rules_schema.yaml").read_text("utf-8"))
_APART = ("checks", "mutants")
Basis = Literal["stated", "assumed", "observed"]


@frozen(kw_only=True)
class NamedRule:
    """One rule of a contract.

    Attributes:
        id: Its name: `chat.shares.only-the-sharer-revokes`.
        sentence: The rule in one sentence.
        basis: Whether the contract states it, this project assumes it, or servers were observed to keep it.
        section: The heading of the contract that it belongs to.
        patterns: The operations that it concerns, as written: `admin.*` is all of a group, `*` all of the service.
        operations: The operations that it concerns, by their ids.
        quotes: The words of the contract that state it; empty unless it is stated.
        why: Why it is assumed, or where it was observed.
        marks: The `x-assumed` marks of the spec that belong to it, as JSON pointers.
        inputs: What a stub reads by the spec alone when it applies the rule: `query.limit`, `body`, `route`.
        keywords: The keywords of JSON Schema by which it does so; empty for any.
        refused: Whether code of the stub refuses what breaks it, and names its id.
        applied: The functions of the stub that apply it, relative to `stubs/trivet_stubs/`.
        tests: The tests that show it, relative to `tests/`.
        untested: Why no test shows it.
        unseen: Why no check tries it: it cannot be seen from outside.
    """

    id: str
    sentence: str
    basis: Basis
    section: str
    patterns: tuple[str, ...]
    operations: tuple[str, ...]
    quotes: tuple[str, ...]
    why: str | None
    marks: tuple[str, ...]
    inputs: tuple[str, ...]
    keywords: tuple[str, ...]
    refused: bool
    applied: tuple[str, ...]
    tests: tuple[str, ...]
    untested: str | None
    unseen: str | None


@frozen(kw_only=True)
class CoveredWords:
    """Words of a contract that the shape of the spec alone covers, and why no rule does.

    Attributes:
        why: The reason.
        quotes: The words; empty where whole cells or sections are covered.
        columns: The columns of tables whose cells are covered as a whole.
        sections: The headings of these tables, empty for all; without columns, all that stands below them is covered.
    """

    why: str
    quotes: tuple[str, ...]
    columns: tuple[str, ...]
    sections: tuple[str, ...]


@frozen(kw_only=True)
class RuleFile:
    """The rules of one service, in the order of the file."""

    service: str
    rules: tuple[NamedRule, ...]
    shapes: tuple[CoveredWords, ...]


def read_rules(path: Path, operations: Collection[str]) -> RuleFile:
    """Read a file of rules; its name is that of the service.

    Args:
        path: The file.
        operations: The ids of the operations of the service.

    Raises:
        DocumentError: With every fault of the file.
    """
    return rule_file(path.stem, load(path), operations)


def rule_file(service: str, document: dict[str, Any], operations: Collection[str]) -> RuleFile:
    """Build the rules of one service from a document.

    Raises:
        DocumentError: With every fault of the document.
    """
    if faults := violations(_SCHEMA, document):
        raise DocumentError(*faults)
    rules = tuple(_rule(rule_id, raw, operations) for rule_id, raw in document["rules"].items())
    shapes = tuple(_covered_words(raw) for raw in document["shapes"])
    faults = [f"{each.id}: {fault}" for each in rules for fault in _faults(service, each, operations)]
    sentences = [each.sentence for each in rules]
    faults += [f"{each.id}: another rule has this sentence" for each in rules if sentences.count(each.sentence) > 1]
    faults += [
        f"shapes/{number}: must have quotes, or columns or sections"
        for number, each in enumerate(shapes)
        if bool(each.quotes) == bool(each.columns or each.sections)
    ]
    if faults:
        raise DocumentError(*faults)
    return RuleFile(service=service, rules=rules, shapes=shapes)


def _rule(rule_id: str, raw: dict[str, Any], operations: Collection[str]) -> NamedRule:
    patterns = tuple(raw["operations"])
    return NamedRule(
        id=rule_id,
        sentence=raw["sentence"],
        basis=raw["basis"],
        section=raw["section"],
        patterns=patterns,
        operations=tuple(sorted(each for each in operations if any(fnmatchcase(each, one) for one in patterns))),
        quotes=tuple(raw.get("quotes", ())),
        why=raw.get("why"),
        marks=tuple(raw.get("marks", ())),
        inputs=tuple(raw.get("inputs", ())),
        keywords=tuple(raw.get("keywords", ())),
        refused=raw.get("refused", False),
        applied=tuple(raw.get("applied", ())),
        tests=tuple(raw.get("tests", ())),
        untested=raw.get("untested"),
        unseen=raw.get("unseen"),
    )


def _covered_words(raw: dict[str, Any]) -> CoveredWords:
    return CoveredWords(
        why=raw["why"],
        quotes=tuple(raw.get("quotes", ())),
        columns=tuple(raw.get("columns", ())),
        sections=tuple(raw.get("sections", ())),
    )


def _faults(service: str, rule: NamedRule, operations: Collection[str]) -> Iterator[str]:
    if not rule.id.startswith(f"{service}."):
        yield f"the id must begin with {service}."
    for pattern in rule.patterns:
        if not any(fnmatchcase(each, pattern) for each in operations):
            yield f"{pattern} is no operation of the service"
    if rule.basis == "stated":
        if not rule.quotes:
            yield "a stated rule must quote the contract: quotes is missing"
        if rule.why or rule.marks:
            yield "a stated rule has neither why nor marks"
    else:
        if rule.quotes:
            yield f"quotes belong to stated rules alone, and this one is {rule.basis}"
        if not rule.why:
            yield f"why is missing: a rule that is {rule.basis} needs a reason"
    if bool(rule.tests) == bool(rule.untested):
        yield "either tests or untested (the reason) must be there"
    if rule.keywords and not rule.inputs:
        yield "keywords are those of inputs: inputs is missing"
    if rule.refused and rule.applied:
        yield "applied is found by the id where the stub refuses: leave it out"


def rule_uses(stubs: Path, service: str, part: Literal["checks", "mutants"] | None = None) -> dict[str, list[str]]:
    """From each id of a service's rules to the functions that name it: `chat/access.py::Access.owned`.

    Args:
        stubs: The folder of the package.
        service: The service; ids begin with its name and have three parts at least, unlike operations.
        part: Only what stands in this folder of the package; None means all but these folders.
    """
    wanted = re.compile(rf"{service}(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){{2,}}")
    found: dict[str, list[str]] = {}
    for path in sorted(stubs.rglob("*.py")):
        folder = path.relative_to(stubs).parts[0]
        if (folder != part) if part else (folder in _APART):
            continue
        text = path.read_text("utf-8")
        if wanted.search(text) is None:
            continue
        for where, rule_id in _strings(ast.parse(text), ""):
            if wanted.fullmatch(rule_id) and not rule_id.endswith(".py"):
                place = f"{path.relative_to(stubs).as_posix()}::{where or '<module>'}"
                places = found.setdefault(rule_id, [])
                if place not in places:
                    places.append(place)
    return found


def _strings(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
    """The texts in a piece of code, each with the function or class that it stands in."""
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{where}.{child.name}" if where else child.name
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield inner, child.value
        yield from _strings(child, inner)
