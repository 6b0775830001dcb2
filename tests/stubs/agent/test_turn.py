"""The agent stub: prompts and the turns that a test scripts."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, data, in_process, refusal
from trivet_stubs.agent import Ask, Fail, Hold, Pause, Question, Reasoning, Text, Todos, Tool


@pytest.fixture
def http(agent_stub):
    with in_process(agent_stub) as client:
        yield client


class Talk:
    """One session and what is said in it."""

    def __init__(self, http, params=None, **body):
        self.http = http
        self.id = data(http.post("/api/session", params=params, json=body))["id"]

    def prompt(self, text="Go.", **more):
        return data(self.http.post(f"/api/session/{self.id}/prompt", json={"prompt": {"text": text}, **more}))

    def messages(self):
        return data(self.http.get(f"/api/session/{self.id}/message", params={"order": "asc"}))

    def last(self):
        return self.messages()[-1]

    def parts(self):
        return self.last()["content"]


@pytest.fixture
def talk(http):
    return Talk(http)


def pending(http, what, **where):
    return data(http.get(f"/api/{what}", params=where))


def reply(http, request, response, **where):
    return http.post(f"/api/permission/{request['id']}/reply", params=where, json={"response": response})


def test_without_a_script_the_prompt_is_echoed(talk):
    admitted = talk.prompt("Hello,  world\n!")
    user, assistant = talk.messages()

    assert admitted == {
        "id": user["id"],
        "sessionID": talk.id,
        "prompt": {"text": "Hello,  world\n!"},
        "delivery": "immediate",
        "admittedSeq": 1,
        "promotedSeq": 1,
        "timeCreated": 1750032000000,
    }
    assert (user["type"], user["text"]) == ("user", "Hello,  world\n!")
    assert [part["text"] for part in assistant["content"]] == ["Hello,  world\n!"]
    assert (assistant["finish"], assistant["tokens"]["input"], assistant["tokens"]["output"]) == ("stop", 3, 3)
    assert assistant["time"] == {"created": 1750032000000, "completed": 1750032000000}


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a\u2028b c", "  leading and trailing  "])
def test_an_echo_is_exact(talk, text):
    talk.prompt(text)

    assert [part["text"] for part in talk.parts()] == [text]


def test_files_and_agents_of_a_prompt_are_kept(http, talk):
    files = [{"uri": "file:///home/dev/orchard/README.md", "mime": "text/plain", "name": "README.md"}]
    prompt = {"text": "Look.", "files": files, "agents": [{"name": "explore"}]}
    data(http.post(f"/api/session/{talk.id}/prompt", json={"prompt": prompt}))

    assert talk.messages()[0].items() >= prompt.items()


def test_a_script_serves_one_prompt(agent_stub, talk):
    agent_stub.script(
        Reasoning("Hm, ", "well."), Text("One ", "two."), Todos(["Rest", {"content": "Eat", "priority": "high"}])
    )
    talk.prompt()
    first = talk.parts()
    talk.prompt("Again.")

    assert [(part["type"], part["text"]) for part in first] == [("reasoning", "Hm, well."), ("text", "One two.")]
    assert [part["text"] for part in talk.parts()] == ["Again."]
    assert data(talk.http.get(f"/api/session/{talk.id}/todo")) == [
        {"content": "Rest", "status": "pending", "priority": "medium"},
        {"content": "Eat", "status": "pending", "priority": "high"},
    ]


def test_time_passes_in_a_turn_when_it_is_told_to(agent_stub, talk):
    agent_stub.script(Text("a"), Pause(2.5), Text("b"))
    talk.prompt()

    assert talk.last()["time"] == {"created": 1750032000000, "completed": 1750032002500}


def test_a_script_for_one_session(agent_stub, http, talk):
    other = Talk(http)
    agent_stub.script(Text("For the other."), session_id=other.id)
    agent_stub.script(Text("For anybody."))
    talk.prompt()
    other.prompt()

    assert talk.parts()[0]["text"] == "For anybody."
    assert other.parts()[0]["text"] == "For the other."


def test_what_is_no_step(agent_stub):
    with pytest.raises(TypeError, match="'Hello' is not a step"):
        agent_stub.script("Hello")


def test_a_turn_that_fails_ends_there(agent_stub, talk):
    agent_stub.script(Text("So far."), Fail("Out of ink.", type="printer"), Text("Never."))
    talk.prompt()

    assert [part["text"] for part in talk.parts()] == ["So far."]
    assert (talk.last()["finish"], talk.last()["error"]) == ("error", {"type": "printer", "message": "Out of ink."})


def test_a_tool_is_used(agent_stub, talk):
    agent_stub.script(Tool("bash", input={"command": "ls"}, output="README.md"), Tool("web", fails="No net."))
    talk.prompt()
    used, failed = (part["state"] for part in talk.parts())

    assert (used["status"], used["input"]) == ("completed", {"command": "ls"})
    assert used["content"] == [{"type": "text", "text": "README.md"}]
    assert (failed["status"], failed["error"]["message"]) == ("error", "No net.")
    assert talk.last()["finish"] == "stop"


# Permissions.


def ask_for_bash(agent_stub, talk, command="ls"):
    agent_stub.script(Tool("bash", input={"command": command}, asks="bash"), Text("Done."))
    talk.prompt()


def test_a_turn_waits_for_permission(agent_stub, http, talk):
    ask_for_bash(agent_stub, talk)
    (request,) = pending(http, "permission")

    assert (request["action"], request["resources"], request["sessionID"]) == ("bash", ["ls"], talk.id)
    assert request["source"] == {"type": "tool", "messageID": talk.last()["id"], "callID": talk.parts()[0]["id"]}
    assert (talk.parts()[0]["state"]["status"], len(talk.parts())) == ("running", 1)
    assert "completed" not in talk.last()["time"]
    assert reply(http, request, "once").status_code == 204
    assert [part.get("text", part.get("name")) for part in talk.parts()] == ["bash", "Done."]
    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[:2] == (404, "PermissionNotFoundError")


def test_a_permission_belongs_to_its_context(agent_stub, http):
    ask_for_bash(agent_stub, Talk(http, LIGHTHOUSE))
    (request,) = pending(http, "permission", **LIGHTHOUSE)

    assert pending(http, "permission") == []
    assert refusal(reply(http, request, "once"))[0] == 404
    assert reply(http, request, "once", **LIGHTHOUSE).status_code == 204


def test_once_asks_again_and_always_does_not(agent_stub, http, talk):
    for response in ("once", "always"):
        ask_for_bash(agent_stub, talk)
        reply(http, pending(http, "permission")[0], response)
    ask_for_bash(agent_stub, talk)

    assert pending(http, "permission") == []
    assert talk.last()["finish"] == "stop"
    ask_for_bash(agent_stub, talk, "rm")
    assert len(pending(http, "permission")) == 1


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_rejection_ends_the_turn_unless_the_config_says_otherwise(agent_stub, http, talk, goes_on):
    http.patch("/api/config", json={"config": {"experimental": {"continue_loop_on_deny": goes_on}}})
    ask_for_bash(agent_stub, talk)
    reply(http, pending(http, "permission")[0], "reject")

    assert talk.parts()[0]["state"]["status"] == "error"
    assert (talk.last()["finish"], len(talk.parts())) == (("stop", 2) if goes_on else ("rejected", 1))


@pytest.mark.parametrize(("effect", "status"), [("allow", "completed"), ("deny", "error"), ("ask", "running")])
def test_rules_of_a_session_decide_first(agent_stub, http, effect, status):
    rules = [
        {"action": "*", "resource": "*", "effect": "ask"},
        {"action": "ba*", "resource": "l*", "effect": effect},
    ]
    talk = Talk(http, permission=rules)
    ask_for_bash(agent_stub, talk)

    assert talk.parts()[0]["state"]["status"] == status
    assert len(pending(http, "permission")) == (effect == "ask")


def test_a_refused_reply_leaves_the_request(agent_stub, http, talk):
    ask_for_bash(agent_stub, talk)
    (request,) = pending(http, "permission")

    assert refusal(reply(http, request, "maybe"))[0] == 400
    assert pending(http, "permission") == [request]


# Questions.


def test_a_turn_waits_for_an_answer(agent_stub, http, talk):
    agent_stub.script(
        Question("Why?", Ask("Which?", ["a", "b"], header="One", multiple=True, custom=False)), Text("Ok.")
    )
    talk.prompt()
    (request,) = pending(http, "question")

    def answer(*answers):
        return http.post(f"/api/question/{request['id']}/reply", json={"response": {"answers": answers}})

    assert [each["question"] for each in request["questions"]] == ["Why?", "Which?"]
    assert refusal(answer(["So."]))[2] == "response.answers: 1 answers to 2 questions"
    assert refusal(answer(["So.", "And so."], ["a"]))[2] == "response.answers.0: only one may be chosen"
    assert refusal(answer(["So."], ["c"]))[2] == "response.answers.1: is none of a, b"
    assert answer(["So."], ["a", "b"]).status_code == 204
    assert talk.parts()[0]["state"]["content"] == [{"type": "text", "text": "So.; a, b"}]
    assert talk.parts()[1]["text"] == "Ok."
    assert refusal(answer(["So."], ["a"]))[:2] == (404, "QuestionNotFoundError")


def test_a_question_is_rejected(agent_stub, http, talk):
    agent_stub.script(Question("Why?"), Text("Never."))
    talk.prompt()
    path = f"/api/question/{pending(http, 'question')[0]['id']}/reject"

    assert http.post(path).status_code == 204
    assert (talk.last()["finish"], len(talk.parts())) == ("rejected", 1)
    assert refusal(http.post(path))[:2] == (404, "QuestionNotFoundError")


def test_a_deleted_session_asks_nothing_more(agent_stub, http, talk):
    ask_for_bash(agent_stub, talk)
    http.delete(f"/api/session/{talk.id}")

    assert pending(http, "permission") == []


# Prompts while the agent is at work.


def test_immediate_prompts_come_before_deferred_ones(agent_stub, talk):
    agent_stub.script(Hold(), Text("First."))
    talk.prompt("first")
    answers = [talk.prompt("late", delivery="deferred"), talk.prompt("soon"), talk.prompt("later", delivery="deferred")]
    assert [message["type"] for message in talk.messages()] == ["user", "assistant", "user", "user", "user"]
    agent_stub.resume(talk.id)
    said = [each["content"][0]["text"] for each in talk.messages() if each["type"] == "assistant"]

    assert said == ["First.", "soon", "late", "later"]
    assert [each["delivery"] for each in answers] == ["deferred", "immediate", "deferred"]
    assert [each["admittedSeq"] for each in answers] == [2, 3, 4]
    assert not any("promotedSeq" in each for each in answers)


def test_only_a_turn_at_a_hold_is_let_go_on(agent_stub, talk):
    ask_for_bash(agent_stub, talk)

    for session_id in (talk.id, "ses_none"):
        with pytest.raises(ValueError, match="is not at a Hold"):
            agent_stub.resume(session_id)


def test_a_delivery_that_there_is_not(http, talk):
    body = {"prompt": {"text": "x"}, "delivery": "slow"}

    assert refusal(http.post(f"/api/session/{talk.id}/prompt", json=body))[:2] == (400, "InvalidRequestError")
    assert talk.messages() == []
