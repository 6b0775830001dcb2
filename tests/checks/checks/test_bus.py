"""The checks of the bus service: they hold on the stub in every state, and say why a rule is not tried."""

from __future__ import annotations

import io
import json
import shlex
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.mutants.bus.stops import code_filter_is_ignored
from trivet_checks import Budget, CouldNotRun, NotTried, Result, Selection, Target, run, suite
from trivet_checks.checks.bus.service import OpenedFile, open_file
from trivet_checks.mutants.changes import around
from trivet_checks.mutants.trial import target_of, try_rules
from trivet_stubs import BusStub
from trivet_stubs.bus import BusObserved
from trivet_stubs.kernel.clock import SINGAPORE
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import rules
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.serving.bounded_http_client import HttpClient

UNSEEN = {"bus.access.quota-is-a-500", "bus.contract.revision-is-6-8"}
NO_SERVICES = "the server answers a stop without buses with no services"
AS_OBSERVED = {
    "bus.arrivals.empty-at-night-as-observed": NO_SERVICES,
    "bus.routes.times-may-be-null-as-observed": "no time of the page is null",
}
REAL = Path(__file__).parents[4] / "shared" / "data" / "bus"
NIGHT = datetime(2025, 6, 16, 3, 30, tzinfo=SINGAPORE)


def not_tried(result: Result) -> dict[str, str]:
    return {verdict.id: verdict.reason for verdict in result.of("not tried") if verdict.id not in UNSEEN}


def broken(result: Result) -> list[tuple[str, str]]:
    return [(verdict.id, verdict.reason) for verdict in result.of("broken")]


def test_every_rule_has_a_check_or_cannot_be_seen() -> None:
    unseen = {rule.id for rule in rules("bus").values() if rule.unseen}
    assert unseen == UNSEEN
    assert set(suite("bus").checks) == set(rules("bus")) - UNSEEN


def test_all_checks_hold_on_the_stub_and_every_operation_is_judged() -> None:
    with BusStub() as stub:
        result = try_rules(stub)
    assert broken(result) == []
    assert not_tried(result) == AS_OBSERVED
    judged = {verdict.id for verdict in result.of("holds") if verdict.kind == "operation"}
    assert judged == {f"{operation}: answer" for operation in stub.contract.operations}
    assert result.requests < 30 * len(stub.contract.operations)
    assert (result.made, result.left) == ([], [])


@pytest.mark.parametrize("page_size", [1, 7])
def test_checks_hold_with_pages_of_any_size(page_size: int) -> None:
    with BusStub(page_size=page_size) as stub:
        result = try_rules(stub)
    assert broken(result) == []
    assert "bus.stops.code-filter" not in not_tried(result)


def test_checks_hold_on_a_stub_that_does_as_observed() -> None:
    with BusStub(observed=BusObserved(empty_arrivals=True, null_times=True)) as stub:
        result = try_rules(stub)
    assert broken(result) == []
    # A time at which no bus runs is either a dash or null.
    assert set(not_tried(result)) == {"bus.routes.no-bus-is-a-dash"}


@pytest.mark.parametrize("empty", [False, True])
def test_arrivals_are_not_tried_at_night(empty: bool) -> None:
    with BusStub(observed=BusObserved(empty_arrivals=empty)) as stub:
        stub.clock.set(NIGHT)
        result = try_rules(stub)
    assert broken(result) == []
    reasons = not_tried(result)
    assert reasons["bus.arrivals.next-buses-are-in-order"] == "none of 10 stops has a service now"
    assert len([rule for rule in reasons if rule.startswith("bus.arrivals.")]) >= 10
    assert ("bus.answers.status-is-200-with-json" in reasons) == empty


def test_last_bus_that_leaves_during_a_check_is_no_fault() -> None:
    with BusStub() as stub:

        async def leave(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
            if b"ServiceNo=" in scope["query_string"] and stub.clock.now() < NIGHT + timedelta(days=1):
                stub.clock.set(NIGHT + timedelta(days=1))
            await app(scope, receive, send)

        around(stub, "arrivals.get", leave)
        result = try_rules(stub, ["bus.arrivals.service-filter"])
    assert [verdict.id for verdict in result.of("holds")] == ["bus.arrivals.service-filter"]


@pytest.mark.parametrize("day", [1, 10, 11])
def test_months_hold_on_every_day_of_a_month(day: int) -> None:
    with BusStub() as stub:
        stub.clock.set(datetime(2025, 3, day, 9, 0, tzinfo=SINGAPORE))
        result = try_rules(stub, ["bus.volume.*"])
    assert [verdict.outcome for verdict in result.verdicts] == ["holds"] * 8


def test_server_without_records_has_nothing_to_try() -> None:
    with BusStub() as stub:
        stub.records = replace(stub.records, stops=(), services=(), routes=(), planned_routes=())
        result = try_rules(stub)
    assert broken(result) == []
    reasons = not_tried(result)
    assert reasons["bus.stops.list-has-stop-records"] == "stops.list has no records"
    assert reasons["bus.paging.skip-counts-records"] == "no list has two records"


def test_run_that_may_only_read_tries_all_but_one_rule() -> None:
    with BusStub() as stub, HttpClient("http://bus.test", transport=stub.async_transport()) as client:
        callers = {"user": suite("bus").credentials(stub.account_key, "TRIVET_BUS_USER_TOKEN")}
        result = run(suite("bus"), Target("bus", client, callers, budget=Budget(pause=stub.clock.advance)))
        assert {request.method for request in stub.requests} == {"GET"}
    reasons = not_tried(result)
    assert reasons.pop("bus.requests.every-operation-is-a-get") == "writes are not allowed"
    assert reasons.pop("bus.volume.link-expires") == "takes 301 s, and a check may wait for 10 s"
    assert reasons == AS_OBSERVED


def test_checks_hold_over_a_port_and_hide_the_key() -> None:
    with BusStub(account_key="s3cret-key-0123") as stub:
        code_filter_is_ignored.change(stub)
        with stub.serve() as served, HttpClient(served.url) as client:
            callers = {"user": suite("bus").credentials("s3cret-key-0123", "TRIVET_BUS_USER_TOKEN")}
            result = run(suite("bus"), Target("bus", client, callers), Selection(ids=["bus.stops.*", "bus.access.*"]))
    [verdict] = result.of("broken")
    assert verdict.id == "bus.stops.code-filter"
    assert verdict.evidence is not None
    assert "$TRIVET_BUS_USER_TOKEN" in verdict.evidence.request
    assert "s3cret" not in repr(result)


def test_key_that_the_server_does_not_know_ends_the_run_before_any_rule() -> None:
    callers = {"user": suite("bus").credentials("no-such-key", "TRIVET_BUS_USER_TOKEN")}
    with (
        BusStub() as stub,
        HttpClient("http://bus.test", transport=stub.async_transport()) as client,
        pytest.raises(CouldNotRun) as raised,
    ):
        run(suite("bus"), Target("bus", client, callers))
    assert raised.value.callers["user"].startswith("refused: GET http://bus.test/BusServices is answered with 401")
    assert "$TRIVET_BUS_USER_TOKEN" in str(raised.value)
    assert [request.operation for request in stub.requests] == [None, "services.list"]


def real(name: str) -> Path:
    path = REAL / name
    if not path.exists():
        pytest.skip(f"the real data is not here: shared/data/bus/{name}")
    return path


@pytest.mark.long
def test_checks_demand_nothing_that_the_real_lists_break() -> None:
    with BusStub(data=real("bus_route_2024-09-19.csv").parent) as stub:
        result = try_rules(stub, ["bus.services.*", "bus.routes.*", "bus.stops.*", "bus.paging.*", "bus.answers.*"])
    assert broken(result) == []
    assert set(not_tried(result)) == {"bus.routes.times-may-be-null-as-observed"}


class Recorded:
    """A recorded answer, which every stop gets."""

    def __init__(self, path: Path) -> None:
        self._answer: JsonObject = json.loads(path.read_bytes())

    @operation("arrivals.get")
    def get_arrivals(self, request: ContractRequest) -> JsonObject:
        return {**self._answer, "BusStopCode": request.query["BusStopCode"]}


@pytest.mark.parametrize("name", ["arrival_guide_sample.json", "arrival_recorded_2025-05.json"])
def test_checks_demand_nothing_that_recorded_arrivals_break(name: str) -> None:
    with BusStub() as stub:
        stub.override(Recorded(real(name)))
        result = try_rules(stub, ["bus.arrivals.*"])
    # A recording knows neither the time, nor one stop or service from another.
    assert {verdict.id.removeprefix("bus.arrivals.") for verdict in result.of("broken")} == {
        "are-of-one-stop-in-real-time",
        "service-filter",
    }


class Hostile:
    """Handlers that answer what no check expects."""

    @operation("stops.list")
    def list_stops(self, request: ContractRequest) -> object:
        raise ValueError

    @operation("arrivals.get")
    def get_arrivals(self, request: ContractRequest) -> object:
        return Response(b'{"BusStopCode": 7, "Services": [null, {"NextBus": []}]}', media_type="application/json")


def test_answers_that_make_no_sense_are_broken_and_end_no_run() -> None:
    with BusStub() as stub:
        stub.override(Hostile())
        result = try_rules(stub)
    assert len(result.verdicts) == len(rules("bus")) + len(stub.contract.operations)
    outcomes = {verdict.id: verdict.outcome for verdict in result.verdicts}
    assert outcomes["bus.arrivals.load-is-sea-sda-or-lsd"] == "not tried"
    assert outcomes["bus.stops.code-filter"] == "not tried"
    assert outcomes["stops.list: answer"] == "broken"
    assert outcomes["bus.services.number-filter"] == "holds"
    assert outcomes["arrivals.get: answer"] == "broken"


class OtherFiles:
    """Links to files of another make."""

    def __init__(self, link: str) -> None:
        self._link = link

    @operation("passenger_volume.by_stop")
    def by_stop(self, request: ContractRequest) -> JsonObject:
        return {"odata.metadata": "", "value": [{"Link": self._link}]}


@pytest.mark.parametrize(
    "link", ["http://[::1", "ftp://bus.test/f", "file:///etc/passwd", "", "http://bus.test:99999/"]
)
def test_link_that_is_no_link_is_broken(link: str) -> None:
    with BusStub() as stub:
        stub.override(OtherFiles(link))
        result = try_rules(stub, ["bus.volume.link-downloads-a-file", "bus.volume.by-stop-counts-taps"])
    assert result.of("holds") == []
    assert [verdict for verdict in result.verdicts if verdict.fails]


def file(beginning: bytes) -> OpenedFile:
    return OpenedFile(request="curl -i http://files.test/a.zip", status=200, beginning=beginning)


def zipped(text: bytes, method: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("a.csv", text)
    return packed.getvalue()


@pytest.mark.parametrize(
    "content_of",
    [
        lambda text: text,
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: zipped(text, zipfile.ZIP_STORED),
        lambda text: zipped(text * 500, zipfile.ZIP_DEFLATED)[:300],
    ],
)
def test_first_lines_are_read_from_the_beginning_of_a_file(content_of: Callable[[bytes], bytes]) -> None:
    assert file(content_of(b"TAP_IN,TAP_OUT\n1,2\n")).lines() == ["TAP_IN,TAP_OUT", "1,2"]


@pytest.mark.parametrize("content", [b"", b"one line", b"\x00\x01\n\x02", b"PK\x03\x04", b"PK\x03\x04" + b"\xff" * 90])
def test_file_that_is_no_text_is_not_tried(content: bytes) -> None:
    with pytest.raises(NotTried, match="the file is"):
        file(content).lines()


@pytest.mark.parametrize("status", [200, 404])
def test_evidence_of_a_file_hides_the_secrets_of_its_link_and_quotes_it(status: int) -> None:
    link = "http://me:pa55word@files.test/a'; reboot '.zip?signature=secret"
    transport = httpx.MockTransport(lambda _: httpx.Response(status, content=b"PK"))
    with HttpClient("http://bus.test", transport=transport) as client:
        evidence = open_file(Target("bus", client, {}), link).evidence
    words = shlex.split(evidence.request)
    assert words == ["curl", "-i", "http://me:<hidden>@files.test/a'; reboot '.zip?\u2026"]
    assert evidence.answer == f"{status} and {'a file' if status == 200 else 'no file'}"


def test_sampled_answers_are_read_once_in_a_run() -> None:
    with BusStub() as stub, target_of(stub) as target:
        run(
            suite("bus"),
            target,
            Selection(ids=[f"bus.arrivals.{field}-*" for field in ("load", "type", "feature")]),
        )
        assert stub.requests.count("arrivals.get") == 10
        assert stub.requests.count("routes.list") == 1
