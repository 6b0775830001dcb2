"""The lists of an agent server before the walks, page by page, so that only changes count."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trivet_checks.checks.agent.service import next_cursor
from trivet_checks.checks.target import Target
from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.agent.form import AgentForm, rows_of
from trivet_checks.explore.agent.words import (
    ACCOUNTS,
    LASTING,
    LIST,
    MODELS,
    PERMISSIONS,
    PROJECTS,
    QUESTIONS,
    STATUS,
    WORKSPACES,
)

OF_SERVER = (ACCOUNTS, MODELS, PROJECTS, STATUS, WORKSPACES)
_NAMES = ("providerID", "server", "id", "workspaceID", "name", "uri")
_MOST_PAGES = 40
_LARGEST = 50

Key = tuple[str, str]
"""An operation, and the directory of the context; empty for a list of the server."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The records of a list, whose pages were read one after the other."""

    rows: list[Json]
    lengths: list[int]
    """How many records each page has."""
    is_whole: bool
    """Whether the last page was reached."""


@dataclass(slots=True)
class Lists:
    """The records of each list, by the fields that distinguish them."""

    before: dict[Key, frozenset[tuple[str, ...]]] = field(default_factory=dict[Key, frozenset[tuple[str, ...]]])
    twice: dict[Key, tuple[str, ...]] = field(default_factory=dict[Key, tuple[str, ...]])
    """The lists that have a record twice, with one such record."""


def identity(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that distinguish a record from others in its list; none if the answer does not show them.

    >>> identity({"id": "stub-1", "providerID": "stub", "cost": []})
    ('stub', 'stub-1')
    """
    if isinstance(row.get("id"), str):
        return tuple(str(row[name]) for name in ("providerID", "id") if isinstance(row.get(name), str))
    return tuple(row[name] for name in _NAMES if isinstance(row.get(name), str))


def repeated(rows: list[Json]) -> tuple[str, ...] | None:
    """A record that a list has twice; None if it has none, or if nothing distinguishes its records."""
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        one = identity(row)
        if one and one in seen:
            return one
        seen.add(one)
    return None


def pages(
    read: Callable[[Mapping[str, Any]], Reply], query: Mapping[str, Any], first: Reply, form: AgentForm
) -> Rows | None:
    """Read the pages of a list of sessions or messages behind the first one; None if it is not a list of records.

    >>> pages(lambda query: user.call("session.list", query=query), {"limit": 1}, first, form).lengths
    [1, 1, 0]
    """
    rows = rows_of(content(first.plain))
    if rows is None:
        return None
    kept = {name: value for name, value in query.items() if name not in ("order", "cursor")}
    if not form.cursor_takes_filters:
        kept = {name: value for name, value in kept.items() if name in ("directory", "workspace", "limit")}
    every, lengths, cursor, last = [*rows], [len(rows)], next_cursor(first), None
    while cursor and cursor != last:
        if len(lengths) == _MOST_PAGES:
            return Rows(every, lengths, is_whole=False)
        reply = read({**kept, "cursor": cursor})
        rows = rows_of(content(reply.plain)) if reply.ok and reply.is_json else None
        if rows is None:
            return Rows(every, lengths, is_whole=False)
        every += rows
        lengths.append(len(rows))
        cursor, last = next_cursor(reply), cursor
    return Rows(every, lengths, is_whole=True)


def read_lists(target: Target, form: AgentForm) -> Lists:
    """Read every list of a server that a walk reads, of the whole server and of both directories."""
    lists = Lists()
    for operation, directory in _readings(form):
        rows = _read(target, form, operation, directory)
        if rows is None:
            continue
        key = (operation, directory)
        lists.before[key] = frozenset(filter(None, map(identity, rows)))
        if (twice := repeated(rows)) is not None:
            lists.twice[key] = twice
    return lists


def changed(before: Lists, after: Lists) -> Iterator[tuple[Key, str, str]]:
    """The lists that are other ones after the walks, each with its state before and after in words."""
    for key, first in before.before.items():
        last = after.before.get(key)
        if last is not None and first != last:
            yield key, f"{len(first)} records", f"{len(last)}, of which {len(last - first)} are others"


def _readings(form: AgentForm) -> Iterator[tuple[str, str]]:
    for operation in OF_SERVER:
        yield operation, ""
    for directory in dict.fromkeys((form.directory, form.default)):
        for operation in (LIST, *LASTING, PERMISSIONS, QUESTIONS, "pty.list"):
            yield operation, directory


def _read(target: Target, form: AgentForm, operation: str, directory: str) -> list[Json] | None:
    query: Json = {"directory": directory} if directory == form.directory else {}
    if operation == LIST:
        query["limit"] = _LARGEST
    user = target.caller("user")
    try:
        first = user.call(operation, query=query)
        if not first.ok or not first.is_json:
            return None
        if operation != LIST:
            return rows_of(content(first.plain))
        read = pages(lambda more: user.call(operation, query=more), query, first, form)
    except (Broken, NotTried, LostWrite):
        return None
    return read.rows if read is not None and read.is_whole else None
