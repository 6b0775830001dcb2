"""The arrivals at stops: an answer between two equal ones has to fit them, because arrivals change with the time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trivet_checks.explore.steps import Step

FILTER_RULE, SKIP_RULE = "bus.arrivals.service-filter", "bus.paging.arrivals-do-not-page"
_MOST_WAITING = 8

Services = Sequence[tuple[str, int]]
"""The services of an answer: the number of each, and a hash of its text."""


@dataclass(frozen=True, slots=True)
class _Answer:
    services: Services
    step: Step

    def of(self, number: str) -> list[int]:
        return sorted(key for name, key in self.services if name == number)


@dataclass(slots=True)
class ArrivalMemory:
    """The last answer about all services of each stop, and the answers since with a filter or an offset."""

    last: dict[str, _Answer] = field(default_factory=dict[str, _Answer])
    _since: dict[str, list[_Answer]] = field(default_factory=dict[str, list[_Answer]])

    def compare(self, code: str, step: Step, services: Services) -> Iterator[tuple[str, str, str, list[Step]]]:
        """Yield each comparison that an answer permits: its rule, place, fault (empty for none) and earlier steps."""
        answer = _Answer(services, step)
        if "ServiceNo" in step.query or "$skip" in step.query:
            if code in self.last:
                self._since.setdefault(code, []).append(answer)
                del self._since[code][:-_MOST_WAITING]
            return
        before, self.last[code] = self.last.get(code), answer
        for between in self._since.pop(code, []):
            if before is not None:
                yield from _between(before, between, answer)

    def numbers(self, code: str) -> list[str]:
        """The services that a stop has had by its last answer."""
        return [number for number, _ in self.last[code].services] if code in self.last else []


def _between(before: _Answer, answer: _Answer, after: _Answer) -> Iterator[tuple[str, str, str, list[Step]]]:
    steps = [before.step, answer.step]
    if "$skip" in answer.step.query:
        if before.services == after.services:
            is_other = bool(answer.services) and answer.services != before.services
            is_none = not answer.services and bool(before.services) and "ServiceNo" not in answer.step.query
            fault = f"step {answer.step.number} has other services than the stop before and after"
            yield SKIP_RULE, "$skip", fault if is_other or is_none else "", steps
        return
    number = str(answer.step.query["ServiceNo"])
    first, found, last = before.of(number), answer.of(number), after.of(number)
    if first == last:
        shown, stop = f"step {answer.step.number} ", f"the stop of step {before.step.number} and now"
        fault = f"{shown}has service {number}, and {stop} has not" if found and not first else ""
        if first and found != first:
            fault = f"{shown}{'has another record of' if found else 'leaves out'} service {number} than {stop}"
        yield FILTER_RULE, "ServiceNo", fault, steps
