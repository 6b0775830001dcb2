"""What a user gives on the command line, as the arguments of a client's method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

from trivet.cli.failures import UsageError
from trivet.cli.operations.shapes import of_json
from trivet.cli.operations.sources import Sources, parse
from trivet.cli.operations.table import Input, Operation
from trivet.errors import InvalidArgumentError

__all__ = ["Arguments", "gather"]


class Arguments(dict[str, Any]):
    """The arguments of a method by their names.

    Attributes:
        labels: From the name of an argument to how the user gave it, for messages.
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
    operation: Operation, given: Mapping[str, Any], sources: Sources, service: str, extra: Mapping[str, Any]
) -> Arguments:
    """Return the arguments of an operation's method.

    Options take precedence over `--from-file`, and both over `--body`.

    Args:
        operation: The operation.
        given: The values of its inputs by their names, as typer read them; of a secret as `name` and `name.env`.
        sources: Where files are read.
        service: The service of the operation.
        extra: The options `body`, `null` and `from_file`.

    Raises:
        UsageError: Something that the user gave cannot be used, or something is missing.
    """
    found = Arguments()
    _put_body(found, operation, extra.get("body"), sources, service)
    named = {each.option: each for each in operation.inputs if each.place == "body" and not each.secret}
    for each in extra.get("from_file") or ():
        option, _, source = each.partition("=")
        if option not in named or named[option].kind != "text" or not source:
            texts = ", ".join(name for name, one in named.items() if one.kind == "text")
            raise UsageError(f"--from-file: {each!r} is no NAME=FILE; the names are {texts}")
        label = f"--from-file {option}"
        found.put(named[option].name, sources.text(label, source), label)
    for each in operation.inputs:
        value = _given(each, given, sources, service)
        if value is not None:
            found.put(each.name, value, each.shown)
    for option in extra.get("null") or ():
        if option not in named or not named[option].nullable:
            known = ", ".join(name for name, one in named.items() if one.nullable)
            raise UsageError(f"--null: {option!r} cannot be null; what can: {known or 'nothing'}")
        if found.labels.get(named[option].name) == named[option].shown:
            raise UsageError(f"--{option} and --null {option} exclude each other")
        found.put(named[option].name, None, f"--null {option}")
    _check_complete(operation.inputs, found)
    return found


def _given(each: Input, given: Mapping[str, Any], sources: Sources, service: str) -> Any:
    value = given.get(each.name)
    if each.secret:
        text = sources.secret(f"--{each.option}", value, given.get(f"{each.name}.env"))
        if text is None or each.shape is None:
            return text
        return of_json(each.shown, parse(each.shown, text.encode()), each.shape, service)
    if value is None or (each.many and not value):
        return None
    if each.kind == "json" and each.shape is not None:
        return of_json(each.shown, sources.inline(each.shown, value), each.shape, service)
    return _instant(each.shown, value) if each.kind == "datetime" else value


def _put_body(found: Arguments, operation: Operation, source: str | None, sources: Sources, service: str) -> None:
    if source is None:
        return
    body: Any = sources.json("--body", source)
    content = cast("dict[str, Any]", body)
    if not isinstance(body, dict):
        raise UsageError(f"--body: expected a JSON object, got {type(body).__name__}")
    known = {each.wire: each for each in operation.inputs if each.place == "body"}
    for wire, value in content.items():
        label = f"--body: {wire}"
        each = known.get(wire)
        if each is None:
            raise UsageError(f"--body: {wire!r} is no input of {operation.id}, which takes {', '.join(known)}")
        if value is None and not each.nullable:
            raise UsageError(f"{label} cannot be null; leave it out")
        if value is not None and each.shape is not None:
            value = of_json(label, value, each.shape, service)  # noqa: PLW2901
        elif each.kind == "datetime" and isinstance(value, str):
            value = _instant(label, value)  # noqa: PLW2901
        found.put(each.name, value, label)


def _instant(option: str, text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{option}: {text!r} is no time; give it as 2026-03-01T08:00:00+08:00") from None
    return found if found.tzinfo else found.astimezone()


def _check_complete(inputs: Iterable[Input], found: Arguments) -> None:
    missing = [each for each in inputs if each.required and each.name not in found]
    if missing:
        ways = [f"{each.shown} FILE" if each.secret else each.shown for each in missing]
        body = "; --body FILE can have it too" if any(each.place == "body" for each in missing) else ""
        raise UsageError(f"missing {' and '.join(ways)}{body}")
