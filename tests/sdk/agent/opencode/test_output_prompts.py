"""Prompts with a schema, tools, a system text or a variant, and the messages that the server cannot send."""

import json

import pytest

from tests.sdk.agent.opencode.driving import answer, translate
from trivet._core.contract_translation import Pause, WireAnswer
from trivet.agent._opencode.conversation import UNANSWERED_LOOKS
from trivet.agent._turns.ending import LOOK, TAKE_UP

GET, MESSAGES = "GET /session/ses_1", "GET /session/ses_1/message"
STATUS = "GET /session/status?directory=%2Fa"
BAD = WireAnswer(400, "application/json", b'{"data": {"message": "Expected OutputFormatJsonSchema, got {}"}}')
EDIT = {"permission": "edit", "pattern": "*", "action": "deny"}
SCHEMA = {"type": "object"}
STORED = answer({"info": {"id": "msg_1", "role": "user"}})
BUSY, IDLE = answer({"ses_1": {"type": "busy"}}), answer({})


def session(**more):
    return answer({"id": "ses_1", "directory": "/a", "time": {"created": 1, "updated": 2}, **more})


def noted(**notes):
    return session(metadata={"trivet": notes})


def message(id_, role="assistant", **info):
    return {"info": {"id": id_, "role": role, "time": {"created": 3}, **info}, "parts": []}


ANSWER = message("msg_2", parentID="msg_1", agent="plan", modelID="m", providerID="p", structured={"good": True})
COPY = {"id": "ses_2", "directory": "/a"}
PROMPT = message("msg_1", "user")


def send(first, *replies, **prompt):
    steps, last = translate(
        "POST", "/api/session/ses_1/prompt", first, answer([]), *replies, prompt={"text": "T"}, **prompt
    )
    return steps, last


def test_prompt_with_a_schema_is_noted_and_has_its_format():
    steps, (status, _) = send(
        session(metadata={"own": 1}), session(), WireAnswer(204), STORED, output={"schema": SCHEMA, "retries": 2}
    )
    (target, noted_body), (prompt_target, body) = steps[2:4]
    assert (status, target, prompt_target) == (200, "PATCH /session/ses_1", "POST /session/ses_1/prompt_async")
    assert noted_body == {"metadata": {"own": 1, "trivet": {"output_prompt": body["messageID"]}}}
    assert body["format"] == {"type": "json_schema", "schema": SCHEMA, "retryCount": 2}


def test_system_text_and_variant_are_those_of_the_prompt():
    record = session(model={"id": "m", "providerID": "p", "variant": "low"})
    steps, _ = send(record, WireAnswer(204), STORED, system="Be brief.", variant="high")
    assert (steps[2][1]["system"], steps[2][1]["variant"]) == ("Be brief.", "high")


def test_tools_become_rules_of_the_session_once():
    steps, _ = send(session(permission=[EDIT]), session(), WireAnswer(204), STORED, tools={"bash": False})
    denied = {"permission": "bash", "pattern": "*", "action": "deny"}
    notes = {"tools": {"bash": False}, "first_rule": 1, "last_rule": 2}
    assert steps[2] == ("PATCH /session/ses_1", {"permission": [denied], "metadata": {"trivet": notes}})
    assert "tools" not in steps[3][1]
    again, _ = send(session(metadata={"trivet": notes}), WireAnswer(204), STORED, tools={"bash": False})
    assert again[2][0] == "POST /session/ses_1/prompt_async"


@pytest.mark.parametrize("named", [True, False])
def test_tools_that_are_left_keep_the_rules_of_the_agent_and_of_the_session(named):
    agents = answer(
        [
            {"name": "plan", "permission": [{"permission": "*", "pattern": "*", "action": "allow"}]},
            {"name": "build", "permission": []},
        ]
    )
    config = [] if named else [answer({"default_agent": "plan"})]
    record = session(permission=[EDIT], **({"agent": "plan"} if named else {}))
    steps, _ = send(record, agents, *config, session(), WireAnswer(204), STORED, tools={"*": False, "edit": True})
    patch = next(step for step in steps if isinstance(step, tuple) and step[0].startswith("PATCH"))
    effects = [(rule["permission"], rule["action"]) for rule in patch[1]["permission"]]
    assert effects == [
        ("*", "deny"),
        ("edit", "ask"),
        ("edit", "allow"),
        ("edit", "deny"),
        ("StructuredOutput", "allow"),
    ]


def test_prompt_is_not_sent_if_the_session_cannot_be_changed():
    steps, (status, _) = send(session(), answer({"name": "X"}, 500), tools={"bash": False})
    assert (status, steps[-1][0]) == (500, "PATCH /session/ses_1")


def test_prompt_with_an_id_that_cannot_be_read_is_there_already():
    steps, (status, _) = translate(
        "POST", "/api/session/ses_1/prompt", session(), BAD, prompt={"text": "T"}, messageID="msg_own"
    )
    assert (steps, status) == ([GET, f"{MESSAGES}/msg_own"], 200)


def test_page_is_read_once_its_prompt_is_written_again_without_the_schema():
    replies = (BAD, noted(output_prompt="msg_1"), answer([ANSWER]), BAD, IDLE, answer(PROMPT), answer([PROMPT, ANSWER]))
    replies = (*replies[:2], answer([ANSWER])._replace(headers={"x-next-cursor": "c1"}), *replies[3:])
    steps, (status, body) = translate("GET", "/api/session/ses_1/message?order=desc", *replies)
    first = f"{MESSAGES}?limit=100"
    mended = {
        "messageID": "msg_1",
        "noReply": True,
        "parts": [],
        "model": {"providerID": "p", "modelID": "m"},
        "agent": "plan",
    }
    assert steps == [
        *(first, GET, f"{MESSAGES}?limit=1", f"{MESSAGES}?limit=1&before=c1", STATUS),
        *(("POST /session/ses_1/message", mended), first),
    ]
    assert status == 200
    assert [row["id"] for row in body["data"]] == ["msg_2", "msg_1"]
    assert body["data"][0]["structured"] == {"good": True}


def test_page_has_the_answer_so_far_while_the_agent_works():
    paged = answer([ANSWER])._replace(headers={"x-next-cursor": "c1"})
    _, (status, body) = translate(
        "GET", "/api/session/ses_1/message", BAD, noted(output_prompt="msg_1"), paged, BAD, BUSY, BAD
    )
    assert (status, [row["id"] for row in body["data"]]) == (200, ["msg_2", "msg_1"])
    assert (body["data"][1]["text"], body["cursor"]) == ("", {"next": "unreadable"})
    for query in ("cursor=unreadable", "order=asc"):
        replies = () if query.startswith("cursor") else (BAD, noted(output_prompt="msg_1"), paged, BAD, BUSY, BAD)
        _, (status, body) = translate("GET", f"/api/session/ses_1/message?{query}", *replies)
        assert (status, body["_tag"]) == (503, "MessagesNotReadableError")


def test_prompt_without_an_answer_is_not_written_again():
    steps, (status, body) = translate("GET", "/api/session/ses_1/message", BAD, noted(output_prompt="msg_1"), BAD, BAD)
    assert (status, [row["id"] for row in body["data"]]) == (200, ["msg_1"])
    assert not [step for step in steps if isinstance(step, tuple)]


def test_wait_looks_for_the_answer_of_a_prompt_that_cannot_be_read():
    target, latest, one = "/api/session/ses_1/wait", f"{MESSAGES}?limit=5", f"{MESSAGES}?limit=1"
    replies = (session(), IDLE, BAD, BAD, BUSY, IDLE, BAD, answer([ANSWER]), IDLE)
    steps, (status, _) = translate("POST", target, *replies)
    assert (status, steps[2:5]) == (204, [latest, one, Pause(LOOK)])
    given_up = [IDLE, BAD, BAD] * (int(TAKE_UP / LOOK) + 1)
    assert translate("POST", target, session(), *given_up)[1][0] == 204


def test_cancel_gives_up_a_prompt_that_cannot_be_read_and_has_no_answer():
    looks = [answer(True), IDLE, BAD, BAD] * UNANSWERED_LOOKS
    steps, last = translate("POST", "/api/session/ses_1/abort", noted(output_prompt="msg_1"), *looks, answer(PROMPT))
    assert last == (200, True)
    assert steps[-1] == ("POST /session/ses_1/message", {"messageID": "msg_1", "noReply": True, "parts": []})
    steps, last = translate("POST", "/api/session/ses_1/abort", session(), answer(True), IDLE, BAD, answer([ANSWER]))
    assert last == (200, True)


def test_copy_gets_the_rules_and_the_notes_of_the_session():
    record = session(permission=[EDIT], metadata={"trivet": {"tools": {"x": False}, "output_prompt": "msg_1"}})
    copied, changed = (
        answer({"id": "ses_2", "directory": "/a"}),
        answer({"id": "ses_2", "directory": "/a", "title": "C"}),
    )
    steps, (status, body) = translate(
        "POST", "/api/session/ses_1/fork", record, STORED, copied, changed, messageID="msg_1"
    )
    notes = {"permission": [EDIT], "metadata": {"trivet": {"tools": {"x": False}}}}
    assert steps == [
        *(GET, f"{MESSAGES}/msg_1", ("POST /session/ses_1/fork", {"messageID": "msg_1"})),
        ("PATCH /session/ses_2", notes),
    ]
    assert (status, body["data"]["title"]) == (200, "C")


def test_copy_of_a_session_without_rules_is_not_changed():
    steps, (status, _) = translate(
        "POST", "/api/session/ses_1/fork", session(), answer({"id": "ses_2", "directory": "/a"})
    )
    assert (steps[-1], status) == (("POST /session/ses_1/fork", {}), 200)
    missing = WireAnswer(404, "application/json", json.dumps({"name": "NotFoundError"}).encode())
    steps, (status, _) = translate("POST", "/api/session/ses_1/fork", session(), missing, messageID="msg_9")
    assert (len(steps), status) == (2, 404)
