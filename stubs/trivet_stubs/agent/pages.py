"""Pages of the agent stub's lists: cursors that hold where to go on and what the list was asked for."""

import base64
import binascii
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Generic, TypeVar

import orjson

from trivet_stubs.agent.refusals import invalid, invalid_cursor
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject

T = TypeVar("T")

_DEFAULT_LIMIT = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a list was asked for: by its parameters, or by a cursor that remembers them."""

    about: JsonObject
    filters: JsonObject
    order: str
    anchor: list[Any] | None = None
    backwards: bool = False


@dataclass(frozen=True, kw_only=True)
class Pages(Generic[T]):
    """How one list is cut into pages."""

    rank: Callable[[T], list[Any]]
    """What orders the rows, oldest first, and is never the same for two of them."""
    maximum: int | None = None
    """The largest limit, if there is one."""
    ends_with_null: bool = False
    """Whether the last page has no next cursor; otherwise only an empty page is the end."""

    def asked(self, request: ContractRequest, about: JsonObject, names: Sequence[str] = ()) -> Asked:
        """What this request asks for; a `Refusal` when its cursor was given for another list.

        Args:
            request: The request.
            about: What else makes this list the one that it is.
            names: The parameters that choose rows.
        """
        given = {name: request.query[name] for name in names if name in request.query}
        cursor: str | None = request.query.get("cursor")
        if cursor is None:
            return Asked(about=about, filters=given, order=request.query.get("order", "desc"))
        asked = Asked(**_unpacked(cursor))
        if asked.about != about or {**asked.filters, **given} != asked.filters:
            raise invalid_cursor("Cursor belongs to another list")
        if "order" in request.query:
            raise invalid_cursor("Cursor cannot be combined with order")
        return asked

    def limit(self, request: ContractRequest) -> int:
        """How many rows a page may have; a `Refusal` unless it is a whole number within bounds."""
        return whole_limit(request.query.get("limit"), self.maximum, kind="Query")

    def page(self, rows: Sequence[T], asked: Asked, limit: int) -> tuple[list[T], JsonObject]:
        """The rows of a page and its cursors."""
        ordered = sorted(rows, key=self.rank, reverse=asked.order == "desc")
        found, more = self._cut(ordered, asked, limit)
        if not found:
            return [], {"previous": None, "next": None}
        ends = {"previous": (found[0], True), "next": (found[-1], False)}
        cursor: JsonObject = {name: _packed(asked, self.rank(row), way) for name, (row, way) in ends.items()}
        if self.ends_with_null and not more:
            cursor["previous" if asked.backwards else "next"] = None
        return found, cursor

    def _cut(self, ordered: list[T], asked: Asked, limit: int) -> tuple[list[T], bool]:
        if asked.anchor is None:
            return ordered[:limit], len(ordered) > limit
        anchor, descending = asked.anchor, asked.order == "desc"
        before = [row for row in ordered if (self.rank(row) > anchor if descending else self.rank(row) < anchor)]
        if asked.backwards:
            return before[-limit:], len(before) > limit
        after = [row for row in ordered if (self.rank(row) < anchor if descending else self.rank(row) > anchor)]
        return after[:limit], len(after) > limit


def whole_limit(given: float | None, maximum: int | None, *, kind: str) -> int:
    """A limit that the service takes: a whole number from 1 up."""
    limit = _DEFAULT_LIMIT if given is None else given
    if limit % 1 or limit < 1:  # of what is infinite, the remainder is not a number
        raise invalid("limit", f"{limit:g} is not a whole number greater than 0", kind=kind)
    if maximum is not None and limit > maximum:
        raise invalid("limit", f"{limit:g} is greater than {maximum}", kind=kind)
    return int(limit)


def _packed(asked: Asked, anchor: list[Any], backwards: bool) -> str:
    held = orjson.dumps(asdict(replace(asked, anchor=anchor, backwards=backwards)))
    return base64.urlsafe_b64encode(held + _seal(held)).rstrip(b"=").decode()


def _unpacked(cursor: str) -> JsonObject:
    try:
        packed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError) as error:
        raise invalid_cursor("Invalid cursor") from error
    held, seal = packed[:-4], packed[-4:]
    if not held or seal != _seal(held):
        raise invalid_cursor("Invalid cursor")
    found: JsonObject = orjson.loads(held)
    return found


def _seal(held: bytes) -> bytes:
    return zlib.crc32(held).to_bytes(4)
