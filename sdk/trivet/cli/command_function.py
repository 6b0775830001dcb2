"""A function as a command: with the shared options, groups of options, an `Invocation`, and errors in one line."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

import attrs
import typer

from trivet.cli.failures import reported
from trivet.cli.invocation import Invocation
from trivet.cli.options import SHARED, SHARED_BY_SERVICE, Options


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
    parameters = [*inspect.signature(function).parameters.values()][1:]
    own = [parameter.replace(annotation=hints[parameter.name]) for parameter in parameters]
    kinds = {**SHARED, **SHARED_BY_SERVICE.get(service, {})}
    shared = [
        inspect.Parameter(
            option,
            inspect.Parameter.KEYWORD_ONLY,
            default=False if option in ("raw", "no_pager", "debug") else None,
            annotation=kind,
        )
        for option, kind in kinds.items()
    ]

    def command(**arguments: Any) -> None:
        options = {name: arguments.pop(name) for name in kinds}
        options["fields"] = tuple(name.strip() for name in (options["fields"] or "").split(",") if name.strip())
        with reported(debug=options["debug"]), Invocation(service, Options(**options)) as invocation:
            status = function(invocation, **arguments)
        raise typer.Exit(status or 0)

    command.__doc__ = function.__doc__
    # typer reads the options of a command from its signature and its annotations.
    command.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
    app.command(name, epilog=epilog)(command)


def with_groups(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return a function that takes the fields of its attrs classes as parameters of its own.

    >>> @frozen
    ... class Limits:
    ...     rate: Annotated[float | None, typer.Option()] = None
    >>> def deactivate(invocation: Invocation, *, limits: Limits) -> None: ...
    >>> add_recipe(app, "deactivate", "chat", with_groups(deactivate))  # it has the option --rate

    Args:
        function: A parameter that is annotated with an attrs class is replaced by the fields of the class, by keyword;
            every field has a default.
    """
    hints = get_type_hints(function, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    for parameter in inspect.signature(function).parameters.values():
        kind = hints[parameter.name]
        if isinstance(kind, type) and attrs.has(kind):
            kinds = get_type_hints(kind, include_extras=True)
            groups[parameter.name] = (kind, [field.name for field in attrs.fields(kind)])
            parameters += [
                inspect.Parameter(
                    field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=kinds[field.name]
                )
                for field in attrs.fields(kind)
            ]
        else:
            parameters.append(parameter.replace(annotation=kind))

    def command(*args: Any, **arguments: Any) -> int | None:
        values = {
            name: kind(**{field: arguments.pop(field) for field in fields}) for name, (kind, fields) in groups.items()
        }
        return function(*args, **arguments, **values)

    command.__doc__ = function.__doc__
    parameters.sort(key=lambda parameter: parameter.kind)  # positional ones first, as a signature has them
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command
