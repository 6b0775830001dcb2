"""The operations of a service as commands, and the table from which `trivet` builds them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from shlex import quote

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier
from ..read.ir import Field, Operation, Parameter, Service, Type
from .examples import call, is_positional, shown_values, word
from .operations import meaning

RESERVED = frozenset(
    {
        *("base-url", "debug", "error-format", "fields", "help", "no-pager", "output", "profile", "query", "raw"),
        *("timeout", "token-file", "workspace", "yes"),
        *("all", "body", "count", "directory", "for", "force", "from-file", "limit", "null", "out", "prefetch"),
    }
)
"""Options that commands have for other purposes: an input with one of these names gets another option."""

_SCALARS = {
    "bool": "boolean",
    "datetime": "datetime",
    "file": "file",
    "float": "number",
    "int": "integer",
    "octets": "file",
    "str": "text",
}


@frozen
class CommandInput:
    """One input of an operation as an argument or option of a command.

    Attributes:
        name: The method's argument.
        wire: The contract's name.
        place: identity, query, body, or client for an argument that only the client has.
        option: The option without its dashes; for an identity, the name of the argument.
        kind: text, integer, number, boolean, datetime, file, or json for other types.
        many: Whether the option may be repeated, because its value is a list.
        values: The values that the contract names.
        closed: Whether the client refuses other values.
        nullable: Whether null may be sent, which differs from omitting the input.
        secret: Whether the input is a secret or contains one, so that it is never the value of an option.
        page_size: Whether the input is the size of a page.
        maximum: The largest number that the contract allows.
        shape: The type of a value in JSON.
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

    @property
    def is_argument(self) -> bool:
        """Whether the input is an argument of the command, not an option."""
        return self.place == "identity" and not self.secret

    @property
    def argument(self) -> str:
        """The name of an argument in a command: `USER_ID`."""
        return self.option.replace("-", "_").upper()

    def listed(self) -> dict[str, object]:
        """Return the input as a row of the table, without attributes that have their usual value."""
        always = {
            attribute: getattr(self, attribute) for attribute in ("name", "wire", "place", "option", "kind", "help")
        }
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
        )
        return always | {
            attribute: value for attribute in rest if (value := getattr(self, attribute)) not in (False, (), None, "")
        }


@frozen
class CommandOperation:
    """One operation as a command.

    Attributes:
        id: The operationId, which is its path on the client.
        answer: pages, list, value, events, export or nothing.
        paging: offset, cursor or None.
        columns: The fields of the result that are neither lists nor records.
        numbers: The columns that are numbers.
        example: The command, with the inputs of the first example.
        python: The call of the method with the same inputs, as source.
        download: The method that downloads the file that the answer links to, and its first argument.
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
    example: str
    python: str
    download: tuple[str, str] | None
    inputs: tuple[CommandInput, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command after the service: `("admin", "users", "list")`."""
        return tuple(kebab(name) for name in self.id.split("."))

    def listed(self) -> dict[str, object]:
        """Return the operation as a row of the table, without attributes that have their usual value."""
        always = {
            attribute: getattr(self, attribute)
            for attribute in ("id", "method", "path", "summary", "answer", "example", "python")
        }
        rest = ("doc", "paging", "context", "changes", "columns", "numbers", "download")
        row: dict[str, object] = always | {
            attribute: value for attribute in rest if (value := getattr(self, attribute)) not in (False, (), None, "")
        }
        row["inputs"] = [command_input.listed() for command_input in self.inputs]
        return row


def kebab(name: str) -> str:
    """Return a Python name with hyphens, as in commands: `shared-with-me` for `shared_with_me`."""
    return name.strip("_").replace("_", "-")


def command_table(service: Service, customizations: Customizations) -> str:
    """Return the table of a service as JSON."""
    table = {
        "generated": f"Generated from spec/{service.name}.yaml by `python -m codegen`; do not edit.",
        "service": service.name,
        "title": service.title,
        "credential": service.auth.argument or "token",
        "operations": [operation.listed() for operation in command_operations(service, customizations)],
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def command_operations(service: Service, customizations: Customizations) -> Iterator[CommandOperation]:
    """Yield the operations of a service as commands, sorted."""
    for operation in sorted(service.operations, key=lambda operation: operation.id.split(".")):
        yield _operation(operation, service, customizations)


def _operation(operation: Operation, service: Service, customizations: Customizations) -> CommandOperation:
    result = _result(operation, service)
    answer = _answer(operation, result, customizations)
    columns = [] if answer == "export" else list(_columns(result, service))
    inputs = [_input(parameter, operation, service, customizations) for parameter in operation.parameters]
    of_client = customizations.method_options.get(operation.id, {})
    inputs += [_client_option(name, text) for name, text in of_client.items() if kebab(name) not in RESERVED]
    options = [command_input.option for command_input in inputs if command_input.place != "identity"]
    if twice := {option for option in options if options.count(option) > 1}:
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
        columns=tuple(field.name for field in columns),
        numbers=tuple(field.name for field in columns if field.type.without_null().kind in ("float", "int")),
        example=_example(operation, service, inputs),
        python=call(operation, service, customizations.method_arguments.get(operation.id)),
        download=customizations.downloads.get(operation.id),
        inputs=tuple(inputs),
    )


def _example(operation: Operation, service: Service, inputs: list[CommandInput]) -> str:
    """Return the command of the first example; a secret is in a file."""
    values = {parameter.wire: word(parameter, value) for parameter, value in shown_values(operation)}
    shown = [command_input for command_input in inputs if command_input.wire in values or command_input.required]
    words = [quote(values[command_input.wire]) for command_input in shown if command_input.is_argument]
    for command_input in shown:
        if "\n" in values.get(command_input.wire, ""):
            words += ["--from-file", f"{command_input.option}=FILE"]
        elif command_input.secret:
            words += [f"--{command_input.option}-file", "FILE"]
        elif command_input.kind == "boolean":
            words.append(f"--{'' if values[command_input.wire] == 'true' else 'no-'}{command_input.option}")
        elif not command_input.is_argument:
            words += [f"--{command_input.option}", quote(values[command_input.wire])]
    return " ".join(["trivet", service.name, *map(kebab, operation.id.split(".")), *words])


def _answer(operation: Operation, result: Type | None, customizations: Customizations) -> str:
    if operation.paging:
        return "pages"
    if operation.id in customizations.exports:
        return "export"
    if "text/event-stream" in operation.media:
        return "events"
    if result is None:
        return "nothing"
    return "list" if result.kind == "list" else "value"


def _result(operation: Operation, service: Service) -> Type | None:
    """Return the type of a method's result; for a paged operation, the list of its items."""
    if operation.answer is None:
        return None
    if operation.answer.kind == "list":
        return operation.answer
    name = operation.paging.items if operation.paging else operation.value
    fields = service.record(operation.answer.name).fields
    return next((field.type for field in fields if field.wire == name), operation.answer)


def _columns(result: Type | None, service: Service) -> Iterator[Field]:
    kind = result.of[0] if result is not None and result.kind == "list" else result
    if kind is None or kind.kind != "record":
        return
    for field in service.record(kind.name).fields:
        if _is_scalar(field.type.without_null()) and not field.secret:
            yield field


def _is_scalar(kind: Type) -> bool:
    return kind.kind in _SCALARS or kind.kind == "literal"


def _input(
    parameter: Parameter, operation: Operation, service: Service, customizations: Customizations
) -> CommandInput:
    inner = parameter.type.without_null()
    many = inner.kind == "list" and _is_scalar(inner.of[0])
    single = inner.of[0] if many else inner
    kind = type(single.values[0]).__name__ if single.kind == "literal" else single.kind
    secret = parameter.secret or any(field.secret for field in _inside(parameter.type, service))
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
    """Yield all fields of the records that a value may be or contain."""
    if kind.name and kind.name in above:
        return
    for record in service.arms(kind):
        for field in record.fields:
            yield field
            yield from _inside(field.type, service, (*above, kind.name))
    for part in kind.of:
        yield from _inside(part, service, above)


def _shape(kind: Type) -> dict[str, object]:
    shape: dict[str, object] = {"kind": kind.kind}
    if kind.name:
        shape["name"] = kind.name
    if kind.of:
        shape["of"] = [_shape(part) for part in kind.of]
    if kind.values:
        shape["values"] = kind.values
    return shape
