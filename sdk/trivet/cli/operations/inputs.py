"""The inputs of an operation, from the command line, files, stdin and the environment, as arguments of a method."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Literal, cast

import orjson
from cattrs import ClassValidationError, IterableValidationError
from cattrs.v import format_exception

from trivet import Record
from trivet._core.converter import structure
from trivet._core.decoders import has_form
from trivet._core.record import extra
from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.operations.table import Input, Operation
from trivet.cli.output.fields import unknown_name
from trivet.errors import InvalidArgumentError

MOST = 64 * 1024 * 1024
"""The most bytes of an input: no operation takes more, and a larger file would fill the memory."""

MOST_PROBLEMS = 3
"""The most problems of a JSON value that a message names."""

STDIN = "-"

# An integer beyond the floats, which orjson takes for an infinity.
_HUGE_INTEGER = re.compile(rb"(?<![\d.eE+-])-?[1-9]\d{308,}+(?![.eE])")

_PLAIN: Mapping[str, Any] = {
    "any": Any,
    "bool": bool,
    "datetime": datetime,
    "float": float,
    "int": int,
    "null": None,
    "str": str,
}


class Arguments(dict[str, Any]):
    """The arguments of a method by their names.

    Attributes:
        labels: The option or argument that each comes from, as the user wrote it, for messages.
    """

    def __init__(self) -> None:
        super().__init__()
        self.labels: dict[str, str] = {}

    def put(self, name: str, value: Any, label: str) -> None:
        """Set an argument, in place of an earlier one."""
        self[name] = value
        self.labels[name] = label

    def refusal(self, error: InvalidArgumentError) -> UsageError:
        """Return an error of the client that names the option as the user knows it."""
        name, _, rest = error.argument.partition(".")
        name, bracket, index = name.partition("[")
        label = self.labels.get(name, error.argument if name == error.argument else name)
        where = f" ({'.'.join(filter(None, (bracket + index, rest)))})" if bracket or rest else ""
        return UsageError(f"{label}{where} must be {error.rule}, got {error.value_repr}")


def gather(
    operation: Operation, inputs: Mapping[str, Any], sources: Sources, service: str, extra: Mapping[str, Any]
) -> Arguments:
    """Return the arguments of an operation's method.

    Options take precedence over `--from-file`, and both over `--body`.

    Args:
        operation: The operation.
        inputs: The values of its inputs by their names, as typer has read them; of a secret as `name` and `name.env`.
        sources: Reads files and stdin.
        service: The service of the operation.
        extra: The options `body`, `null` and `from_file`.

    Raises:
        UsageError: An input cannot be used, or is missing.
    """
    arguments = Arguments()
    _put_body(arguments, operation, extra.get("body"), sources, service)
    named = {input_.option: input_ for input_ in operation.inputs if input_.place == "body" and not input_.secret}
    for pair in extra.get("from_file") or ():
        option, _, source = pair.partition("=")
        if option not in named or named[option].kind != "text" or not source:
            texts = ", ".join(name for name, input_ in named.items() if input_.kind == "text")
            raise UsageError(f"--from-file: {pair!r} is not NAME=FILE; the names are {texts}")
        label = f"--from-file {option}"
        arguments.put(named[option].name, sources.text(label, source), label)
    for input_ in operation.inputs:
        value = _value(input_, inputs, sources, service)
        if value is not None:
            arguments.put(input_.name, value, input_.shown)
    for option in extra.get("null") or ():
        if option not in named or not named[option].nullable:
            known = ", ".join(name for name, input_ in named.items() if input_.nullable)
            raise UsageError(f"--null: {option!r} cannot be null; inputs that can: {known or 'none'}")
        if arguments.labels.get(named[option].name) == named[option].shown:
            raise UsageError(f"--{option} and --null {option} exclude each other")
        arguments.put(named[option].name, None, f"--null {option}")
    _check_complete(operation.inputs, arguments)
    return arguments


def _value(input_: Input, inputs: Mapping[str, Any], sources: Sources, service: str) -> Any:
    value = inputs.get(input_.name)
    if input_.secret:
        text = sources.secret(f"--{input_.option}", value, inputs.get(f"{input_.name}.env"))
        if text is None or input_.shape is None:
            return text
        return of_json(input_.shown, parse(input_.shown, text.encode()), input_.shape, service)
    if value is None or (input_.many and not value):
        return None
    if input_.kind == "json" and input_.shape is not None:
        return of_json(input_.shown, sources.inline(input_.shown, value), input_.shape, service)
    if input_.kind == "file":
        return [Path(name) for name in value] if input_.many else Path(value)
    return _time(input_.shown, value) if input_.kind == "datetime" else value


def _put_body(arguments: Arguments, operation: Operation, source: str | None, sources: Sources, service: str) -> None:
    if source is None:
        return
    body: Any = sources.json("--body", source)
    content = cast("dict[str, Any]", body)
    if not isinstance(body, dict):
        raise UsageError(f"--body: expected a JSON object, got {type(body).__name__}")
    body_inputs = {input_.wire: input_ for input_ in operation.inputs if input_.place == "body"}
    for wire, value in content.items():
        label = f"--body: {wire}"
        input_ = body_inputs.get(wire)
        if input_ is None:
            raise UsageError(
                f"--body: {wire!r} is not an input of {operation.id}, which takes {', '.join(body_inputs)}"
            )
        if value is None and not input_.nullable:
            raise UsageError(f"{label} cannot be null; leave it out")
        if value is not None and input_.shape is not None:
            value = of_json(label, value, input_.shape, service)  # noqa: PLW2901
        elif input_.kind == "datetime" and isinstance(value, str):
            value = _time(label, value)  # noqa: PLW2901
        arguments.put(input_.name, value, label)


def _time(option: str, text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{option}: {text!r} is not a time; give it as 2026-03-01T08:00:00+08:00") from None
    return time if time.tzinfo else time.astimezone()


def _check_complete(inputs: Iterable[Input], arguments: Arguments) -> None:
    missing = [input_ for input_ in inputs if input_.required and input_.name not in arguments]
    if missing:
        ways = [f"{input_.shown} FILE" if input_.secret else input_.shown for input_ in missing]
        body = "; --body FILE can have it too" if any(input_.place == "body" for input_ in missing) else ""
        raise UsageError(f"missing {' and '.join(ways)}{body}")


def of_json(option: str, value: Any, shape: Mapping[str, Any], service: str) -> Any:
    """Return a JSON value as the record, or the plain value, that a method takes.

    >>> of_json("--size", {"columns": 80, "rows": 24}, {"kind": "record", "name": "PtySize"}, "agent")
    PtySize(columns=80, rows=24)

    Args:
        option: The option, for messages.
        value: The value, by the contract's names.
        shape: The type, as in the table of the service.
        service: The service that has the records.

    Raises:
        UsageError: The value does not fit, or an object in it has a key that the contract does not name. The message
            has the place of the fault, without the value, which may be a secret.
    """
    kind = type_of(shape, service)
    if kind is Any:
        return value
    problems: list[str] = []
    argument: Any = None
    try:
        argument = structure(value, kind)
    except Exception as error:  # cattrs raises any error of a hook
        problems = list(islice(_problems(error), MOST_PROBLEMS))
    if problems:
        raise UsageError(f"{option}: {'; '.join(problems)}")  # outside: the other error holds the value
    for record in _records_of(argument):
        for name in extra(record):
            raise UsageError(unknown_name(f"{option}: there is no key", name, list(record.__wire_names__)))
    return argument


def _records_of(value: Any) -> Iterator[Record]:
    """Yield the records in a value, which may be one itself."""
    if isinstance(value, Record):
        yield value
        inside: Iterable[Any] = (getattr(value, name) for name in value.__wire_names__.values())
    else:
        inside = value.values() if has_form(value, dict) else value if has_form(value, list) else ()
    for inner in inside:
        yield from _records_of(inner)


def _problems(error: BaseException, path: str = "$") -> Iterator[str]:
    """Yield the problems in an error of cattrs, each with its place by the contract's names, as the user wrote them."""
    if isinstance(error, ClassValidationError):
        record: Any = error.cl
        wire_names = {attribute: wire for wire, attribute in record.__wire_names__.items()}
        in_fields, others = error.group_exceptions()
        for inner, field in in_fields:
            yield from _problems(inner, f"{path}.{wire_names[field.name]}")
    elif isinstance(error, IterableValidationError):
        in_items, others = error.group_exceptions()
        for inner, note in in_items:
            yield from _problems(inner, f"{path}[{note.index!r}]")
    else:
        yield f"{str(error) if isinstance(error, TypeError) else format_exception(error, None)} @ {path}"
        return
    for inner in others:
        yield from _problems(inner, path)


def type_of(shape: Mapping[str, Any], service: str) -> Any:
    """Return the type that a shape describes; its record classes are imported."""
    kind: str = shape["kind"]
    if kind in ("record", "union"):
        return getattr(import_module(f"trivet.{service}"), shape["name"])
    inner = [type_of(part, service) for part in shape.get("of", ())]
    if kind == "list":
        return list[inner[0]]  # type: ignore[valid-type]
    if kind == "map":
        return dict[str, inner[0]]  # type: ignore[valid-type]
    if kind == "anyof":
        return Any if Any in inner else _either(inner)
    if kind == "literal":
        return _either([Literal[tuple(shape["values"])], *dict.fromkeys(map(type, shape["values"]))])
    return _PLAIN[kind]


def _either(kinds: Sequence[Any]) -> Any:
    return reduce(lambda kind, other: kind | other, kinds)


class Sources:
    """The files of one run, and its stdin, which one input alone can read.

    >>> Sources().json("--body", "-")

    Args:
        taken: The option that reads stdin already, or an empty text.
    """

    def __init__(self, taken: str = "") -> None:
        self._taken = taken

    def data(self, option: str, source: str) -> bytes:
        """Return the content of a file, or of stdin for `-`.

        Args:
            option: The option that names it, for messages.
            source: A path, or `-`.

        Raises:
            UsageError: It cannot be read, is longer than 64 MB, or another option reads stdin.
        """
        if source == STDIN:
            return self._stdin(option)
        path = Path(source)
        try:
            if path.is_dir():
                raise UsageError(f"{option}: {printable(source)} is a directory; give a file, or - for stdin")
            with path.open("rb") as file:
                return _bounded(option, file.read(MOST + 1))
        except (OSError, ValueError) as error:  # of a path with a null character
            if isinstance(error, UsageError):
                raise
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(f"{option}: {printable(source)} cannot be read: {reason}") from None

    def text(self, option: str, source: str) -> str:
        """Return the content of a file or stdin as text."""
        try:
            return self.data(option, source).decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
        raise UsageError(f"{option}: the file is not text in UTF-8")  # outside: the other error holds the bytes

    def json(self, option: str, source: str) -> Any:
        """Return the JSON value in a file or stdin."""
        return parse(option, self.data(option, source))

    def inline(self, option: str, value: str) -> Any:
        """Return the JSON value of an option, or of the file of `@FILE`, or of stdin for `-`."""
        if value == STDIN:
            return self.json(option, STDIN)
        if value.startswith("@"):
            return self.json(option, value[1:])
        return parse(option, value.encode("utf-8", "surrogateescape"))

    def secret(self, option: str, source: str | None, variable: str | None) -> str | None:
        """Return a secret from a file, stdin, or a variable of the environment.

        Args:
            option: The option without `-file` and `-env`, with its dashes.
            source: The value of `…-file`.
            variable: The value of `…-env`.

        Raises:
            UsageError: Both are given, or there is no such file or variable. The secret is not shown.
        """
        if source is not None and variable is not None:
            raise UsageError(f"{option}-file and {option}-env exclude each other")
        if source is not None:
            return self.text(f"{option}-file", source).removesuffix("\n").removesuffix("\r")
        if variable is None:
            return None
        if variable not in os.environ:
            raise UsageError(f"{option}-env: the environment has no variable {printable(variable)}")
        return os.environ[variable]

    def _stdin(self, option: str) -> bytes:
        if self._taken:
            raise UsageError(f"{option}: {self._taken} reads stdin already; give one of them a file")
        self._taken = option
        stream: Any = sys.stdin
        raw: Any = getattr(stream, "buffer", stream)
        data: Any = b""
        try:
            data = b"" if raw is None else raw.read(MOST + 1)
        except (OSError, ValueError):
            raw = None
        if raw is None:
            raise UsageError(f"{option}: stdin is closed; give a file")
        return _bounded(option, data if isinstance(data, bytes) else data.encode())


def parse(option: str, data: bytes) -> Any:
    """Return a JSON value; an error shows the place of its fault, and not the text, which may be a secret.

    >>> parse("--body", b'{"title": null}')
    {'title': None}
    """
    if not data.strip():
        raise UsageError(f"{option}: there is nothing in it; JSON is expected")
    try:
        # Refuses NaN, and says at which place a text is not JSON.
        orjson.loads(_HUGE_INTEGER.sub(_of_a_float, data))
        value = json.loads(data, object_pairs_hook=_unique)  # reads integers of any size
    except orjson.JSONDecodeError as error:
        problem = f" is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except _RepeatedKeyError as error:
        problem = f": an object has the key {error.key!r} twice"
    except RecursionError:
        problem = ": it is nested too deeply"
    except ValueError:  # of Python, for integers
        problem = ": an integer has too many digits"
    else:
        return value
    raise UsageError(f"{option}{printable(problem)}")  # outside: the other error holds the document


def _of_a_float(integer: re.Match[bytes]) -> bytes:
    """Return a number of the same length; after `\\u`, in a text, its first digits stay the name of a character."""
    return integer[0][:5] + b"." + b"0" * (len(integer[0]) - 6)


class _RepeatedKeyError(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; refuse one with a key that appears twice: only one of its values would be sent."""
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            raise _RepeatedKeyError(key)
        keys.add(key)
    return dict(pairs)


def _bounded(option: str, data: bytes) -> bytes:
    if len(data) > MOST:
        raise UsageError(f"{option}: it is longer than {MOST // 1024**2} MB, which no operation takes")
    return data
