"""The operations of question requests."""

from tests.stubs.agent.helpers import pending, refusal
from trivet_stubs.agent import Ask, Question, Text


def test_turn_waits_for_answers_and_continues(agent_stub, http, conversation):
    agent_stub.script(
        Question("Why?", Ask("Which?", ["a", "b"], header="One", multiple=True, custom=False)), Text("Ok.")
    )
    conversation.prompt()
    (request,) = pending(http, "question")

    def answer(*answers):
        return http.post(f"/api/question/{request['id']}/reply", json={"response": {"answers": answers}})

    assert [each["question"] for each in request["questions"]] == ["Why?", "Which?"]
    assert refusal(answer(["So."]))[2] == "response.answers: 1 answers to 2 questions"
    assert refusal(answer(["So.", "And so."], ["a"]))[2] == "response.answers.0: only one may be chosen"
    assert refusal(answer(["So."], ["c"]))[2] == "response.answers.1: is none of a, b"
    assert answer(["So."], ["a", "b"]).status_code == 204
    assert conversation.parts()[0]["state"]["content"] == [{"type": "text", "text": "So.; a, b"}]
    assert conversation.parts()[1]["text"] == "Ok."
    assert refusal(answer(["So."], ["a"]))[:2] == (404, "QuestionNotFoundError")


def test_rejected_question_ends_the_turn(agent_stub, http, conversation):
    agent_stub.script(Question("Why?"), Text("Never."))
    conversation.prompt()
    path = f"/api/question/{pending(http, 'question')[0]['id']}/reject"

    assert http.post(path).status_code == 204
    assert (conversation.last()["finish"], len(conversation.parts())) == ("rejected", 1)
    assert refusal(http.post(path))[:2] == (404, "QuestionNotFoundError")
