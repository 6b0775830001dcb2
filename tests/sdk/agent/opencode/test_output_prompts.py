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


def test_first_prompt_with_a_schema_is_noted_and_has_its_format():
    steps, (status, _) = send(
        session(metadata={"own": 1}), session(), WireAnswer(204), STORED, output={"schema": SCHEMA, "retries": 2}
    )
    (target, noted_body), (prompt_target, body) = steps[2:4]
    assert (status, target, prompt_target) == (200, "PATCH /session/ses_1", "POST /session/ses_1/prompt_async")
    note = {"first_prompt": {"id": body["messageID"], "text": "T"}}
    assert noted_body == {"metadata": {"own": 1, "trivet": note}}
    assert body["format"] == {"type": "json_schema", "schema": SCHEMA, "retryCount": 2}


def test_later_prompt_with_a_schema_is_not_noted():
    replies = (session(), answer([PROMPT]), WireAnswer(204), STORED)
    output = {"prompt": {"text": "T"}, "output": {"schema": SCHEMA}}
    steps, (status, _) = translate("POST", "/api/session/ses_1/prompt", *replies, **output)
    assert (status, steps[2][0]) == (200, "POST /session/ses_1/prompt_async")
    missing = answer({"name": "NotFoundError"}, 404)
    replies = (session(), missing, answer([PROMPT]), WireAnswer(204), STORED)
    steps, (status, _) = translate("POST", "/api/session/ses_1/prompt", *replies, messageID="msg_own", **output)
    assert (status, steps[3][0]) == (200, "POST /session/ses_1/prompt_async")


def test_rule_that_denies_all_tools_leaves_the_one_for_the_output():
    denied = [
        {"permission": "*", "pattern": "*", "action": "deny"},
        {"permission": "read", "pattern": "*", "action": "allow"},
    ]
    replies = (session(permission=denied), answer([PROMPT]), session(), WireAnswer(204), STORED)
    output = {"prompt": {"text": "T"}, "output": {"schema": SCHEMA}}
    steps, (status, _) = translate("POST", "/api/session/ses_1/prompt", *replies, **output)
    allowed = {"permission": "StructuredOutput", "pattern": "*", "action": "allow"}
    assert (status, steps[2]) == (200, ("PATCH /session/ses_1", {"permission": [allowed]}))
    replies = (session(permission=[*denied, allowed]), answer([PROMPT]), WireAnswer(204), STORED)
    assert translate("POST", "/api/session/ses_1/prompt", *replies, **output)[1][0] == 200


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


def more(*entries, cursor):
    return answer([*entries])._replace(headers={"x-next-cursor": cursor})


NOTED = {"first_prompt": {"id": "msg_0", "text": "Is it right?"}}
ROWS = [message(f"msg_{number}", parentID="msg_1") for number in range(2, 7)]
PARTS = (
    *(more(ROWS[4], cursor="c5"), more(*ROWS[2:4], cursor="c3"), BAD),
    *(more(*ROWS[:2], cursor="c1"), BAD, BAD, BAD, noted(**NOTED)),
)
"""The answers to requests for pages of 1, 2, 4, 2, 4, 2 and 1 messages, and for the session."""


def test_messages_are_read_in_parts_and_the_first_one_from_the_notes():
    steps, (status, body) = translate("GET", "/api/session/ses_1/message", BAD, *PARTS)
    pages = ["limit=1", "limit=2&before=c5", *(f"limit={limit}&before=c3" for limit in (4, 2))]
    pages += [f"limit={limit}&before=c1" for limit in (4, 2, 1)]
    assert steps == [f"{MESSAGES}?limit=100", *(f"{MESSAGES}?{page}" for page in pages), GET]
    assert status == 200
    assert [row["id"] for row in body["data"]] == ["msg_6", "msg_5", "msg_4", "msg_3", "msg_2", "msg_1"]
    assert (body["data"][-1]["text"], body["data"][-1]["time"]) == ("Is it right?", {"created": 3})
    assert body["cursor"] == {"next": None}


def test_all_messages_are_read_in_pages():
    pages = (more(ANSWER, cursor="c9"), BAD, *PARTS)
    for target in ("/api/session/ses_1/message?order=asc", "/api/session/ses_1/context"):
        steps, (status, body) = translate("GET", target, BAD, *pages)
        assert steps[:3] == [MESSAGES, f"{MESSAGES}?limit=100", f"{MESSAGES}?limit=100&before=c9"]
        assert (status, [row["id"] for row in body["data"]][::6]) == (200, ["msg_1", "msg_2"])
        assert len(body["data"]) == 7


def test_session_whose_oldest_messages_can_be_read_has_no_other():
    _, (status, body) = translate("GET", "/api/session/ses_1/message", BAD, more(ANSWER, cursor="c2"), answer([PROMPT]))
    assert (status, [row["id"] for row in body["data"]]) == (200, ["msg_2", "msg_1"])


def test_first_prompt_without_an_answer_or_a_note():
    for record, ids in ((noted(**NOTED), ["msg_0"]), (session(), [])):
        _, (status, body) = translate("GET", "/api/session/ses_1/message", BAD, BAD, record)
        assert (status, [row["id"] for row in body["data"]]) == (200, ids)
    _, (status, body) = translate(
        "GET", "/api/session/ses_1/message", BAD, more(ANSWER, cursor="c2"), BAD, BAD, session()
    )
    assert (status, [(row["id"], row.get("text")) for row in body["data"]]) == (200, [("msg_2", None), ("msg_1", "")])


def test_page_that_fails_in_parts_is_the_error():
    failed = answer({"name": "UnknownError"}, 500)
    assert translate("GET", "/api/session/ses_1/message", BAD, failed)[1][0] == 500
    assert translate("GET", "/api/session/ses_1/message", BAD, answer({}))[1][0] == 502


def test_wait_looks_for_the_answer_of_a_prompt_that_cannot_be_read():
    target, latest, one = "/api/session/ses_1/wait", f"{MESSAGES}?limit=5", f"{MESSAGES}?limit=1"
    replies = (session(), IDLE, BAD, BAD, BUSY, IDLE, BAD, answer([ANSWER]), IDLE)
    steps, (status, _) = translate("POST", target, *replies)
    assert (status, steps[2:5]) == (204, [latest, one, Pause(LOOK)])
    given_up = [IDLE, BAD, BAD] * (int(TAKE_UP / LOOK) + 1)
    assert translate("POST", target, session(), *given_up)[1][0] == 204


def test_cancel_gives_up_a_prompt_that_cannot_be_read_and_has_no_answer():
    looks = [answer(True), IDLE, BAD, BAD] * UNANSWERED_LOOKS
    steps, last = translate("POST", "/api/session/ses_1/abort", session(), *looks)
    assert (last, len(steps)) == ((200, True), 5 * UNANSWERED_LOOKS)
    steps, last = translate("POST", "/api/session/ses_1/abort", session(), answer(True), IDLE, BAD, answer([ANSWER]))
    assert last == (200, True)


def test_copy_gets_the_rules_and_the_notes_of_the_session():
    record = session(permission=[EDIT], metadata={"trivet": {"tools": {"x": False}, **NOTED}})
    copied, changed = (
        answer({"id": "ses_2", "directory": "/a"}),
        answer({"id": "ses_2", "directory": "/a", "title": "C"}),
    )
    steps, (status, body) = translate(
        "POST", "/api/session/ses_1/fork", record, STORED, copied, changed, messageID="msg_1"
    )
    kept = {"tools": {"x": False}, "first_prompt": {"text": "Is it right?"}}
    notes = {"permission": [EDIT], "metadata": {"trivet": kept}}
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
