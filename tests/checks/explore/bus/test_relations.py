"""Answers of right bus servers fit each other; those of a faulty one do not, which few requests show."""

import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.checks.explore.bus.explorations import explore_bus, explore_other_make, walk_of
from tests.matrix import begun_by_ci
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import bus_server
from tests.other_make.choices import Choices, drawn
from trivet_checks import judge
from trivet_stubs import BusStub, Clock


class Rewriting:
    """A bus server of another make whose lists a function changes."""

    def __init__(self, change: Any) -> None:
        self.app = bus_server()
        self.change = change
        self.requests = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        start: list[Message] = []
        chunks: list[bytes] = []

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
                return
            chunks.append(message.get("body", b""))
            if message.get("more_body"):
                return
            body = b"".join(chunks)
            if start[0]["status"] == 200:
                body = json.dumps(self.change(scope["path"], json.loads(body), self.requests)).encode()
            head = [(name, value) for name, value in start[0]["headers"] if name != b"content-length"]
            await send({**start[0], "headers": [*head, (b"content-length", str(len(body)).encode())]})
            await send({"type": "http.response.body", "body": body})

        await self.app(scope, receive, keep)


@pytest.mark.parametrize("seed", range(3))
def test_the_answers_of_a_stub_fit_each_other(seed: int) -> None:
    with BusStub() as stub:
        result = explore_bus(stub.async_transport(), Clock(), key=stub.account_key, seed=seed)
    assert not result.of("broken")
    assert not result.stopped
    assert not result.notes
    assert judge(result, fail_on=["assumed", "observed"]).exit_status == 0
    assert len([verdict for verdict in result.of("holds") if verdict.kind == "rule"]) > 20


def test_the_answers_of_another_make_fit_each_other() -> None:
    result = explore_other_make(walks=4)
    assert not result.of("broken")
    assert not result.stopped
    assert "routes.list: records of a page: 20" in result.choices


@pytest.mark.parametrize("seed", begun_by_ci(range(10), kept=4))
def test_no_permitted_choice_is_a_finding(seed: int) -> None:
    result = explore_other_make(choices=Choices("bus", drawn("bus", seed)), seed=seed, walks=4)
    assert not result.of("broken")
    assert not result.stopped


@pytest.mark.parametrize(
    ("fault", "id_", "requests"),
    [
        (BusFault.SKIP_OFF_BY_ONE, "bus.paging.skip-counts-records", 2),
        (BusFault.STOPS_FILTER_OF_A_PAGE, "bus.stops.code-filter", 2),
        (BusFault.SERVICES_FILTER_FIRST, "bus.services.number-filter", 2),
        (BusFault.ARRIVALS_FILTER_IGNORED, "bus.arrivals.service-filter", 1),
        *begun_by_ci(
            [
                (BusFault.SKIP_HAS_A_CEILING, "bus.paging.skip-counts-records", 2),
                (BusFault.STOPS_FILTER_PREFIX, "bus.stops.code-filter", 1),
                (BusFault.NEGATIVE_SKIP_OF_PLANS, "bus.paging.skip-is-at-least-0", 1),
                (BusFault.FOUR_MONTHS, "bus.volume.date-is-of-the-last-three-months", 4),
                (BusFault.LISTS_WITHOUT_KEY, "bus.access.account-key-is-needed", 1),
            ]
        ),
    ],
)
def test_a_fault_is_shown_by_few_requests(fault: BusFault, id_: str, requests: int) -> None:
    result = explore_other_make([fault], walks=8)
    assert len([line for line in walk_of(result, id_) if line[0].isdecimal()]) == requests
    assert judge(result).exit_status == 1


def test_a_code_of_a_route_that_no_stop_has_differs() -> None:
    def change(path: str, answer: Any, number: int) -> Any:
        return json.loads(json.dumps(answer).replace("01525", "99999")) if path == "/BusRoutes" else answer

    result = explore_other_make(app=Rewriting(change), walks=6)
    [verdict] = result.of("broken")
    assert (verdict.id, verdict.basis) == ("stops.list: answer", "assumed")
    assert "it has no 99999, which is in " in verdict.reason
    assert len(walk_of(result, verdict.id)) <= 4
    assert judge(result).exit_status == 0


def test_data_that_change_once_are_seen_once() -> None:
    def change(path: str, answer: Any, number: int) -> Any:
        if path == "/BusStops" and number > 60:
            return {**answer, "value": [{**row, "RoadName": "A new road"} for row in answer["value"]]}
        return answer

    result = explore_other_make(app=Rewriting(change))
    assert not result.of("broken")
    assert any(note.startswith("seen once: stops.list: ") for note in result.notes)


def test_a_finding_names_the_contract_and_has_a_script_and_a_test() -> None:
    result = explore_other_make([BusFault.STOPS_FILTER_OF_A_PAGE], walks=6)
    [verdict] = [verdict for verdict in result.of("broken") if verdict.id == "bus.stops.code-filter"]
    walk = verdict.parts[0].walk
    assert walk is not None
    assert walk.lines[-1].strip().startswith("The contract: ")
    assert 'curl -s "$BASE_URL/BusStops?BusStopCode=' in walk.curl
    assert '-H "AccountKey: $KEY"' in walk.curl
    compile(walk.pytest, "test_walk.py", "exec")
    assert "check_walk(\n        'bus'" in walk.pytest


def test_the_bound_of_requests_ends_the_walks_and_is_a_note() -> None:
    result = explore_other_make(walks=30, requests=150)
    assert result.requests <= 150
    assert not result.stopped
    assert any("walks were made" in note for note in result.notes)


def test_a_long_list_is_read_in_part() -> None:
    result = explore_other_make(choices=Choices("bus", {"page-size": "three"}), requests=400)
    assert not result.of("broken")
    assert any(note.startswith("routes.list: ") and note.endswith("and not its end") for note in result.notes)


def test_a_run_with_the_same_seed_sends_the_same_requests() -> None:
    def paths() -> list[tuple[str, str]]:
        with BusStub() as stub:
            explore_bus(stub.async_transport(), Clock(), key=stub.account_key, seed=7, walks=1)
            return [(request.path, str(request.query)) for request in stub.requests]

    assert paths() == paths()
