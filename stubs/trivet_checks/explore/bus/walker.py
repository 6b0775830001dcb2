"""Takes the steps of a walk on a bus server, and compares each answer with those before it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.target import Target
from trivet_checks.exchange_rules import bus as answer_rules
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import GATEWAY_STATUSES, Reply
from trivet_checks.explore.bus.arrivals import ArrivalMemory
from trivet_checks.explore.bus.lists import (
    FILTER_RULES,
    FILTERS,
    PLANS,
    ROUTES,
    SERVICES,
    STOPS,
    ListMemory,
    Matches,
    Row,
    keys_of,
    text_of,
)
from trivet_checks.explore.bus.requests import ARRIVALS, VOLUME, forbidden, input_kind
from trivet_checks.explore.differences import Difference, Kind
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.kernel.validation import is_list, is_object

SKIP_RULE = "bus.paging.skip-counts-records"
COMBINED_RULE = "bus.paging.skip-counts-what-a-filter-finds"
_TOO_MANY = 429
_COMBINED = "$skip with a filter"
_WAYS = frozenset(("counts-matches", "counts-all", "ignored", "refused"))
_STATED = [
    rule
    for rule in vars(answer_rules).values()
    if isinstance(rule, AnswerRule) and rules("bus")[rule.rule].basis == "stated"
]
"""The stated rules that one answer shows."""


@dataclass(frozen=True, slots=True)
class _Code:
    """A code in a record of another list."""

    source: str
    step: Step


class BusWalker:
    """Takes steps, and remembers what the answers have shown.

    Args:
        target: The server.
        freedoms: The choices that the server has to make.
    """

    def __init__(self, target: Target, freedoms: Freedoms | None = None) -> None:
        self.target = target
        self.lists: dict[str, ListMemory] = {name: ListMemory() for name in (STOPS, SERVICES, ROUTES, PLANS)}
        self.arrivals: ArrivalMemory = ArrivalMemory()
        self.compared: set[str] = set()
        """The rules that a comparison was made by."""
        self.lost: int = 0
        """The steps without an answer of the server's own."""
        self.now: datetime = datetime.now(UTC)
        """The time by the server, as far as it shows it."""
        self.count: int = 0
        """The records of the last answer, if it was a page of a list."""
        self.codes: dict[str, dict[str, _Code]] = {STOPS: {}, SERVICES: {}}
        """The codes that other lists have, by the list that has to have them, too."""
        self.pinned: Mapping[str, str] = {} if freedoms is None else freedoms.choices
        self.chosen: dict[str, tuple[str, Step]] = {}
        """How the server has answered where the contract leaves the answer open, and the step that has shown it."""
        self._months: dict[str, dict[str, tuple[bool, Step]]] = {}
        self._ways: dict[str, tuple[frozenset[str], list[Step]]] = {}
        self.works: dict[str, Step] = {}
        """A step that has shown of a filter that it finds something."""
        self._support: dict[tuple[str, str, str, str], list[Step]] = {}

    def support(self, difference: Difference) -> list[Step]:
        """The earlier steps on whose answers a difference stands."""
        return self._support.get(difference.cause, [])

    def choices_in_words(self) -> list[str]:
        """How the server answers where the contract leaves the answer open."""
        pages = [f"{name}: records of a page: {one.page}" for name, one in self.lists.items() if one.page]
        ways = [f"{name}: {_COMBINED}: {min(ways)}" for name, (ways, _) in self._ways.items() if len(ways) == 1]
        return [*pages, *sorted(ways), *sorted(f"{name}: {choice}" for name, (choice, _) in self.chosen.items())]

    def take(self, step: Step) -> list[Difference]:
        """Send the request of a step, and return what differs from earlier answers."""
        self.count = 0
        try:
            reply = self._send(step)
            if reply.in_its_place or reply.status in (*GATEWAY_STATUSES, _TOO_MANY):
                self.lost += 1
                return []
        except (NotTried, Broken, LostWrite):
            self.lost += 1
            return []
        self._learn_time(reply)
        return [*self._compare(step, reply)]

    def _learn_time(self, reply: Reply) -> None:
        with suppress(TypeError, ValueError):
            self.now = parsedate_to_datetime(reply.headers.get("date", "")).astimezone(UTC)
        for record in records_of(reply, "value") if reply.operation in VOLUME else ():
            self.now = answer_rules.signed_at(text_of(record, "Link")) or self.now

    def _send(self, step: Step) -> Reply:
        target = self.target
        caller = target.anonymous if step.caller == "anonymous" else target.caller(step.caller)
        described = target.shapes.contract.operations[step.operation]
        reply = caller.request(described.method, described.path, query=step.query, headers={"accept": JSON})
        if reply.body and (reply.ok or step.caller != "anonymous"):  # some servers have no body at night
            target.shapes.add(described, reply)
        return reply

    def _compare(self, step: Step, reply: Reply) -> Iterator[Difference]:
        if (rule := forbidden(step)) is not None:
            yield from self._forbidden(step, reply, rule)
            return
        yield from self._form(step, reply)
        if step.operation in self.lists:
            yield from self._list(step, reply)
        elif step.operation == ARRIVALS:
            yield from self._arrivals(step, reply)
        elif step.operation in VOLUME:
            yield from self._volume(step, reply)

    def _form(self, step: Step, reply: Reply) -> Iterator[Difference]:
        """The stated rules that one answer shows, on records that no check looks at."""
        if not reply.ok:
            return
        for rule in _STATED:
            if step.operation in rule.operations:
                try:
                    if reply.shows(rule):
                        self.compared.add(rule.rule)
                except Broken as error:
                    yield self._differs(step, reply, "form", rule.rule, "", error.message, [])
                except NotTried:
                    continue

    def _forbidden(self, step: Step, reply: Reply, rule: str) -> Iterator[Difference]:
        """A request that has to be refused, or to give nothing."""
        self.compared.add(rule)
        given = [*records_of(reply, "value"), *records_of(reply, "Services")]
        may_be_empty = step.operation in VOLUME and step.caller != "anonymous"
        if reply.ok and (given or not may_be_empty):
            words = f"it is answered with {reply.status}, and has to be refused"
            yield self._differs(step, reply, "taken", rule, "", words, [])
        else:
            yield from self._chooses(step, reply, input_kind(step))

    def _chooses(self, step: Step, reply: Reply, freedom: str) -> Iterator[Difference]:
        """A server keeps to the choice that it has made."""
        name, choice = f"{step.operation}: {freedom}", "nothing" if reply.ok else str(reply.status)
        known, earlier = self.chosen.setdefault(name, (choice, step))
        if known != choice:
            words = f"{freedom} is answered with {choice}, and otherwise with {known}"
            yield self._differs(step, reply, "status", "", freedom, words, [earlier])
        elif self.pinned.get(name, choice) != choice:
            words = f"{freedom}: {choice}, and by the pinned choices {self.pinned[name]}"
            yield self._differs(step, reply, "status", "", freedom, words, [])

    # Lists.

    def _list(self, step: Step, reply: Reply) -> Iterator[Difference]:
        memory, name = self.lists[step.operation], FILTERS.get(step.operation, "")
        skip = int(step.query.get("$skip", 0))
        value = step.query.get(name) if name else None
        if reply.ok and not is_list(envelope(reply).get("value")):
            return  # the form of the answer is another rule's
        records = records_of(reply, "value")
        self.count = len(records)
        if value is None:
            yield from self._page(step, reply, memory, skip, records)
        elif skip:
            yield from self._filtered_page(step, reply, memory, value, skip, records)
        else:
            yield from self._filtered(step, reply, memory, value, records)
        if reply.ok:
            self._learn_codes(step, records)

    def _page(
        self, step: Step, reply: Reply, memory: ListMemory, skip: int, records: Sequence[Json]
    ) -> Iterator[Difference]:
        self.compared.add(SKIP_RULE)
        behind = [place for place in (max(memory.rows, default=-1),) if place >= skip]
        if not records:
            if behind:
                row = memory.rows[behind[0]]
                how = "has no records" if reply.ok else f"is refused with {reply.status}"
                words = f"the page {how}, and step {row.step.number} has shown record {behind[0]} behind it"
                yield self._differs(step, reply, "list", SKIP_RULE, "the end", words, [row.step])
            elif skip or reply.ok:
                if memory.end is None or skip < memory.end[0]:
                    memory.end = skip, step
                if skip:
                    yield from self._chooses(step, reply, "a page behind the last record")
            return
        memory.page = max(memory.page, len(records))
        keys = keys_of(records)
        if len(set(keys)) < len(keys):
            yield self._differs(step, reply, "list", "", "twice", "the page has a record twice", [])
        if memory.end is not None and memory.end[0] < skip + len(keys):
            place, ended = memory.end
            words = (
                f"the page has record {skip + len(keys) - 1}, and by step {ended.number} the list ends before {place}"
            )
            yield self._differs(step, reply, "list", SKIP_RULE, "the end", words, [ended])
            memory.end = None
        yield from self._places(step, reply, memory, skip, keys)
        yield from self._learn_rows(step, reply, memory, skip, records, keys)

    def _places(
        self, step: Step, reply: Reply, memory: ListMemory, skip: int, keys: Sequence[int]
    ) -> Iterator[Difference]:
        """A record stands at its place at every offset."""
        for place, key in enumerate(keys, skip):
            known = memory.rows.get(place)
            if known is not None and known.key != key:
                words = f"record {place} of the list is another one than by step {known.step.number}"
                yield self._differs(step, reply, "list", SKIP_RULE, "$skip", words, [known.step])
                return

    def _learn_rows(
        self,
        step: Step,
        reply: Reply,
        memory: ListMemory,
        skip: int,
        records: Sequence[Json],
        keys: Sequence[int],
    ) -> Iterator[Difference]:
        name = FILTERS.get(step.operation, "")
        for place, (record, key) in enumerate(zip(records, keys, strict=True), skip):
            value = text_of(record, name) if name else ""
            row = memory.rows.setdefault(place, Row(key, value, step))
            memory.by_value.setdefault(value, row)
            matches = memory.matches.get(value)
            if matches is not None and matches.is_whole and key not in matches.keys:
                words = f"the list has a record of {name}={value} that step {matches.step.number} leaves out"
                yield self._differs(
                    step, reply, "list", FILTER_RULES[step.operation], "left out", words, [matches.step]
                )
                matches.is_whole = False

    def _filtered(
        self, step: Step, reply: Reply, memory: ListMemory, value: str, records: Sequence[Json]
    ) -> Iterator[Difference]:
        """A filter is the sublist of the records with its value."""
        rule, name = FILTER_RULES[step.operation], FILTERS[step.operation]
        self.compared.add(rule)
        if any(record.get(name) != value for record in records):
            return  # the answer alone shows it
        keys = keys_of(records)
        known = [*memory.of(value)]
        is_whole = len(keys) < memory.page or not keys
        missing = [row for row in known if row.key not in keys]
        if missing and is_whole:
            gives = f"gives {len(keys) or 'no'} records" if reply.ok else f"is refused with {reply.status}"
            words = f"{name}={value} {gives}, and step {missing[0].step.number} has shown another one"
            yield self._differs(step, reply, "list", rule, "left out", words, [missing[0].step])
            return
        if keys and memory.is_whole and not memory.keys().issuperset(keys):
            words = f"{name}={value} gives a record that the pages of the list do not have"
            yield self._differs(step, reply, "list", rule, "not in the list", words, memory.steps())
            return
        before = memory.matches.get(value)
        if before is not None and before.is_whole and is_whole and sorted(before.keys) != sorted(keys):
            words = f"{name}={value} gives {len(keys)} records, and others than by step {before.step.number}"
            yield self._differs(step, reply, "list", rule, "repeated", words, [before.step])
        memory.matches[value] = Matches(keys, is_whole, step)
        if keys:
            self.works.setdefault(step.operation, step)
            return
        yield from self._unknown_code(step, reply, memory, value)

    def _unknown_code(self, step: Step, reply: Reply, memory: ListMemory, value: str) -> Iterator[Difference]:
        """A code that one list has and the other has not."""
        code, works = self.codes[step.operation].get(value), self.works.get(step.operation)
        if code is None:
            if memory.is_whole and value not in memory.by_value:
                kind = "of another length" if len(value) != len(next(iter(memory.by_value), value)) else "of no record"
                yield from self._chooses(step, reply, f"a {FILTERS[step.operation]} {kind}")
        elif works is not None:
            words = f"it has no {value}, which is in {code.source} by step {code.step.number}"
            yield self._differs(step, reply, "list", "", f"codes of {code.source}", words, [code.step, works])

    def _filtered_page(
        self, step: Step, reply: Reply, memory: ListMemory, value: str, skip: int, records: Sequence[Json]
    ) -> Iterator[Difference]:
        """An offset and a filter combine in one of the permitted ways, and always in the same one."""
        matches = memory.matches.get(value)
        if matches is None or not matches.is_whole or not matches.keys:
            return
        self.compared.add(COMBINED_RULE)
        keys, known, ways = keys_of(records), matches.keys, set[str]()
        if not reply.ok:
            ways = {"refused", "counts-all"} | ({"counts-matches"} if skip >= len(known) else set[str]())
        else:
            if keys == known[skip:]:
                ways.add("counts-matches")
            if keys == known:
                ways.add("ignored")
            if set(keys) <= {*known}:
                ways.add("counts-all")
        before, steps = self._ways.get(step.operation, (_WAYS, list[Step]()))
        left = before & ways
        if left:
            if left != before:
                self._ways[step.operation] = left, [*steps, matches.step, step]
            return
        known_ways = " or ".join(sorted(before))
        words = (
            f"with {FILTERS[step.operation]}={value}, $skip={skip} gives {len(keys)} records, and not by {known_ways}"
        )
        yield self._differs(step, reply, "list", COMBINED_RULE, "$skip", words, [*steps, matches.step])

    def _learn_codes(self, step: Step, records: Sequence[Json]) -> None:
        if step.operation == ROUTES:
            for record in records:
                self._learn_code(STOPS, text_of(record, "BusStopCode"), step)
                self._learn_code(SERVICES, text_of(record, "ServiceNo"), step)
        elif step.operation == SERVICES:
            for record in records:
                for name in ("OriginCode", "DestinationCode"):
                    self._learn_code(STOPS, text_of(record, name), step)

    def _learn_code(self, where: str, code: str, step: Step) -> None:
        if code and (where != STOPS or answer_rules.is_stop_code(code)):
            self.codes[where].setdefault(code, _Code(step.operation, step))

    # Arrivals and files.

    def _arrivals(self, step: Step, reply: Reply) -> Iterator[Difference]:
        if "$skip" in step.query and not reply.ok:
            return  # what is not accepted may be refused
        services = records_of(reply, "Services")
        code = str(step.query["BusStopCode"])
        keys = [(text_of(service, "ServiceNo"), key) for service, key in zip(services, keys_of(services), strict=True)]
        if len(set(keys)) < len(keys):
            yield self._differs(step, reply, "list", "", "twice", "the stop has a service twice", [])
        for rule, place, words, support in self.arrivals.compare(code, step, keys):
            self.compared.add(rule)
            if words:
                yield self._differs(step, reply, "list", rule, place, words, support)
        for service in services:
            slots = [bus for name in answer_rules.SLOTS if is_object(bus := service.get(name))]
            coming = [bus for bus in slots if bus.get("EstimatedArrival")]
            if coming:
                self._learn_code(SERVICES, text_of(service, "ServiceNo"), step)
            for bus in coming:
                for name in ("OriginCode", "DestinationCode"):
                    self._learn_code(STOPS, text_of(bus, name), step)
        if not services and "$skip" not in step.query and "ServiceNo" not in step.query:
            stops = self.lists[STOPS]
            if stops.is_whole and code not in stops.by_value:
                yield from self._chooses(step, reply, "the arrivals at no stop")

    def _volume(self, step: Step, reply: Reply) -> Iterator[Difference]:
        """The files by stop and by trip have the same months, at most three of them."""
        has_file = bool(records_of(reply, "value"))
        month = str(step.query.get("Date", ""))
        months = self._months.setdefault(step.operation, {})
        if "$skip" in step.query:
            known = months.get(month)
            if reply.ok and not has_file and known is not None and known[0]:
                words = "the offset leaves out the link"
                rule = "bus.paging.passenger-volume-does-not-page"
                yield self._differs(step, reply, "list", rule, "$skip", words, [known[1]])
            return
        before = months.get(month)
        months[month] = has_file, step
        if before is not None and before[0] != has_file:
            words = f"there is {'a' if has_file else 'no'} file, and by step {before[1].number} otherwise"
            yield self._differs(step, reply, "list", "", "repeated", words, [before[1]])
        for other, theirs in self._months.items():
            if month in theirs and theirs[month][0] != has_file:
                there = f"there is {'a' if has_file else 'no'} file of {month or 'the latest month'}"
                words = f"{there}, and by {other} otherwise"
                yield self._differs(step, reply, "list", "", "months", words, [theirs[month][1]])
        rule = "bus.volume.date-is-of-the-last-three-months"
        files = [earlier for name, (has, earlier) in months.items() if name and has]
        self.compared.add(rule)
        if has_file and month and len(files) > 3:
            earlier = [one for one in files if one is not step]
            words = f"there are files of {len(files)} months"
            yield self._differs(step, reply, "list", rule, "months", words, earlier)

    def _differs(
        self, step: Step, reply: Reply, kind: Kind, rule: str, place: str, words: str, support: Sequence[Step]
    ) -> Difference:
        if rule:
            self.compared.add(rule)
        difference = Difference(
            service="bus",
            operation=step.operation,
            kind=kind,
            rule=rule,
            place=place,
            expected="what its other answers show",
            found=words,
            words=words,
            step=step.number,
            evidence=reply.evidence(),
        )
        earlier = {one.number: one for one in support if one.number != step.number}
        self._support[difference.cause] = [earlier[number] for number in sorted(earlier)]
        return difference


def envelope(reply: Reply) -> Json:
    """The object of an answer, decoded; empty for any other answer."""
    try:
        value: Any = loads(reply.body) if reply.ok and reply.body else None
    except ValueError:
        return {}
    return value if is_object(value) else {}


def records_of(reply: Reply, name: str) -> list[Json]:
    """The objects in an array of an answer; none for any other answer.

    >>> records_of(reply, "Services")
    []
    """
    value = envelope(reply).get(name)
    return [record for record in value if is_object(record)] if is_list(value) else []
