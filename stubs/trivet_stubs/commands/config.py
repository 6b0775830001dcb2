"""The file of a command: options by their names, for all services or for one."""

import argparse
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import orjson

from trivet_stubs._generated.names import SERVICES

_FILES = ("data", "recorded", "records")
"""Options that name a file or a folder, relative to that of the config file."""


def read_config(path: Path) -> Mapping[str, Any]:
    """Read a TOML file.

    Raises:
        ValueError: It cannot be read; the message says where.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"config: {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"config: {path}: {error}") from None


def check_config(config: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> None:
    """Refuse keys that no service has.

    Args:
        config: The content of the file.
        known: The names of the options by service; those for all are the ones that every service has.

    Raises:
        ValueError: The message names the key.
    """
    shared = [each for each in next(iter(known.values())) if all(each in names for names in known.values())]
    for name, value in config.items():
        if name in SERVICES:
            if not isinstance(value, Mapping):
                raise ValueError(f"config: {name} is not a table")  # it is what a file holds
            _check_keys(cast(Mapping[str, Any], value), known[name], f"{name}.")
        else:
            _check_keys({name: value}, shared, "")


def _check_keys(given: Mapping[str, Any], known: Collection[str], prefix: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"config: there is no {prefix}{name}; there are {', '.join(sorted(known))}")


def arguments_of(
    config: Mapping[str, Any], service: str, actions: Sequence[argparse.Action], folder: Path
) -> Iterator[str]:
    """What a file says for one service, as arguments of the command: what is for all, then what is for it.

    Args:
        config: The content of the file.
        service: The service.
        actions: The options of the service.
        folder: What paths are relative to.
    """
    own: Mapping[str, Any] = config.get(service, {})
    by_name = {each.dest: each for each in actions}
    for given in (config, own):
        for name, value in given.items():
            if name in by_name and name not in SERVICES:
                yield from _arguments(by_name[name], value, folder)


def _arguments(action: argparse.Action, value: Any, folder: Path) -> Iterator[str]:
    option = action.option_strings[-1]
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise ValueError(f"config: {action.dest} is neither true nor false")
        if value:
            yield option
        return
    several = isinstance(action.default, list)
    if action.dest == "settings" and isinstance(value, Mapping):
        table = cast(Mapping[str, Any], value)
        value = [f"{name}={_json(name, each)}" for name, each in table.items()]
    values: Sequence[Any] = cast(Sequence[Any], value) if isinstance(value, list) and several else [value]
    for each in values:
        yield f"{option}={_text(action.dest, each, folder)}"


def _text(name: str, value: Any, folder: Path) -> str:
    if isinstance(value, Mapping):
        return _json(name, value)
    if isinstance(value, list | bool):
        raise ValueError(f"config: {name} is not a single value")  # noqa: TRY004  # it is what a file holds
    if isinstance(value, date):
        return value.isoformat()
    return str(folder / str(value)) if name in _FILES else str(value)


def _json(name: str, value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError as error:
        raise ValueError(f"config: {name}: {error}") from None
