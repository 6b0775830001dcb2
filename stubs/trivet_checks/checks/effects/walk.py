"""The walk through the table of effects: a server makes some writes, and every place that shows their records is read.

The places are read once after each group of writes, which is before the next one. What is not as it has to be is read
again until the server is known to be late no longer. Without a server, the walk lists the cells of the table.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast

from trivet_checks.checks.budget import pauses
from trivet_checks.checks.effects.findings import Cell, Findings
from trivet_checks.checks.effects.looks import (
    MISSING,
    UNREADABLE,
    Look,
    Seen,
    content_of,
    count_of,
    is_of_another,
    is_target,
    messages_of,
    record_of,
    rows_of,
    seen_in,
    total_of,
    value_of,
)
from trivet_checks.checks.effects.places import Place
from trivet_checks.checks.effects.relations import difference, further, is_same, misplaced, repeated
from trivet_checks.checks.effects.world import THERE, Expected, Record, Words, World
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Cells, CouldNotRun
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_ANSWERED = "the answer"
_SHARE_OF_A_RUN = 3
"""A walk may send one of so many requests of the run."""
_MOST_PAGES = 5
_MOST_UNANSWERED = 3
"""After so many requests without an answer, one after the other, the walk ends."""
_ELSEWHERE, _ONCE, _LOCATION = "as elsewhere", "each once", "location"
"""The names of the cells of relations: a record in other places, the records of a list, an answer and its request."""

Ask = Callable[[Look, Mapping[str, object]], Reply]
"""Asks the server for a look, with a further query."""
Fault = tuple[Record, str, Expected, str]
"""A cell that is not as it has to be, and the difference."""


class Walk:
    """A walk: its world, its cells, and its findings.

    Args:
        places: The places of the service.
        world: The records, of which there are none yet.
        wants: Whether a rule is judged.
        target: The server; without one, the cells are listed as if every write were done.
        ask: Reads a place of the server.
        refused: Returns the callers who are let in no longer: what they read says nothing of a rule.
    """

    def __init__(
        self,
        places: Sequence[Place],
        world: World,
        wants: Callable[[str], bool],
        target: Target | None = None,
        ask: Ask | None = None,
        refused: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self.places = places
        self.target = target
        self.world: World = world
        self.words: Words = world.words
        self.cells: dict[Cell, Expected] = {}
        self.tried: set[Cell] = set()
        self.broken: dict[str, dict[str, list[Broken]]] = {}
        self.requests: int = 0
        """How many requests the walk sends at most, but for those that are repeated."""
        self.wants = wants
        self._ask = ask
        self._refused = refused
        self._group = ""
        self._answers: list[tuple[Record, Reply]] = []
        self._first: dict[tuple[str, str], Seen] = {}
        self._rows: dict[tuple[str, str, str, str], Json] = {}
        self._blind: set[tuple[str, str]] = set()
        """The places whose answers do not show a kind of records, as far as anyone can tell."""
        self._textual: set[tuple[str, str]] = set()
        """The places that show messages by their texts alone."""
        self._unsearched: set[str] = set()
        """The places whose search does not find the beginning of a title, which a server may decide."""
        self._is_made = False
        self.known: set[str] = set()
        """The ids of records that the run has made before the walk, which a late server may show only now."""
        self._misread: set[str] = set()
        """The kinds of records of which another one was answered: a write on one may have gone to another one, too."""
        self._accused: dict[tuple[str, ...], str] = {}
        """From the cells that were found wrong to the rules: as long as one is, it is no fault of a later write."""
        self._left: set[tuple[str, str, str]] = set()
        """The fields that a write was found to leave as they were: that they stay so is no further fault."""
        self._unanswered = 0

    # Writes.

    def begin(self) -> None:
        """Read the lists before the first write, with which totals and further records are compared."""
        creations = self.words.creations
        for look in self._looks(lists=True):
            kinds = look.place.shows.keys() & creations.keys()
            if not self.wants(self.words.total) and not any(self.wants(creations[kind]) for kind in kinds):
                continue
            self.requests += 1
            if self.target is not None:
                self._first[str(look.place), look.caller] = self._read(look)

    def group(self, name: str) -> None:
        """Begin a group of writes: what they do not change stays."""
        self.world.settle()
        self._group = name

    def write(self, operation: str, row: Record, send: Callable[[], Reply | None], requests: int = 1) -> Reply | None:
        """Send a write; nothing more is known of its record if it is refused or lost.

        Args:
            operation: The operation.
            row: The record that it makes, changes or ends.
            send: Sends it.
            requests: How many requests that takes.
        """
        self.requests += requests
        if self.target is None or row.is_unknown:
            return None
        try:
            reply = send()
        except CouldNotRun:
            raise
        except Exception as raised:
            error = raised if isinstance(raised, Broken | LostWrite | NotTried) else self.target.mistake(raised)
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
            self.cells.setdefault(_answer_of(row, name), Expected("as it is read", self._answers_rule))
        if reply is not None and not row.is_lost and record_of(reply) is not None and self.wants(self._answers_rule):
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
            self._is_made = True
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
            again = sorted({*again, *(other for index in again for other in self._compared(index, looks, wrong))})
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
            self._misread |= {row.kind for row, *_ in wrong[index] if is_of_another(seen[index], look, row)}
        for index, look in enumerate(looks):
            self._note(look, seen[index], wrong[index])
        self._compare_answers([seen[index] for index in seen if not wrong[index]])
        self._is_made = True

    def turn_pages(self) -> None:
        """Read the longest page of each list by two pages: in any order, they have its records together, each once."""
        for look in self._looks(lists=True):
            rule = self.world.scope(look.place) or self.words.pages
            if look.place.limit is None or not (self.wants(self.words.pages) or self.wants(rule)):
                continue
            kind = next(iter(look.place.shows))
            expected = [self.world.there(look.place, look.caller, row) for row in self.world.of(kind)]
            if kind != "user" and sum(one is not None and one.value == 1 for one in expected) < 2:
                continue
            cell = Cell(self._group, str(look.place), look.caller, kind, "its pages")
            self.cells[cell] = Expected("the same as of one page", self.words.pages)
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
        named = rule if {row.id for row in self.world.records} & lost else self.words.pages
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
                callers = [caller for caller in place.callers if caller not in self.world.missing]
                yield from (Look(place, caller, target) for caller in callers)

    def _cells(self, look: Look) -> Iterator[tuple[Record, str, Expected]]:
        words, place = self.words, look.place
        for row, name, expected in self.world.view(place, look.caller, look.target):
            yield row, name, expected
            if words.same and name == THERE and expected.value == 1 and row.kind in place.shows:
                yield row, _ELSEWHERE, Expected("as in other places", words.same)
        the_list = Record(next(iter(place.shows), ""), "the list")
        if place.has_total:
            yield the_list, "total", Expected("their number", words.total)
        if place.items and words.once and not self._is_made:
            yield the_list, _ONCE, Expected("each record once", words.once)
        for kind, rule in words.creations.items():
            if kind in place.shows and place.items and not place.of:
                made = any(row.wrote for row in self.world.of(kind))
                yield (
                    Record(kind, f"a further {kind}", wrote=self._group),
                    THERE,
                    Expected(0, rule if made else words.stays),
                )
        if place.is_located and words.resolves and not self._is_made:
            yield Record("context", f"the {look.caller}"), _LOCATION, Expected("the one in the request", words.resolves)
        if words.count and self._is_searched(place):
            for row in self.world.of(words.titled):
                listed = self.world.there(place, look.caller, row)
                if not row.is_unknown and listed is not None and listed.value == 1:
                    yield row, "message_count", Expected("the number of its messages", words.count)

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
        return seen_in(pages, items, look.place.keys)

    def _compare_answers(self, seen: Sequence[Seen]) -> None:
        """Compare the answers of the writes with the records that were read."""
        for row, reply in self._answers:
            answered = content_of(record_of(reply) or Json())
            read = next((one.rows[row.id][0] for one in seen if row.id in one.rows), Json())
            is_last = all(other is reply for one, other in self._answers if one is row)
            for name in [*row.fields, *(self._other_fields(row) if is_last else ())]:
                said, is_so = value_of(answered, name), value_of(read, name)
                if said is MISSING or is_so is MISSING:
                    continue
                self.tried.add(_answer_of(row, name))
                if not is_same(said, is_so):
                    message = f"{row.name} is answered with {name}: {said!r}, and read with {is_so!r}"
                    follows = [row.said[name]] if name in row.said and self.words.same else []
                    error = Broken(message, reply.evidence(), reply.operation, follows=follows)
                    self.fail(self._answers_rule, f"after {row.wrote}", error)
        self._answers = []

    def _other_fields(self, row: Record) -> list[str]:
        """The fields that a write has not sent; without those that a write on a record within it changes, too."""
        names = {name for place in self.places for name in place.shows.get(row.kind, ()) if self.words.same}
        if any(inner.within is row and inner.wrote for inner in self.world.records):
            names -= {*self.words.moving}
        return sorted(names - {*row.fields} - {*self.words.volatile})

    def _page(self, look: Look, **paging: int | None) -> Reply:
        assert self.target is not None
        assert self._ask is not None
        query: dict[str, object] = {**look.place.query, **paging}
        if self._is_searched(look.place) and str(look.place) not in self._unsearched:
            query["search"] = self.target.prefix
        return self._ask(look, query)

    def _read_without_search(self, looks: Sequence[Look], seen: Mapping[int, Seen]) -> dict[int, Seen]:
        """Read the whole list where a search by the names of the run has found none of its records."""
        unfound = {
            index
            for index, look in enumerate(looks)
            if self._is_searched(look.place) and self._shown(look, self.words.titled) and not seen[index].items
        }
        self._unsearched = {str(looks[index].place) for index in unfound}
        self._first = {key: first for key, first in self._first.items() if key[0] not in self._unsearched}
        return {index: self._read(looks[index]) for index in unfound}

    def _is_searched(self, place: Place) -> bool:
        """Whether the records of the run are searched for by the beginning of their titles."""
        return place.has_search and self.words.titled in place.shows

    @property
    def _answers_rule(self) -> str:
        """The rule that compares the answers of writes with what is read afterwards."""
        return self.words.answer or self.words.same

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
            forms = [*self.words.formless, *([(self.words.titled, "")] if str(look.place) in self._unsearched else [])]
            for kind, rule in forms:
                rows = self._shown(look, kind, rule)
                if rows and not any(count_of(seen[index], look, row, by_its_text=False) for row in rows):
                    is_textual = any(row.text and row.text in seen[index].texts for row in rows)
                    (self._textual if is_textual else self._blind).add((str(look.place), kind))

    def _is_seen(self, look: Look, row: Record) -> bool:
        where = str(look.place), row.kind
        return where not in self._blind and (where not in self._textual or bool(row.text))

    def _faults(self, look: Look, seen: Seen, looks: Sequence[Look], all_seen: Mapping[int, Seen]) -> Iterator[Fault]:
        """Yield each cell that is not as it has to be, with the difference."""
        if not seen.is_readable:
            return
        for row, name, expected in self._cells(look):
            if not self._is_seen(look, row) or not self.wants(expected.rule):
                continue
            if message := self._fault(row, name, expected, look, seen, looks, all_seen):
                is_twice = name == THERE and row.kind == "message" and count_of(seen, look, row) > 1
                said = Expected(expected.value, self.words.stays) if is_twice else expected
                if self.words.same and name == THERE and look.target not in (None, row) and not seen.ok:
                    said = Expected(expected.value, self.words.stays)  # what it is within is not there either
                if self.words.reads and name == THERE and is_of_another(seen, look, row):
                    said = Expected("the one in the request", self.words.reads)
                    message = f"{row.name} is asked for, and another record is answered"
                yield row, name, said, message  # no words say that a message is there once
        if self.wants(self.words.stays):
            yield from self._changed(look, seen)

    def _fault(
        self,
        row: Record,
        name: str,
        expected: Expected,
        look: Look,
        seen: Seen,
        looks: Sequence[Look],
        all_seen: Mapping[int, Seen],
    ) -> str:
        """The difference of a cell from its expected value; empty if there is none."""
        if row not in self.world.records and name == THERE:
            return self._further(row.kind, look, seen)
        if name == THERE:
            count = count_of(seen, look, row)
            return "" if count == expected.value else _difference(row, count, expected)
        if name == "total":
            return self._wrong_total(look, seen)
        if name == "message_count":
            counted, listed = self._counted(seen, row), messages_of(row, looks, all_seen)
            is_known = type(counted) is int and listed is not None
            is_wrong = is_known and counted != listed
            return f"{row.name} has a message_count of {counted}, and {listed} messages" if is_wrong else ""
        if name == _ELSEWHERE:
            is_there = bool(seen.rows.get(row.id))
            return difference(look, row, looks, all_seen, self.words.volatile) if is_there else ""
        if name == _ONCE:
            return repeated(seen)
        if name == _LOCATION:
            return misplaced(look, seen, looks, all_seen)
        for shown in seen.rows.get(row.id, ()):
            value = value_of(shown, name)
            if value is not MISSING and value != expected.value:
                return f"{row.name} has {name}: {value!r} and not {expected.value!r}"
        return ""

    def _further(self, kind: str, look: Look, seen: Seen) -> str:
        """A record of the run that it did not make by a write of its own."""
        assert self.target is not None
        rows = self.world.of(kind)
        if any(row.is_unknown for row in rows):
            return ""  # a lost answer may have been about it
        key = look.place.keys.get(kind, "id")
        first = self._first.get((str(look.place), look.caller))
        before = {str(item.get(key)) for item in first.items} if first is not None else set[str]()
        return further(seen, kind, {*before, *self.known, *(row.id for row in rows)}, self.target.prefix, key)

    def _compared(self, index: int, looks: Sequence[Look], wrong: Mapping[int, list[Fault]]) -> Iterator[int]:
        """Yield the places with which the records of a place were compared."""
        rows = [row for row, name, _, _ in wrong[index] if name == _ELSEWHERE]
        for other, look in enumerate(looks):
            if any(look.target is row for row in rows):
                yield other

    def _changed(self, look: Look, seen: Seen) -> Iterator[Fault]:
        """Yield the fields that no write has sent, and that have changed since the last group."""
        for row in self.world.records:
            before = self._rows.get((str(look.place), look.caller, row.id, look.target.id if look.target else ""))
            rows = seen.rows.get(row.id, ())
            if before is None or row.is_unknown or not rows:
                continue
            for name in look.place.shows.get(row.kind, ()):
                if name in row.fields or name in row.said or name in (*self.words.volatile, *self.words.moving):
                    continue
                was, is_so = value_of(before, name), value_of(rows[0], name)
                if was is not MISSING and is_so is not MISSING and was != is_so:
                    message = f"{name} of {row.name} was {was!r} and is {is_so!r}"
                    yield row, name, Expected(was, self.words.stays), message

    def _note(self, look: Look, seen: Seen, faults: Sequence[Fault]) -> None:
        words = self.words
        if not seen.is_readable:
            return
        for row, name, _ in self._cells(look):
            is_shown = name in (THERE, "total", _ONCE, _LOCATION) or row.id in seen.rows
            if is_shown and self._is_seen(look, row):
                self.tried.add(self._cell(look, row, name))
        for row, name, expected, message in faults:
            if expected.rule in (words.others, words.once, words.resolves):  # no write makes it so
                part = f"{look.place} to {look.caller}"
                if part not in self.broken.get(expected.rule, ()):
                    self.fail(expected.rule, part, seen.broken(message))
                continue
            before = self._accused.setdefault((row.kind, row.name, name, str(look.place), look.caller), expected.rule)
            is_known = before != expected.rule or (
                expected.rule == words.stays and (row.kind, row.name, name) in self._left
            )
            if is_known or (words.reads and row.kind in self._misread and expected.rule != words.reads):
                continue
            self._left.add((row.kind, row.name, name))
            after = f"after {row.wrote or self._group}"
            relations = (words.stays, words.total, words.same)
            follows = [rule for rule in self.broken if rule not in relations]
            follows = [rule for rule in follows if any(part.startswith(f"{after}, ") for part in self.broken[rule])]
            if look.place.has_search and name == THERE:  # it is searched for by its title
                follows = [words.stays, *words.of_titles]
            elif expected.rule == words.stays and words.same:
                outer = [] if row.within is None else [row.within.kind]
                follows = [rule for kind in (row.kind, *outer) for rule in self._rules_of_the_writes(kind)]
            elif expected.rule not in relations:
                follows = self._rules_of_the_owner(look, row, expected)
            self.fail(expected.rule, f"{after}, {look.place} to {look.caller}", seen.broken(message, follows))
        for row in self.world.records:
            for shown in seen.rows.get(row.id, ())[:1]:
                key = str(look.place), look.caller, row.id, look.target.id if look.target else ""
                self._rows[key] = shown

    def _rules_of_the_writes(self, kind: str) -> list[str]:
        """The rules of the writes on records of a kind in this group: one that is broken changes other records, too."""
        written = {cell.write for cell in self.cells if cell.write and cell.kind == kind} - {self._group}
        now = {row.wrote for row in self.world.of(kind)}
        rules = {
            expected.rule for cell, expected in self.cells.items() if cell.kind == kind and cell.write in written & now
        }
        return sorted(rules - {self.words.stays, self.words.same, self.words.once})

    def _rules_of_the_owner(self, look: Look, row: Record, expected: Expected) -> list[str]:
        """The rule by which its owner sees a record in the same place: without that, no other caller is to blame."""
        own = self.world.there(look.place, row.owner, row) if look.caller != row.owner else None
        if own is None or not own.value:
            return []
        made = self.words.creations.get(row.kind, own.rule)  # where it belongs is what its creation says
        return sorted({own.rule, made} - {expected.rule})

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


def _answer_of(row: Record, name: str) -> Cell:
    return Cell(row.wrote, _ANSWERED, row.owner, row.kind, name)


def _difference(row: Record, count: int, expected: Expected) -> str:
    if expected.value == 0:
        return f"{row.name} is there"
    return f"{row.name} is not there" if count == 0 else f"{row.name} is there {count} times"


def _ids(page: Reply, look: Look) -> list[str]:
    return [str(row.get("id")) for row in rows_of(page, look.place.items)]
