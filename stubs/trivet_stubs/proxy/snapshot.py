"""The snapshot that the proxy takes of a bus service: the pages of its lists, as `BusStub(data=…)` reads them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.spec import JsonObject, resolve, target_of
from trivet_stubs.proxy.files import write_whole

_OFFSET = "$skip"


class _Page(NamedTuple):
    length: int
    dropped: int
    """How many of its records were left out."""


class Snapshot:
    """Keeps each page of each list in a file of its own, and at the end only those that follow one another.

    A page of a filtered list is no part of it, and neither is a record that the contract forbids, which a stub would
    refuse to read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, dict[int, _Page]] = {}
        """The pages by their offsets, by operation."""
        self._ended: set[str] = set()

    def takes(self, operation: Operation, pairs: list[tuple[str, str]]) -> bool:
        """Whether an answer is a page of a list."""
        return "x-paging" in operation.raw and all(name == _OFFSET for name, _ in pairs)

    def add(self, operation: Operation, pairs: list[tuple[str, str]], answer: Any) -> None:
        """Keep a page.

        Raises:
            OSError: It cannot be written.
        """
        rows: Any = cast(JsonObject, answer).get("value") if isinstance(answer, dict) else None
        skip = dict(pairs).get(_OFFSET, "0")
        if not isinstance(rows, list) or not skip.isdigit():
            return
        pages = self._pages.setdefault(operation.id, {})
        given = cast(Sequence[Any], rows)
        if not given:
            self._ended.add(operation.id)
            return
        kept = list(_allowed(operation, given))
        pages[int(skip)] = _Page(len(given), len(given) - len(kept))
        write_whole(self._path(operation.id, int(skip)), orjson.dumps({"value": kept}))

    def finish(self) -> tuple[dict[str, int], list[str]]:
        """Remove the pages that follow no other; return how many rows there are of each list, and what is missing."""
        counts: dict[str, int] = {}
        missing: list[str] = []
        for name, pages in self._pages.items():
            at, chain = 0, list[int]()
            while at in pages:
                chain.append(at)
                at += pages[at].length
            for skip in pages.keys() - set(chain):
                self._path(name, skip).unlink(missing_ok=True)
            dropped = sum(pages[each].dropped for each in chain)
            counts[name] = at - dropped
            if dropped:
                missing.append(f"{name}: {dropped} records are not what the contract allows")
            # The last page of a list is shorter than the first one, or an empty page follows it.
            ended = len(chain) > 1 and pages[chain[-1]].length < pages[chain[0]].length
            if name not in self._ended and not ended:
                missing.append(f"{name}: the page behind {at} records did not pass, so there may be more")
        return counts, missing

    def _path(self, name: str, skip: int) -> Path:
        return self._folder / f"{name}_{skip}.json"


def _allowed(operation: Operation, rows: Sequence[Any]) -> Iterator[Any]:
    """The records that the contract allows."""
    validator = load("bus").record(_record_of(operation))
    return (row for row in rows if validator.is_valid(row))


def _record_of(operation: Operation) -> str:
    document = load("bus").document
    schema: JsonObject = operation.raw["responses"]["200"]["content"]["application/json"]["schema"]
    page = resolve(document, schema)
    return target_of(page["properties"]["value"]["items"])[-1]
