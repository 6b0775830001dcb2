"""The hunt for derived mutants: the checks of a service try each mutant until one of them finds it."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import orjson

from tests.mutants.derived.answers import answer_mutants
from tests.mutants.derived.derived_mutant import DerivedMutant, Seen, with_distinct_ids
from tests.mutants.derived.document import Document
from tests.mutants.derived.inputs import input_mutants
from trivet_checks.checks.suite import suite
from trivet_checks.mutants.trial import new_stub, target_of, try_on
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient, HttpStream

Observed = Mapping[str, Sequence[Seen]]
"""The answers that each check gets from a stub that keeps its contract, by the id of its rule, the shortest first."""


@dataclass(frozen=True, slots=True)
class HuntResult:
    """The outcome of the hunt for one mutant."""

    mutant: DerivedMutant
    by: str | None
    """The rule whose check found it, or the operation whose shape was wrong; None if it escaped."""
    tried: int
    """The number of checks that have tried it; 0 if no check gets an answer that the mutant changes."""


def derived_mutants(service: str) -> list[DerivedMutant]:
    """All mutants that are derived from the spec of a service, in the order of their ids.

    >>> derived_mutants("bus")[1].id
    'arrivals.get query.BusStopCode required: dropped'
    """
    document = Document(load(service).document)
    return with_distinct_ids([*input_mutants(service, document), *answer_mutants(document)])


def observe(service: str, ids: Collection[str] = ()) -> Observed:
    """Let each check try a stub that keeps its contract, and record the answers that it gets.

    Args:
        service: The service.
        ids: The rules whose checks take part; by default, all.

    Raises:
        ValueError: A check does not hold, so that it cannot prove anything about a mutant.
    """
    seen_by_rule: dict[str, list[Seen]] = {}
    for rule in ids or suite(service).checks:
        with new_stub(service) as stub, target_of(stub) as target, _recording(target.client, stub.contract) as seen:
            result = try_on(target, stub, [rule])
        wrong = [*(f"{verdict.id}: {verdict.reason}" for verdict in result.of("broken")), *target.shapes.wrong]
        if wrong:
            raise ValueError(f"the stub keeps its contract, and is found broken: {'; '.join(wrong)}")
        if result.of("holds"):
            seen_by_rule[rule] = seen
    return dict(sorted(seen_by_rule.items(), key=lambda entry: len(entry[1])))


def hunt(mutant: DerivedMutant, observed: Observed, service: str) -> HuntResult:
    """Let the checks that may find a mutant try it: first the checks of the rules that it names, then the shortest."""
    named = [rule for rule in mutant.named if rule in observed]
    others = [rule for rule, seen in observed.items() if rule not in named and any(map(mutant.concerns, seen))]
    for tried, rule in enumerate([*named, *others], 1):
        with new_stub(service) as stub:
            mutant.change(stub)
            with target_of(stub) as target:
                result = try_on(target, stub, [rule])
        if result.of("broken"):
            return HuntResult(mutant, rule, tried)
        if target.shapes.wrong:
            return HuntResult(mutant, next(iter(target.shapes.wrong)), tried)
    return HuntResult(mutant, None, len(named) + len(others))


def hunt_all(service: str, progress: Callable[[int, int], None] | None = None, every: int = 1) -> Iterator[HuntResult]:
    """Hunt each derived mutant of a service, or every nth."""
    observed = observe(service)
    mutants = derived_mutants(service)[::every]
    for done, mutant in enumerate(mutants):
        if progress is not None:
            progress(done, len(mutants))
        yield hunt(mutant, observed, service)


@contextmanager
def _recording(client: HttpClient, contract: Contract) -> Generator[list[Seen], None, None]:
    """Record the answers that a client gets."""
    seen: list[Seen] = []
    send, stream = client.send, client.stream

    def note(method: str, path: str, status: int, value: Any) -> None:
        operation = contract.routes.match(method, path).operation_id
        if operation is not None:
            seen.append(Seen(operation, status, value))

    def noting_send(method: str, path: str, **how: Any) -> HttpAnswer:
        answer = send(method, path, **how)
        is_json = answer.headers.get("content-type", "").startswith(JSON) and answer.body
        note(method, path, answer.status, orjson.loads(answer.body) if is_json else None)
        return answer

    @contextmanager
    def noting_stream(method: str, path: str, **how: Any) -> Generator[HttpStream, None, None]:
        with stream(method, path, **how) as answer:
            note(method, path, answer.status, None)
            yield answer

    client.send, client.stream = noting_send, noting_stream  # type: ignore[method-assign]
    yield seen
