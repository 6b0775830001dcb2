"""The rules of a service, a file of `spec/rules/`; and where code applies and proves them, by the ids that it names."""

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
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


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
        operations=concerned(patterns, operations),
        quotes=tuple(raw.get("quotes", ())),
        why=raw.get("why"),
        marks=tuple(raw.get("marks", ())),
        inputs=tuple(raw.get("inputs", ())),
        keywords=tuple(raw.get("keywords", ())),
        refused=raw.get("refused", False),
        untested=raw.get("untested"),
        unseen=raw.get("unseen"),
    )


def concerned(patterns: Collection[str], operations: Collection[str]) -> tuple[str, ...]:
    """Return the operations that patterns name, sorted; one that begins with `!` takes out those named before it.

    >>> concerned(["shops.*", "!shops.delete"], ["shops.get", "shops.delete"])
    ('shops.get',)
    """
    named = set[str]()
    for pattern in patterns:
        fitting = {name for name in operations if fnmatchcase(name, pattern.removeprefix("!"))}
        named = named - fitting if pattern.startswith("!") else named | fitting
    return tuple(sorted(named))


def unknown_operations(patterns: Collection[str], operations: Collection[str]) -> Iterator[str]:
    """Yield a fault for each pattern that names no operation."""
    for name in (pattern.removeprefix("!") for pattern in patterns):
        if not concerned([name], operations):
            yield f"{name} is not an operation of the service"


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
    yield from unknown_operations(rule.patterns, operations)
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
    if rule.keywords and not rule.inputs:
        yield "keywords without inputs: inputs is missing"


def rule_uses(
    package: Path, service: str, part: Literal["checks", "exchange_rules", "mutants"] | None = None
) -> dict[str, list[str]]:
    """Return where a package names each rule of a service, such as `chat/access.py::Access.owned`.

    The decorators that `rule_marks` reads are left out.

    Args:
        package: The folder of the package; for `mutants`, the folder of the tests.
        service: The service. Ids of rules begin with its name and have at least three parts, unlike operationIds.
        part: The only folder of the package to search; None for all folders.
    """
    id_pattern = re.compile(rf"{service}(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){{2,}}")
    uses: dict[str, list[str]] = {}
    for path in sorted((package / part if part else package).rglob("*.py")):
        text = path.read_text("utf-8")
        if id_pattern.search(text) is None:
            continue
        for where, rule_id in _strings(ast.parse(text), ""):
            if id_pattern.fullmatch(rule_id) and not rule_id.endswith(".py"):
                _add(uses, rule_id, f"{path.relative_to(package).as_posix()}::{where or '<module>'}")
    return uses


def rule_marks(package: Path, marker: Literal["applies", "rule"]) -> dict[str, list[str]]:
    """Return the functions and classes that are marked with the ids of rules, by the ids: those of all services.

    `@applies("chat.shares.list-has-items-and-total")` marks code of a stub, `@pytest.mark.rule(...)` a test, once for
    all its parameters. The source is read, and not run. An argument that is no literal text stands as it is written.

    Args:
        package: The folder of the package; derived code in it is left out.
        marker: The name of the decorator.
    """
    marks: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        if "_sync" in path.parts or f"{marker}(" not in (text := path.read_text("utf-8")):
            continue
        for where, definition in _definitions(ast.parse(text), ""):
            for decorator in definition.decorator_list:
                if _marker_of(decorator) == marker and isinstance(decorator, ast.Call):
                    for argument in [*decorator.args, *(keyword.value for keyword in decorator.keywords)]:
                        named = str(argument.value) if isinstance(argument, ast.Constant) else ast.unparse(argument)
                        _add(marks, named, f"{path.relative_to(package).as_posix()}::{where}")
    return marks


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


def _add(places: dict[str, list[str]], rule_id: str, place: str) -> None:
    known = places.setdefault(rule_id, [])
    if place not in known:
        known.append(place)


def _marker_of(decorator: ast.expr) -> str | None:
    """Return `applies` or `rule` for a decorator that marks code with rules, else None."""
    match decorator:
        case ast.Call(func=ast.Name(id="applies")):
            return "applies"
        case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark"))):
            return "rule"
        case _:
            return None


def _definitions(node: ast.AST, where: str) -> Iterator[tuple[str, _Definition]]:
    """Yield the functions and classes in a piece of code, each with its dotted name."""
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, _Definition):
            inner = f"{where}.{child.name}" if where else child.name
            yield inner, child
        yield from _definitions(child, inner)


def _strings(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
    """Yield the string literals in a piece of code, each with the function or class that contains it."""
    marks = [one for one in node.decorator_list if _marker_of(one)] if isinstance(node, _Definition) else []
    for child in ast.iter_child_nodes(node):
        if child in marks:
            continue
        inner = where
        if isinstance(child, _Definition):
            inner = f"{where}.{child.name}" if where else child.name
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield inner, child.value
        yield from _strings(child, inner)
