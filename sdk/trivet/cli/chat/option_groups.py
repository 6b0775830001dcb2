"""Options that several commands share, declared once as a class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

import attrs

__all__ = ["with_groups"]


def with_groups(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return a function that has the fields of its attrs classes as parameters of its own.

    >>> @frozen
    ... class Limits:
    ...     rate: Annotated[float | None, typer.Option()] = None
    >>> def deactivate(invocation: Invocation, *, limits: Limits) -> None: ...
    >>> add_recipe(app, "deactivate", "chat", with_groups(deactivate))  # it has the option --rate

    Args:
        function: Its parameters that are annotated with an attrs class become those of the class, by keyword; every
            field has a default.
    """
    hints = get_type_hints(function, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    for each in inspect.signature(function).parameters.values():
        kind = hints[each.name]
        if isinstance(kind, type) and attrs.has(kind):
            fields = get_type_hints(kind, include_extras=True)
            groups[each.name] = (kind, [field.name for field in attrs.fields(kind)])
            parameters += [
                inspect.Parameter(
                    field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=fields[field.name]
                )
                for field in attrs.fields(kind)
            ]
        else:
            parameters.append(each.replace(annotation=kind))

    def command(*args: Any, **given: Any) -> int | None:
        made = {name: kind(**{each: given.pop(each) for each in fields}) for name, (kind, fields) in groups.items()}
        return function(*args, **given, **made)

    command.__doc__ = function.__doc__
    parameters.sort(key=lambda each: each.kind)
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command
