"""What an operation gives: the record of its answer, and the value that is taken out of it."""

from __future__ import annotations

from ..naming import snake
from ..read.ir import Field, Operation, Record, Service, Type
from .python import literal
from .types import annotation, field_type

__all__ = ["decoding", "function_name", "pages", "result", "shape"]


def function_name(operation: Operation) -> str:
    """`stops.list` to `stops_list`."""
    return operation.id.replace(".", "_")


def result(operation: Operation, service: Service) -> str:
    """The annotation of what the call gives; for a paged one, of its items."""
    if operation.answer is None:
        return "None"
    if operation.paging:
        return annotation(_field(service, operation.answer, operation.paging.items).type.of[0], "m.")
    if operation.value is not None:
        field = _field(service, operation.answer, operation.value)
        return field_type(field, "m.", sent=service.record(operation.answer.name).sent)
    return annotation(operation.answer, "m.")


def pages(operation: Operation, service: Service) -> str:
    """The constant that says how an operation pages; empty for one that does not."""
    if operation.paging is None or operation.answer is None:
        return ""
    paging = operation.paging
    arms = service.arms(_field(service, operation.answer, paging.items).type.of[0])
    attributes = {each.wire: each.name for each in arms[0].fields}
    key = f"attrgetter({', '.join(literal(attributes[wire]) for wire in paging.key)})"
    if len(arms) > 1:  # and maybe one of a kind that the contract does not name
        key = f"key_of_any({literal(attributes[paging.key[0]])}, {literal(paging.key[0])})"
    if paging.style == "offset":
        kind, rest = "OffsetPagination", _largest_page(operation)
    else:
        kind, rest = "CursorPagination", f", first={literal(list(paging.first))}" if paging.first else ""
    made = f"{kind}({literal(paging.parameter)}, {key}{rest})"
    return f"{function_name(operation).upper()}_PAGES: {kind}[{result(operation, service)}] = {made}"


def _largest_page(operation: Operation) -> str:
    """The argument that says how many items a page may hold, where the caller chooses; otherwise empty."""
    for parameter in operation.parameters:
        if (parameter.place, parameter.wire) == ("query", "limit"):
            return "".join(f", limit={literal(bound)}" for rule, bound in parameter.checks if rule == "maximum")
    return ""


def decoding(operation: Operation, service: Service) -> str:
    """The arguments of a call that make the value of its answer."""
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
    """An expression for the next cursor, which may be missing, and what it lies in, too."""
    source, missing = "page", list[str]()
    for step in steps:
        field = next(each for each in record.fields if each.wire == step)
        source = f"{source}.{field.name}"
        if step is steps[-1]:
            break
        record = service.record(field.type.without_null().name)
        if field.type.nullable or not field.expected:
            missing.append(f"{source} is None")
    return f"None if {' or '.join(missing)} else {source}" if missing else source


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
        return "{" + ", ".join(f"{literal(wire)}: {text}" for wire, text in inner.items() if text) + "}"
    if kind.kind == "list":
        return f"[{_shape(kind.of[0], service, above) or '{}'}]"
    if kind.kind == "literal":
        return "int" if all(isinstance(each, int) for each in kind.values) else ""
    return kind.kind if kind.kind in ("int", "float") else ""


def _field(service: Service, answer: Type, wire: str) -> Field:
    return next(each for each in service.record(answer.name).fields if each.wire == wire)
