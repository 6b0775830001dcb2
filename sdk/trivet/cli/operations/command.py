"""An operation as a command: its parameters for typer, made from the table, and its run."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from trivet.cli.command_function import add_recipe
from trivet.cli.operations.table import Input, Operation

_CLASSES: Mapping[str, type] = {"boolean": bool, "integer": int, "number": float}
_METAVARS = {"datetime": "TIME", "file": "FILE", "integer": "N", "json": "JSON|@FILE|-", "number": "N", "text": "TEXT"}
_ENV = ".env"


def add_operation(app: typer.Typer, name: str, service: str, operation: Operation) -> None:
    """Add the command of an operation.

    >>> add_operation(app, "list", "bus", load("bus").operations["stops", "list"])
    """

    def function(invocation: Any, **arguments: Any) -> int | None:
        from trivet.cli.operations.run import run  # noqa: PLC0415  # help needs no client

        values = {name.removeprefix("input_"): value for name, value in arguments.items() if name.startswith("input_")}
        options = {name: value for name, value in arguments.items() if not name.startswith("input_")}
        inputs = {name.replace("__env", _ENV): value for name, value in values.items()}
        return run(service, operation, invocation, inputs, {name.strip("_"): options[name] for name in options})

    own = [*_inputs(operation), *_options(operation)]
    first = inspect.Parameter("invocation", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Any)
    function.__doc__ = f"{operation.summary}\n\n{operation.doc}".strip()
    function.__signature__ = inspect.Signature([first, *own])  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in (first, *own)}
    add_recipe(app, name, service, function, epilog=_epilog(operation))


def _inputs(operation: Operation) -> Iterator[inspect.Parameter]:
    for input_ in operation.inputs:
        if input_.is_argument:
            yield _parameter(
                f"input_{input_.name}",
                Annotated[_CLASSES.get(input_.kind, str), typer.Argument(metavar=input_.shown, help=_help(input_))],
                inspect.Parameter.empty,
            )
    for input_ in operation.inputs:
        if input_.secret:
            yield from _secret(input_)
        elif not input_.is_argument:
            yield _option_of(input_)


def _option_of(input_: Input) -> inspect.Parameter:
    kind: Any = _CLASSES.get(input_.kind, str)
    name = f"--{input_.option}"
    values = [str(value) for value in input_.values]
    if input_.kind == "boolean":
        option = typer.Option(f"{name}/--no-{input_.option}", help=_help(input_))
    else:
        metavar = "|".join(values) if values else _METAVARS[input_.kind]
        complete = (lambda: values) if values else None
        option = typer.Option(name, metavar=metavar, help=_help(input_), autocompletion=complete)
    return _parameter(f"input_{input_.name}", Annotated[list[kind] | None if input_.many else kind | None, option])


def _secret(input_: Input) -> Iterator[inspect.Parameter]:
    source = "JSON in a file" if input_.shape is not None else "A file with it"
    file = typer.Option(f"--{input_.option}-file", metavar="FILE", help=f"{_help(input_)} {source}; - is stdin.")
    yield _parameter(f"input_{input_.name}", Annotated[str | None, file])
    variable = typer.Option(
        f"--{input_.option}-env", metavar="NAME", help="The same from a variable of the environment, by its name."
    )
    yield _parameter(f"input_{input_.name}__env", Annotated[str | None, variable])


def _options(operation: Operation) -> Iterator[inspect.Parameter]:
    body = [input_ for input_ in operation.inputs if input_.place == "body"]
    plain = [input_ for input_ in body if input_.kind == "text" and not (input_.secret or input_.values)]
    if body:
        yield _own("body", str, "FILE", "A JSON object with the inputs; - is stdin. Options come before it.", "Body")
    if plain:
        help_text = f"Text from a file, such as {plain[0].option}=FILE; - is stdin. May be repeated."
        yield _own("from_file", list[str], "NAME=FILE", help_text, "Body")
    if nullable := [input_.option for input_ in body if input_.nullable and not input_.secret]:
        yield _own("null", list[str], "NAME", f"Send null for {', '.join(nullable)}. May be repeated.", "Body")
    if operation.context:
        yield _own("directory", str, "DIR", "The directory of the runtime, as the server names it.", "Context")
        yield _own("workspace", str, "ID", "The workspace of the runtime.", "Context")
    if operation.deletes:
        yes = typer.Option("--yes", "-y", help="Delete without a question, as in scripts.")
        yield _parameter("yes", Annotated[bool, yes], False)
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
    if operation.answer == "export" or operation.download:
        force = typer.Option("--force", help="Replace a file that exists.", rich_help_panel="File")
        yield _parameter("force", Annotated[bool, force], False)


def _own(name: str, kind: Any, metavar: str, text: str, panel: str, option: str = "") -> inspect.Parameter:
    option = option or f"--{name.replace('_', '-')}"
    typer_option = typer.Option(option, metavar=metavar, help=text, rich_help_panel=panel)
    return _parameter(name, Annotated[kind | None, typer_option])


def _parameter(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _help(input_: Input) -> str:
    required = "" if input_.is_argument or not input_.required else "Required. "
    repeated = " May be repeated." if input_.many else ""
    return f"{required}{input_.help}{repeated}"


def _epilog(operation: Operation) -> str:
    whole = operation.example.partition(" --")[0]
    pages = [f"{whole} --all -o ndjson"] if operation.answer == "pages" else []
    return "\n\n".join([operation.example, *pages, f"In Python: {operation.python}"])
