"""An operation as a command: its parameters for typer, made of the table, and its run."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from shlex import quote
from typing import Annotated, Any

import typer

from trivet.cli.operations.table import Input, Operation
from trivet.cli.recipe import add_recipe

__all__ = ["add_operation"]

_CLASSES: Mapping[str, type] = {"boolean": bool, "integer": int, "number": float}
_METAVARS = {"datetime": "TIME", "integer": "N", "json": "JSON|@FILE|-", "number": "N", "text": "TEXT"}
_ENV = ".env"


def add_operation(app: typer.Typer, name: str, service: str, operation: Operation) -> None:
    """Add the command of an operation.

    >>> add_operation(app, "list", "bus", load("bus").operations["stops", "list"])
    """

    def function(invocation: Any, **given: Any) -> int | None:
        from trivet.cli.operations.run import run  # noqa: PLC0415  # help needs no client

        values = {each.removeprefix("input_"): value for each, value in given.items() if each.startswith("input_")}
        options = {each: value for each, value in given.items() if not each.startswith("input_")}
        named = {each.replace("__env", _ENV): value for each, value in values.items()}
        return run(service, operation, invocation, named, {each.strip("_"): options[each] for each in options})

    own = [*_inputs(operation), *_options(operation)]
    first = inspect.Parameter("invocation", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Any)
    function.__doc__ = _escaped(f"{operation.summary}\n\n{operation.doc}".strip())
    function.__signature__ = inspect.Signature([first, *own])  # type: ignore[attr-defined]
    function.__annotations__ = {each.name: each.annotation for each in (first, *own)}
    add_recipe(app, name, service, function, epilog=_escaped(_epilog(service, operation)))


def _inputs(operation: Operation) -> Iterator[inspect.Parameter]:
    for each in operation.inputs:
        if each.is_argument:
            yield _parameter(
                f"input_{each.name}",
                Annotated[_CLASSES.get(each.kind, str), typer.Argument(metavar=each.shown, help=_help(each))],
                inspect.Parameter.empty,
            )
    for each in operation.inputs:
        if each.secret:
            yield from _secret(each)
        elif not each.is_argument:
            yield _option_of(each)


def _option_of(each: Input) -> inspect.Parameter:
    kind: Any = _CLASSES.get(each.kind, str)
    name = f"--{each.option}"
    values = [str(value) for value in each.values]
    if each.kind == "boolean":
        option = typer.Option(f"{name}/--no-{each.option}", help=_help(each))
    else:
        metavar = "|".join(values) if values else _METAVARS[each.kind]
        complete = (lambda: values) if values else None
        option = typer.Option(name, metavar=metavar, help=_help(each), autocompletion=complete)
    return _parameter(f"input_{each.name}", Annotated[list[kind] | None if each.many else kind | None, option])


def _secret(each: Input) -> Iterator[inspect.Parameter]:
    what = "JSON in a file" if each.shape is not None else "A file with it"
    text = typer.Option(f"--{each.option}-file", metavar="FILE", help=f"{_help(each)} {what}; - is stdin.")
    yield _parameter(f"input_{each.name}", Annotated[str | None, text])
    variable = typer.Option(
        f"--{each.option}-env", metavar="NAME", help="The same from a variable of the environment, by its name."
    )
    yield _parameter(f"input_{each.name}__env", Annotated[str | None, variable])


def _options(operation: Operation) -> Iterator[inspect.Parameter]:
    body = [each for each in operation.inputs if each.place == "body"]
    plain = [each for each in body if each.kind == "text" and not (each.secret or each.values)]
    if body:
        yield _own("body", str, "FILE", "A JSON object with the inputs; - is stdin. Options come before it.", "Body")
    if plain:
        help_text = f"Text from a file, such as {plain[0].option}=FILE; - is stdin. May be repeated."
        yield _own("from_file", list[str], "NAME=FILE", help_text, "Body")
    if nullable := [each.option for each in body if each.nullable and not each.secret]:
        yield _own("null", list[str], "NAME", f"Send null for {', '.join(nullable)}. May be repeated.", "Body")
    if operation.context:
        yield _own("directory", str, "DIR", "The directory of the runtime, as the server names it.", "Context")
        yield _own("workspace", str, "ID", "The workspace of the runtime.", "Context")
    if operation.answer == "pages":
        yield _own("limit", int, "N", "Show N items at most, from as many pages as it takes.", "Pages")
        every = typer.Option("--all", help="Show the items of all pages.", rich_help_panel="Pages")
        yield _parameter("all", Annotated[bool, every], False)
        if operation.paging == "offset":
            yield _own("prefetch", int, "N", "Keep up to N pages in flight.", "Pages")
    if operation.answer == "events":
        yield _own("count", int, "N", "End after N events.", "Events")
        yield _own("for_", float, "S", "End after S seconds.", "Events", "--for")
    if operation.answer == "export":
        yield _own("out", str, "FILE", "Save the document as the service sends it; - is stdout.", "File")
    if operation.download:
        yield _own("out", str, "FILE", "Download the file itself; - is stdout.", "File")


def _own(name: str, kind: Any, metavar: str, text: str, panel: str, option: str = "") -> inspect.Parameter:
    option = option or f"--{name.replace('_', '-')}"
    given = typer.Option(option, metavar=metavar, help=_escaped(text), rich_help_panel=panel)
    return _parameter(name, Annotated[kind | None, given])


def _parameter(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _help(each: Input) -> str:
    required = "" if each.is_argument or not each.required else "Required. "
    repeated = " May be repeated." if each.many else ""
    return _escaped(f"{required}{each.help}{repeated}")


def _escaped(text: str) -> str:
    """Return text of a contract where rich would take brackets for markup."""
    return text.replace("[", "\\[")


def _epilog(service: str, operation: Operation) -> str:
    words = ["trivet", service, *operation.words]
    words += [quote(each.example) for each in operation.inputs if each.is_argument]
    needed = [each for each in operation.inputs if each.required and not each.is_argument]
    options = [word for each in needed for word in (each.shown, _shown_value(each)) if word]
    lines = [f"Example: {' '.join([*words, *options])}"]
    if operation.answer == "pages":
        lines.append(f"All of them: {' '.join(words)} --all -o ndjson")
    return "\n\n".join([*lines, f"In Python: {operation.python}"])


def _shown_value(each: Input) -> str:
    if each.secret:
        return "FILE"
    if each.kind == "boolean":
        return ""
    return quote(each.example) if each.example else "@FILE"
