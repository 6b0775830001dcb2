"""The generated pages of the docs: operations, commands and rules; and the copy of the rules for the wheel."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ..customizations import Customizations
from ..read.ir import Operation, Service
from ..read.rule_files import NamedRule, RuleFile
from .commands import CommandInput, CommandOperation, command_operations
from .operations import is_positional

_TEMPLATES = Path(__file__).parent / "templates"
_METAVARS = {"datetime": "TIME", "file": "FILE", "integer": "N", "json": "JSON", "number": "N", "text": "TEXT"}

_OWN = {
    "pages": "`--limit N`, `--all`",
    "events": "`--count N`, `--for S`",
    "export": "`--out FILE`, `--force`",
}

_BASES = {
    "stated": "The contract states it",
    "assumed": "This project assumes it",
    "observed": "Observed of servers",
}


def operations_page(services: Mapping[str, tuple[Service, Customizations]]) -> str:
    """Return the page with a row for each operation: in the contract, in Python, and on the command line."""
    lines = [(_TEMPLATES / "operations.md").read_text("utf-8").rstrip()]
    for name, (service, customizations) in services.items():
        lines += ["", f"## {service.title}", "", f"The client is `{name.capitalize()}Client`.", ""]
        lines += ["| Operation of the contract | Method | Command |", "|---|---|---|"]
        commands = {command.id: command for command in command_operations(service, customizations)}
        for operation in service.operations:
            method = f"{operation.id}({', '.join(_arguments(operation, customizations))})"
            lines.append(
                f"| `{operation.method} {operation.path}` | `{method}` | `{_command(name, commands[operation.id])}` |"
            )
    return "\n".join(lines) + "\n"


def commands_page(services: Mapping[str, tuple[Service, Customizations]]) -> str:
    """Return the page of all commands, with their arguments and options."""
    lines = [(_TEMPLATES / "commands.md").read_text("utf-8").rstrip()]
    for name, (service, customizations) in services.items():
        lines += ["", f"## trivet {name}", "", f"{service.title}."]
        for path, group in groupby(command_operations(service, customizations), lambda command: command.words[:-1]):
            lines += ["", f"### trivet {' '.join((name, *path))}"]
            for command in group:
                lines += _section(name, command)
    return "\n".join(lines) + "\n"


def rule_page(
    rules: RuleFile,
    uses: Mapping[str, Sequence[str]],
    *,
    checks: Mapping[str, Sequence[str]],
    exchanges: Mapping[str, Sequence[str]],
    mutants: Mapping[str, Sequence[str]],
) -> str:
    """Return the page of a service's rules, as Markdown without its first line.

    Args:
        rules: The rules of a service.
        uses: From the id of a rule to the functions of the stub that refuse requests by it.
        checks: From the id of a rule to the functions that check it on a server.
        exchanges: From the id of a rule to the functions by which the proxy judges exchanges.
        mutants: From the id of a rule to the functions that make a stub break it.
    """
    sections: dict[str, list[NamedRule]] = {}
    for rule in rules.rules:
        sections.setdefault(rule.section, []).append(rule)
    counts = ", ".join(f"{sum(rule.basis == basis for rule in rules.rules)} {basis}" for basis in _BASES)
    lines = [
        f"# The rules of the {rules.service} service",
        "",
        f"{len(rules.rules)} rules: {counts}. [Rules by name](../rules.md) says how to read and to use them.",
    ]
    for section, rules_of_section in sections.items():
        lines += ["", f"## {section}"]
        for rule in rules_of_section:
            lines += ["", f"### `{rule.id}`", "", _escaped(rule.sentence), "", *_facts(rule, uses.get(rule.id, ()))]
            lines += _trials(rule, *(named.get(rule.id, ()) for named in (checks, exchanges, mutants)))
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
    """Return the rules as JSON, without the paths of this repository."""
    return json.dumps([_copied(rule) for rule in rules.rules], ensure_ascii=False, indent=1) + "\n"


def _arguments(operation: Operation, customizations: Customizations) -> Iterator[str]:
    names = customizations.method_arguments.get(operation.id, {})
    for parameter in sorted(operation.parameters, key=lambda parameter: not is_positional(parameter)):
        name = names.get(parameter.wire, parameter.name)
        yield name if is_positional(parameter) else f"{name}=…"
    yield from (f"{option}=…" for option in customizations.method_options.get(operation.id, ()))


def _command(service: str, operation: CommandOperation) -> str:
    arguments = [command_input.argument for command_input in operation.inputs if command_input.is_argument]
    return " ".join(("trivet", service, *operation.words, *arguments))


def _section(service: str, operation: CommandOperation) -> Iterator[str]:
    yield from ("", f"#### `{_command(service, operation)}`", "", _escaped(operation.summary))
    if operation.doc:
        yield from ("", _escaped(operation.doc))
    rows = [_row(command_input) for command_input in operation.inputs]
    if rows:
        yield from ("", "| input | meaning |", "|---|---|", *rows)
    if also := list(_also(operation)):
        yield from ("", f"Also: {', '.join(also)}.")
    yield from ("", f"In Python: `{service.capitalize()}Client.{operation.id}`.")


def _row(command_input: CommandInput) -> str:
    name = command_input.argument if command_input.is_argument else f"--{command_input.option}"
    if command_input.secret:
        name = f"--{command_input.option}-file FILE"
    elif command_input.kind == "boolean":
        name = f"--{command_input.option}, --no-{command_input.option}"
    elif not command_input.is_argument:
        name += f" {'|'.join(map(str, command_input.values)) or _METAVARS[command_input.kind]}"
    required = "Required. " if command_input.required and not command_input.is_argument else ""
    return f"| `{_in_table(name)}` | {_in_table(_escaped(required + command_input.help))} |"


def _also(operation: CommandOperation) -> Iterator[str]:
    body: Sequence[CommandInput] = [
        command_input for command_input in operation.inputs if command_input.place == "body"
    ]
    if operation.answer in _OWN:
        yield _OWN[operation.answer]
    if operation.paging == "offset":
        yield "`--prefetch N`"
    if operation.download:
        yield "`--out FILE`, `--force`"
    if operation.method == "DELETE":
        yield "`--yes`"
    if body:
        yield "`--body FILE`"
    if any(field.kind == "text" and not (field.secret or field.values) for field in body):
        yield "`--from-file NAME=FILE`"
    if nullable := [field.option for field in body if field.nullable and not field.secret]:
        yield " and ".join(f"`--null {option}`" for option in nullable)
    if operation.context:
        yield "`--directory DIR`, `--workspace ID`"


def _facts(rule: NamedRule, uses: Sequence[str]) -> Iterator[str]:
    if rule.basis == "stated":
        yield f"- {_BASES[rule.basis]}: {'; '.join(f'“{_escaped(quote)}”' for quote in rule.quotes)}"
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


def _trials(rule: NamedRule, checks: Sequence[str], exchanges: Sequence[str], mutants: Sequence[str]) -> Iterator[str]:
    if checks:
        yield f"- Check: {_codes(checks)}"
    elif rule.unseen:
        yield f"- No check: {_escaped(rule.unseen)}"
    if exchanges:
        yield f"- The proxy judges by {_codes(exchanges)}"
    if mutants:
        yield f"- Mutants: {_codes(mutants)}"


def _copied(rule: NamedRule) -> dict[str, object]:
    copy: dict[str, object] = {
        "id": rule.id,
        "sentence": rule.sentence,
        "basis": rule.basis,
        "section": rule.section,
        "operations": rule.operations,
        "refused": rule.refused or bool(rule.inputs),
    }
    lists = {"quotes": rule.quotes, "why": rule.why, "inputs": rule.inputs, "keywords": rule.keywords}
    lists["unseen"] = rule.unseen
    return copy | {name: value for name, value in lists.items() if value}


def _codes(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """Escape plain text for Markdown, except for code in backticks."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "\\*_<>[]{}":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
