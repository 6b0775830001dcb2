"""The operations of a service as values for the templates: signatures, checks, calls and docstrings."""

from __future__ import annotations

from attrs import frozen

from ..customizations import Customizations
from ..naming import identifier, snake
from ..read.ir import Field, Operation, Parameter, Record, Service, Type
from ..read.parser_adapter import FORM, OCTETS
from .examples import example, is_positional
from .python import item, literal
from .type_expressions import annotation, encoder, field_type, parameter_type

_BOUNDS = {"minimum": "not below {}", "maximum": "not above {}", "max_length": "at most {} characters"}

# The pattern of `check.uuid`, for `check.text`, which never shows a secret.
_UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


@frozen
class BodyFieldView:
    """One field of a body: the literal of its wire name, the expression of its value, and the condition to send it."""

    wire: str
    value: str
    condition: str


@frozen
class OperationView:
    """One operation: the function that makes its call, and its method.

    Attributes:
        name: The method's name.
        function: The function's name.
        result: The type of the call's value; for a paged operation, of its items.
        returns: The return type of the method.
        signature: The arguments of the function.
        method_signature: The arguments of the method, with their defaults.
        options: The arguments of `Call` that differ from its defaults.
        paging: `offset`, `cursor`, or empty.
        secret: Whether one of its arguments is a secret.
        start: The argument for the offset or the cursor of the first page.
        passed: The arguments that the method passes to the function.
        doc: The paragraphs of the method's docstring.
    """

    name: str
    function: str
    id: str
    method: str
    path: str
    result: str
    returns: str
    signature: str
    method_signature: str
    checks: tuple[str, ...]
    body: tuple[BodyFieldView, ...]
    decoding: str
    options: tuple[str, ...]
    pages: str
    paging: str
    secret: bool
    start: str
    passed: str
    has_value: bool
    doc: list[str]


def operation_view(operation: Operation, service: Service, customizations: Customizations) -> OperationView:
    """Make the view of one operation."""
    identity = [parameter for parameter in operation.parameters if is_positional(parameter)]
    rest = [parameter for parameter in operation.parameters if not is_positional(parameter)]
    formats = operation.media if len(operation.media) > 1 else ()
    needs_clock = any(parameter.wire in customizations.arguments for parameter in rest)
    statements = [line for parameter in operation.parameters for line in checks(parameter, service, customizations)]
    if formats:
        statements.append(f'check.choice("accept", accept, {literal(formats)})')
    passed = [parameter.name for parameter in identity] + [f"{parameter.name}={parameter.name}" for parameter in rest]
    passed += ["accept=accept"] if formats else []
    passed += ["clock=self._connection.settings.clock"] if needs_clock else []
    paging = operation.paging
    return OperationView(
        name=identifier(operation.id.rpartition(".")[2]),
        function=identifier(function_name(operation)),
        id=literal(operation.id),
        method=literal(operation.method),
        path=_path(operation),
        result=result_type(operation, service),
        returns=_returns(operation, service),
        signature=_signature(
            [_argument(parameter) for parameter in identity],
            [
                *map(_argument, rest),
                *(["accept: Accept"] if formats else []),
                *(["clock: Clock"] if needs_clock else []),
            ],
        ),
        method_signature=_signature(
            ["self", *(_argument(parameter) for parameter in identity)],
            [
                *(_argument(parameter) + _default(parameter) for parameter in rest),
                *([f"accept: calls.Accept = {literal(formats[0])}"] if formats else []),
                *(["prefetch: int = 1"] if paging and paging.style == "offset" else []),
            ],
        ),
        checks=tuple(statements),
        body=tuple(
            _body_field(parameter)
            for parameter in operation.parameters
            if parameter.place == "body" and operation.body_media != OCTETS
        ),
        decoding=decoding(operation, service),
        options=tuple(_options(operation, service, customizations)),
        pages=pages_constant(operation, service),
        paging=paging.style if paging else "",
        secret=any(parameter.secret for parameter in operation.parameters),
        start=next(parameter.name for parameter in rest if parameter.wire == paging.parameter) if paging else "",
        passed=", ".join(passed),
        has_value=operation.answer is not None,
        doc=_doc(operation, service),
    )


def has_uploads(service: Service) -> bool:
    """Return whether an operation of a service sends files."""
    return any(operation.body_media in (FORM, OCTETS) for operation in service.operations)


def _argument(parameter: Parameter) -> str:
    return f"{identifier(parameter.name)}: {parameter_type(parameter)}"


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return ""
    return " = UNSET" if parameter.three_states else " = None"


def _signature(positional: list[str], keywords: list[str]) -> str:
    return ", ".join([*positional, *(["*", *keywords] if keywords else [])])


def _returns(operation: Operation, service: Service) -> str:
    result = result_type(operation, service)
    if operation.paging is None:
        return result
    return f"AsyncPager[{result}]" if operation.paging.style == "offset" else f"AsyncPager[{result}, str | None]"


def _body_field(parameter: Parameter) -> BodyFieldView:
    name = parameter.name
    condition = f"not isinstance({name}, Unset)" if parameter.three_states else f"{name} is not None"
    value = _sent(parameter, null=parameter.type.nullable)
    return BodyFieldView(literal(parameter.wire), value, "" if parameter.required else condition)


def _sent(parameter: Parameter, *, null: bool) -> str:
    """Return an expression for the wire value of an argument, which may be None."""
    name = parameter.name
    source = encoder(parameter.type.without_null(), name)
    return f"None if {name} is None else {source}" if null and source != name else source


def _options(operation: Operation, service: Service, customizations: Customizations) -> list[str]:
    parameters = operation.parameters
    query = [
        (parameter, not parameter.required or parameter.type.nullable)
        for parameter in parameters
        if parameter.place == "query"
    ]
    pairs = "".join(f"({literal(parameter.wire)}, {_sent(parameter, null=null)})," for parameter, null in query)
    secrets = [
        parameter.name
        for parameter in parameters
        if parameter.secret and parameter.required and parameter.place != "body"
    ]
    lines = [f"template={literal(operation.path)}"] if "{" in operation.path else []
    lines += [f"query=({pairs})"] if query else []
    lines += [body] if (body := _body(operation)) else []
    lines += [] if operation.retryable else ["retryable=False"]
    lines += ["public=True"] if operation.public else []
    lines += [] if operation.max_body is None else [f"max_body={operation.max_body:_}"]
    lines += [f"secrets=({''.join(f'{name}, ' for name in secrets)})"] if secrets else []
    lines += [] if operation.unwrapped is None else [f"unwrapped_field={literal(operation.unwrapped)}"]
    lines += ["context=True"] if operation.context == "request" else []
    if operation.answer is None and operation.media:
        lines += [f"accept={literal(operation.media[0])}"]
    elif len(operation.media) > 1:
        lines += ["accept=accept"]
    for media in () if operation.by_hand else operation.media[1:]:
        parser = customizations.parsers.get(media)
        if parser is None:
            raise ValueError(f"{operation.id}: there is no parser for {media}")
        read = f"partial({parser.rpartition('.')[2]}.parse, shape={text_shape(operation, service)})"
        lines += [f"parse=None if accept == JSON else {read}"]
    if repeated := customizations.empty.get(operation.id):
        lines += [
            f"empty={{{literal(parameter.wire)}: {parameter.name}}}"
            for parameter in parameters
            if parameter.wire == repeated
        ]
    return lines


def _body(operation: Operation) -> str:
    """Return the argument of `Call` for the body; empty without one."""
    fields = [parameter for parameter in operation.parameters if parameter.place == "body"]
    if operation.body_media == OCTETS:
        return f"encoded=upload.octets({literal(fields[0].name)}, {fields[0].name})"
    if operation.body_media == FORM:
        files = [field.wire for field in fields if "file" in (field.type.kind, *(part.kind for part in field.type.of))]
        return f"encoded=upload.form(body, frozenset({literal(files)}))"
    return "body=body" if fields else ""


def _path(operation: Operation) -> str:
    wires = {parameter.wire: _segment(parameter) for parameter in operation.parameters if parameter.place == "path"}
    if not wires:
        return literal(operation.path)
    text = operation.path
    parts: list[str] = []
    # `str.format` cannot be used, because a wire name need not be an identifier.
    while "{" in text:
        before, _, rest = text.partition("{")
        wire, _, text = rest.partition("}")
        parts += [literal(before), wires[wire]]
    return " + ".join([*parts, *([literal(text)] if text else [])])


def _segment(parameter: Parameter) -> str:
    is_number = parameter.type.kind == "int" or any(isinstance(value, int) for value in parameter.type.values)
    return f"segment(str({parameter.name}))" if is_number else f"segment({parameter.name})"


def _doc(operation: Operation, service: Service) -> list[str]:
    entries = [item(8, parameter.name, meaning(parameter)) for parameter in operation.parameters]
    if len(operation.media) > 1:
        media = " or ".join(f"`{media_type}`" for media_type in operation.media)
        entries += [item(8, "accept", f"The media type of the answer, {media}; the result is the same.")]
    if operation.paging and operation.paging.style == "offset":
        entries += [item(8, "prefetch", "How many pages may be in flight at once.")]
    return [
        operation.summary,
        operation.doc,
        "The contract marks this operation as open to discussion: its shape may change." if operation.open else "",
        example(operation, service),
        "\n".join(["Args:", *entries]) if entries else "",
        "\n".join(["Raises:", *_raises(operation)]),
        f"Not in the contract, `{operation.method} {operation.path}`: {operation.assumed}"
        if operation.assumed
        else f"Contract: Endpoints, `{operation.method} {operation.path}`.",
    ]


def meaning(parameter: Parameter) -> str:
    """Return the description of an input, with its bounds and the service's default."""
    bounds = [_BOUNDS[key].format(value) for key, value in parameter.checks if key in _BOUNDS]
    text = parameter.doc or "See the contract."
    bounds += [] if parameter.default is None or "by default" in text else [f"default {parameter.default!r}"]
    return f"{text.removesuffix('.')}; {', '.join(bounds)}." if bounds else text


def _raises(operation: Operation) -> list[str]:
    lines = ["InvalidArgumentError: An argument breaks a rule; nothing was sent."] if operation.parameters else []
    lines += ["APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded."]
    return [f"    {line}" for line in lines]


def function_name(operation: Operation) -> str:
    """Return the name of an operation's function: `stops_list` for `stops.list`."""
    return operation.id.replace(".", "_")


def result_type(operation: Operation, service: Service) -> str:
    """Return the type of a call's value as an annotation; for a paged operation, the type of its items."""
    if operation.answer is None:
        return "None"
    if operation.paging:
        return annotation(_field(service, operation.answer, operation.paging.items).type.of[0], "m.")
    if operation.value is not None:
        field = _field(service, operation.answer, operation.value)
        return field_type(field, "m.", sent=service.record(operation.answer.name).sent)
    return annotation(operation.answer, "m.")


def pages_constant(operation: Operation, service: Service) -> str:
    """Return the assignment of an operation's pagination constant; empty for an operation without pages."""
    if operation.paging is None or operation.answer is None:
        return ""
    paging = operation.paging
    arms = service.arms(_field(service, operation.answer, paging.items).type.of[0])
    attributes = {field.wire: field.name for field in arms[0].fields}
    key = f"attrgetter({', '.join(literal(attributes[wire]) for wire in paging.key)})"
    if len(arms) > 1:  # an item may also be an `Unknown`, of a kind that the contract does not name
        key = f"key_of_any({literal(attributes[paging.key[0]])}, {literal(paging.key[0])})"
    if paging.style == "offset":
        kind, rest = "OffsetPagination", _largest_page(operation)
    else:
        kind, rest = "CursorPagination", f", first={literal(list(paging.first))}" if paging.first else ""
    pagination = f"{kind}({literal(paging.parameter)}, {key}{rest})"
    return f"{function_name(operation).upper()}_PAGES: {kind}[{result_type(operation, service)}] = {pagination}"


def _largest_page(operation: Operation) -> str:
    """Return the argument for the largest page, if the page size has a maximum; otherwise an empty text."""
    for parameter in operation.parameters:
        if (parameter.place, parameter.wire) == ("query", "limit"):
            return "".join(f", limit={literal(bound)}" for rule, bound in parameter.checks if rule == "maximum")
    return ""


def decoding(operation: Operation, service: Service) -> str:
    """Return the arguments of `Call` that decode the answer and extract its value."""
    if operation.answer is None:
        return "record=None, decode=None, extract=no_value"
    name = operation.answer.name
    extract = "whole_record"
    if operation.paging:
        items = _field(service, operation.answer, operation.paging.items).name
        total = operation.paging.total
        rest = f", page.{_field(service, operation.answer, total).name}" if total else ""
        if operation.paging.next:
            rest = f", next={_next(operation.paging.next, service.record(name), service)}"
        extract = f"lambda page: Batch(page.{items}{rest})"
    elif operation.value:
        extract = f'attrgetter("{_field(service, operation.answer, operation.value).name}")'
    return f"record=m.{name}, decode=m.decode_{snake(name)}, extract={extract}"


def _next(steps: tuple[str, ...], record: Record, service: Service) -> str:
    """Return an expression for the next cursor; the cursor and the objects on its path may be missing."""
    source, missing = "page", list[str]()
    for step in steps:
        field = next(candidate for candidate in record.fields if candidate.wire == step)
        source = f"{source}.{field.name}"
        if step is steps[-1]:
            break
        record = service.record(field.type.without_null().name)
        if field.type.nullable or not field.expected:
            missing.append(f"{source} is None")
    return f"None if {' or '.join(missing)} else {source}" if missing else source


def text_shape(operation: Operation, service: Service) -> str:
    """Return the places of numbers and records in an answer, for media types in which everything is text."""
    return "{}" if operation.answer is None else _shape(operation.answer, service)


def _shape(kind: Type, service: Service, above: tuple[str, ...] = ()) -> str:
    if kind.kind == "record":
        if kind.name in above:
            raise ValueError(f"{kind.name} contains itself, which is supported in JSON only")
        path = (*above, kind.name)
        fields = service.record(kind.name).fields
        inner = {field.wire: _shape(field.type.without_null(), service, path) for field in fields}
        return "{" + ", ".join(f"{literal(wire)}: {text}" for wire, text in inner.items() if text) + "}"
    if kind.kind == "list":
        return f"[{_shape(kind.of[0], service, above) or '{}'}]"
    if kind.kind == "literal":
        return "int" if all(isinstance(value, int) for value in kind.values) else ""
    return kind.kind if kind.kind in ("int", "float") else ""


def _field(service: Service, answer: Type, wire: str) -> Field:
    return next(field for field in service.record(answer.name).fields if field.wire == wire)


def checks(parameter: Parameter, service: Service, customizations: Customizations) -> list[str]:
    """Return the statements that refuse an argument outside the stated bounds."""
    name = identifier(parameter.name)
    hand = customizations.arguments.get(parameter.wire)
    check = (
        f"{hand[0].rpartition('.')[2]}.{hand[1]}({literal(name)}, {name}, clock.now())"
        if hand
        else _check(parameter, name)
    )
    return _conditional(parameter, [check, *_inside(parameter, service)] if check else [])


def _inside(parameter: Parameter, service: Service) -> list[str]:
    """Return the checks of the stated bounds of a record's fields."""
    other = parameter.type.without_null()
    if other.kind != "record":
        return []
    lines: list[str] = []
    for field in service.record(other.name).fields:
        if field.checks:
            name = f"{parameter.name}.{identifier(field.name)}"
            nested = Parameter(
                field.wire, name, "body", field.type, field.required, field.secret, field.checks, field.doc
            )
            lines += _conditional(nested, [_check(nested, name)])
    return lines


def _conditional(parameter: Parameter, checks: list[str]) -> list[str]:
    """Return checks that run only if the value is neither omitted nor null."""
    if not checks:
        return []
    name = parameter.name
    conditions = [f"not isinstance({name}, Unset)"] if parameter.three_states else []
    conditions += [f"{name} is not None"] if parameter.type.nullable or not parameter.required else []
    if not conditions:
        return checks
    return [f"if {' and '.join(conditions)}:", *(f"    {check}" for check in checks)]


def _check(parameter: Parameter, name: str) -> str:
    other = parameter.type.without_null()
    stated = dict(parameter.checks)
    kind = other.kind
    if kind == "literal":
        if "choice" in stated:
            return f"check.choice({literal(name)}, {name}, {literal(other.values)})"
        kinds = {type(value).__name__ for value in other.values}
        kind = kinds.pop() if len(kinds) == 1 else ""
    if "uuid" in stated and not parameter.secret:
        return f"check.uuid({literal(name)}, {name})"
    rules = {"pattern": _UUID} if "uuid" in stated else stated
    bounds = [f"{key}={literal(value)}" for key, value in rules.items()]
    if kind == "map":
        return f"check.mapping({literal(name)}, {name})"
    if _is_record(other):
        return f"check.record({literal(name)}, {name}, m.{other.name})"
    if kind == "list" and _is_record(other.of[0]):
        return f"check.records({literal(name)}, {name}, m.{other.of[0].name})"
    checks = {"str": "text", "int": "integer", "float": "number", "bool": "boolean", "datetime": "instant"}
    if kind not in checks:
        return ""
    if parameter.secret and kind == "str":
        bounds.append("secret=True")
    # An empty identity names no resource, and an empty segment would change the meaning of a path.
    if kind == "str" and is_positional(parameter) and not any(bound.startswith("min_length") for bound in bounds):
        bounds.insert(0, "min_length=1")
    arguments = ", ".join([literal(name), name, *bounds])
    return f"check.{checks[kind]}({arguments})"


def _is_record(kind: Type) -> bool:
    return kind.kind in ("record", "union")
