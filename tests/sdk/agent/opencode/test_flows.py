"""The operations for which one request to the server is not enough."""

import base64
import json

import pytest

from tests.sdk.agent.opencode.driving import answer, run, translate
from trivet._core.contract_translation import Pause, WireAnswer, WireRequest
from trivet.agent._opencode.events import OpencodeEvents
from trivet.agent._opencode.translation import OpencodeTranslation
from trivet.agent.opencode import UnsupportedOperationError

UNAVAILABLE = answer({"_tag": "ServiceUnavailableError", "message": "not available yet"}, 503)
HERE = answer({"directory": "/a", "project": {"id": "p", "directory": "/a"}})
FAILED = answer({"name": "UnknownError", "data": {"message": "no"}}, 500)
PAGE_FOR_BROWSERS = WireAnswer(200, "text/html", b"<!doctype html>")
WAIT = "POST /api/session/ses_1/wait"
ACTIVE = "GET /api/session/active"


def test_wait_lists_active_sessions_until_the_session_is_inactive():
    busy, idle = answer({"data": {"ses_1": {"type": "running"}}}), answer({"data": {"ses_2": {"type": "running"}}})
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", UNAVAILABLE, busy, busy, idle)
    assert steps == [WAIT, ACTIVE, Pause(0.25), ACTIVE, Pause(0.25), ACTIVE]
    assert status == 204


@pytest.mark.parametrize("reply", [WireAnswer(204), answer({"_tag": "SessionNotFoundError"}, 404)])
def test_wait_of_a_server_that_can_wait_is_its_own(reply):
    flow = OpencodeTranslation().flow(WireRequest("POST", "/api/session/ses_1/wait"))
    assert run(flow, reply) == ([WireRequest("POST", "/api/session/ses_1/wait")], reply)


@pytest.mark.parametrize("reply", [FAILED, PAGE_FOR_BROWSERS])
def test_wait_ends_with_an_answer_other_than_a_list_of_sessions(reply):
    flow = OpencodeTranslation().flow(WireRequest("POST", "/api/session/ses_1/wait"))
    assert run(flow, UNAVAILABLE, reply)[1] == reply


def test_compact_that_is_not_available_is_unsupported():
    with pytest.raises(UnsupportedOperationError, match=r"POST /session/.*/summarize"):
        translate("POST", "/api/session/ses_1/compact", UNAVAILABLE)
    assert translate("POST", "/api/session/ses_1/compact", WireAnswer(204))[1] == (204, None)


def test_reply_finds_the_session_of_its_request():
    listed = answer({"data": [{"id": "per_0", "sessionID": "x"}, {"id": "per_1", "sessionID": "ses_1"}]})
    steps, _ = translate("POST", "/api/permission/per_1/reply?directory=%2Fa", listed, response="once")
    assert steps == [
        "GET /api/permission/request?location%5Bdirectory%5D=%2Fa",
        ("POST /api/session/ses_1/permission/per_1/reply", {"reply": "once"}),
    ]
    listed = answer({"data": [{"id": "que_1", "sessionID": "ses_1"}]})
    steps, _ = translate("POST", "/api/question/que_1/reply", listed, response={"answers": [["a"]]})
    assert steps[1] == ("POST /api/session/ses_1/question/que_1/reply", {"answers": [["a"]]})
    assert (
        translate("POST", "/api/question/que_1/reject", listed)[0][1] == "POST /api/session/ses_1/question/que_1/reject"
    )


def test_reply_to_a_request_that_is_gone_is_a_404():
    steps, (status, body) = translate("POST", "/api/permission/per_1/reply", answer({"data": []}), response="once")
    assert (steps, status, body["_tag"]) == (["GET /api/permission/request"], 404, "NotFoundError")
    assert translate("POST", "/api/permission/per_1/reply", FAILED, response="once")[1][0] == 500


def test_session_that_the_list_puts_into_a_path_is_encoded():
    listed = answer({"data": [{"id": "per_1", "sessionID": "../../x?y"}]})
    steps, _ = translate("POST", "/api/permission/per_1/reply", listed, response="once")
    assert steps[1][0] == "POST /api/session/..%2F..%2Fx%3Fy/permission/per_1/reply"


def test_sessions_of_one_context_are_listed_with_it():
    page = {"data": [{"id": "ses_1"}], "cursor": {"next": "c"}}
    steps, (status, body) = translate("GET", "/api/session?order=asc&directory=%2Fa", HERE, answer(page))
    assert steps == ["GET /api/location?location%5Bdirectory%5D=%2Fa", "GET /api/session?order=asc&directory=%2Fa"]
    assert (status, body) == (200, {**page, "location": {"directory": "/a"}})
    steps, _ = translate("GET", "/api/session", HERE, answer(page))
    assert steps == ["GET /api/location", "GET /api/session?directory=%2Fa"]


def test_next_page_of_sessions_has_the_cursor_alone():
    assert translate("GET", "/api/session?cursor=c&limit=5&directory=%2Fa")[0] == ["GET /api/session?limit=5&cursor=c"]


@pytest.mark.parametrize("target", ["/api/session?directory=%2Fa", "/api/event?directory=%2Fa"])
@pytest.mark.parametrize("reply", [FAILED, PAGE_FOR_BROWSERS, answer({"directory": 5})])
def test_context_that_cannot_be_resolved_ends_the_call(target, reply):
    assert run(OpencodeTranslation().flow(WireRequest("GET", target)), reply)[1] == reply


def test_failed_list_of_sessions_stays_as_it_is():
    flow = OpencodeTranslation().flow(WireRequest("GET", "/api/session"))
    assert run(flow, HERE, FAILED)[1] == FAILED


def test_session_with_a_title_is_created_by_the_older_route():
    assert translate("POST", "/api/session?directory=%2Fa", agent="build")[0] == [
        ("POST /api/session", {"agent": "build", "location": {"directory": "/a"}})
    ]
    older = answer({"id": "ses_1", "directory": "/a", "title": "T"})
    steps, (_, body) = translate("POST", "/api/session?directory=%2Fa", older, title="T")
    assert steps == [("POST /session?directory=%2Fa", {"title": "T"})]
    assert body == {"data": {"id": "ses_1", "title": "T", "location": {"directory": "/a"}}}


def test_subscription_translates_the_events_of_the_resolved_context():
    steps, last = translate("GET", "/api/event", HERE)
    assert steps == ["GET /api/location", "GET /api/event"]
    first, second = last.events(), last.events()
    assert isinstance(first, OpencodeEvents)
    assert first is not second


def test_file_is_text_or_binary():
    def read(path, reply):
        flow = OpencodeTranslation().flow(WireRequest("GET", f"/api/fs/file?path={path}&directory=%2Fa"))
        return run(flow, reply)

    steps, last = read("sub/a%20b.txt", WireAnswer(200, "text/plain; charset=utf-8", "é".encode()))
    assert steps == [WireRequest("GET", "/api/fs/read/sub/a%20b.txt?location%5Bdirectory%5D=%2Fa")]
    assert json.loads(last.body) == {"data": {"type": "text", "mimeType": "text/plain", "content": "é"}}
    binary = json.loads(read("a", WireAnswer(200, "image/png", b"\xff\x00"))[1].body)["data"]
    assert (binary["type"], binary["encoding"]) == ("binary", "base64")
    assert base64.b64decode(binary["content"]) == b"\xff\x00"
    assert read("a", FAILED)[1] == FAILED


def test_path_of_a_file_does_not_lead_out_of_the_route():
    flow = OpencodeTranslation().flow(WireRequest("GET", "/api/fs/file?path=..%2F..%2Fagent"))
    assert run(flow, FAILED)[0][0].target == "/api/fs/read/%2E%2E/%2E%2E/agent"


DIFF = "GET /session/ses_1/diff"
MESSAGES = "GET /api/session/ses_1/message"
TOOL = {"type": "tool", "id": "call_1"}


def step(*parts, **more):
    return {"type": "assistant", "content": list(parts), **more}


def test_own_diff_of_the_server_is_kept():
    diffs = [{"file": "a.txt", "patch": "@@", "additions": 1, "deletions": 0}]
    assert translate("GET", "/api/session/ses_1/diff", answer(diffs)) == ([DIFF], (200, diffs))


def test_changed_files_are_found_on_every_page_of_messages():
    prompt = {"type": "user", "text": "Go."}
    first = [prompt, step(TOOL, snapshot={"start": "s0", "end": "s1", "files": ["b.txt", "a.txt"]})]
    second = [step(TOOL, snapshot={"files": ["a.txt", "c.txt"]}), step({"type": "text"}), step(snapshot={})]
    pages = [{"data": first, "cursor": {"next": "c/1"}}, {"data": second, "cursor": {"next": None}}]
    steps, (status, body) = translate("GET", "/api/session/ses_1/diff", answer([]), *map(answer, pages))
    assert steps == [DIFF, f"{MESSAGES}?limit=200&order=asc", f"{MESSAGES}?limit=200&cursor=c%2F1"]
    assert (status, body) == (200, {"data": [{"path": "b.txt"}, {"path": "a.txt"}, {"path": "c.txt"}]})


@pytest.mark.parametrize("snapshot", [{}, {"snapshot": {"start": "s0"}}])
def test_step_with_tools_and_without_a_snapshot_makes_the_diff_unsupported(snapshot):
    page = {"data": [step(TOOL, snapshot={"files": ["a.txt"]}), step(TOOL, **snapshot)], "cursor": {}}
    with pytest.raises(UnsupportedOperationError, match=r"session\.diff: .* none of one step of this session"):
        translate("GET", "/api/session/ses_1/diff", answer([]), answer(page))


@pytest.mark.parametrize(
    "page",
    [
        [],
        {"data": None, "cursor": {}},
        {"data": [step(TOOL, snapshot={"files": [5]})], "cursor": {}},
        {"data": [step(snapshot=None)], "cursor": {}},
        {"data": []},
        {"data": [], "cursor": {"next": ["c"]}},
    ],
)
def test_messages_of_another_form_are_not_taken_for_an_empty_diff(page):
    _, (status, body) = translate("GET", "/api/session/ses_1/diff", answer([]), answer(page))
    assert (status, body["_tag"]) == (502, "UnexpectedAnswerError")


def test_cursor_that_leads_in_a_circle_ends_the_diff_with_an_error():
    page = answer({"data": [], "cursor": {"next": "c"}})
    _, (status, _) = translate("GET", "/api/session/ses_1/diff", answer([]), page, page)
    assert status == 502


@pytest.mark.parametrize("reply", [FAILED, PAGE_FOR_BROWSERS])
def test_diff_whose_messages_cannot_be_listed_ends_with_that_answer(reply):
    flow = OpencodeTranslation().flow(WireRequest("GET", "/api/session/ses_1/diff"))
    assert run(flow, answer([]), reply)[1] == reply
    assert run(OpencodeTranslation().flow(WireRequest("GET", "/api/session/ses_1/diff")), reply)[1] == reply


@pytest.mark.parametrize("operation", ["message", "context"])
def test_error_of_an_interrupted_answer_has_a_type(operation):
    interrupted = {"type": "unknown", "message": "Provider turn interrupted"}
    failed = {"type": "unknown", "message": "Provider turn interrupted by a proxy"}
    page = {"data": [{"id": "m1", "error": interrupted}, {"id": "m2", "error": failed}, {"id": "m3"}], "cursor": {}}
    _, (_, body) = translate("GET", f"/api/session/ses_1/{operation}", answer(page))
    assert [message.get("error", {}).get("type") for message in body["data"]] == [
        "MessageAbortedError",
        "unknown",
        None,
    ]


@pytest.mark.parametrize(
    "body", [b'{"data" : []}', b'["Provider turn interrupted"]', b'{"data": "Provider turn interrupted"}']
)
def test_other_answers_of_messages_are_passed_on_as_they_are(body):
    reply = WireAnswer(200, "application/json", body)
    assert run(OpencodeTranslation().flow(WireRequest("GET", "/api/session/ses_1/message")), reply)[1] == reply


def test_diff_has_the_modes_of_the_server():
    assert translate("GET", "/api/vcs/diff?mode=default")[0] == ["GET /vcs/diff?mode=branch"]
    assert translate("GET", "/api/vcs/diff?directory=%2Fa")[0] == ["GET /vcs/diff?mode=git&directory=%2Fa"]
    assert translate("GET", "/api/vcs/diff?format=patch&directory=%2Fa")[0] == ["GET /vcs/diff/raw?directory=%2Fa"]
    with pytest.raises(UnsupportedOperationError, match="the input mode"):
        translate("GET", "/api/vcs/diff?format=patch&mode=default")
