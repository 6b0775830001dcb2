"""The rules of a service: a file of `spec/rules/`, with the place of each rule in the contract and its tests."""

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

_SCHEMA: dict[str, Any] = yaml.load(Path(__file__).with_name("rules_schema.yaml").read_text("utf-8"), yaml.CSafeLoader)
Basis = Literal["stated", "assumed", "observed"]


@frozen(kw_only=True)
class NamedRule:
    """One rule of a contract.

    Attributes:
        id: The name of the rule: `chat.shares.only-the-sharer-revokes`.
        sentence: The rule in one sentence.
        basis: Whether the contract states the rule, this project assumes it, or servers were observed to follow it.
        section: The heading in the contract that the rule belongs to.
        patterns: The operations that the rule is about, as written: `admin.*` for a group, `*` for the whole service.
        operations: The ids of these operations.
        quotes: The words of the contract that state the rule; empty for other rules.
        why: Why the rule is assumed, or where it was observed.
        marks: The `x-assumed` marks in the spec that belong to the rule, as JSON pointers.
        inputs: The parts of a request that a stub checks for this rule by the spec alone: `query.limit`, `body`.
        keywords: The JSON Schema keywords of that check; empty for any.
        refused: Whether code of the stub refuses requests that break the rule, and names its id.
        applied: The functions of the stub that apply the rule, relative to `stubs/trivet_stubs/`.
        tests: The tests of the rule, relative to `tests/`.
        untested: Why there is no test.
        unseen: Why there is no check: the rule cannot be observed from outside.
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
    """Words of a contract that the spec alone covers, and why there is no rule for them.

    Attributes:
        why: The reason.
        quotes: The words; empty if whole cells or sections are covered.
        columns: The columns of tables whose cells are all covered.
        sections: The headings of these tables, empty for all; without columns, whole sections are covered.
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
    """Read the file of rules of a service, which has the service's name.

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
    faults = [f"{rule.id}: {fault}" for rule in rules for fault in _faults(service, rule, operations)]
    sentences = [rule.sentence for rule in rules]
    faults += [f"{rule.id}: another rule has this sentence" for rule in rules if sentences.count(rule.sentence) > 1]
    faults += [
        f"shapes/{number}: must have quotes, or columns or sections"
        for number, words in enumerate(shapes)
        if bool(words.quotes) == bool(words.columns or words.sections)
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
        operations=tuple(
            sorted(
                operation for operation in operations if any(fnmatchcase(operation, pattern) for pattern in patterns)
            )
        ),
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
        if not any(fnmatchcase(operation, pattern) for operation in operations):
            yield f"{pattern} is not an operation of the service"
    if rule.basis == "stated":
        if not rule.quotes:
            yield "a stated rule must quote the contract: quotes is missing"
        if rule.why or rule.marks:
            yield "a stated rule must not have why or marks"
    else:
        if rule.quotes:
            yield f"only stated rules have quotes, and this one is {rule.basis}"
        if not rule.why:
            yield f"why is missing: a rule that is {rule.basis} needs a reason"
    if bool(rule.tests) == bool(rule.untested):
        yield "either tests or untested (with the reason) is required"
    if rule.keywords and not rule.inputs:
        yield "keywords without inputs: inputs is missing"
    if rule.refused and rule.applied:
        yield "applied is redundant for a rule that the stub refuses by its id: leave it out"


def rule_uses(
    package: Path, service: str, part: Literal["checks", "exchange_rules", "mutants"] | None = None
) -> dict[str, list[str]]:
    """Return where a package names each rule of a service, such as `chat/access.py::Access.owned`.

    Args:
        package: The folder of the package; for `mutants`, the folder of the tests.
        service: The service. Ids of rules begin with its name and have at least three parts, unlike operationIds.
        part: The only folder of the package to search; None for all folders.
    """
    id_pattern = re.compile(rf"{service}(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){{2,}}")
    uses: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        if part and path.relative_to(package).parts[0] != part:
            continue
        text = path.read_text("utf-8")
        if id_pattern.search(text) is None:
            continue
        for where, rule_id in _strings(ast.parse(text), ""):
            if id_pattern.fullmatch(rule_id) and not rule_id.endswith(".py"):
                place = f"{path.relative_to(package).as_posix()}::{where or '<module>'}"
                places = uses.setdefault(rule_id, [])
                if place not in places:
                    places.append(place)
    return uses


def breaches(mutants: Path) -> dict[str, list[str]]:
    """Return how a server breaks each rule: the first lines of the mutants whose decorator has the id of the rule.

    Args:
        mutants: The folder of a service's mutants.
    """
    sentences: dict[str, list[str]] = {}
    for path in sorted(mutants.rglob("*.py")):
        for function in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(function, ast.FunctionDef):
                continue
            sentence, _, _ = (ast.get_docstring(function) or "").partition("\n")
            for decorator in function.decorator_list:
                match decorator:
                    case ast.Call(args=[ast.Constant(value=str(rule_id)), *_]):
                        sentences.setdefault(rule_id, []).append(sentence)
                    case _:
                        pass
    return sentences


def _strings(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
    """Yield the string literals in a piece of code, each with the function or class that contains it."""
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{where}.{child.name}" if where else child.name
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield inner, child.value
        yield from _strings(child, inner)
