"""The pages of the docs that list operations: with their methods and commands, and each command with its options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ..customizations import Customizations
from ..read.ir import Operation, Service
from ..read.rules import NamedRule, RuleFile
from .commands import CommandInput, CommandOperation, command_operations
from .operations import is_positional

__all__ = ["commands_page", "operations_page", "rule_copy", "rule_page"]

_TEMPLATES = Path(__file__).parent / "templates"
_METAVARS = {"datetime": "TIME", "integer": "N", "json": "JSON", "number": "N", "text": "TEXT"}

_OWN = {
    "pages": "`--limit N`, `--all`",
    "events": "`--count N`, `--for S`",
    "export": "`--out FILE`",
}

_BASES = {
    "stated": "The contract states it",
    "assumed": "This project assumes it",
    "observed": "Observed of servers",
}


def operations_page(services: Mapping[str, tuple[Service, Customizations]]) -> str:
    """The page with a row for each operation: in the contract, in Python, and on the command line."""
    lines = [(_TEMPLATES / "operations.md").read_text("utf-8").rstrip()]
    for name, (service, customizations) in services.items():
        lines += ["", f"## {service.title}", "", f"The client is `{name.capitalize()}Client`.", ""]
        lines += ["| Operation of the contract | Method | Command |", "|---|---|---|"]
        commands = {each.id: each for each in command_operations(service, customizations)}
        for each in service.operations:
            method = f"{each.id}({', '.join(_arguments(each, customizations))})"
            lines.append(f"| `{each.method} {each.path}` | `{method}` | `{_command(name, commands[each.id])}` |")
    return "\n".join(lines) + "\n"


def commands_page(services: Mapping[str, tuple[Service, Customizations]]) -> str:
    """The page with every command, its arguments and its options."""
    lines = [(_TEMPLATES / "commands.md").read_text("utf-8").rstrip()]
    for name, (service, customizations) in services.items():
        lines += ["", f"## trivet {name}", "", f"{service.title}."]
        for path, group in groupby(command_operations(service, customizations), lambda each: each.words[:-1]):
            lines += ["", f"### trivet {' '.join((name, *path))}"]
            for each in group:
                lines += _section(name, each)
    return "\n".join(lines) + "\n"


def rule_page(
    rules: RuleFile,
    uses: Mapping[str, Sequence[str]],
    checks: Mapping[str, Sequence[str]],
    mutants: Mapping[str, Sequence[str]],
) -> str:
    """The page of the docs, as Markdown below its first line.

    Args:
        rules: The rules of a service.
        uses: From the ids of rules to the functions of the stub that refuse by them.
        checks: From the ids of rules to the functions that try them on a server.
        mutants: From the ids of rules to the functions that make a stub break them.
    """
    sections: dict[str, list[NamedRule]] = {}
    for each in rules.rules:
        sections.setdefault(each.section, []).append(each)
    counts = ", ".join(f"{sum(each.basis == basis for each in rules.rules)} {basis}" for basis in _BASES)
    lines = [
        f"# The rules of the {rules.service} service",
        "",
        f"{len(rules.rules)} rules: {counts}. [Rules by name](../rules.md) says how to read and to use them.",
    ]
    for section, found in sections.items():
        lines += ["", f"## {section}"]
        for each in found:
            lines += ["", f"### `{each.id}`", "", _escaped(each.sentence), "", *_facts(each, uses.get(each.id, ()))]
            lines += _trials(each, checks.get(each.id, ()), mutants.get(each.id, ()))
    lines += [
        "",
        "## Covered by the spec alone",
        "",
        "No rule has these words of the contract, for the reasons given.",
        "",
    ]
    for shape in rules.shapes:
        where = [f"“{_escaped(quote)}”" for quote in shape.quotes]
        where += [f"the column “{_escaped(column)}”" for column in shape.columns]
        below = f" (below {', '.join(map(_escaped, shape.sections))})" if shape.sections else ""
        lines.append(f"- {'; '.join(where)}{below}: {_escaped(shape.why)}")
    return "\n".join(lines) + "\n"


def rule_copy(rules: RuleFile) -> str:
    """The rules as JSON, without the paths of this repository."""
    return json.dumps([_copied(each) for each in rules.rules], ensure_ascii=False, indent=1) + "\n"


def _arguments(operation: Operation, customizations: Customizations) -> Iterator[str]:
    names = customizations.method_arguments.get(operation.id, {})
    for each in sorted(operation.parameters, key=lambda each: not is_positional(each)):
        name = names.get(each.wire, each.name)
        yield name if is_positional(each) else f"{name}=…"
    yield from (f"{each}=…" for each in customizations.method_options.get(operation.id, ()))


def _command(service: str, operation: CommandOperation) -> str:
    arguments = [each.argument for each in operation.inputs if each.is_argument]
    return " ".join(("trivet", service, *operation.words, *arguments))


def _section(service: str, operation: CommandOperation) -> Iterator[str]:
    yield from ("", f"#### `{_command(service, operation)}`", "", _escaped(operation.summary))
    if operation.doc:
        yield from ("", _escaped(operation.doc))
    rows = [_row(each) for each in operation.inputs]
    if rows:
        yield from ("", "| input | meaning |", "|---|---|", *rows)
    if also := list(_also(operation)):
        yield from ("", f"Also: {', '.join(also)}.")


def _row(each: CommandInput) -> str:
    shown = each.argument if each.is_argument else f"--{each.option}"
    if each.secret:
        shown = f"--{each.option}-file FILE"
    elif each.kind == "boolean":
        shown = f"--{each.option}, --no-{each.option}"
    elif not each.is_argument:
        shown += f" {'|'.join(map(str, each.values)) or _METAVARS[each.kind]}"
    required = "Required. " if each.required and not each.is_argument else ""
    return f"| `{_in_table(shown)}` | {_in_table(_escaped(required + each.help))} |"


def _also(operation: CommandOperation) -> Iterator[str]:
    body: Sequence[CommandInput] = [each for each in operation.inputs if each.place == "body"]
    if operation.answer in _OWN:
        yield _OWN[operation.answer]
    if operation.paging == "offset":
        yield "`--prefetch N`"
    if operation.download:
        yield "`--out FILE`"
    if body:
        yield "`--body FILE`"
    if any(each.kind == "text" and not (each.secret or each.values) for each in body):
        yield "`--from-file NAME=FILE`"
    if nullable := [each.option for each in body if each.nullable and not each.secret]:
        yield " and ".join(f"`--null {each}`" for each in nullable)
    if operation.context:
        yield "`--directory DIR`, `--workspace ID`"


def _facts(rule: NamedRule, uses: Sequence[str]) -> Iterator[str]:
    if rule.basis == "stated":
        yield f"- {_BASES[rule.basis]}: {'; '.join(f'“{_escaped(each)}”' for each in rule.quotes)}"
    else:
        yield f"- {_BASES[rule.basis]}: {_escaped(rule.why or '')}"
    if rule.marks:
        yield f"- Marked in the spec: {_codes(rule.marks)}"
    yield f"- Operations: {'all' if rule.patterns == ('*',) else _codes(rule.patterns)}"
    if rule.inputs:
        how = f", by {_codes(rule.keywords)}" if rule.keywords else ""
        yield f"- The stub refuses by the spec: {_codes(rule.inputs)}{how}"
    if uses:
        yield f"- The stub refuses in {_codes(uses)}"
    if rule.applied:
        yield f"- The stub applies it in {_codes(rule.applied)}"
    yield f"- Tests: {_codes(rule.tests)}" if rule.tests else f"- No test: {_escaped(rule.untested or '')}"


def _trials(rule: NamedRule, checks: Sequence[str], mutants: Sequence[str]) -> Iterator[str]:
    if checks:
        yield f"- Check: {_codes(checks)}"
    elif rule.unseen:
        yield f"- No check: {_escaped(rule.unseen)}"
    if mutants:
        yield f"- Mutants: {_codes(mutants)}"


def _copied(rule: NamedRule) -> dict[str, object]:
    found: dict[str, object] = {
        "id": rule.id,
        "sentence": rule.sentence,
        "basis": rule.basis,
        "section": rule.section,
        "operations": rule.operations,
        "refused": rule.refused or bool(rule.inputs),
    }
    lists = {"quotes": rule.quotes, "why": rule.why, "inputs": rule.inputs, "keywords": rule.keywords}
    lists["unseen"] = rule.unseen
    return found | {name: value for name, value in lists.items() if value}


def _codes(names: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """Plain text as Markdown; code stays code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "\\*_<>[]{}":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
