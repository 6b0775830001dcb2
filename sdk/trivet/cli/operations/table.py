"""The operations of a service as data: the names of their commands, their inputs and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from attrs import field, frozen

CONTEXT = ("directory", "workspace")
"""The options that choose the runtime of an agent server."""

_FOLDER = Path(__file__).parents[1] / "_generated"


def _tuple(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(values)


@frozen
class Input:
    """One input of an operation.

    Attributes:
        name: The argument of the client's method.
        wire: The contract's name, which is the key in a body.
        place: identity, query, body, or client for an input that the client alone has.
        option: The option without its dashes; for an identity the argument's name.
        kind: text, integer, number, boolean, datetime, file, or json for all else.
        help: The contract's description.
        many: Whether the option may be repeated.
        values: The values that the contract names.
        closed: Whether the client refuses other values.
        required: Whether the operation needs it.
        nullable: Whether null may be sent, which differs from leaving it out.
        secret: Whether it is a secret or holds one, and comes from a file, stdin or the environment.
        page_size: Whether it is the largest number of items of a page.
        maximum: The largest number that the contract allows.
        shape: The type of a value in JSON.
    """

    name: str
    wire: str
    place: str
    option: str
    kind: str
    help: str
    many: bool = False
    values: tuple[Any, ...] = field(default=(), converter=_tuple)
    closed: bool = False
    required: bool = False
    nullable: bool = False
    secret: bool = False
    page_size: bool = False
    maximum: float | None = None
    shape: Mapping[str, Any] | None = None

    @property
    def is_argument(self) -> bool:
        """Whether it is an argument of the command and not an option."""
        return self.place == "identity" and not self.secret

    @property
    def shown(self) -> str:
        """The name on the command line: `--skip`, `--code-file`, `USER_ID`."""
        if self.is_argument:
            return self.option.replace("-", "_").upper()
        return f"--{self.option}-file" if self.secret else f"--{self.option}"


def _inputs(entries: Sequence[Mapping[str, Any]]) -> tuple[Input, ...]:
    return tuple(Input(**entry) for entry in entries)


@frozen
class Operation:
    """One operation.

    Attributes:
        id: The path of its method on the client: `admin.users.list`.
        method: The HTTP method.
        path: The path in the contract.
        summary: One sentence.
        answer: The kind of its result: pages, list, value, events, export or nothing.
        example: A command line.
        python: The same call of its method, as source.
        inputs: Its inputs.
        doc: More sentences, or none.
        paging: offset, cursor or None.
        context: Whether it takes the runtime context of an agent.
        changes: Whether it changes data of the service.
        columns: The fields of its records that a table has room for.
        numbers: The columns that are numbers.
        download: The method that downloads the file to which the answer has a link, and its first argument.
    """

    id: str
    method: str
    path: str
    summary: str
    answer: str
    example: str
    python: str
    inputs: tuple[Input, ...] = field(converter=_inputs)
    doc: str = ""
    paging: str | None = None
    context: bool = False
    changes: bool = False
    columns: tuple[str, ...] = field(default=(), converter=_tuple)
    numbers: tuple[str, ...] = field(default=(), converter=_tuple)
    download: tuple[str, str] | None = None

    @property
    def deletes(self) -> bool:
        """Whether it deletes something, so that its command asks before it."""
        return self.method == "DELETE"

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its command after the service: `("admin", "users", "list")`."""
        return tuple(kebab(name) for name in self.id.split("."))


@frozen
class OperationTable:
    """The operations of one service.

    >>> load("chat").operations["admin", "users", "list"].summary
    """

    service: str
    title: str
    operations: Mapping[tuple[str, ...], Operation]
    credential: str

    def below(self, path: tuple[str, ...]) -> dict[str, str]:
        """Return the commands and groups directly below a path, each with a line of help."""
        commands: dict[str, str] = {}
        for words, operation in self.operations.items():
            if words[: len(path)] != path or len(words) == len(path):
                continue
            name = words[len(path)]
            if len(words) == len(path) + 1:
                commands[name] = operation.summary
            elif name not in commands:
                commands[name] = self._group_help((*path, name))
        return commands

    def _group_help(self, path: tuple[str, ...]) -> str:
        inside = dict.fromkeys(words[len(path)] for words in self.operations if words[: len(path)] == path)
        return f"{', '.join(inside).capitalize()}."


def kebab(name: str) -> str:
    """Return a name of Python as the command line writes it: `shared_with_me` as `shared-with-me`."""
    return name.strip("_").replace("_", "-")


@cache
def load(service: str) -> OperationTable:
    """Read the table of a service."""
    raw: dict[str, Any] = orjson.loads((_FOLDER / f"{service}.json").read_bytes())
    operations = [Operation(**entry) for entry in raw["operations"]]
    by_words = {operation.words: operation for operation in operations}
    return OperationTable(raw["service"], raw["title"], by_words, raw["credential"])
