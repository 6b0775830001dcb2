"""The same call through a client and through the command, and both results as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.contract.examples import CREDENTIALS
from trivet import Record
from trivet.cli.operations.table import kebab, load

__all__ = ["env_of", "plain", "printed", "words", "words_of"]


def env_of(service: str, server: Any, caller: str = "admin") -> dict[str, str]:
    """Return the environment variables that lead the command to a stub."""
    env = {f"TRIVET_{service.upper()}_BASE_URL": server.url}
    for name, value in CREDENTIALS[service](server.stub, caller).items():
        if isinstance(value, str):
            env[f"TRIVET_{service.upper()}_{name.upper()}"] = value
    return env


def words(
    service: str, operation: str, arguments: tuple[Any, ...], options: Mapping[str, Any], folder: Path
) -> list[str]:
    """Return the words of a command line for a call of a client's method."""
    entry = load(service).operations[words_of(operation)]
    positional = [input_ for input_ in entry.inputs if input_.place == "identity"]
    values = {**dict(zip((input_.name for input_ in positional), arguments, strict=False)), **options}
    line, identities = [service, *entry.words, *(["--yes"] if entry.deletes else [])], list[str]()
    for input_ in entry.inputs:
        if input_.name not in values:
            continue
        value = values[input_.name]
        text = value if isinstance(value, str) else json.dumps(as_json(service, value))
        if value is None:
            line += ["--null", input_.option]
        elif input_.is_argument:
            identities.append(text)
        elif input_.secret:
            file = folder / f"{input_.name}.secret"
            file.write_text(text + "\n", "utf-8")
            line += [input_.shown, str(file)]
        elif isinstance(value, bool):
            line.append(input_.shown if value else f"--no-{input_.option}")
        else:
            line += [input_.shown, text]
    return [*line, "-o", "ndjson", "--", *identities] if identities else [*line, "-o", "ndjson"]


def words_of(operation: str) -> tuple[str, ...]:
    """Return the words of an operation's command."""
    return tuple(kebab(name) for name in operation.split("."))


def as_json(service: str, value: Any) -> Any:
    """Return a value as JSON data, with the contract's names."""
    if isinstance(value, Record):
        return import_module(f"trivet.{service}").converter.unstructure(value)
    return [as_json(service, inner) for inner in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """Return the result of a client as plain data, without nulls and missing fields."""
    if isinstance(value, Record):
        names = [name for name in value.__wire_names__.values() if hasattr(value, name)]
        return {name: plain(getattr(value, name)) for name in names if getattr(value, name) is not None}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def printed(text: str) -> list[Any]:
    """Return the values of lines of JSON, without nulls."""
    return [_without_nulls(json.loads(line)) for line in text.splitlines()]


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None and key != "__source__"}
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value
