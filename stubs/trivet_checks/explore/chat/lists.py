"""The lists of a chat server before the walks: how many records each has, and which, so that only changes count."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.chat.form import ChatForm, Path, numbers
from trivet_stubs.kernel.validation import is_list, is_object

OWN, SHARED = "conversations.list", "conversations.shared_with_me"
ALL, RATINGS, USERS = "admin.conversations.list", "admin.ratings.list", "admin.users.list"
SUMMARY = "admin.ratings.summary"
_PAGE = 100
_MOST_PAGES = 5
_FILTERS = ("include_archived", "search", "rating_filter", "with_comments_only")
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    OWN: {"include_archived": False},
    ALL: {"include_archived": True, "search": ""},
    RATINGS: {"rating_filter": None, "with_comments_only": False},
    USERS: {"search": ""},
}

Key = tuple[str, str, tuple[tuple[str, Any], ...]]


def key_of(operation: str, caller: str, query: Mapping[str, Any]) -> Key:
    """The list that a request reads, whatever page of it. The lists of administrators are the same for each of them."""
    filters = {**_DEFAULTS.get(operation, {}), **{name: query[name] for name in _FILTERS if name in query}}
    return operation, "" if operation.startswith("admin.") else caller, tuple(sorted(filters.items()))


@dataclass(slots=True)
class Before:
    """A list before the walks."""

    total: int
    ids: frozenset[str] | None = None
    """The ids of its records; None if there are too many of them, or it was not read whole."""
    listed: int | None = None
    """How many records its pages have, united; None if they were not all read."""


@dataclass(slots=True)
class Lists:
    """The lists of a server before the walks, and the numbers of its summary."""

    before: dict[Key, Before] = field(default_factory=dict[Key, Before])
    summary: dict[int, dict[Path, float]] = field(default_factory=dict[int, dict[Path, float]])
    """The numbers of the summary, by its days."""
    uneven: dict[Key, tuple[int, int]] = field(default_factory=dict[Key, tuple[int, int]])
    """The lists whose pages do not have as many records as their total says: the total, and the records."""

    def of(self, operation: str, caller: str, query: Mapping[str, Any]) -> Before | None:
        """A list before the walks; None if it was not read. A search for a title of the walk has found nothing."""
        key = key_of(operation, caller, query)
        if key not in self.before and query.get("search"):
            return Before(0, frozenset())
        return self.before.get(key)


DAYS = (1, 30, 365)


def read_lists(target: Target, form: ChatForm, callers: Mapping[str, Json]) -> Lists:
    """Read every list of a server that a walk reads, for each caller and filter."""
    lists = Lists()
    for operation, caller, query in _readings(callers):
        key = key_of(operation, caller, query)
        if (before := _read(target, operation, caller, query)) is not None:
            lists.before[key] = before
            if before.listed is not None and before.listed != before.total:
                lists.uneven[key] = before.total, before.listed
    if "admin" in callers and form.summary:
        for days in DAYS:
            reply = target.caller("admin").call(SUMMARY, query={"days": days})
            if reply.ok and reply.is_json:
                lists.summary[days] = dict(numbers(reply.plain))
    return lists


def changed(before: Lists, after: Lists) -> Iterator[tuple[Key, str, str]]:
    """The lists that are other ones after the walks, each with its state before and after in words."""
    for key, first in before.before.items():
        last = after.before.get(key)
        if last is None:
            continue
        if first.total != last.total:
            yield key, f"{first.total} records", f"{last.total} records"
        elif first.ids is not None and last.ids is not None and first.ids != last.ids:
            yield key, "the same records as before", f"{len(first.ids - last.ids)} others"


def _readings(callers: Mapping[str, Json]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for caller in callers:
        yield OWN, caller, {}
        yield OWN, caller, {"include_archived": True}
        yield SHARED, caller, {}
    if "admin" in callers:
        yield ALL, "admin", {}
        yield ALL, "admin", {"include_archived": False}
        yield USERS, "admin", {}
        for rating in (None, 1, 0, -1):
            for commented in ({}, {"with_comments_only": True}):
                yield RATINGS, "admin", {**({} if rating is None else {"rating_filter": rating}), **commented}


def _read(target: Target, operation: str, caller: str, query: Mapping[str, Any]) -> Before | None:
    """Read a list page by page; None if a page cannot be read."""
    ids: list[str] = []
    total = 0
    for page in range(_MOST_PAGES):
        try:
            reply = target.caller(caller).call(operation, query={**query, "skip": page * _PAGE, "limit": _PAGE})
        except (Broken, NotTried, LostWrite):
            return None
        if not reply.ok and page == 0 and reply.status == 404 and query:
            return Before(0, frozenset())  # nothing matches a filter
        try:
            items = reply.plain["items"] if reply.ok else None
            total = int(reply.plain["total"]) if reply.ok else 0
        except (NotTried, KeyError, TypeError, ValueError):
            return None
        if not is_list(items):
            return None
        ids += [str(item["id"]) for item in items if is_object(item) and "id" in item]
        if len(ids) >= total or not items:
            unique = frozenset(ids)
            return Before(total, unique if len(unique) == total else None, len(unique))
    return Before(total)
