"""What turns a function into a command: the shared options, an `Invocation`, and errors in one line."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

import typer

from trivet.cli.failures import reported
from trivet.cli.invocation import Invocation
from trivet.cli.options import SHARED, SHARED_BY_SERVICE, Options

__all__ = ["add_recipe"]


def add_recipe(
    app: typer.Typer, name: str, service: str, function: Callable[..., int | None], *, epilog: str | None = None
) -> None:
    """Add a command that runs a function.

    >>> def near(invocation: Invocation, position: Annotated[str, typer.Argument()], *, within: float = 500) -> None:
    ...     '''List the stops near a position.'''
    ...     invocation.show(load(invocation).nearest(position, within=within))
    >>> add_recipe(app, "near", "bus", near)

    Args:
        app: Where the command is added.
        name: The command's name.
        service: The service that its client talks to.
        function: Takes an `Invocation` first, then the command's own arguments and options. Its docstring is the help.
            It returns an exit status, or None for success.
        epilog: Text below the help, such as examples.
    """
    hints = get_type_hints(function, include_extras=True)
    own = [each.replace(annotation=hints[each.name]) for each in inspect.signature(function).parameters.values()][1:]
    kinds = {**SHARED, **SHARED_BY_SERVICE.get(service, {})}
    shared = [
        inspect.Parameter(
            each, inspect.Parameter.KEYWORD_ONLY, default=False if each in ("raw", "debug") else None, annotation=kind
        )
        for each, kind in kinds.items()
    ]

    def command(**given: Any) -> None:
        options = {each: given.pop(each) for each in kinds}
        options["fields"] = tuple(each.strip() for each in (options["fields"] or "").split(",") if each.strip())
        with reported(debug=options["debug"]), Invocation(service, Options(**options)) as invocation:
            status = function(invocation, **given)
        raise typer.Exit(status or 0)

    command.__doc__ = function.__doc__
    command.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (*own, *shared)}
    app.command(name, epilog=epilog)(command)
