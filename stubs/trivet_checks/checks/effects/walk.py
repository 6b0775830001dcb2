"""The walk through the table of effects: a server makes some writes, and every place that shows their records is read.

The places are read once after each group of writes, which is before the next one. What is not as it has to be is read
again until the server is known to be late no longer. Without a server, the walk lists the cells of the table.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, cast

from trivet_checks.checks.budget import pauses
from trivet_checks.checks.effects.chat_world import (
    ANSWER,
    COUNT,
    OTHERS,
    PAGES,
    STAYS,
    THERE,
    TITLE,
    TOTAL,
    UPDATE,
    Expected,
    Record,
    World,
    scope_of,
)
from trivet_checks.checks.effects.looks import (
    MISSING,
    UNREADABLE,
    Look,
    Seen,
    count_of,
    is_target,
    messages_of,
    record_of,
    rows_of,
    seen_in,
    total_of,
    value_of,
)
from trivet_checks.checks.effects.places import Place
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Cells
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_ANSWERED = "the answer"
_SHARE_OF_A_RUN = 3
"""A walk may send one of so many requests of the run."""
_MOST_PAGES = 5
_MOST_UNANSWERED = 3
"""After so many requests without an answer, one after the other, the walk ends."""
_VOLATILE = ("updated_at", "user_rating", "message_count", "conversation_count", "onboarding_completed_at")
"""Fields that other writes change, too, or that count."""
_NEEDS_A_FORM = (("rating", ""), ("message", "chat.admin-conversations.export-has-everything"))
"""Kinds of records that a place may show without an id: the contract does not show their form."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table: the effect of a write on a field of a record in a place, for a caller."""

    write: str
    place: str
    caller: str
    kind: str
    field: str
    """`there` for the record itself, `total` for the number of records."""


@dataclass(slots=True)
class Findings:
    """The findings of a walk: the broken parts of rules, and the cells that it has tried."""

    broken: dict[str, dict[str, list[Broken]]] = field(default_factory=dict[str, dict[str, list[Broken]]])
    """From rules to parts to their faults."""
    cells: dict[str, Cells] = field(default_factory=dict[str, Cells])


class PlannedWalk(Protocol):
    """A walk that a run has planned: its requests are known before it begins."""

    requests: int

    def run(self) -> None:
        """Walk; what was found so far counts if it raises."""
        ...

    @property
    def findings(self) -> Findings:
        """The findings so far."""
        ...


class NoWalk:
    """The walk of a service without a table of effects, or of a run that may not write."""

    requests = 0

    def run(self) -> None:
        """Do nothing."""

    @property
    def findings(self) -> Findings:
        """Nothing."""
        return Findings()


class Walk:
    """A walk: its world, its cells, and its findings.

    Args:
        places: The places of the service.
        target: The server; without one, the cells are listed as if every write were done.
        wants: Whether a rule is judged.
        refused: Returns the callers who are let in no longer: what they read says nothing of a rule.
    """

    def __init__(
        self,
        places: Sequence[Place],
        target: Target | None,
        wants: Callable[[str], bool],
        refused: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self.places = places
        self.target = target
        self.world: World = World()
        self.cells: dict[Cell, Expected] = {}
        self.tried: set[Cell] = set()
        self.broken: dict[str, dict[str, list[Broken]]] = {}
        self.requests: int = 0
        """How many requests the walk sends at most, but for those that are repeated."""
        self.wants = wants
        self._refused = refused
        self._group = ""
        self._answers: list[tuple[Record, Reply]] = []
        self._first: dict[tuple[str, str], Seen] = {}
        self._rows: dict[tuple[str, str, str, str], Json] = {}
        self._blind: set[tuple[str, str]] = set()
        self._unsearched: set[str] = set()
        """The places whose search does not find the beginning of a title, which a server may decide."""
        self._is_made = False
        self._unanswered = 0

    # Writes.

    def begin(self) -> None:
        """Read the lists before the first write, with which totals are compared."""
        if not self.wants(TOTAL):
            return
        for look in self._looks(lists=True):
            self.requests += 1
            if self.target is not None:
                self._first[str(look.place), look.caller] = self._read(look)

    def group(self, name: str) -> None:
        """Begin a group of writes: what they do not change stays."""
        self.world.settle()
        self._group = name

    def write(self, operation: str, row: Record, send: Callable[[], Reply | None]) -> Reply | None:
        """Send a write; nothing more is known of its record if it is refused or lost."""
        self.requests += 1
        if self.target is None:
            return None
        try:
            reply = send()
        except (Broken, LostWrite, NotTried) as error:
            row.is_lost = True
            self.target.traffic.settle(failed=True)
            self._unanswered += isinstance(error, LostWrite) or "there is no answer" in str(error)
            if self._unanswered >= _MOST_UNANSWERED:
                raise NotTried("the server does not answer") from None
            return None
        self._unanswered = 0
        if reply is not None and not reply.ok:
            row.is_lost = True
        return reply

    def fail(self, rule: str, part: str, error: Broken) -> None:
        """Note that a rule is broken in a part, once."""
        known = self.broken.setdefault(rule, {}).setdefault(part, [])
        if error.message not in [before.message for before in known]:
            known.append(error)

    def compare_later(self, row: Record, reply: Reply | None) -> None:
        """Compare the record that a write answers with the record that is read afterwards."""
        for name in row.fields:
            self.cells.setdefault(
                Cell(row.wrote, _ANSWERED, row.owner, row.kind, name), Expected("as it is read", ANSWER)
            )
        if reply is not None and not row.is_lost and record_of(reply) is not None and self.wants(ANSWER):
            self._answers.append((row, reply))

    # Reads.

    def judge(self, *, kinds: Collection[str] = (), last: bool = False) -> None:
        """Read every place, and compare it with the table.

        Args:
            kinds: The kinds of records that are read; without any, all.
            last: Wait before, for as long as a late server is waited for: nothing may change any more.
        """
        looks = [look for look in self._looks() if not kinds or set(kinds) & look.place.shows.keys()]
        looks = [look for look in looks if any(self.wants(expected.rule) for _, _, expected in self._cells(look))]
        self.requests += len(looks)
        for look in looks:
            for row, name, expected in self._cells(look):
                self.cells.setdefault(self._cell(look, row, name), expected)
        if self.target is None:
            return
        if last:
            self.target.budget.pause(self.target.lateness.wait)
        seen = {index: self._read(look) for index, look in enumerate(looks)}
        begun = self.target.budget.elapsed
        wrong = {index: [*self._faults(look, seen[index], looks, seen)] for index, look in enumerate(looks)}
        for pause in pauses(self.target.lateness.wait):
            again = [index for index, faults in wrong.items() if faults]
            if not again:
                break
            self.target.budget.pause(pause)
            seen |= {index: self._read(looks[index]) for index in again}
            for index in again:
                wrong[index] = [*self._faults(looks[index], seen[index], looks, seen)]
                if not wrong[index]:
                    self.target.lateness.observe(self.target.budget.elapsed - begun)
        if self._refused():
            raise NotTried("a caller is let in no longer")
        if not self._is_made:
            seen |= self._read_without_search(looks, seen)
            self._open_eyes(looks, seen)
            wrong = {index: [*self._faults(look, seen[index], looks, seen)] for index, look in enumerate(looks)}
        for index, look in enumerate(looks):
            self._note(look, seen[index], wrong[index])
        self._compare_answers([seen[index] for index in seen if not wrong[index]])
        self._is_made = True

    def turn_pages(self) -> None:
        """Read the longest page of each list by two pages: in any order, they have its records together, each once."""
        for look in self._looks(lists=True):
            rule = scope_of(look.place) or PAGES
            if look.place.limit is None or not (self.wants(PAGES) or self.wants(rule)):
                continue
            kind = next(iter(look.place.shows))
            expected = [self.world.there(look.place, look.caller, row) for row in self.world.of(kind)]
            if kind != "user" and sum(one is not None and one.value == 1 for one in expected) < 2:
                continue
            cell = Cell(self._group, str(look.place), look.caller, kind, "its pages")
            self.cells[cell] = Expected("the same as of one page", PAGES)
            self.requests += 3
            if self.target is not None:
                with suppress(Broken, NotTried):  # no answer says nothing of a rule
                    self._compare_pages(look, cell, rule)

    def _compare_pages(self, look: Look, cell: Cell, rule: str) -> None:
        assert self.target is not None
        lost, message, evidence = set[str](), "", None
        for pause in (0.0, *pauses(self.target.lateness.wait)):  # until no one else writes in between
            self.target.budget.pause(pause)
            long = _ids(self._page(look, limit=look.place.limit), look)
            half, rest = (len(long) + 1) // 2, len(long) // 2
            if not rest:
                return
            pages = [self._page(look, limit=half), self._page(look, limit=rest, skip=half)]
            turned = [_ids(page, look) for page in pages]
            if len(turned[0]) > half or len(turned[1]) > rest or not all(page.ok for page in pages):
                return  # a limit is ignored, or refused
            self.tried.add(cell)
            if sorted(turned[0] + turned[1]) == sorted(long):
                return
            lost = {*long} - {*turned[0], *turned[1]}
            message = f"pages of {half} and {rest} records do not have the {len(long)} of one page, each once"
            evidence = pages[-1].evidence()
        named = rule if {row.id for row in self.world.records} & lost else PAGES
        if self.wants(named):
            self.fail(named, f"{look.place} to {look.caller}", Broken(message, evidence))

    @property
    def planned(self) -> dict[Cell, Expected]:
        """The cells so far of the rules that are judged."""
        return {cell: expected for cell, expected in self.cells.items() if self.wants(expected.rule)}

    def findings(self, planned: Mapping[Cell, Expected]) -> Findings:
        """The findings, with the tried and the planned cells."""
        cells: dict[str, Cells] = {}
        for cell, expected in planned.items():
            before = cells.get(expected.rule, Cells(0, 0))
            cells[expected.rule] = Cells(before.tried + (cell in self.tried), before.of + 1)
        return Findings(self.broken, cells)

    def _looks(self, *, lists: bool = False) -> Iterator[Look]:
        for place in self.places:
            targets: list[Record | None] = [None]
            if place.of:
                if lists:
                    continue
                targets = [row for row in self.world.records if is_target(place, row)]
            for target in targets:
                if target is not None and target.is_unknown:
                    continue
                yield from (Look(place, caller, target) for caller in place.callers)

    def _cells(self, look: Look) -> Iterator[tuple[Record, str, Expected]]:
        yield from self.world.view(look.place, look.caller, look.target)
        if look.place.has_total:
            yield Record(next(iter(look.place.shows)), "the list"), "total", Expected("their number", TOTAL)
        if _is_searched(look.place):
            for row in self.world.of("conversation"):
                expected = self.world.there(look.place, look.caller, row)
                if not row.is_unknown and expected is not None and expected.value == 1:
                    yield row, "message_count", Expected("the number of its messages", COUNT)

    def _cell(self, look: Look, row: Record, name: str) -> Cell:
        return Cell(row.wrote or self._group, str(look.place), look.caller, row.kind, name)

    def _read(self, look: Look) -> Seen:
        pages: list[Reply] = []
        items: list[Json] = []
        while len(pages) < _MOST_PAGES:
            try:
                pages.append(self._page(look, limit=look.place.limit, skip=len(items) or None))
            except (Broken, NotTried):  # no answer says nothing of a rule
                self._unanswered += 1
                if self._unanswered >= _MOST_UNANSWERED:
                    raise NotTried("the server does not answer") from None
                return UNREADABLE
            self._unanswered = 0
            page = rows_of(pages[-1], look.place.items)
            items += page
            total = total_of(pages[-1])
            if look.place.limit is None or total is None or len(page) < look.place.limit or len(items) >= total:
                break
        return seen_in(pages, items)

    def _compare_answers(self, seen: Sequence[Seen]) -> None:
        """Compare the answers of the writes with the records that were read."""
        for row, reply in self._answers:
            answered = record_of(reply) or Json()
            read = next((one.rows[row.id][0] for one in seen if row.id in one.rows), Json())
            for name in row.fields:
                said, is_so = value_of(answered, name), value_of(read, name)
                if MISSING in (said, is_so):
                    continue
                self.tried.add(Cell(row.wrote, _ANSWERED, row.owner, row.kind, name))
                if said != is_so:
                    message = f"{row.name} is answered with {name}: {said!r}, and read with {is_so!r}"
                    self.fail(ANSWER, f"after {row.wrote}", Broken(message, reply.evidence(), reply.operation))
        self._answers = []

    def _page(self, look: Look, **paging: int | None) -> Reply:
        assert self.target is not None
        target = self.target
        caller = target.anonymous if look.caller == "anonymous" else target.caller(look.caller)
        segments = [] if look.target is None else [look.target.token if "token" in look.place.of else look.target.id]
        query: dict[str, object] = {**look.place.query, **paging}
        if _is_searched(look.place) and str(look.place) not in self._unsearched:
            query["search"] = target.prefix
        return caller.call(look.place.operation, *segments, query=query)

    def _read_without_search(self, looks: Sequence[Look], seen: Mapping[int, Seen]) -> dict[int, Seen]:
        """Read the whole list where a search by the names of the run has found none of its records."""
        unfound = {
            index
            for index, look in enumerate(looks)
            if _is_searched(look.place) and self._shown(look, "conversation") and not seen[index].items
        }
        self._unsearched = {str(looks[index].place) for index in unfound}
        self._first = {key: first for key, first in self._first.items() if key[0] not in self._unsearched}
        return {index: self._read(looks[index]) for index in unfound}

    def _shown(self, look: Look, kind: str, rule: str = "") -> list[Record]:
        """The records of a kind that a look has to show, by a rule if one is given."""
        return [
            row
            for row, name, expected in self._cells(look)
            if name == THERE and row.kind == kind and rule in ("", expected.rule) and expected.value == 1
        ]

    def _open_eyes(self, looks: Sequence[Look], seen: Mapping[int, Seen]) -> None:
        """Find the places whose answers do not show certain records by an id, which no contract promises."""
        for index, look in enumerate(looks):
            forms = [*_NEEDS_A_FORM, *([("conversation", "")] if str(look.place) in self._unsearched else [])]
            for kind, rule in forms:
                rows = self._shown(look, kind, rule)
                if rows and not any(count_of(seen[index], look, row) for row in rows):
                    self._blind.add((str(look.place), kind))

    def _faults(
        self, look: Look, seen: Seen, looks: Sequence[Look], all_seen: Mapping[int, Seen]
    ) -> Iterator[tuple[Record, str, Expected, str]]:
        """Yield each cell that is not as it has to be, with the difference."""
        if not seen.is_readable:
            return
        for row, name, expected in self._cells(look):
            if (str(look.place), row.kind) in self._blind or not self.wants(expected.rule):
                continue
            if name == THERE:
                count = count_of(seen, look, row)
                if count != expected.value:  # no words say that a message is there once
                    said = Expected(expected.value, STAYS) if row.kind == "message" and count > 1 else expected
                    yield row, name, said, _difference(row, count, expected)
            elif name == "total":
                if message := self._wrong_total(look, seen):
                    yield row, name, expected, message
            elif name == "message_count":
                counted, listed = self._counted(seen, row), messages_of(row, looks, all_seen)
                if type(counted) is int and listed is not None and counted != listed:
                    yield row, name, expected, f"{row.name} has a message_count of {counted}, and {listed} messages"
            else:
                for shown in seen.rows.get(row.id, ()):
                    value = value_of(shown, name)
                    if value is not MISSING and value != expected.value:
                        yield row, name, expected, f"{row.name} has {name}: {value!r} and not {expected.value!r}"
                        break
        if self.wants(STAYS):
            yield from self._changed(look, seen)

    def _changed(self, look: Look, seen: Seen) -> Iterator[tuple[Record, str, Expected, str]]:
        """Yield the fields that no write has sent, and that have changed since the last group."""
        for row in self.world.records:
            before = self._rows.get((str(look.place), look.caller, row.id, look.target.id if look.target else ""))
            rows = seen.rows.get(row.id, ())
            if before is None or row.is_unknown or not rows:
                continue
            for name in look.place.shows.get(row.kind, ()):
                known = (name in row.fields) or name in _VOLATILE or name not in before or name not in rows[0]
                if not known and rows[0][name] != before[name]:
                    message = f"{name} of {row.name} was {before[name]!r} and is {rows[0][name]!r}"
                    yield row, name, Expected(before[name], STAYS), message

    def _note(self, look: Look, seen: Seen, faults: Sequence[tuple[Record, str, Expected, str]]) -> None:
        if not seen.is_readable:
            return
        for row, name, _ in self._cells(look):
            is_shown = name in (THERE, "total") or row.id in seen.rows
            if is_shown and (str(look.place), row.kind) not in self._blind:
                self.tried.add(self._cell(look, row, name))
        for row, name, expected, message in faults:
            if expected.rule == OTHERS:  # no write makes a caller see the records of others
                part = f"{look.place} to {look.caller}"
                if part not in self.broken.get(OTHERS, ()):
                    self.fail(OTHERS, part, seen.broken(message))
                continue
            after = f"after {row.wrote or self._group}"
            follows = [rule for rule in self.broken if rule not in (STAYS, TOTAL)]
            follows = [rule for rule in follows if any(part.startswith(f"{after}, ") for part in self.broken[rule])]
            if look.place.has_search and name == THERE:  # it is searched for by its title
                follows = [STAYS, UPDATE, TITLE]
            elif expected.rule not in (STAYS, TOTAL):
                follows = self._rules_of_the_owner(look, row, expected)
            self.fail(expected.rule, f"{after}, {look.place} to {look.caller}", seen.broken(message, follows))
        for row in self.world.records:
            for shown in seen.rows.get(row.id, ())[:1]:
                key = str(look.place), look.caller, row.id, look.target.id if look.target else ""
                self._rows[key] = shown

    def _rules_of_the_owner(self, look: Look, row: Record, expected: Expected) -> list[str]:
        """The rule by which its owner sees a record in the same place: without that, no other caller is to blame."""
        own = self.world.there(look.place, row.owner, row) if look.caller != row.owner else None
        return [] if own is None or not own.value or own.rule == expected.rule else [own.rule]

    def _wrong_total(self, look: Look, seen: Seen) -> str:
        """The difference of a total from the records of its list; empty if there is none, or others may write."""
        if seen.total is None or look.place.items not in seen.body:
            return ""
        if look.place.limit is None or seen.total <= look.place.limit:
            if len(seen.items) != seen.total:
                return f"the total is {seen.total}, and there are {len(seen.items)} records"
            return ""
        first = self._first.get((str(look.place), look.caller))
        kind = next(iter(look.place.shows))
        if first is None or first.total is None or look.target is not None or kind == "user":
            return ""
        own = {row.id for row in self.world.records}
        if {str(item.get("id")) for item in seen.items} - {str(item.get("id")) for item in first.items} - own:
            return ""  # others write, too, or the page has moved on
        number = 0
        for row in self.world.of(kind):
            expected = self.world.there(look.place, look.caller, row)
            if expected is None or row.is_unknown:
                return ""
            number += cast(int, expected.value)
        if seen.total != first.total + number:
            return f"the total was {first.total} before {number} records of the run, and is {seen.total}"
        return ""

    def _counted(self, seen: Seen, row: Record) -> object:
        rows = seen.rows.get(row.id, ())
        return rows[0].get("message_count") if rows else None


def allowed(requests: int, most: int) -> bool:
    """Whether a walk of so many requests is within its share of a run."""
    return requests * _SHARE_OF_A_RUN <= most


def _is_searched(place: Place) -> bool:
    """Whether the records of the run are searched for by the beginning of their titles."""
    return place.has_search and "conversation" in place.shows


def _difference(row: Record, count: int, expected: Expected) -> str:
    if expected.value == 0:
        return f"{row.name} is there"
    return f"{row.name} is not there" if count == 0 else f"{row.name} is there {count} times"


def _ids(page: Reply, look: Look) -> list[str]:
    return [str(row.get("id")) for row in rows_of(page, look.place.items)]
