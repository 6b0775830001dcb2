"""The result of a run of the proxy, and its reports."""

import json
from xml.etree import ElementTree

import pytest

from tests.checks.proxy.judging import judged, passed
from trivet_checks.proxy.result import Demands, TrafficResult
from trivet_checks.reports.traffic import as_json, as_junit, as_text

WRONG_CLIENT = passed(
    "GET", "/BusStops?$skip=-1", status=400, answer={"fault": {"faultstring": "", "detail": {"errorcode": ""}}}
)
ASSUMED_CLIENT = passed(
    "GET", "/BusStops?x=1", status=400, answer={"fault": {"faultstring": "", "detail": {"errorcode": ""}}}
)
WRONG_SERVER = passed("GET", "/BusStops", answer={"value": 5})
RIGHT = passed("GET", "/BusStops", answer={"value": [], "odata.metadata": ""})


@pytest.mark.parametrize(
    ("exchange", "both", "client", "server", "assumed"),
    [
        (RIGHT, 0, 0, 0, 0),
        (WRONG_CLIENT, 1, 1, 0, 1),
        (WRONG_SERVER, 1, 0, 1, 1),
        (ASSUMED_CLIENT, 0, 0, 0, 1),
    ],
)
def test_exit_status_counts_the_faults_that_are_asked_for(exchange, both, client, server, assumed):
    result = judged("bus", exchange)
    statuses = [result.exit_status(), result.exit_status("client"), result.exit_status("server")]
    assert [*statuses, result.exit_status(fail_on=["assumed"])] == [both, client, server, assumed]


def test_run_that_shows_nothing_could_not_run():
    assert TrafficResult(service="bus", upstream="http://x").exit_status() == 2
    lost = passed("GET", "/BusStops", status=None, ending="unreachable")
    lost.reason = "ConnectError"
    assert judged("bus", lost).exit_status() == 2
    assert judged("bus", lost, RIGHT).exit_status() == 0


def test_problem_of_the_proxy_itself_is_not_silent():
    result = judged("bus", RIGHT)
    result.problems.append("the recording has stopped")
    assert result.exit_status() == 2


def test_number_of_paths_outside_of_the_contract_is_bounded():
    result = judged("bus", *(passed("GET", f"/x{number}") for number in range(150)))
    assert (len(result.outside), result.outside["others"], result.requests) == (101, 50, 150)


def result():
    outcome = judged(
        "chat",
        *(passed("GET", "/conversations?limit=500", status=422, answer={"detail": []}) for _ in range(2)),
        passed("GET", "/conversations?x=<&>", status=422, answer={"detail": []}),
        passed("GET", "/conversations", answer={"items": 5}),
        passed("GET", "/elsewhere"),
    )
    outcome.problems.append("the recording has stopped: it is full")
    outcome.recorded = {"exchanges": 4}
    return outcome


def test_text_shows_operations_rules_and_each_side_apart():
    lines = as_text(result()).splitlines()
    assert lines[0] == "chat at http://up.test: 5 requests passed, 4 answers were judged"
    [row] = [line.split() for line in lines if line.startswith("conversations.list ")]
    assert row == ["conversations.list", "4", "200", "x1,", "422", "x3", "3", "3"]
    rule = next(line for line in lines if line.startswith("chat.paging.limit"))
    assert rule.split() == ["chat.paging.limit-is-1-to-100", "stated", "3", "2"]
    client, server = lines.index("What the client got wrong:"), lines.index("What the server got wrong:")
    assert lines[client + 1] == "  chat.paging.limit-is-1-to-100 (stated, 2 times)"
    assert lines[server + 1] == "  conversations.list: answer (stated, once)"
    assert "  GET /elsewhere (1)" in lines
    assert lines[-1] == "Problem: the recording has stopped: it is full"


def test_json_has_everything_and_the_exit_status():
    report = json.loads(json.dumps(as_json(result(), Demands(judged="client"))))
    assert report["exit_status"] == 1
    assert report["operations"]["conversations.list"]["statuses"] == {"200": 1, "422": 3}
    assert report["rules"]["chat.paging.limit-is-1-to-100"] == {"tried": 3, "broken": 2, "basis": "stated"}
    assert [(finding["side"], finding["count"]) for finding in report["findings"]] == [
        ("client", 2),
        ("client", 1),
        ("server", 1),
        ("server", 1),
        ("server", 1),
    ]


def test_junit_fails_what_fails_the_run_and_skips_the_rest():
    suite = ElementTree.fromstring(as_junit(result()))
    cases = {case.get("name"): [child.tag for child in case] for case in suite}
    assert cases["chat.paging.limit-is-1-to-100 (client)"] == ["failure"]
    assert cases["chat.requests.unknown-inputs-are-422 (client)"] == ["skipped"]
    assert cases["conversations.list (server)"] == ["failure"]
    assert cases["conversations.list (client)"] == []
    assert (suite.get("failures"), suite.get("skipped"), suite.get("tests")) == ("3", "1", str(len(cases)))
    strict = ElementTree.fromstring(as_junit(result(), Demands(fail_on=["assumed"])))
    assert (strict.get("failures"), strict.get("skipped")) == ("4", "0")


def test_run_that_could_not_run_is_an_error_in_junit():
    empty = TrafficResult(service="bus", upstream="http://x")
    suite = ElementTree.fromstring(as_junit(empty))
    assert (suite.get("errors"), suite[0][0].get("message")) == ("1", "no request passed")
    assert as_text(empty).startswith("bus at http://x: 0 requests passed")
