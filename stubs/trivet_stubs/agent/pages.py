"""Pages of the agent stub's lists: a cursor holds the query of its list, and the row where a page begins or ends."""

import base64
import binascii
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Generic, TypeVar

from trivet_stubs.agent.refusals import invalid_cursor
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

T = TypeVar("T")

_DEFAULT_LIMIT = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """A request for rows of a list, read from its parameters or from its cursor."""

    about: JsonObject
    """The owner of the list: a context, or a session."""
    filters: JsonObject
    """The parameters that choose rows."""
    order: str
    anchor: list[Any] | None = None
    """The rank of the row before the page; None is the beginning."""
    backwards: bool = False
    """Whether the page ends before that row instead."""


@dataclass(frozen=True, kw_only=True)
class Pages(Generic[T]):
    """The pagination of one list.

    >>> pages = Pages[Session](rank=lambda session: [session.created, session.number])
    >>> query = pages.read(request, {"directory": "/home/dev/orchard"}, ["search"])
    >>> rows, cursor = pages.page(sessions, query, pages.limit(request))
    """

    rank: Callable[[T], list[Any]]
    """The sort key of a row, oldest first; no two rows have the same key."""
    ends_with_null: bool = False
    """Whether the last page has no next cursor; otherwise an empty page is the end."""

    def read(self, request: ContractRequest, about: JsonObject, names: Sequence[str] = ()) -> ListQuery:
        """Read the query of a request, or raise a `Refusal` if its cursor belongs to another list.

        Args:
            request: The request.
            about: The owner of the list.
            names: The parameters that choose rows.
        """
        filters = {name: request.query[name] for name in names if name in request.query}
        cursor: str | None = request.query.get("cursor")
        if cursor is None:
            return ListQuery(about=about, filters=filters, order=request.query.get("order", "desc"))
        query = ListQuery(**_decode(cursor))
        if query.about != about or {**query.filters, **filters} != query.filters:
            raise invalid_cursor("Cursor belongs to another list")
        if "order" in request.query:
            raise invalid_cursor("Cursor cannot be combined with order")
        return query

    def limit(self, request: ContractRequest) -> int:
        """The maximum number of rows of a page."""
        return whole_limit(request.query.get("limit"))

    @applies("agent.limits.cursors-page-through")
    def page(self, rows: Sequence[T], query: ListQuery, limit: int) -> tuple[list[T], JsonObject]:
        """The rows of a page and its cursors."""
        ordered = sorted(rows, key=self.rank, reverse=query.order == "desc")
        chosen, more = self._cut(ordered, query, limit)
        if not chosen:
            return [], {"previous": None, "next": None}
        ends = {"previous": (chosen[0], True), "next": (chosen[-1], False)}
        cursor: JsonObject = {name: _encode(query, self.rank(row), back) for name, (row, back) in ends.items()}
        if self.ends_with_null and not more:
            cursor["previous" if query.backwards else "next"] = None
        return chosen, cursor

    def _cut(self, ordered: list[T], query: ListQuery, limit: int) -> tuple[list[T], bool]:
        if query.anchor is None:
            return ordered[:limit], len(ordered) > limit
        anchor, descending = query.anchor, query.order == "desc"
        before = [row for row in ordered if (self.rank(row) > anchor if descending else self.rank(row) < anchor)]
        if query.backwards:
            return before[-limit:], len(before) > limit
        after = [row for row in ordered if (self.rank(row) < anchor if descending else self.rank(row) > anchor)]
        return after[:limit], len(after) > limit


def whole_limit(limit: float | None) -> int:
    """Return a limit as an integer, whose value the contract's schema guarantees, or the default limit for None."""
    return _DEFAULT_LIMIT if limit is None else int(limit)


def _encode(query: ListQuery, anchor: list[Any], backwards: bool) -> str:
    content = dumps(asdict(replace(query, anchor=anchor, backwards=backwards)))
    return base64.urlsafe_b64encode(content + _checksum(content)).rstrip(b"=").decode()


def _decode(cursor: str) -> JsonObject:
    try:
        packed = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except (binascii.Error, ValueError) as error:
        raise invalid_cursor("Invalid cursor") from error
    content, checksum = packed[:-4], packed[-4:]
    if not content or checksum != _checksum(content):
        raise invalid_cursor("Invalid cursor")
    query: JsonObject = loads(content)
    return query


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4)
