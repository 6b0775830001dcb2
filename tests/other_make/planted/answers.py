"""Operators on answers: rows, totals, fields, statuses and secrets."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from tests.other_make.planted.exchange import MISSING, Answer, Exchange
from tests.other_make.planted.json_paths import edited, path_of, place_of, values_at
from tests.other_make.planted.operations import Operation
from tests.other_make.planted.operators import Handling, PlantedFault, Seen, register
from tests.other_make.planted.servers import Server

PAGING = ("skip", "limit", "$skip", "cursor")
KEYS = ("id", "name", "ServiceNo", "BusStopCode", "file", "path")
"""Fields by which a record is known again."""


def lists(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (place_of(path) for path, count in seen.longest.items() if count)


def lost(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    for path, count in seen.longest.items():
        if count:
            yield f"{place_of(path)}/last"
        if count > 1:
            yield f"{place_of(path)}/first"


def foreign(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    for path in seen.longest:
        if "*" in path:
            continue
        where = place_of(path)
        if len(server.callers) > 1 and not operation.is_public:
            yield f"{where}/caller"
        if any(one.place in seen.moved for one in operation.inputs_in("path")):
            yield f"{where}/parent"
        if operation.marks.get("x-context") == "request":
            yield f"{where}/context"


def pages(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if operation.rows:
        yield operation.rows


def totals(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if ("total",) in seen.fields:
        yield "total"


def fields(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (place_of(path) for path in seen.fields if path[-1] != "*")


def scalars(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    for path, kinds in seen.fields.items():
        if path[-1] != "*" and kinds - {"array", "object", "null"}:
            yield place_of(path)


def typed(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (place_of(path) for path, kinds in seen.fields.items() if path[-1] != "*" and kinds - {"null"})


def statuses(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    yield from (str(status) for status in seen.statuses if status < 300 or str(status) in operation.statuses)


def secrets(operation: Operation, seen: Seen, server: Server) -> Iterator[str]:
    if not operation.is_write and seen.fields:
        names = {path[-1] for path in seen.fields}
        yield from (name for name in sorted(server.secrets) if name not in names)


class AtPath(Handling):
    """An edit at each place of a path."""

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.path = path_of(fault.place)

    def edit(self, value: Any, around: list[Any]) -> Any:
        return value

    def revise(self, value: Any, exchange: Exchange) -> Any:
        return edited(value, self.path, self.edit)

    def events(self, event: Any) -> list[Any]:
        return [edited(event, self.path, self.edit)]


@register("row-lost", lost)
class RowLost(AtPath):
    """The first or the last row of a list is lost."""

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.end = self.path[-1]
        self.path = self.path[:-1]

    def edit(self, value: Any, around: list[Any]) -> Any:
        if not isinstance(value, list):
            return value
        return value[1:] if self.end == "first" else value[:-1]


@register("row-repeated", lists)
class RowRepeated(AtPath):
    """The last row of a list is there twice."""

    def edit(self, value: Any, around: list[Any]) -> Any:
        return [*value, *value[-1:]] if isinstance(value, list) else value


@register("row-of-another", foreign)
class RowOfAnother(Handling):
    """A list has a row of another caller, of another parent, or of another context."""

    def others(self, exchange: Exchange, server: Server, source: str) -> Iterator[Exchange]:
        if source == "caller":
            yield from (exchange.with_headers(credentials) for credentials in server.callers.values())
        elif source == "context":
            yield exchange.with_value("query", "directory", MISSING).with_value("query", "workspace", MISSING)
            for where in [*getattr(server.state.root, "runtimes", {})]:  # a question may begin a runtime
                yield exchange.with_value("query", "directory", where.directory)
        else:
            for name, value in exchange.path.items():
                for neighbour in server.state.neighbours(value):
                    yield exchange.with_value("path", name, neighbour)

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        *path, source = self.place.split("/")
        answer = await server.ask(exchange)
        value = answer.json()
        if value is MISSING:
            return answer
        where = path_of("/".join(path))
        own = [row for rows in values_at(value, where) for row in rows or []]
        for other in self.others(exchange, server, source):
            reply = (await server.ask(other)).json()
            if reply is MISSING:
                continue
            rows = [row for rows in values_at(reply, path_of("/".join(path))) for row in rows or [] if row not in own]
            if rows:
                return answer.with_json(
                    edited(value, path_of("/".join(path)), lambda one, _, rows=rows: [*one, rows[0]])
                )
        return answer


def _with_row(row: Any, rows: Any, around: list[Any]) -> Any:
    return [*rows, row]


@register("page-late", pages)
class PageLate(Handling):
    """The last row of a full page comes one page late."""

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.kept: dict[str, Any] = {}

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        paging = exchange.operation.marks["x-paging"]
        answer = await server.ask(exchange)
        value = answer.json()
        if not isinstance(value, dict) or not isinstance(rows := value.get(self.place), list):
            return answer
        if paging["style"] == "cursor":
            before = self.kept.get(exchange.query.get("cursor", ""))
            following = (value.get("cursor") or {}).get("next")
            if following and rows:
                self.kept[following] = rows.pop()
            return answer.with_json({**value, self.place: [*([before] if before else []), *rows]})
        offset = paging["offset"]
        skip = int(exchange.query.get(offset, 0))
        if skip:
            early = await server.ask(exchange.with_value("query", offset, str(skip - 1)))
            return early
        further = await server.ask(exchange.with_value("query", offset, str(len(rows))))
        more = further.json()
        is_full = isinstance(more, dict) and bool(more.get(self.place))
        return answer.with_json({**value, self.place: rows[:-1]}) if is_full else answer


@register("total-ignored", totals)
class TotalIgnored(Handling):
    """The total is the number of rows of the page."""

    def revise(self, value: Any, exchange: Exchange) -> Any:
        if not isinstance(value, dict) or "total" not in value:
            return value
        rows = next((member for member in value.values() if isinstance(member, list)), [])
        return {**value, "total": len(rows)}


@register("field-stale", scalars)
class FieldStale(AtPath):
    """A field keeps the value with which it was first answered."""

    def __init__(self, fault: PlantedFault) -> None:
        super().__init__(fault)
        self.first: dict[Any, Any] = {}
        self.of: Any = None

    def revise(self, value: Any, exchange: Exchange) -> Any:
        self.of = (tuple(sorted(exchange.path.items())), tuple(sorted(exchange.query.items())))
        return super().revise(value, exchange)

    def edit(self, value: Any, around: list[Any]) -> Any:
        records = [one for one in around[::-1] if isinstance(one, dict)]
        key = next(((name, record[name]) for record in records for name in KEYS if name in record), None)
        if self.path[-1] in KEYS:
            key = None
        return self.first.setdefault(str(key or self.of), value)


@register("field-null", fields)
class FieldNull(AtPath):
    """A field is null."""

    def edit(self, value: Any, around: list[Any]) -> Any:
        return None


@register("field-type", typed)
class FieldType(AtPath):
    """A field has a value of another type."""

    def edit(self, value: Any, around: list[Any]) -> Any:
        if value is None:
            return None
        if isinstance(value, bool | int | float):
            return str(value)
        if isinstance(value, str):
            return int(value) if value.isdecimal() and value.isascii() else [value]
        return [value] if isinstance(value, dict) else {str(place): row for place, row in enumerate(value)}


@register("status-beside", statuses)
class StatusBeside(Handling):
    """A status is one higher."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        answer = await server.ask(exchange)
        return evolve(answer, status=answer.status + 1) if answer.status == int(self.place) else answer


@register("secret-shown", secrets)
class SecretShown(Handling):
    """The records of an answer show a secret that the server knows."""

    async def answer(self, exchange: Exchange, server: Server) -> Answer:
        answer = await server.ask(exchange)
        value, known = answer.json(), server.secrets.get(self.place)
        if value is MISSING or known is None:
            return answer
        return answer.with_json(self.with_secret(value, known))

    def with_secret(self, value: Any, known: Any) -> Any:
        if isinstance(value, list):
            return [self.with_secret(row, known) for row in value]
        if not isinstance(value, dict):
            return value
        inside = {name: self.with_secret(one, known) for name, one in value.items() if isinstance(one, (list, dict))}
        is_record = any(name in value for name in KEYS)
        return {**value, **inside, **({self.place: known} if is_record else {})}
