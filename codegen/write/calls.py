"""The operations of a service as source: one function each, from checked arguments to an unsent call."""

from __future__ import annotations

from ..customizations import Customizations
from ..read.ir import Operation, Parameter, Record, Service, Type
from . import python

__all__ = ["JSON", "call_function", "function_name", "plan", "result", "shape"]

JSON = "application/json"
# As `check.uuid` has it; `check.text` tells a secret nowhere.
_UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


def function_name(operation: Operation) -> str:
    """`stops.list` to `stops_list`."""
    return python.identifier(operation.id.replace(".", "_"))


def positional(parameter: Parameter) -> bool:
    """Whether an input is the identity of what is asked for."""
    return parameter.required and parameter.place != "body"


def result(operation: Operation, service: Service) -> str:
    """The annotation of what the call gives; for a paged one, of its items."""
    if operation.answer is None:
        return "None"
    if operation.paging:
        return python.annotation(_field(service, operation.answer, operation.paging.items).of[0], "m.")
    if operation.value is not None:
        envelope = service.record(operation.answer.name)
        field = next(each for each in envelope.fields if each.wire == operation.value)
        return python.field_type(field, "m.", sent=envelope.sent)
    return python.annotation(operation.answer, "m.")


def plan(operation: Operation, service: Service) -> list[str]:
    """The constant that says how an operation pages."""
    if operation.paging is None or operation.answer is None:
        return []
    paging = operation.paging
    arms = service.arms(_field(service, operation.answer, paging.items).of[0])
    attributes = {each.wire: each.name for each in arms[0].fields}
    key = f"attrgetter({', '.join(python.literal(attributes[wire]) for wire in paging.key)})"
    if len(arms) > 1:  # and maybe one of a kind that the contract does not name
        key = f"key_of_any({python.literal(attributes[paging.key[0]])}, {python.literal(paging.key[0])})"
    plan = "OffsetPagination" if paging.style == "offset" else "CursorPagination"
    first = f", first={python.literal(list(paging.first))}" if paging.first else ""
    made = f"{plan}({paging.style}={python.literal(paging.parameter)}, key={key}{first})"
    return [f"{function_name(operation).upper()}_PAGES: {plan}[{result(operation, service)}] = {made}"]


def shape(operation: Operation, service: Service) -> str:
    """Where in an answer the numbers and records are, for media types that have only text."""
    return "{}" if operation.answer is None else _shape(operation.answer, service)


def _shape(kind: Type, service: Service, above: tuple[str, ...] = ()) -> str:
    if kind.kind == "record":
        if kind.name in above:
            raise ValueError(f"{kind.name} holds itself, which only JSON can say")
        path = (*above, kind.name)
        fields = service.record(kind.name).fields
        inner = {each.wire: _shape(each.type.without_null(), service, path) for each in fields}
        return "{" + ", ".join(f"{python.literal(wire)}: {text}" for wire, text in inner.items() if text) + "}"
    if kind.kind == "list":
        return f"[{_shape(kind.of[0], service, above) or '{}'}]"
    if kind.kind == "literal":
        return "int" if all(isinstance(each, int) for each in kind.values) else ""
    return kind.kind if kind.kind in ("int", "float") else ""


def call_function(operation: Operation, service: Service, customizations: Customizations) -> list[str]:
    """The function of one operation."""
    given = result(operation, service)
    value = f"Batch[{given}]" if operation.paging else given
    lines = [f"def {function_name(operation)}("]
    lines += _signature(operation, customizations)
    lines += [f") -> Call[{value}]:", *python.docstring("    ", f"Make a call of {operation.method} {operation.path}.")]
    for each in operation.parameters:
        lines += _checks(each, service, customizations)
    if _formats(operation):
        lines += [f'    check.choice("accept", accept, {python.literal(operation.media)})']
    body = [each for each in operation.parameters if each.place == "body"]
    if body:
        lines += ["    body: dict[str, Any] = {}"]
        for each in body:
            lines += _body_field(each)
    lines += ["    return Call("]
    path = _path(operation)
    lines += [f"        {python.literal(operation.id)}, {python.literal(operation.method)}, {path},"]
    lines += [f"        {each}," for each in _answer(operation, service)]
    query = [each for each in operation.parameters if each.place == "query"]
    if query:
        pairs = "".join(f"({python.literal(each.wire)}, {_asked(each)})," for each in query)
        lines += [f"        query=({pairs}),"]
    if body:
        lines += ["        body=body,"]
    if not operation.retryable:
        lines += ["        retryable=False,"]
    if operation.public:
        lines += ["        public=True,"]
    if secrets := [each for each in operation.parameters if each.secret and each.required and each.place != "body"]:
        lines += [f"        secrets=({''.join(f'{each.name}, ' for each in secrets)}),"]
    if operation.unwrapped is not None:
        lines += [f"        unwrapped_field={python.literal(operation.unwrapped)},"]
    if operation.context == "request":
        lines += ["        context=True,"]
    if operation.answer is None and operation.media:
        lines += [f"        accept={python.literal(operation.media[0])},"]
    if operation.by_hand and _formats(operation):
        lines += ["        accept=accept,"]
    for media in () if operation.by_hand else operation.media[1:]:
        parser = customizations.parsers.get(media)
        if parser is None:
            raise ValueError(f"{operation.id}: no parser is written for {media}")
        read = f"partial({parser.rpartition('.')[2]}.parse, shape={shape(operation, service)})"
        lines += ["        accept=accept,", f"        parse=None if accept == JSON else {read},"]
    lines += ["    )"]
    return lines


def _signature(operation: Operation, customizations: Customizations) -> list[str]:
    ordered = [each for each in operation.parameters if positional(each)]
    rest = [each for each in operation.parameters if not positional(each)]
    lines = [f"    {each.name}: {python.parameter_type(each, 'm.')}," for each in ordered]
    keywords = [f"    {each.name}: {python.parameter_type(each, 'm.')}," for each in rest]
    if _formats(operation):
        keywords += ["    accept: Accept,"]
    if any(each.wire in customizations.arguments for each in rest):
        keywords += ["    clock: Clock,"]
    return lines + (["    *,", *keywords] if keywords else [])


def _formats(operation: Operation) -> bool:
    return len(operation.media) > 1


def _checks(parameter: Parameter, service: Service, customizations: Customizations) -> list[str]:
    name = python.identifier(parameter.name)
    hand = customizations.arguments.get(parameter.wire)
    check = (
        f"{hand[0].rpartition('.')[2]}.{hand[1]}({python.literal(name)}, {name}, clock.now())"
        if hand
        else _check(parameter, name)
    )
    return _conditional(parameter, [check, *_inside(parameter, service)] if check else [])


def _inside(parameter: Parameter, service: Service) -> list[str]:
    """The checks of what is stated of the fields of a record."""
    bare = parameter.type.without_null()
    if bare.kind != "record":
        return []
    lines: list[str] = []
    for each in service.record(bare.name).fields:
        if each.checks:
            name = f"{parameter.name}.{python.identifier(each.name)}"
            field = Parameter(each.wire, name, "body", each.type, each.required, each.secret, each.checks, each.doc)
            lines += _conditional(field, [_check(field, name)])
    return [line.removeprefix("    ") for line in lines]


def _conditional(parameter: Parameter, checks: list[str]) -> list[str]:
    """Checks of what may be missing, or null, where it is neither."""
    if not checks:
        return []
    name = parameter.name
    conditions = [f"not isinstance({name}, Unset)"] if parameter.three_states else []
    conditions += [f"{name} is not None"] if parameter.type.nullable or not parameter.required else []
    if not conditions:
        return [f"    {each}" for each in checks]
    return [f"    if {' and '.join(conditions)}:", *(f"        {each}" for each in checks)]


def _check(parameter: Parameter, name: str) -> str:
    bare = parameter.type.without_null()
    stated = dict(parameter.checks)
    kind = bare.kind
    if kind == "literal":
        if "choice" in stated:
            return f"check.choice({python.literal(name)}, {name}, {python.literal(bare.values)})"
        kinds = {type(each).__name__ for each in bare.values}
        kind = kinds.pop() if len(kinds) == 1 else ""
    if "uuid" in stated and not parameter.secret:
        return f"check.uuid({python.literal(name)}, {name})"
    rules = {"pattern": _UUID} if "uuid" in stated else stated
    bounds = [f"{key}={python.literal(value)}" for key, value in rules.items()]
    if kind == "map":
        return f"check.mapping({python.literal(name)}, {name})"
    if _is_record(bare):
        return f"check.record({python.literal(name)}, {name}, m.{bare.name})"
    if kind == "list" and _is_record(bare.of[0]):
        return f"check.records({python.literal(name)}, {name}, m.{bare.of[0].name})"
    checks = {"str": "text", "int": "integer", "float": "number", "bool": "boolean", "datetime": "instant"}
    if kind not in checks:
        return ""
    if parameter.secret and kind == "str":
        bounds.append("secret=True")
    # An identity that is empty names nothing, and in a path it would name something else.
    if kind == "str" and positional(parameter) and not any(each.startswith("min_length") for each in bounds):
        bounds.insert(0, "min_length=1")
    arguments = ", ".join([python.literal(name), name, *bounds])
    return f"check.{checks[kind]}({arguments})"


def _is_record(kind: Type) -> bool:
    return kind.kind in ("record", "union")


def _body_field(parameter: Parameter) -> list[str]:
    name = parameter.name
    line = f"body[{python.literal(parameter.wire)}] = {_sent(parameter, null=parameter.type.nullable)}"
    if parameter.required:
        return [f"    {line}"]
    given = f"not isinstance({name}, Unset)" if parameter.three_states else f"{name} is not None"
    return [f"    if {given}:", f"        {line}"]


def _asked(parameter: Parameter) -> str:
    return _sent(parameter, null=not parameter.required or parameter.type.nullable)


def _sent(parameter: Parameter, *, null: bool) -> str:
    """The wire value of an argument, which may be None."""
    name = parameter.name
    source = python.encoder(parameter.type.without_null(), name, "m.")
    return f"None if {name} is None else {source}" if null and source != name else source


def _path(operation: Operation) -> str:
    wires = {each.wire: _segment(each) for each in operation.parameters if each.place == "path"}
    if not wires:
        return python.literal(operation.path)
    text = operation.path
    parts: list[str] = []
    while "{" in text:
        before, _, rest = text.partition("{")
        wire, _, text = rest.partition("}")
        parts += [python.literal(before), wires[wire]]
    return " + ".join([*parts, *([python.literal(text)] if text else [])])


def _segment(parameter: Parameter) -> str:
    is_number = parameter.type.kind == "int" or any(isinstance(each, int) for each in parameter.type.values)
    return f"segment(str({parameter.name}))" if is_number else f"segment({parameter.name})"


def _answer(operation: Operation, service: Service) -> list[str]:
    if operation.answer is None:
        return ["record=None", "decode=None", "extract=no_value"]
    name = operation.answer.name
    extract = "whole_record"
    if operation.paging:
        items = _attribute(service, operation.answer, operation.paging.items)
        total = operation.paging.total
        rest = f", page.{_attribute(service, operation.answer, total)}" if total else ""
        if operation.paging.next:
            rest = f", next={_next(operation.paging.next, service.record(operation.answer.name), service)}"
        extract = f"lambda page: Batch(page.{items}{rest})"
    elif operation.value:
        extract = f'attrgetter("{_attribute(service, operation.answer, operation.value)}")'
    return [f"record=m.{name}", f"decode=m.decode_{python.snake(name)}", f"extract={extract}"]


def _next(steps: tuple[str, ...], record: Record, service: Service) -> str:
    """An expression for the next cursor, which may be missing, and what it lies in, too."""
    source, missing = "page", list[str]()
    for step in steps:
        field = next(each for each in record.fields if each.wire == step)
        source = f"{source}.{field.name}"
        if step is steps[-1]:
            break
        record = service.record(field.type.without_null().name)
        if field.type.nullable or not field.required:
            missing.append(f"{source} is None")
    return f"None if {' or '.join(missing)} else {source}" if missing else source


def _field(service: Service, answer: Type, wire: str) -> Type:
    return next(each.type for each in service.record(answer.name).fields if each.wire == wire)


def _attribute(service: Service, answer: Type, wire: str) -> str:
    return next(each.name for each in service.record(answer.name).fields if each.wire == wire)
