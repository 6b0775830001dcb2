"""The view of a place by a caller: the records of its answer, how often each is there, and their fields.

A record is found by its id, anywhere in the answer: the contract does not show the forms of all answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from trivet_checks.checks.effects.places import Place, kind_of_id
from trivet_checks.checks.effects.world import Record
from trivet_checks.exchanges.evidence import Broken
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_SPELLINGS: Mapping[str, Sequence[str]] = {
    "is_archived": ("is_archived", "archived"),
    "text": ("content", "text", "words"),
    "archival": ("time.archived", "archived"),
}
"""Other names that a server may give to a field, which no contract shows."""


@dataclass(frozen=True, slots=True)
class Look:
    """A place as one caller sees it, for a record of its path if it has one."""

    place: Place
    caller: str
    target: Record | None = None


@dataclass(slots=True)
class Seen:
    """The answer to a look, by its records."""

    reply: Reply | None
    """The last page; None if it got no answer."""
    rows: Mapping[str, list[Json]]
    """From ids to the objects that have them, anywhere in the answer."""
    marked: Mapping[str, list[Json]]
    """From the ids of messages to the objects about them: a rating need not have an id."""
    texts: Mapping[str, list[Json]]
    """From the texts of messages to the objects that have them."""
    items: list[Json]
    """The records of a list; none if the answer has no list of the name that the spec gives it."""
    total: int | None
    is_readable: bool

    @property
    def ok(self) -> bool:
        """Whether it is a success."""
        return self.reply is not None and self.reply.ok

    @property
    def body(self) -> Json:
        """The object of the last page; an empty one if it has none."""
        return (None if self.reply is None else record_of(self.reply)) or Json()

    def broken(self, message: str, follows: Sequence[str] = ()) -> Broken:
        """The error that this answer shows."""
        assert self.reply is not None
        return Broken(message, self.reply.evidence(), self.reply.operation, follows=follows)


UNREADABLE = Seen(None, {}, {}, {}, [], None, is_readable=False)
"""The result of a look without an answer."""


class _Missing:
    """The value of a field that is not shown."""


MISSING = _Missing()


def is_target(place: Place, row: Record) -> bool:
    """Whether a place is read for a record, by its id or its token."""
    if "token" in place.of:
        return row.kind == "share" and not row.recipient
    return row.kind in map(kind_of_id, place.of)


def value_of(record: Json, name: str) -> Any:
    """The value of a field, by any of its names; `MISSING` if it is not shown.

    >>> value_of({"time": {"created": 1}}, "time.created")
    1
    """
    values = (_inner(record, spelled.split(".")) for spelled in _SPELLINGS.get(name, (name,)))
    return next((value for value in values if value is not MISSING), MISSING)


def _inner(record: Json, names: Sequence[str]) -> Any:
    value: Any = record
    for name in names:
        if not isinstance(value, dict) or name not in value:
            return MISSING
        value = cast(Json, value)[name]
    return value


def count_of(seen: Seen, look: Look, row: Record, *, by_its_text: bool = True) -> int:
    """How often a record is in an answer, by its id; by its text only where no message has an id that is a text."""
    if look.target is row or "token" in look.place.of:
        return int(seen.ok and not is_of_another(seen, look, row))
    if not seen.ok:
        return 0
    if row.kind == "rating" and row.within is not None:
        marked = [record for record in seen.marked.get(row.within.id, ()) if record.get("id") != row.id]
        return len(marked) + len(seen.rows.get(row.id, ()))
    count = len(seen.rows.get(row.id, ()))
    if count or not by_its_text or not row.text:
        return count
    return sum(isinstance(record.get("id", ""), str) for record in seen.texts.get(row.text, ()))


def is_of_another(seen: Seen, look: Look, row: Record) -> bool:
    """Whether an answer is about another record than the one that the request names."""
    if look.target is not row or not seen.ok or row.kind not in look.place.shows or "token" in look.place.of:
        return False
    return bool(content_of(seen.body).get("id", row.id) != row.id)


def messages_of(row: Record, looks: Sequence[Look], seen: Mapping[int, Seen]) -> int | None:
    """How many messages a conversation has, by their list."""
    for index, look in enumerate(looks):
        if look.target is row and look.caller == row.owner and look.place.operation.endswith(".messages.list"):
            known = look.place.items in seen[index].body
            return len(seen[index].items) if known else None
    return None


def seen_in(pages: Sequence[Reply], items: list[Json], keys: Mapping[str, str]) -> Seen:
    """The records of the pages of one look.

    Args:
        pages: Its answers.
        items: The records of their lists.
        keys: From the kinds that have no `id` to the fields that identify their records, in a list alone.
    """
    rows: dict[str, list[Json]] = {}
    for item in items:
        for key in {*keys.values()}:
            if isinstance(item.get(key), str):
                rows.setdefault(item[key], []).append(item)
    marked: dict[str, list[Json]] = {}
    texts: dict[str, list[Json]] = {}
    reply = pages[-1]
    for page in pages:
        for found in _objects(page.plain) if page.ok and page.is_json else ():
            if isinstance(found.get("id"), str):
                rows.setdefault(found["id"], []).append(found)
            if isinstance(found.get("message_id"), str):
                marked.setdefault(found["message_id"], []).append(found)
            if isinstance(text := value_of(found, "text"), str):
                texts.setdefault(text, []).append(found)
    # A refusal says that nothing of its record is there, and nothing at all of a list.
    is_readable = not reply.in_its_place and (reply.is_json if reply.ok else bool(reply.request.arguments))
    return Seen(reply, rows, marked, texts, items, total_of(pages[0]), is_readable and reply.status < 500)


def _objects(value: Any) -> Iterator[Json]:
    inside: Sequence[Any] = ()
    if isinstance(value, dict):
        shown = cast(Json, value)
        yield shown
        inside = [*shown.values()]
    elif isinstance(value, list):
        inside = cast(Sequence[Any], value)
    for inner in inside:
        yield from _objects(inner)


def rows_of(reply: Reply, name: str) -> list[Json]:
    """The records of a list, by the name that the spec gives it; or of an answer that is a list itself."""
    body: Any = reply.plain if reply.ok and reply.is_json else None
    found: Any = cast(Json, body).get(name) if isinstance(body, dict) else body
    if isinstance(found, dict):
        found = cast(Json, found).get(name)
    rows = cast(Sequence[Any], found) if isinstance(found, list) else ()
    return [cast(Json, row) for row in rows if isinstance(row, dict)]


def content_of(body: Json) -> Json:
    """The record of an answer, which may be wrapped as `data`."""
    inner: Any = body.get("data", body)
    return cast(Json, inner) if isinstance(inner, dict) else Json()


def total_of(reply: Reply) -> int | None:
    """The total of a list; None if the answer has none."""
    body: Any = reply.plain if reply.ok and reply.is_json else None
    total = cast(Json, body).get("total") if isinstance(body, dict) else None
    return total if type(total) is int else None


def record_of(reply: Reply) -> Json | None:
    """The object that a success answers; None for any other answer."""
    body: Any = reply.plain if reply.ok and reply.is_json else None
    return cast(Json, body) if isinstance(body, dict) else None
