"""Operators on inputs: a filter, an order or a bound ignored, a number off by one."""

import json
from collections.abc import Iterator
from typing import Any

from tests.other_make.planted.exchange import MISSING, Answer, Exchange
from tests.other_make.planted.json_paths import edited, path_of, place_of
from tests.other_make.planted.operations import BOUNDS, Input, Operation
from tests.other_make.planted.operators import Handling, PlantedFault, Seen, register
from tests.other_make.planted.servers import Server

ORDERS = frozenset({"order", "sort"})


def is_bound(one: Input) -> bool:
    """Whether an input bounds the rows of an answer: a limit, or an offset."""
    return one.name in ("limit", "skip", "$skip", "cursor")


def given(operation: Operation) -> Iterator[Input]:
    """The inputs of a read that choose its answer, apart from the path."""
    if not operation.is_write:
        yield from (one for one in operation.inputs if one.where != "path" and not one.required)
    else:
        yield from operation.inputs_in("query")


def filters(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (one.place for one in given(operation) if not is_bound(one) and one.name not in ORDERS)


def orders(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (one.place for one in given(operation) if one.name in ORDERS)
    for path, count in seen.longest.items():
        if count > 1:
            yield f"rows/{place_of(path)}"


def bounds(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (f"{one.place}/given" for one in given(operation) if is_bound(one))
    yield from seen.refusals


def numbers(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    for one in operation.inputs:
        if {"integer", "number"} & {*one.kinds} and (one.where == "query" or not operation.is_write):
            yield one.place
    yield from (place for place in seen.refusals if place.split("/")[-1] in ("minimum", "maximum", "maxLength"))
    for path, kinds in seen.fields.items():
        if "integer" in kinds:
            yield f"answer/{place_of(path)}"


def repaired(exchange: Exchange, one: Input, keyword: str, beyond: int | None = None) -> Exchange:
    """The request with a value within a bound, if its value breaks it; `beyond`: by no more than so much."""
    value = exchange.value(one.where, one.name)
    bound, number = one.schema.get(keyword), _number(value)
    if keyword == "required":
        return exchange if value is not MISSING else exchange.with_value(one.where, one.name, sample(one))
    if value is MISSING:
        return exchange
    if keyword == "minimum" and number is not None and bound is not None and number < bound:
        return exchange if beyond is not None and number < bound - beyond else _with(exchange, one, bound)
    if keyword == "maximum" and number is not None and bound is not None and number > bound:
        return exchange if beyond is not None and number > bound + beyond else _with(exchange, one, bound)
    if keyword == "maxLength" and isinstance(value, str) and bound is not None and len(value) > bound:
        return exchange if beyond is not None and len(value) > bound + beyond else _with(exchange, one, value[:bound])
    if keyword in ("enum", "pattern", "format", "type", "minLength"):
        return _with(exchange, one, MISSING if not one.required else sample(one))
    return exchange


def sample(one: Input) -> Any:
    """A value within all bounds of an input."""
    schema = one.schema
    if schema.get("enum"):
        return schema["enum"][0]
    kind = (one.kinds or ["string"])[0]
    values: dict[str, Any] = {
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 1),
        "boolean": False,
        "array": [],
        "object": {},
    }
    return values.get(kind, one.name)


def _with(exchange: Exchange, one: Input, value: Any) -> Exchange:
    return exchange.with_value(one.where, one.name, value)


def _number(value: Any) -> float | None:
    try:
        return float(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None
    except ValueError:
        return None


@register("filter-ignored", filters)
class FilterIgnored(Handling):
    """An input that chooses rows or an answer has no effect."""

    def rewrite(self, exchange: Exchange) -> Exchange:
        where, name = self.place.split("/", 1)
        return exchange.with_value(where, name, MISSING)


@register("order-ignored", orders)
class OrderIgnored(Handling):
    """The order of rows is not the asked one, or is the opposite one."""

    def rewrite(self, exchange: Exchange) -> Exchange:
        where, name = self.place.split("/", 1)
        return exchange if where == "rows" else exchange.with_value(where, name, MISSING)

    def revise(self, value: Any, exchange: Exchange) -> Any:
        where, *path = self.place.split("/")
        if where != "rows":
            return value
        return edited(
            value, path_of("/".join(path)), lambda rows, around: rows[::-1] if isinstance(rows, list) else rows
        )


class _Bound(Handling):
    """A value that breaks a bound of an input is taken for one within it."""

    beyond: int | None = None

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        where, name, keyword = self.place.split("/")
        one = next(one for one in exchange.operation.inputs if (one.where, one.name) == (where, name))
        if keyword == "given":
            return await server.ask(exchange.with_value(where, name, MISSING))
        answer = await server.ask(exchange)
        if answer.status not in (400, 409, 422, 404):
            return answer
        lenient = repaired(exchange, one, keyword, self.beyond)
        other = answer if lenient == exchange else await server.ask(lenient)
        return other if other.is_success else answer


@register("bound-ignored", bounds)
class BoundIgnored(_Bound):
    """A bound of an input is not enforced, or a limit or an offset has no effect."""


@register("off-by-one", numbers)
class OffByOne(_Bound):
    """A number of the request or of the answer is one too high, or a bound lies one too far outside."""

    beyond = 1

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.path = tuple(fault.place.split("/"))

    def rewrite(self, exchange: Exchange) -> Exchange:
        where, name = self.path[0], self.path[-1]
        value = exchange.value(where, name) if where != "answer" else MISSING
        number = _number(value)
        if number is None or number != int(number):
            return exchange
        return exchange.with_value(where, name, int(number) + 1 if where == "body" else json.dumps(int(number) + 1))

    def revise(self, value: Any, exchange: Exchange) -> Any:
        if self.path[0] != "answer":
            return value
        return edited(value, path_of("/".join(self.path[1:])), lambda one, around: one + 1 if type(one) is int else one)

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        if self.path[-1] in BOUNDS and self.path[0] != "answer":
            return await super().answer(exchange, server)
        return await Handling.answer(self, exchange, server)

    def events(self, event: Any) -> list[Any]:
        return [edited_event(self, event)]


def edited_event(handling: Handling, event: Any) -> Any:
    """An event of a stream, revised as an answer is."""
    revised: Any = handling.revise(event, MISSING)
    return revised
