"""Lists that the service sends in pages: one page, so many items, or all."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from itertools import islice
from typing import Any, cast

from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.operations.inputs import Arguments
from trivet.cli.operations.table import Operation
from trivet.cli.operations.values import columns
from trivet.cli.terminal import progress

__all__ = ["page_size", "show_pages"]

_LARGEST = 100
"""The page that is asked for at most, where the contract has no bound."""


def show_pages(
    invocation: Invocation, operation: Operation, method: Any, arguments: Arguments, given: Mapping[str, Any]
) -> None:
    """Show the first page as the service sends it; with `limit` so many items, with `all` every one.

    >>> show_pages(invocation, operation, client.stops.list, Arguments(), {"all": True, "prefetch": 8})

    A list that shows fewer items than its total is read again, as `complete()` of a pager does; each item is shown
    once, as it is found.

    Args:
        invocation: The run.
        operation: The operation.
        method: The client's method.
        arguments: Its arguments.
        given: The options `limit`, `all` and `prefetch`.

    Raises:
        UsageError: The options exclude each other, or a limit is below 1.
        IncompleteListError: Items are missing; those that were found have been shown.
    """
    limit, every, prefetch = given["limit"], given["all"], given.get("prefetch")
    if limit is not None and every:
        raise UsageError("--limit and --all exclude each other")
    if limit is not None and limit < 1:
        raise UsageError(f"--limit must be a whole number not below 1, got {limit}")
    if prefetch is not None and limit is None and not every:
        raise UsageError("--prefetch needs --all or --limit, as one page alone is fetched without them")
    if limit is None and not every:
        page = method(**arguments).page()
        invocation.show(page, columns(operation))
        if more := _more(len(page), page.start, page.total, page.next):
            invocation.note(more)
        return
    for name, size in page_size(operation, limit).items():
        arguments.setdefault(name, size)
    if prefetch is not None:
        arguments.put("prefetch", prefetch, "--prefetch")
    pager = method(**arguments)
    with closing(_counted(pager, limit, shown=invocation.on_terminal)) as items:
        invocation.show(items, columns(operation))


def page_size(operation: Operation, limit: int | None) -> dict[str, int]:
    """Return the argument that asks for pages no larger than what is wanted, where there is one."""
    if limit is None:
        return {}
    return {
        each.name: min(limit, int(each.maximum) if each.maximum else _LARGEST)
        for each in operation.inputs
        if each.page_size
    }


def _counted(pager: Any, limit: int | None, *, shown: bool) -> Generator[Any]:
    """Yield items, with progress unless they themselves appear on the terminal."""
    every: Any = pager.iter_complete()
    with closing(every):
        items: Iterator[Any] = islice(cast("Iterator[Any]", every), limit)
        if shown:
            yield from items
            return
        with progress("Fetching", unit="items") as advance:
            for count, item in enumerate(items, 1):
                yield item
                advance(count, pager.total if limit is None else min(limit, pager.total or limit))


def _more(count: int, start: object, total: int | None, following: object) -> str:
    """Return what to say of the pages that were not read, or an empty text."""
    first = start if isinstance(start, int) else 0
    if total is not None:
        if first + count >= total:
            return ""
        return f"{first + 1} to {first + count} of {total} shown; --all shows all, --limit N so many"
    if not count or (following is None and not isinstance(start, int)):
        return ""
    return "one page shown, there may be more; --all shows all, --limit N so many"
