"""Functions as tools: the name, the description and the schema that a model reads, and the arguments that it sends."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast, get_type_hints

import attrs
from attrs import frozen

from ..._core.decoders import has_form
from ..._core.public import exported_from
from ...errors import InvalidArgumentError
from .._output.decoding import decode
from .._output.schema import Schema, schema_of

LONGEST_NAME = 40
"""The most characters of a name: providers take 64, and the name of the server of tools stands before it."""

MOST_TOOLS = 100
"""The most tools of a session: each one is text in every prompt."""

_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9_-]{{0,{LONGEST_NAME - 1}}}")
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@exported_from("trivet.agent")
@frozen
class Tool:
    """A function that a model may call, where its own name, docstring or hints do not say enough.

    >>> Tool(find, name="lookup", description="Find an order by its number.")

    Attributes:
        function: The function, sync or async; it is called with arguments by name.
        name: The name for the model; by default, the function's.
        description: The text for the model; by default, the docstring.
        schema: The JSON schema of the arguments; by default, it is made of the hints. With a schema, the function
            checks the arguments itself.
    """

    function: Callable[..., Any]
    name: str | None = attrs.field(default=None, kw_only=True)
    description: str | None = attrs.field(default=None, kw_only=True)
    schema: Mapping[str, Any] | None = attrs.field(default=None, kw_only=True)


@exported_from("trivet.agent")
class StopTurn(Exception):
    """A function that a model has called raises this to end the turn.

    >>> raise StopTurn("the order is already paid")
    """


@frozen
class ToolForm:
    """A tool as a model reads it, and its function.

    Attributes:
        name: The name.
        description: The description; empty where there is none.
        schema: The JSON schema of the arguments.
        function: The function.
        decode: Returns the function's arguments for the model's; raises a ValueError whose arguments are
            the faults, each with its path.
    """

    name: str
    description: str
    schema: Schema
    function: Callable[..., Any]
    decode: Callable[[Any], dict[str, Any]]


def tool_forms(tools: Iterable[Tool | Callable[..., Any]]) -> dict[str, ToolForm]:
    """Return the forms of tools by their names.

    >>> def lookup(order: int) -> str: ...
    >>> tool_forms([lookup])["lookup"].schema["required"]
    ['order']

    Raises:
        InvalidArgumentError: A tool has no name that models take, or no schema, or two have the same name.
    """
    forms: dict[str, ToolForm] = {}
    for tool in tools:
        form = _form(tool if isinstance(tool, Tool) else Tool(tool))
        if form.name in forms:
            raise InvalidArgumentError("tools", "functions with different names", form.name)
        forms[form.name] = form
    if not 1 <= len(forms) <= MOST_TOOLS:
        raise InvalidArgumentError("tools", f"1 to {MOST_TOOLS} functions", len(forms))
    return forms


def _form(tool: Tool) -> ToolForm:
    function: Any = tool.function
    if not callable(function):
        raise InvalidArgumentError("tools", "functions, or Tool(function)", function)
    name = tool.name or getattr(function, "__name__", "")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        rule = f"functions whose names are a letter and up to {LONGEST_NAME - 1} letters, digits, _ and -"
        raise InvalidArgumentError("tools", f"{rule}; Tool(function, name=…) gives a name", name or function)
    if tool.schema is not None:
        schema = dict(tool.schema)
        if schema.get("type") != "object":
            raise InvalidArgumentError("tools", f"functions with a schema whose type is object ({name})", schema)
        text = tool.description if tool.description is not None else inspect.getdoc(function) or ""
        return ToolForm(name, text, schema, function, _as_it_is)
    record = _record(name, function)
    try:
        schema = schema_of(record)
    except InvalidArgumentError as error:
        raise InvalidArgumentError("tools", f"functions with hints {error.rule} ({name})", function) from None
    own = schema.pop("description", "")
    described = own if tool.description is None else tool.description

    def decode_arguments(arguments: Any) -> dict[str, Any]:
        decoded: Any = decode(arguments, record)
        return {field.name: getattr(decoded, field.alias) for field in attrs.fields(record)}

    return ToolForm(name, described, schema, function, decode_arguments)


def _record(name: str, function: Any) -> Any:
    """Return an attrs class whose fields are the parameters of a function, with its docstring.

    Raises:
        InvalidArgumentError: A parameter has no name that a model could send, or no hint.
    """
    target = function if inspect.isroutine(function) else type(function).__call__
    try:
        parameters = inspect.signature(function).parameters.values()
        hints = get_type_hints(target, include_extras=True)
    except (NameError, TypeError, ValueError) as error:
        raise InvalidArgumentError(
            "tools", f"functions with hints that can be read ({name}: {error})", function
        ) from None
    for parameter in parameters:
        if parameter.kind not in _NAMED or parameter.name not in hints or parameter.name.startswith("_"):
            rule = f"functions whose parameters are passed by name, have hints and no leading _ ({name}: {parameter})"
            raise InvalidArgumentError("tools", rule, function)
    fields: dict[str, Any] = {
        parameter.name: attrs.field(
            type=hints[parameter.name],
            default=attrs.NOTHING if parameter.default is parameter.empty else parameter.default,
            kw_only=True,
        )
        for parameter in parameters
    }
    record: Any = attrs.make_class(name, fields, frozen=True)
    record.__annotations__ = {name: hints[name] for name in fields}  # attrs 23.2 makes none
    record.__doc__ = inspect.getdoc(function) or f"{name}("  # the mark of a class without a docstring of its own
    return record


def _as_it_is(arguments: Any) -> dict[str, Any]:
    """Return arguments as they are: only their type is checked.

    Raises:
        ValueError: They are not an object.
    """
    if not has_form(arguments, dict):
        raise ValueError("expected an object @ $")
    return cast("dict[str, Any]", arguments)
