"""Questions of a turn to the user."""

from trivet_stubs.checks.agent.answers import Json, field, ids, listed
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.agent.turns import conversation, ended, is_pending, messages_when, question
from trivet_stubs.checks.check import check
from trivet_stubs.checks.reply import Reply


@check("agent.questions.reply-answers-the-question")
def reply_answers_a_question(agent: Agent) -> None:
    """A question that was answered is pending no longer, and its turn goes to its end."""
    session = conversation(agent, asks=True)
    request = question(agent, session)
    _reply(agent, request, _answers(request)).succeeds()
    _is_not_pending(agent, request)
    messages_when(agent, session, lambda found: bool(ended(found)))


@check("agent.questions.reject-ends-the-question")
def rejected_question_is_not_pending(agent: Agent) -> None:
    """A question that was rejected is pending no longer."""
    request = question(agent, conversation(agent, asks=True))
    agent.user.call("question.reject", request["id"], query=agent.here).succeeds()
    _is_not_pending(agent, request)


@check("agent.questions.answers-fit-the-questions")
def answers_that_do_not_fit_are_refused(agent: Agent) -> None:
    """One list of answers too many is refused, and the question is still pending."""
    request = question(agent, conversation(agent, asks=True))
    reply = _reply(agent, request, [*_answers(request), ["one too many"]])
    reply.is_refused()
    reply.expect(is_pending(agent, "question.list", request["id"]), "a refused reply ends the question")


def _answers(request: Json) -> list[list[str]]:
    """The first option of each question, or a text of one's own."""
    found: list[list[str]] = []
    for each in field(request, "questions"):
        options = listed(each, "options")
        found.append([field(options[0], "label") if options else "trivet-check"])
    return found


def _reply(agent: Agent, request: Json, answers: list[list[str]]) -> Reply:
    return agent.user.call("question.reply", request["id"], query=agent.here, json={"response": {"answers": answers}})


def _is_not_pending(agent: Agent, request: Json) -> None:
    agent.target.eventually(
        lambda: agent.user.call("question.list", query=agent.here),
        lambda reply: request["id"] not in ids(reply),
        "a question is pending after its reply",
    )
