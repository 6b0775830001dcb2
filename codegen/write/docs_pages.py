"""The generated pages of the docs about operations and commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from ..customizations import Customizations
from ..read.ir import Operation, Service
from .commands import CommandInput, CommandOperation, command_operations
from .examples import is_positional

_TEMPLATES = Path(__file__).parent / "templates"
_METAVARS = {"datetime": "TIME", "file": "FILE", "integer": "N", "json": "JSON", "number": "N", "text": "TEXT"}

_OWN = {
    "pages": "`--limit N`, `--all`",
    "events": "`--count N`, `--for S`",
    "export": "`--out FILE`, `--force`",
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
    yield from ("", f"#### `{_command(service, operation)}`", "", escaped(operation.summary))
    if operation.doc:
        yield from ("", escaped(operation.doc))
    yield from ("", f"Example: `{operation.example}`.", f"In Python: `{service.capitalize()}Client.{operation.id}`.")
    rows = [_row(command_input) for command_input in operation.inputs]
    if rows:
        yield from ("", "| input | meaning |", "|---|---|", *rows)
    if also := list(_also(operation)):
        yield from ("", f"Also: {', '.join(also)}.")


def _row(command_input: CommandInput) -> str:
    name = command_input.argument if command_input.is_argument else f"--{command_input.option}"
    if command_input.secret:
        name = f"--{command_input.option}-file FILE"
    elif command_input.kind == "boolean":
        name = f"--{command_input.option}, --no-{command_input.option}"
    elif not command_input.is_argument:
        name += f" {'|'.join(map(str, command_input.values)) or _METAVARS[command_input.kind]}"
    required = "Required. " if command_input.required and not command_input.is_argument else ""
    return f"| `{_in_table(name)}` | {_in_table(escaped(required + command_input.help))} |"


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


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def escaped(text: str) -> str:
    """Escape plain text for Markdown, except for code in backticks."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "\\*_<>[]{}":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
