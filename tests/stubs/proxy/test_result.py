"""What a run of the proxy finds."""

import pytest

from tests.stubs.proxy.judging import judged, passed
from trivet_stubs.proxy.result import TrafficResult

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
