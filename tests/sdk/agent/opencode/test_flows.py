"""The operations that take more than one request to the server."""

import base64
import json
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

import pytest

from tests.sdk.agent.opencode.driving import answer, run, translate
from trivet._core.contract_translation import Pause, WireAnswer, WireRequest
from trivet.agent._opencode.conversation import CANCEL_LOOKS, STORE_LOOKS
from trivet.agent._opencode.events import OpencodeEvents
from trivet.agent._opencode.flows import CONFIG_LOOKS, CONFIG_POLL
from trivet.agent._opencode.translation import OpencodeTranslation
from trivet.agent._turns.ending import LOOK, TAKE_UP
from trivet.agent.opencode import UnsupportedOperationError

HERE = answer({"directory": "/a", "project": {"id": "p", "directory": "/a"}})
FAILED = answer({"name": "UnknownError", "data": {"message": "no"}}, 500)
PAGE_FOR_BROWSERS = WireAnswer(200, "text/html", b"<!doctype html>")
SESSION = answer({"id": "ses_1", "directory": "/a", "time": {"created": 1795457469787}})
GET, MESSAGES = "GET /session/ses_1", "GET /session/ses_1/message"
LATEST, STATUS = f"{MESSAGES}?limit=5", "GET /session/status?directory=%2Fa"
BUSY, IDLE = answer({"ses_1": {"type": "retry"}}), answer({"ses_2": {"type": "busy"}})


def entry(id_, role="assistant", *parts, **info):
    return {"info": {"id": id_, "role": role, "time": {"created": 1}, **info}, "parts": [*parts]}


ANSWERED = answer([entry("msg_2", time={"created": 1, "completed": 2}, finish="stop")])


def asked(seconds):
    """Return the answer with a prompt that was sent some seconds before."""
    created = datetime(2026, 11, 23, 18, 11, 10, tzinfo=UTC)
    date = format_datetime(created + timedelta(seconds=seconds), usegmt=True)
    prompt = entry("msg_1", "user", time={"created": created.timestamp() * 1000})
    return answer([prompt])._replace(headers={"date": date})


def test_wait_looks_until_the_session_is_not_busy():
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", SESSION, BUSY, BUSY, IDLE, ANSWERED)
    assert steps == [GET, STATUS, Pause(LOOK), STATUS, Pause(LOOK), STATUS, LATEST]
    assert status == 204


def test_wait_looks_for_the_start_of_an_answer():
    steps, _ = translate("POST", "/api/session/ses_1/wait", SESSION, IDLE, asked(TAKE_UP - 1), BUSY, IDLE, ANSWERED)
    assert steps == [GET, STATUS, LATEST, Pause(LOOK), STATUS, Pause(LOOK), STATUS, LATEST]


@pytest.mark.parametrize("step", [{}, {"time": {"created": 1, "completed": 2}, "finish": "tool-calls"}])
def test_wait_looks_again_if_the_sessions_are_older_than_the_messages(step):
    under_way = answer([entry("msg_2", **step)])
    stale = (SESSION, IDLE, asked(TAKE_UP - 1), IDLE, under_way, BUSY, IDLE, ANSWERED)
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", *stale)
    again = [STATUS, LATEST, STATUS]
    assert steps == [GET, STATUS, LATEST, Pause(LOOK), *again, Pause(LOOK), STATUS, LATEST]
    assert status == 204
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", SESSION, IDLE, under_way, IDLE)
    assert steps == [GET, *again], "a look after the messages that agrees is enough"
    assert status == 204


def test_look_after_the_messages_is_not_one_that_others_share():
    flow = OpencodeTranslation().flow(WireRequest("POST", "/api/session/ses_1/wait"))
    looks, reply = [], None
    for next_reply in (SESSION, IDLE, answer([entry("msg_2")]), IDLE):
        looks.append(flow.send(reply))
        reply = next_reply
    assert [look.shared for look in looks if look.target == STATUS.removeprefix("GET ")] == [LOOK, None]


@pytest.mark.parametrize("latest", [asked(TAKE_UP + 1), asked(0)._replace(headers={}), answer([]), answer([5])])
def test_wait_ends_if_no_prompt_was_sent_lately(latest):
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", SESSION, IDLE, latest)
    assert (steps, status) == ([GET, STATUS, LATEST], 204)


@pytest.mark.parametrize("reply", [FAILED, PAGE_FOR_BROWSERS])
@pytest.mark.parametrize("before", [(), (SESSION,), (SESSION, IDLE)])
def test_wait_ends_with_the_answer_to_a_request_that_fails(before, reply):
    flow = OpencodeTranslation().flow(WireRequest("POST", "/api/session/ses_1/wait"))
    assert run(flow, *before, reply)[1] == reply


def test_wait_does_not_look_for_an_answer_that_was_stopped():
    prompt = asked(1)
    [latest] = json.loads(prompt.body)
    created = latest["info"]["time"]["created"]
    stopped = entry("msg_0", error={"name": "MessageAbortedError"}, time={"created": 1, "completed": created + 1})
    replied = prompt._replace(body=json.dumps([stopped, latest]).encode())
    steps, (status, _) = translate("POST", "/api/session/ses_1/wait", SESSION, IDLE, replied)
    assert (steps, status) == ([GET, STATUS, LATEST], 204)


def test_cancel_aborts_again_until_the_session_is_idle():
    target, abort, yes = "/api/session/ses_1/abort", "POST /session/ses_1/abort", answer(True)
    looks = [yes, IDLE, asked(1), yes, BUSY, yes, WireAnswer(0), WireAnswer(0), FAILED, yes, IDLE, ANSWERED]
    steps, last = translate("POST", target, SESSION, *looks)
    assert last == (200, True)
    assert steps == [
        *(GET, abort, STATUS, LATEST, Pause(LOOK), abort, STATUS, Pause(LOOK)),
        *(abort, STATUS, Pause(LOOK), abort, STATUS, Pause(LOOK), abort, STATUS, LATEST),
    ]
    assert translate("POST", target, SESSION, *[yes, BUSY] * CANCEL_LOOKS)[1] == (200, False)
    assert translate("POST", target, FAILED)[1][0] == 500
    assert translate("POST", target, SESSION, FAILED)[1][0] == 500


STORED, MISSING = answer(entry("msg_1", "user")), answer({"name": "NotFoundError"}, 404)


def send(session=SESSION, latest=IDLE, looks=(STORED,), **prompt):
    """Return the request that sends a prompt, and the answer for the client."""
    flow = [session, answer([]) if latest is IDLE else latest, WireAnswer(204), *looks]
    steps, (status, body) = translate("POST", "/api/session/ses_1/prompt", *flow, prompt={"text": "T", **prompt})
    assert steps[:2] == [GET, f"{MESSAGES}?limit=1"]
    look = f"GET /session/ses_1/message/{body['data']['id']}"
    assert steps[3:] == [*[look, Pause(LOOK)] * (len(looks) - 1), look]
    assert status == 200
    return steps[2], body["data"]


def test_prompt_is_sent_with_an_id_of_the_adapter():
    (target, body), admitted = send()
    assert target == "POST /session/ses_1/prompt_async"
    assert body == {"messageID": admitted["id"], "parts": [{"type": "text", "text": "T"}]}
    assert admitted == {"id": admitted["id"], "sessionID": "ses_1", "prompt": {"text": "T"}, "delivery": "immediate"}


@pytest.mark.parametrize("last", [STORED, FAILED, WireAnswer(0)])
def test_prompt_ends_once_its_message_is_stored(last):
    send(looks=(MISSING, MISSING, last))


def test_id_of_a_prompt_follows_the_ids_of_the_session():
    _, first = send()
    assert re.fullmatch("msg_2099acd5b000[0-9A-Za-z]{14}", first["id"])  # as of the server at the session's creation
    _, later = send(latest=answer([entry("msg_2099acd90fffZ4HVOCGr8OMVew2")]))
    assert later["id"].startswith("msg_2099acd91000")
    _, own = send(latest=answer([entry("msg_of_a_user")]))
    assert own["id"].startswith("msg_2099acd5b000")
    assert own["id"] != first["id"]


def test_prompt_has_the_agent_and_the_model_of_its_session():
    record = {"id": "ses_1", "time": {"created": 1}, "agent": "plan"}
    (_, body), _ = send(answer({**record, "model": {"id": "m", "providerID": "x", "variant": "high"}}))
    assert (body["agent"], body["model"], body["variant"]) == ("plan", {"providerID": "x", "modelID": "m"}, "high")
    (_, body), _ = send(answer({**record, "model": {"id": "m", "providerID": "x", "variant": "default"}}))
    assert "variant" not in body


def test_files_and_agents_of_a_prompt_are_parts():
    mention = {"start": 0.0, "end": 3.0, "text": "@it"}
    files = [
        {"uri": "data:image/png;base64,AA=="},
        {"uri": "file:///a/b.py", "name": "b.py", "source": mention},
        {"uri": "file:///a/b", "mime": "text/x-own"},
        {"uri": "file:///a/unknown"},
    ]
    (_, body), _ = send(files=files, agents=[{"name": "plan", "source": mention}, {"name": "build"}])
    _, *sent, plan, build = body["parts"]
    assert [part["mime"] for part in sent] == ["image/png", "text/x-python", "text/x-own", "text/plain"]
    text = {"start": 0, "end": 3, "value": "@it"}
    assert sent[1]["filename"] == "b.py"
    assert sent[1]["source"] == {"type": "file", "path": "b.py", "text": text}
    assert plan == {"type": "agent", "name": "plan", "source": text}
    assert build == {"type": "agent", "name": "build"}


def test_prompt_with_an_id_of_the_caller_is_sent_once():
    stored = "GET /session/ses_1/message/msg_own"
    prompt = {"prompt": {"text": "T"}, "messageID": "msg_own"}
    flow = partial(translate, "POST", "/api/session/ses_1/prompt", SESSION)
    steps, (_, body) = flow(MISSING, WireAnswer(204), STORED, **prompt)
    assert steps[:2] == [GET, stored]
    assert steps[2][1]["messageID"] == body["data"]["id"] == "msg_own"
    steps, again = flow(STORED, **prompt)
    assert (steps, again) == ([GET, stored], (200, body))


def test_prompt_that_is_never_stored_is_an_error():
    flow = OpencodeTranslation().flow(WireRequest("POST", "/api/session/ses_1/prompt", b'{"prompt": {"text": "T"}}'))
    steps, last = run(flow, SESSION, answer([]), WireAnswer(204), *[MISSING] * STORE_LOOKS)
    assert (last.status, json.loads(last.body)["_tag"]) == (502, "PromptNotStoredError")
    assert len([step for step in steps if isinstance(step, Pause)]) == STORE_LOOKS


def test_prompt_with_a_body_outside_the_contract_is_left_to_the_server():
    flow = partial(translate, "POST", "/api/session/ses_1/prompt", SESSION, answer([]))
    assert flow(parts=[])[0][-1] == ("POST /session/ses_1/prompt_async", {"parts": []})
    assert flow(prompt="T")[0][-1] == ("POST /session/ses_1/prompt_async", {"prompt": "T"})


def test_deferred_prompt_is_refused_before_anything_is_sent():
    with pytest.raises(UnsupportedOperationError, match=r"session\.prompt: .* the input delivery"):
        translate("POST", "/api/session/ses_1/prompt", prompt={"text": "T"}, delivery="deferred")


def test_prompt_that_is_refused_ends_with_that_answer():
    flow = partial(translate, "POST", "/api/session/ses_1/prompt", prompt={"text": "T"})
    assert flow(FAILED)[1][0] == 500
    assert flow(SESSION, FAILED)[1][0] == 500
    assert flow(SESSION, answer([]), FAILED)[1][0] == 500
    assert flow(answer({"id": "ses_1"}), answer([]))[1][0] == 502


def test_compact_uses_the_model_of_the_session():
    session = answer({"id": "ses_1", "model": {"id": "m", "providerID": "x"}})
    steps, (status, _) = translate("POST", "/api/session/ses_1/compact", session, answer(True))
    assert steps == [GET, ("POST /session/ses_1/summarize", {"providerID": "x", "modelID": "m"})]
    assert status == 204
    assert translate("POST", "/api/session/ses_1/compact", session, FAILED)[1][0] == 500
    assert translate("POST", "/api/session/ses_1/compact", SESSION) == ([GET], (204, None))


def test_replies_need_no_session():
    target = "/api/permission/per_1/reply?directory=%2Fa"
    for reply in ({"response": "once"}, {"response": "reject", "message": "why"}):
        sent = {"reply" if name == "response" else name: value for name, value in reply.items()}
        assert translate("POST", target, **reply)[0] == [("POST /permission/per_1/reply?directory=%2Fa", sent)]
    steps, _ = translate("POST", "/api/question/que_1/reply", response={"answers": [["a"]]})
    assert steps == [("POST /question/que_1/reply", {"answers": [["a"]]})]
    assert translate("POST", "/api/question/que_1/reject")[0] == ["POST /question/que_1/reject"]


def ids(body):
    return [message["id"] for message in body["data"]], body["cursor"].get("next")


def test_messages_are_listed_from_the_latest_on():
    page = answer([entry("msg_1"), entry("msg_2")])._replace(headers={"x-next-cursor": "c/1"})
    steps, (_, body) = translate("GET", "/api/session/ses_1/message?limit=2.0", page)
    assert (steps, ids(body)) == ([f"{MESSAGES}?limit=2"], (["msg_2", "msg_1"], "c/1"))
    steps, (_, body) = translate("GET", "/api/session/ses_1/message?order=desc&cursor=c%2F1", answer([entry("msg_0")]))
    assert (steps, ids(body)) == ([f"{MESSAGES}?limit=100&before=c%2F1"], (["msg_0"], None))


def test_messages_from_the_first_on_are_cut_from_all_of_them():
    listed = answer(
        [entry(id_, time={"created": created}) for id_, created in (("z", 1), ("b", 2), ("a", 3), ("c", 3))]
    )

    def page(query):
        steps, (_, body) = translate("GET", f"/api/session/ses_1/message?{query}", listed)
        assert steps == [MESSAGES]
        return ids(body)

    assert page("order=asc") == (["z", "b", "a", "c"], None)
    assert page("order=asc&limit=2") == (["z", "b"], "after:2:b")
    assert page("limit=1&cursor=after%3A2%3Ab") == (["a"], "after:3:a")
    assert page("limit=2&cursor=after%3A3%3Aa") == (["c"], None)


@pytest.mark.parametrize("limit", ["few", "nan", "inf", ""])
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_limit_that_is_not_a_number_is_a_400(limit, order):
    steps, (status, body) = translate("GET", f"/api/session/ses_1/message?limit={limit}&order={order}")
    assert (steps, status, body["_tag"]) == ([], 400, "InvalidRequestError")


def test_context_begins_with_the_last_compaction():
    summary = entry("msg_3", "assistant", {"id": "prt_1", "type": "text", "text": "S"}, summary=True)
    listed = [entry("msg_1"), entry("msg_2", "user", {"id": "prt_0", "type": "compaction"}), summary, entry("msg_4")]
    _, (_, body) = translate("GET", "/api/session/ses_1/context", answer(listed))
    assert [message["type"] for message in body["data"]] == ["compaction", "assistant"]
    _, (_, body) = translate("GET", "/api/session/ses_1/context", answer(listed[:1]))
    assert [message["id"] for message in body["data"]] == ["msg_1"]


@pytest.mark.parametrize("operation", ["message", "message?order=asc", "context", "diff"])
@pytest.mark.parametrize("data", [{}, None, [5], [{"info": {}}], [{"info": {"role": "assistant"}, "parts": [{}]}]])
def test_messages_of_another_form_are_an_error(operation, data):
    _, (status, body) = translate("GET", f"/api/session/ses_1/{operation}", answer(data))
    assert (status, body["_tag"]) == (502, "UnexpectedAnswerError")
    flow = OpencodeTranslation().flow(WireRequest("GET", f"/api/session/ses_1/{operation}"))
    assert run(flow, FAILED)[1] == FAILED


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


CREATED = answer({"id": "ses_1", "directory": "/a"})


def test_session_with_a_model_that_the_server_lacks_is_a_404():
    model = {"providerID": "x", "modelID": "m"}
    listed = answer({"providers": [5, {"id": "y", "models": 5}, {"id": "x", "models": {"m": {}, "o": {}}}]})
    steps, (status, _) = translate("POST", "/api/session?directory=%2Fa", listed, CREATED, model=model)
    models = "GET /config/providers?directory=%2Fa"
    assert steps == [models, ("POST /session?directory=%2Fa", {"model": {"providerID": "x", "id": "m"}})]
    assert status == 200
    steps, (status, body) = translate("POST", "/api/session?directory=%2Fa", listed, model={**model, "modelID": "n"})
    assert (steps, status) == ([models], 404)
    assert "the server does not have the model x/n; it has x/m, x/o" in body["message"]
    assert translate("POST", "/api/session", FAILED, model=model)[1][0] == 500
    assert translate("POST", "/api/session", answer({"providers": 5}), CREATED, model=model)[1][0] == 200


def test_session_with_an_agent_that_the_server_lacks_is_a_404():
    listed = answer([5, *({"name": f"a{number}"} for number in range(25))])
    assert translate("POST", "/api/session", listed, CREATED, agent="a24")[1][0] == 200
    steps, (status, body) = translate("POST", "/api/session", listed, agent="plane")
    assert (steps, status, body["_tag"]) == (["GET /agent"], 404, "AgentNotFoundError")
    assert body["message"].endswith("a19, …")
    assert translate("POST", "/api/session", answer([]), CREATED, agent="plan")[1][0] == 200


def test_id_of_another_kind_of_record_is_a_404():
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/message"), ("POST", "/prompt")):
        steps, (status, body) = translate(method, f"/api/session/pty_1{path}", prompt={"text": "T"})
        assert (steps, status, body["_tag"]) == ([], 404, "NotFoundError")


def test_configuration_is_changed_for_all_directories_and_resolved_for_one():
    changed, resolved = answer({"username": "a"}), answer({"username": "a", "model": "m"})
    steps, last = translate("PATCH", "/api/config?directory=%2Fa", changed, resolved, config={"username": "a"})
    assert steps == [("PATCH /global/config", {"username": "a"}), "GET /config?directory=%2Fa"]
    assert last == (200, {"username": "a", "model": "m"})
    earlier, pause = answer({"username": "b"}), Pause(CONFIG_POLL)
    steps, last = translate("PATCH", "/api/config", changed, earlier, WireAnswer(0), resolved, config={"username": "a"})
    assert steps[1:] == ["GET /config", pause, "GET /config", pause, "GET /config"]
    assert last == (200, {"username": "a", "model": "m"})
    assert translate("PATCH", "/api/config", changed, *[earlier] * CONFIG_LOOKS, config={"username": "a"})[1] == (
        200,
        {"username": "b"},
    )
    failures = [WireAnswer(0)] * CONFIG_LOOKS
    assert translate("PATCH", "/api/config", changed, *failures, config={})[1] == (200, {"username": "a"})
    assert translate("PATCH", "/api/config", FAILED, config={})[1][0] == 500


def test_rules_of_a_session_have_the_names_of_the_server():
    rule = {"action": "edit", "resource": "*", "effect": "deny"}
    sent = {"permission": [{"permission": "edit", "pattern": "*", "action": "deny"}]}
    created = answer({"id": "ses_1", "directory": "/a", "title": "T"})
    steps, (_, body) = translate("POST", "/api/session?directory=%2Fa", created, title="T", permission=[rule])
    assert steps == [("POST /session?directory=%2Fa", {"title": "T", **sent})]
    assert body == {"data": {"id": "ses_1", "title": "T", "location": {"directory": "/a"}}}
    steps, _ = translate("PATCH", "/api/session/ses_1", created, permission=[rule])
    assert steps == [("PATCH /session/ses_1", sent)]


def test_changes_are_copied_out_of_a_workspace_only():
    warp = partial(translate, "POST", "/api/workspace/warp")
    into = {"sessionID": "ses_1", "workspaceID": "wrk_1", "copyChanges": True}
    request = "POST /experimental/workspace/warp"
    sent = {"id": "wrk_1", "sessionID": "ses_1", "copyChanges": True}
    assert warp(answer({"workspaceID": "wrk_2"}), **into)[0] == [GET, (request, sent)]
    with pytest.raises(UnsupportedOperationError, match="copies the changes of the workspace that the") as refused:
        warp(SESSION, **into)
    assert (refused.value.lacks, refused.value.instead) == (("copyChanges",), "vcs.diff and vcs.patch")
    for inputs in ({**into, "copyChanges": False}, {**into, "workspaceID": None}):
        steps, _ = warp(**inputs)
        assert len(steps) == 1


def test_subscription_translates_the_events_of_the_resolved_context():
    steps, last = translate("GET", "/api/event", HERE)
    assert steps == ["GET /api/location", "GET /event?directory=%2Fa"]
    first, second = last.events(), last.events()
    assert isinstance(first, OpencodeEvents)
    assert first is not second


def test_file_is_text_or_binary():
    def read(path, *replies):
        flow = OpencodeTranslation().flow(WireRequest("GET", f"/api/fs/file?path={path}&directory=%2Fa"))
        return run(flow, *replies)

    steps, last = read("sub/a%20b.txt", WireAnswer(200, "text/plain; charset=utf-8", "é".encode()))
    assert steps == [WireRequest("GET", "/api/fs/read/sub/a%20b.txt?location%5Bdirectory%5D=%2Fa")]
    assert json.loads(last.body) == {"data": {"type": "text", "mimeType": "text/plain", "content": "é"}}
    binary = json.loads(read("a", WireAnswer(200, "image/png", b"\xff\x00"))[1].body)["data"]
    assert (binary["type"], binary["encoding"]) == ("binary", "base64")
    assert base64.b64decode(binary["content"]) == b"\xff\x00"


def test_path_that_is_not_listed_is_a_404():
    listed = answer({"data": [5, {"path": "sub/a", "type": "file"}, {"path": "sub/b/", "type": "directory"}]})
    where = "location%5Bdirectory%5D=%2Fa"
    parent = f"GET /api/fs/list?path=sub&{where}"

    def read(operation, path, reply):
        steps, (status, body) = translate("GET", f"/api/fs/{operation}?path={path}&directory=%2Fa", FAILED, reply)
        return steps[1], status, body.get("_tag")

    assert read("file", "sub/a", listed) == (parent, 500, None)
    assert read("tree", "sub/b/", listed) == (parent, 500, None)
    assert read("file", "sub/c", listed) == (parent, 404, "FileNotFoundError")
    assert read("tree", "sub/c", FAILED) == (parent, 404, "DirectoryNotFoundError")
    assert read("file", "c", answer({}))[:2] == (f"GET /api/fs/list?path=.&{where}", 404)


def test_path_of_a_file_does_not_lead_out_of_the_route():
    flow = OpencodeTranslation().flow(WireRequest("GET", "/api/fs/file?path=..%2F..%2Fagent"))
    assert run(flow, FAILED, FAILED)[0][0].target == "/api/fs/read/%2E%2E/%2E%2E/agent"


def test_changed_file_has_its_name_without_the_quotation_marks_of_git():
    quoted = prompt(changed(r'"qu\"ote.txt"'))
    _, (_, body) = translate("GET", "/api/session/ses_1/diff", answer([quoted, quoted]))
    assert [(diff["path"], diff["additions"]) for diff in body["data"]] == [('qu"ote.txt', 2)]


TOOL = {"type": "tool", "id": "prt_1"}
FINISHED = {"type": "step-finish", "id": "prt_2", "snapshot": "s1"}


def prompt(*diffs):
    return entry("msg_1", "user", summary={"diffs": [*diffs]})


def changed(file, status="modified", additions=1, **more):
    return {"file": file, "status": status, "additions": additions, "deletions": 0, "patch": f"@@ {status}\n", **more}


def test_changes_of_a_file_after_several_prompts_are_one_record():
    listed = [
        prompt(changed("a.txt", "added", 3), changed("b.txt")),
        entry("msg_2", "assistant", TOOL, FINISHED),
        prompt(changed("a.txt", deletions=2), {"file": "b.txt", "status": "deleted"}),
        entry("msg_3", "user"),
    ]
    steps, (status, body) = translate("GET", "/api/session/ses_1/diff", answer(listed))
    assert (steps, status) == ([MESSAGES], 200)
    assert body["data"] == [
        {"path": "a.txt", "status": "added", "additions": 4, "deletions": 2, "patch": "@@ added\n@@ modified\n"},
        {"path": "b.txt", "status": "deleted", "additions": 1, "deletions": 0, "patch": "@@ modified\n"},
    ]


@pytest.mark.parametrize("end", [(), ({"type": "step-finish", "id": "prt_2"},)])
def test_step_with_tools_and_without_a_snapshot_makes_the_diff_unsupported(end):
    with pytest.raises(UnsupportedOperationError, match=r"session\.diff: .* no snapshot after a step of this session"):
        translate("GET", "/api/session/ses_1/diff", answer([prompt(), entry("msg_2", "assistant", TOOL, *end)]))


def test_diff_has_the_modes_of_the_server():
    assert translate("GET", "/api/vcs/diff?mode=default")[0] == ["GET /vcs/diff?mode=branch"]
    assert translate("GET", "/api/vcs/diff?directory=%2Fa")[0] == ["GET /vcs/diff?mode=git&directory=%2Fa"]
    assert translate("GET", "/api/vcs/diff?format=patch&directory=%2Fa")[0] == ["GET /vcs/diff/raw?directory=%2Fa"]
    with pytest.raises(UnsupportedOperationError, match="the input mode"):
        translate("GET", "/api/vcs/diff?format=patch&mode=default")
