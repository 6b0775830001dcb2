"""The same call through a client and through the command, and what both give, as plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from trivet import Record
from trivet.cli.operations.table import kebab, load

__all__ = ["env_of", "plain", "printed", "words", "words_of"]


def env_of(service: str, server: Any) -> dict[str, str]:
    """The settings that lead the command to a stub."""
    found = {f"TRIVET_{service.upper()}_BASE_URL": server.url}
    for name, value in server.stub.client_credentials().items():
        if isinstance(value, str):
            found[f"TRIVET_{service.upper()}_{name.upper()}"] = value
    return found


def words(
    service: str, operation: str, arguments: tuple[Any, ...], options: Mapping[str, Any], folder: Path
) -> list[str]:
    """The words of a command line for a call of a client's method."""
    known = load(service).operations[words_of(operation)]
    identity = [each for each in known.inputs if each.place == "identity"]
    given = {**dict(zip((each.name for each in identity), arguments, strict=False)), **options}
    found, after = [service, *known.words], list[str]()
    for each in known.inputs:
        if each.name not in given:
            continue
        value = given[each.name]
        text = value if isinstance(value, str) else json.dumps(as_json(service, value))
        if value is None:
            found += ["--null", each.option]
        elif each.is_argument:
            after.append(text)
        elif each.secret:
            file = folder / f"{each.name}.secret"
            file.write_text(text + "\n", "utf-8")
            found += [each.shown, str(file)]
        elif isinstance(value, bool):
            found.append(each.shown if value else f"--no-{each.option}")
        else:
            found += [each.shown, text]
    return [*found, "-o", "ndjson", "--", *after] if after else [*found, "-o", "ndjson"]


def words_of(operation: str) -> tuple[str, ...]:
    """The words of an operation's command."""
    return tuple(kebab(each) for each in operation.split("."))


def as_json(service: str, value: Any) -> Any:
    """A value by the contract's names."""
    if isinstance(value, Record):
        return import_module(f"trivet.{service}").converter.unstructure(value)
    return [as_json(service, each) for each in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """What a client returned, without what is not there."""
    if isinstance(value, Record):
        names = [each for each in value.wire_names_.values() if hasattr(value, each)]
        return {each: plain(getattr(value, each)) for each in names if getattr(value, each) is not None}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def printed(text: str) -> list[Any]:
    """The values of lines of JSON, without nulls."""
    return [_there(json.loads(each)) for each in text.splitlines()]


def _there(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _there(each) for key, each in value.items() if each is not None and key != "source_"}
    return [_there(each) for each in value] if isinstance(value, list) else value
