"""Which row of the table a request is translated by."""

import pytest

from tests.sdk.agent.opencode.driving import answer, run, shown
from trivet._core.contract_translation import Forward, WireRequest
from trivet.agent._opencode.events import OpencodeEvents
from trivet.agent._opencode.translation import OpencodeTranslation, find_rule


def flow(method, target):
    return OpencodeTranslation().flow(WireRequest(method, target))


@pytest.mark.parametrize(
    ("method", "path", "operation", "inputs", "prefix"),
    [
        ("GET", "/api/agent", "agent.list", {}, ""),
        ("GET", "/api/workspace/status", "workspace.status", {}, ""),
        ("GET", "/api/workspace/wrk_1", "workspace.get", {"workspaceID": "wrk_1"}, ""),
        ("GET", "/api/session/a%2Fb", "session.get", {"sessionID": "a%2Fb"}, ""),
        ("POST", "/coding/api/session", "session.create", {}, "/coding"),
        ("GET", "/api/api/session", "session.list", {}, "/api"),
    ],
)
def test_rule_is_found_by_method_and_path(method, path, operation, inputs, prefix):
    rule, values, before = find_rule(method, path)
    assert (rule.operation, values, before) == (operation, inputs, prefix)


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/session/status?directory=%2Fa"),
        ("POST", "/api/session/ses_1/interrupt"),
        ("PUT", "/api/session/ses_1"),
        ("GET", "/api"),
        ("GET", "/"),
    ],
)
def test_route_of_the_server_itself_is_sent_as_it_is(method, target):
    request = WireRequest(method, target, b"{}")
    assert run(OpencodeTranslation().flow(request)) == ([], Forward(request))


def test_prefix_of_the_base_url_is_kept_in_every_request():
    here = answer({"directory": "/a"})
    steps, last = run(flow("GET", "/coding/api/session?directory=%2Fa"), here, answer({"data": []}))
    assert [*map(shown, steps)] == [
        "GET /coding/api/location?location%5Bdirectory%5D=%2Fa",
        "GET /coding/api/session?directory=%2Fa",
    ]
    assert last.status == 200
    steps, last = run(flow("GET", "/coding/api/event"), here)
    assert (shown(last.request), type(last.events())) == ("GET /coding/event?directory=%2Fa", OpencodeEvents)


def test_flow_below_a_prefix_is_closed_with_its_driver():
    running = flow("GET", "/coding/api/session")
    next(running)
    running.close()
    with pytest.raises(StopIteration):
        next(running)
