"""The file of the choices that a server has made where the contract leaves the answer open: written once, then pinned.

A choice is a line of a report, `operation: subject: choice`; the file has its first two parts as the name of the last.
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import orjson

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.validation import is_object

_HEAD = """\
# The choices of a {service} server, for `trivet check {service} --explore --freedoms`.
# A server that chooses otherwise differs from them. Remove the lines that may change.
service = {name}

[choices]
"""


@dataclass(frozen=True, slots=True)
class Freedoms:
    """The choices that a server has to make.

    >>> Freedoms("bus", {"stops.list: a page behind the last record": "nothing"})
    """

    service: str
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    """The choices by their names."""

    def otherwise(self, lines: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
        """The pinned choices that a server does not make: operation, subject, the choice, and the pinned one.

        >>> [*freedoms.otherwise(["stops.list: a page behind the last record: 404"])]
        [('stops.list', 'a page behind the last record', '404', 'nothing')]

        Args:
            lines: The choices that the server has shown.
        """
        found = dict(map(_split, lines))
        for name, pinned in self.choices.items():
            choice = found.get(name, pinned)
            if choice != pinned:
                operation, _, subject = name.partition(": ")
                yield operation, subject, choice, pinned

    def not_shown(self, lines: Collection[str]) -> list[str]:
        """The names of the pinned choices that a run has not come upon."""
        found = dict(map(_split, lines))
        return [name for name in self.choices if name not in found]


def read_freedoms(path: Path, service: str) -> Freedoms:
    """Read a file of choices.

    >>> read_freedoms(Path("freedoms.toml"), "chat")

    Raises:
        OSError: The file cannot be read.
        ValueError: It is not such a file, or of another service.
    """
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not TOML: {error}") from error
    named, choices = document.pop("service", None), document.pop("choices", {})
    if document:
        raise ValueError(f"{path}: {next(iter(document))!r} is unknown; there are `service` and the table [choices]")
    if named != service:
        raise ValueError(f"{path}: service is {named!r} and not {service!r}")
    if not is_object(choices) or not all(isinstance(choice, str) for choice in choices.values()):
        raise ValueError(f"{path}: [choices] is not a table of texts")
    operations = load(service).operations
    for name in choices:
        if name.partition(": ")[0] not in operations:
            raise ValueError(f"{path}: {printable(name, 100)!r} does not begin with an operation of {service}")
    return Freedoms(service, cast(Mapping[str, str], choices))


def freedoms(service: str, lines: Sequence[str]) -> bytes:
    """The file of the choices that a run has found.

    >>> freedoms("bus", ["stops.list: a page behind the last record: nothing"])
    """
    operations = load(service).operations
    pairs = [_split(line) for line in lines]
    rows = [f"{_text(name)} = {_text(choice)}\n" for name, choice in pairs if name.partition(": ")[0] in operations]
    return (_HEAD.format(service=service, name=_text(service)) + "".join(rows)).encode()


def _split(line: str) -> tuple[str, str]:
    name, _, choice = line.rpartition(": ")
    return name, choice


def _text(value: str) -> str:
    """A text of TOML, which escapes as JSON does."""
    return orjson.dumps(value).decode().replace("\x7f", "\\u007f")
