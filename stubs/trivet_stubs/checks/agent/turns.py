"""Turns of an agent: prompts, and waits for what the agent does, bounded in time.

A session of a check permits no tools, or asks before each: a run never lets an agent act on the user's machine.
"""

from collections.abc import Callable, Iterator
from typing import Any

from trivet_stubs.checks.agent.answers import Json, field, ids, listed, rows
from trivet_stubs.checks.agent.service import ASKED, DENIED, Agent
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

_SECONDS = 60
_LONGEST_PAUSE = 4.0


def conversation(agent: Agent, *, asks: bool = False) -> str:
    """The id of a new session of the directory, whose agent may use no tool, or asks before it uses one."""
    where = agent.own  # an agent acts there
    if agent.silence is not None:
        raise NotTried(agent.silence)
    return str(agent.session("conversation", where, permission=ASKED if asks else DENIED)["id"])


def prompt(agent: Agent, session: str, text: str, **more: Any) -> Reply:
    """Send a prompt to a session."""
    return agent.user.call("session.prompt", session, json={"prompt": {"text": text}, **more}).succeeds()


def say(word: str) -> str:
    """A prompt whose answer has a word, and needs no tool."""
    return f"Answer with this one word: {word}"


def messages(agent: Agent, session: str) -> list[Json]:
    """The messages of a session, oldest first."""
    query = {"order": "asc", "limit": 100}
    return rows(agent.user.call("session.message.list", session, query=query))


def answers(found: list[Json]) -> list[Json]:
    """The messages that the agent has completed without an error."""
    return [each for each in ended(found) if not each.get("error")]


def ended(found: list[Json]) -> list[Json]:
    """The messages that the agent has completed, or that an error has ended."""
    return [each for each in found if kind_of(each) == "assistant" and _is_over(each)]


def kind_of(message: Json) -> object:
    """Whether a message is that of a user or of an agent, as the server calls it."""
    return message.get("type") or message.get("role")


def text_of(message: Json) -> str:
    """The text of a message: its own, or that of its parts."""
    parts = [part.get("text", "") for part in listed(message, "content") if part.get("type") == "text"]
    return "".join([message.get("text") or "", *parts])


def messages_when(
    agent: Agent, session: str, holds: Callable[[list[Json]], bool], *, after_rejection: bool = False
) -> list[Json]:
    """Read the messages of a session until this holds for them.

    Args:
        agent: The server.
        session: The session.
        holds: What is waited for.
        after_rejection: Whether a turn was rejected, which may be an error of its message.

    Raises:
        NotTried: The agent does not get that far: there may be no model.
    """
    for pause in _pauses():
        found = messages(agent, session)
        if holds(found):
            return found
        if not after_rejection:
            _refuse_failure(found)
        agent.target.budget.pause(pause)
    agent.silence = f"the agent has not answered within {_SECONDS} s"
    raise NotTried(agent.silence)


def context_when(agent: Agent, session: str, holds: Callable[[list[str]], bool], message: str) -> Reply:
    """Read the ids of the context of a session until this holds for them: a model may have to write a summary first.

    Raises:
        Broken: It does not hold in time.
    """
    reply = agent.user.call("session.context", session)
    for pause in _pauses():
        if holds(ids(reply)):
            break
        agent.target.budget.pause(pause)
        reply = agent.user.call("session.context", session)
    return reply.expect(holds(ids(reply)), message)


def answered(agent: Agent, session: str, text: str) -> list[Json]:
    """Send a prompt, and read the messages of the session when the agent has completed one more."""
    before = len(answers(messages(agent, session)))
    prompt(agent, session, text)
    return messages_when(agent, session, lambda found: len(answers(found)) > before)


def permission(agent: Agent, session: str) -> Json:
    """Let the agent of a session ask for a permission; return the request, which is rejected after the check."""
    prompt(agent, session, "Run the command `true` now, with your tool for shell commands.")
    found = _request(agent, session, "permission.list", "a permission")
    _will_be_rejected(agent, "permission", found["id"], "reply", {"response": "reject"})
    return found


def question(agent: Agent, session: str) -> Json:
    """Let the agent of a session ask a question; return the request, which is rejected after the check."""
    prompt(agent, session, "Ask me, with your tool for questions, whether I like tea or coffee.")
    found = _request(agent, session, "question.list", "an answer")
    _will_be_rejected(agent, "question", found["id"], "reject", None)
    return found


def is_pending(agent: Agent, operation: str, request_id: str) -> bool:
    """Whether a list of requests has one."""
    return request_id in [field(each, "id") for each in rows(agent.user.call(operation, query=agent.here))]


def reject(agent: Agent, request: Json) -> Reply:
    """Reject a permission request."""
    return agent.user.call("permission.reply", request["id"], query=agent.here, json={"response": "reject"})


def _will_be_rejected(agent: Agent, what: str, request_id: str, how: str, body: Json | None) -> None:
    """Reject a request to the user when the check is over, if it is still pending."""
    user, here = agent.user, agent.here

    def remove() -> bool:
        if user.call(f"{what}.{how}", request_id, query=here, json=body, removing=True).ok:
            return True
        return request_id not in ids(user.call(f"{what}.list", query=here, removing=True))

    agent.target.made.add(f"{what} {request_id}", remove)


def _request(agent: Agent, session: str, operation: str, what: str) -> Json:
    for pause in _pauses():
        for each in rows(agent.user.call(operation, query=agent.here)):
            if field(each, "sessionID") == session:
                field(each, "id")
                return each
        found = messages(agent, session)
        _refuse_failure(found)
        if answers(found):
            raise NotTried(f"the agent has not asked for {what}")
        agent.target.budget.pause(pause)
    agent.silence = f"the agent has neither answered nor asked for {what} within {_SECONDS} s"
    raise NotTried(agent.silence)


def _is_over(message: Json) -> bool:
    time: Json = message.get("time") or {}
    return bool(time.get("completed") or message.get("finish") or message.get("error"))


def _refuse_failure(found: list[Json]) -> None:
    if any(each.get("error") for each in found):
        raise NotTried("the agent has answered with an error: there may be no model")


def _pauses() -> Iterator[float]:
    """The seconds between two looks, longer and longer."""
    passed, pause = 0.0, 0.05
    while passed < _SECONDS:
        yield pause
        passed += pause
        pause = min(2 * pause, _LONGEST_PAUSE)
