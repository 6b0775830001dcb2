"""The table of a service's operations that the command `trivet` makes its commands of."""

from __future__ import annotations

import json
from collections.abc import Iterator

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Field, Operation, Parameter, Service, Type
from .operations import call, is_positional, meaning, word

__all__ = ["RESERVED", "CommandInput", "CommandOperation", "command_operations", "command_table", "kebab"]

RESERVED = frozenset(
    {
        *("base-url", "debug", "fields", "help", "output", "profile", "raw", "timeout", "token-file"),
        *("all", "body", "count", "directory", "for", "from-file", "limit", "null", "out", "prefetch", "workspace"),
    }
)
"""Options that commands have for reasons of their own: an input of one of these names gets another one."""

_SCALARS = {"bool": "boolean", "datetime": "datetime", "float": "number", "int": "integer", "str": "text"}


@frozen
class CommandInput:
    """One input of an operation, as the command line takes it.

    Attributes:
        name: The method's argument.
        wire: The contract's name.
        place: identity, query, body, or client for what the client alone has.
        option: The option without its dashes, of an identity the name of the argument.
        kind: text, integer, number, boolean, datetime, or json for all else.
        many: Whether the option may be repeated, as its value is a list.
        values: The values that the contract names.
        closed: Whether the client refuses other values.
        nullable: Whether null may be sent, which differs from leaving it out.
        secret: Whether it is a secret or holds one, so that it never is an option's value.
        page_size: Whether it says how many items a page may hold.
        maximum: The largest number that the contract allows.
        shape: The type of a value in JSON.
        example: A plausible value of an input that is required.
    """

    name: str
    wire: str
    place: str
    option: str
    kind: str
    many: bool
    values: tuple[str | int | float | bool | None, ...]
    closed: bool
    required: bool
    nullable: bool
    secret: bool
    page_size: bool
    maximum: str | int | float | bool | None
    help: str
    shape: dict[str, object] | None
    example: str

    @property
    def is_argument(self) -> bool:
        """Whether it is an argument of the command and no option."""
        return self.place == "identity" and not self.secret

    @property
    def argument(self) -> str:
        """The name of an argument in a command: `USER_ID`."""
        return self.option.replace("-", "_").upper()

    def listed(self) -> dict[str, object]:
        """What the table has of it: all that differs from the usual."""
        always = {each: getattr(self, each) for each in ("name", "wire", "place", "option", "kind", "help")}
        rest = (
            "many",
            "values",
            "closed",
            "required",
            "nullable",
            "secret",
            "page_size",
            "maximum",
            "shape",
            "example",
        )
        return always | {each: value for each in rest if (value := getattr(self, each)) not in (False, (), None, "")}


@frozen
class CommandOperation:
    """One operation, as the command line has it.

    Attributes:
        id: The operationId, which is its path on the client.
        answer: pages, list, value, events, export or nothing.
        paging: offset, cursor or None.
        columns: The fields of its records that hold no further records.
        numbers: Those of them that are numbers.
        python: The call of its method, as source.
        download: The method, and its first argument, that downloads the file which the answer links to.
    """

    id: str
    method: str
    path: str
    summary: str
    doc: str
    answer: str
    paging: str | None
    context: bool
    changes: bool
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    python: str
    download: tuple[str, str] | None
    inputs: tuple[CommandInput, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its command after those of the service: `("admin", "users", "list")`."""
        return tuple(kebab(each) for each in self.id.split("."))

    def listed(self) -> dict[str, object]:
        """What the table has of it."""
        always = {each: getattr(self, each) for each in ("id", "method", "path", "summary", "answer", "python")}
        rest = ("doc", "paging", "context", "changes", "columns", "numbers", "download")
        found: dict[str, object] = always | {
            each: value for each in rest if (value := getattr(self, each)) not in (False, (), None, "")
        }
        found["inputs"] = [each.listed() for each in self.inputs]
        return found


def kebab(name: str) -> str:
    """A name of Python as the command line writes it: `shared_with_me` as `shared-with-me`."""
    return name.strip("_").replace("_", "-")


def command_table(service: Service, customizations: Customizations) -> str:
    """The table of a service as JSON, below its first key."""
    table = {
        "generated": f"Generated from spec/{service.name}.yaml by `python -m codegen`; do not edit.",
        "service": service.name,
        "title": service.title,
        "operations": [each.listed() for each in command_operations(service, customizations)],
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def command_operations(service: Service, customizations: Customizations) -> Iterator[CommandOperation]:
    """The operations of a service, sorted by their commands."""
    for each in sorted(service.operations, key=lambda each: each.id.split(".")):
        yield _operation(each, service, customizations)


def _operation(operation: Operation, service: Service, customizations: Customizations) -> CommandOperation:
    found = _result(operation, service)
    answer = _answer(operation, found, customizations)
    columns = [] if answer == "export" else list(_columns(found, service))
    inputs = [_input(each, operation, service, customizations) for each in operation.parameters]
    of_client = customizations.method_options.get(operation.id, {})
    inputs += [_client_option(name, text) for name, text in of_client.items() if kebab(name) not in RESERVED]
    options = [each.option for each in inputs if each.place != "identity"]
    if twice := {each for each in options if options.count(each) > 1}:
        raise ValueError(f"{operation.id}: two inputs would be the option --{min(twice)}")
    return CommandOperation(
        id=operation.id,
        method=operation.method,
        path=operation.path,
        summary=operation.summary,
        doc=operation.doc,
        answer=answer,
        paging=operation.paging.style if operation.paging else None,
        context=operation.context == "request",
        changes=not operation.retryable,
        columns=tuple(each.name for each in columns),
        numbers=tuple(each.name for each in columns if each.type.without_null().kind in ("float", "int")),
        python=call(operation),
        download=customizations.downloads.get(operation.id),
        inputs=tuple(inputs),
    )


def _answer(operation: Operation, found: Type | None, customizations: Customizations) -> str:
    if operation.paging:
        return "pages"
    if operation.id in customizations.exports:
        return "export"
    if "text/event-stream" in operation.media:
        return "events"
    if found is None:
        return "nothing"
    return "list" if found.kind == "list" else "value"


def _result(operation: Operation, service: Service) -> Type | None:
    """The type of what the method gives; of a paged one, the list of its items."""
    if operation.answer is None:
        return None
    name = operation.paging.items if operation.paging else operation.value
    fields = service.record(operation.answer.name).fields
    return next((each.type for each in fields if each.wire == name), operation.answer)


def _columns(found: Type | None, service: Service) -> Iterator[Field]:
    kind = found.of[0] if found is not None and found.kind == "list" else found
    if kind is None or kind.kind != "record":
        return
    for each in service.record(kind.name).fields:
        if _is_scalar(each.type.without_null()) and not each.secret:
            yield each


def _is_scalar(kind: Type) -> bool:
    return kind.kind in _SCALARS or kind.kind == "literal"


def _input(
    parameter: Parameter, operation: Operation, service: Service, customizations: Customizations
) -> CommandInput:
    inner = parameter.type.without_null()
    many = inner.kind == "list" and _is_scalar(inner.of[0])
    single = inner.of[0] if many else inner
    kind = type(single.values[0]).__name__ if single.kind == "literal" else single.kind
    secret = parameter.secret or any(each.secret for each in _inside(parameter.type, service))
    identity = is_positional(parameter)
    page_size = operation.paging is not None and parameter.wire == "limit"
    rules = dict(parameter.checks)
    name = customizations.method_arguments.get(operation.id, {}).get(parameter.wire, parameter.name)
    return CommandInput(
        name=identifier(name),
        wire=parameter.wire,
        place="identity" if identity else parameter.place,
        option=kebab(name) if identity and not secret else _option(name, operation, secret, page_size),
        kind=_SCALARS.get(kind, "json"),
        many=many,
        values=single.values,
        closed="choice" in rules,
        required=parameter.required,
        nullable=parameter.place == "body" and parameter.type.nullable,
        secret=secret,
        page_size=page_size,
        maximum=rules.get("maximum"),
        help=meaning(parameter),
        shape=None if kind in _SCALARS else _shape(inner),
        example=word(parameter) if parameter.required and not secret else "",
    )


def _client_option(name: str, text: str) -> CommandInput:
    return CommandInput(
        name=identifier(name),
        wire=name,
        place="client",
        option=kebab(name),
        kind="number",
        many=False,
        values=(),
        closed=False,
        required=False,
        nullable=False,
        secret=False,
        page_size=False,
        maximum=None,
        help=text,
        shape=None,
        example="",
    )


def _option(name: str, operation: Operation, secret: bool, page_size: bool) -> str:
    if page_size:
        return "page-size"
    option, taken = kebab(name), set(RESERVED)
    if operation.paging is None:
        taken.discard("limit")
    if operation.context != "request":
        taken -= {"directory", "workspace"}
    if {option, f"{option}-file" if secret else option} & taken:
        return f"{kebab(operation.id).rpartition('.')[2].rpartition('-')[2]}-{option}"
    return option


def _inside(kind: Type, service: Service, above: tuple[str, ...] = ()) -> Iterator[Field]:
    """All fields of the records that a value may be or hold."""
    if kind.name and kind.name in above:
        return
    for record in service.arms(kind):
        for field in record.fields:
            yield field
            yield from _inside(field.type, service, (*above, kind.name))
    for each in kind.of:
        yield from _inside(each, service, above)


def _shape(kind: Type) -> dict[str, object]:
    found: dict[str, object] = {"kind": kind.kind}
    if kind.name:
        found["name"] = kind.name
    if kind.of:
        found["of"] = [_shape(each) for each in kind.of]
    if kind.values:
        found["values"] = kind.values
    return found
