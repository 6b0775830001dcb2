"""The next step of a walk on a bus server, drawn by a seed from the codes that its answers have shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from trivet_checks.checks.bus.service import FAR, NO_STOP, halves
from trivet_checks.exchange_rules.bus import latest_months, month_before
from trivet_checks.explore.bus.lists import FILTERS, PLANS, ROUTES, SERVICES, STOPS
from trivet_checks.explore.bus.requests import ARRIVALS, FAR_MONTHS, PAGED, VOLUME
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.steps import Step

T = TypeVar("T")

_NO_SERVICE = "no-such"
_WRONG_OFFSETS = ("-1", "x", "1.5")
_WRONG_MONTHS = ("2025-05", "20250501", "202513", "last")
_KINDS: Sequence[tuple[str, int]] = (
    ("page", 14),
    ("edge", 6),
    ("filter", 14),
    ("combined", 4),
    ("no match", 4),
    ("arrivals", 10),
    ("month", 3),
    ("forbidden", 2),
    ("no key", 1),
)


_FORBIDDEN: Sequence[tuple[str, Mapping[str, Any]]] = (
    *((name, {"$skip": value}) for name in PAGED for value in _WRONG_OFFSETS),
    *((name, {"Date": value}) for name in VOLUME for value in (*_WRONG_MONTHS, *FAR_MONTHS)),
    (ARRIVALS, {}),
)


def probe_steps(walker: BusWalker) -> Iterator[Callable[[int], Step]]:
    """The requests from which the choices of a server are learned, whatever the seed is; each is made of a number."""
    code = next(iter(walker.codes[STOPS]), NO_STOP)
    for operation in (*PAGED, *VOLUME, ARRIVALS):
        yield partial(_without_key, operation=operation, code=code)
    known = {name: next((value for value in walker.lists[name].by_value if len(value) > 1), "") for name in FILTERS}
    parts = [(name, {FILTERS[name]: halves(value)[0]}) for name, value in known.items() if value]
    missing = [(STOPS, {FILTERS[STOPS]: NO_STOP}), (SERVICES, {FILTERS[SERVICES]: _NO_SERVICE})]
    behind = [(name, _from(FAR)) for name in PAGED]
    for operation, query in (*_FORBIDDEN, *behind, *missing, *parts, (ARRIVALS, {"BusStopCode": NO_STOP})):
        yield partial(_step, operation=operation, query=query)


class BusDraw:
    """Draws the steps of one walk.

    Args:
        seed: The seed of the run, and the number of the walk.
        turns: The values of inputs that are left of a round, which the walks of a run share.
    """

    def __init__(self, seed: str, turns: dict[str, list[Any]]) -> None:
        self._chance = Random(seed)
        self._turns = turns
        self._pending: list[Step] = []
        self._makers: Mapping[str, Callable[[int, BusWalker], Step]] = {
            "page": self._page,
            "edge": self._edge,
            "filter": self._filter,
            "combined": self._combined,
            "no match": self._no_match,
            "arrivals": self._arrivals,
            "month": self._month,
            "forbidden": self._forbidden,
            "no key": self._no_key,
        }

    def next(self, number: int, walker: BusWalker) -> Step:
        """Draw the next step."""
        if self._pending:
            step = self._pending.pop(0)
            return _step(number, step.operation, step.query)
        kinds, weights = zip(*_KINDS, strict=True)
        return self._makers[self._chance.choices(kinds, weights)[0]](number, walker)

    def _turn(self, name: str, values: Sequence[T]) -> T:
        """The next of some values, in an order of their own for each round, so that all of them occur."""
        if not self._turns.get(name):
            self._turns[name] = self._chance.sample(values, len(values))
        value: T = self._turns[name].pop()
        return value

    # Lists.

    def _page(self, number: int, walker: BusWalker) -> Step:
        operation = self._turn("lists", (STOPS, SERVICES, ROUTES, ROUTES, PLANS))
        known = max(walker.lists[operation].rows, default=0)
        return _step(number, operation, _from(self._chance.randint(0, known + 1)))

    def _edge(self, number: int, walker: BusWalker) -> Step:
        """An offset at the end of a page or of the list, or far behind it."""
        operation = self._turn("edges", (STOPS, SERVICES, ROUTES, PLANS))
        memory = walker.lists[operation]
        end, page = max(memory.rows, default=0) + 1, memory.page
        near = self._turn(f"edges of {operation}", (0, 1, page - 1, page, page + 1, end - 1, end, end + 1, FAR))
        return _step(number, operation, _from(max(near, 0)))

    def _filter(self, number: int, walker: BusWalker) -> Step:
        """A code that the list has, or that another list has."""
        operation = self._turn("filters", (STOPS, SERVICES))
        memory = walker.lists[operation]
        codes = walker.codes[operation] if self._chance.random() < 0.6 else memory.by_value
        missing = {code for code in walker.codes[operation] if code not in memory.by_value}
        if operation in walker.works and (unasked := sorted(missing - memory.matches.keys())):
            return _step(number, operation, {FILTERS[operation]: self._chance.choice(unasked)})
        return _step(number, operation, {FILTERS[operation]: self._one(codes) or self._no_code(operation)})

    def _combined(self, number: int, walker: BusWalker) -> Step:
        operation = self._turn("combined", (STOPS, SERVICES))
        found = walker.lists[operation].matches
        several = {value: one for value, one in found.items() if len(one.keys) > 1 and one.is_whole}
        value = self._one(several or {value: one for value, one in found.items() if one.keys})
        if value is None:
            return self._filter(number, walker)
        query = {FILTERS[operation]: value, **_from(self._chance.choice((1, 1, 1, 2, 3, FAR)))}
        return _step(number, operation, query)

    def _no_match(self, number: int, walker: BusWalker) -> Step:
        operation = self._turn("no match", (STOPS, SERVICES))
        value = self._one(walker.lists[operation].by_value)
        parts = halves(value) if value else []
        chosen = self._turn(f"no match of {operation}", ("none", "first", "last"))
        part = parts[0 if chosen == "first" else -1] if parts and chosen != "none" else self._no_code(operation)
        return _step(number, operation, {FILTERS[operation]: part})

    # Arrivals and files.

    def _arrivals(self, number: int, walker: BusWalker) -> Step:
        """The stop, then one of its services or an offset, and the stop again."""
        known = self._chance.choice((walker.codes[STOPS], walker.lists[STOPS].by_value))
        code = self._one(known) or NO_STOP
        if self._chance.random() < 0.1:
            code = NO_STOP
        numbers = walker.arrivals.numbers(code)
        stop: Mapping[str, Any] = {"BusStopCode": code}
        if not numbers:
            self._pending = [_step(0, ARRIVALS, stop)] if self._chance.random() < 0.3 else []
            if code in walker.lists[STOPS].by_value:
                self._pending = [
                    _step(0, ARRIVALS, {**stop, "ServiceNo": self._a_service(walker)}),
                    _step(0, ARRIVALS, stop),
                ]
            return _step(number, ARRIVALS, stop)
        chosen = self._chance.choice(numbers)
        parts = [half for half in halves(chosen) if half]
        asked = self._chance.choice([chosen, chosen, *parts, self._a_service(walker)])
        between = [{**stop, "ServiceNo": asked}, {**stop, "ServiceNo": self._chance.choice(numbers)}]
        if self._chance.random() < 0.2:
            between.append({**stop, **_from(1)})
        self._pending = [_step(0, ARRIVALS, query) for query in (*between, stop)]
        return _step(number, ARRIVALS, stop)

    def _month(self, number: int, walker: BusWalker) -> Step:
        operation = self._turn("files", VOLUME)
        latest = latest_months(walker.now)[0]
        months = [None, latest, *(month_before(latest, back) for back in range(1, 6))]
        month = self._turn(f"months of {operation}", months)
        query: dict[str, Any] = {} if month is None else {"Date": month}
        if self._chance.random() < 0.15:
            query |= _from(1)
        return _step(number, operation, query)

    # Requests that have to be refused.

    def _forbidden(self, number: int, walker: BusWalker) -> Step:
        operation, query = self._turn("forbidden", _FORBIDDEN)
        return _step(number, operation, query)

    def _no_key(self, number: int, walker: BusWalker) -> Step:
        code = self._one(walker.codes[STOPS]) or NO_STOP
        return _without_key(number, self._turn("no key", (*PAGED, *VOLUME, ARRIVALS)), code)

    def _one(self, codes: Mapping[str, Any]) -> str | None:
        known = [code for code in codes if code]
        return self._chance.choice(known) if known else None

    def _a_service(self, walker: BusWalker) -> str:
        return self._one(walker.lists[SERVICES].by_value) or _NO_SERVICE

    @staticmethod
    def _no_code(operation: str) -> str:
        return NO_STOP if operation == STOPS else _NO_SERVICE


def _step(number: int, operation: str, query: Mapping[str, Any]) -> Step:
    return Step(number=number, operation=operation, caller="user", query=query)


def _from(place: int) -> dict[str, Any]:
    return {"$skip": place} if place else {}


def _without_key(number: int, operation: str, code: str) -> Step:
    query = {"BusStopCode": code} if operation == ARRIVALS else {}
    return Step(number=number, operation=operation, caller="anonymous", query=query)
