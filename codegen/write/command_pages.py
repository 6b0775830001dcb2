"""The pages of the docs that list operations: with their methods and commands, and each command with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ..customizations import Customizations
from ..read.ir import Operation, Service
from .checks import is_positional
from .command_model import CommandInput, CommandOperation
from .command_table import command_operations

__all__ = ["commands_page", "operations_page"]

_TEMPLATES = Path(__file__).parent / "templates"
_METAVARS = {"datetime": "TIME", "integer": "N", "json": "JSON", "number": "N", "text": "TEXT"}
_OWN = {
    "pages": "`--limit N`, `--all`",
    "events": "`--count N`, `--for S`",
    "export": "`--out FILE`",
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


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def _escaped(text: str) -> str:
    """Plain text as Markdown; code stays code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "\\*_<>[]{}":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
