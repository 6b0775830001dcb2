"""Turns of an agent: prompts, permission requests and questions, and waits for the agent, bounded in time.

A session of a check permits no tools, or asks before each: a run never lets an agent act on the user's machine.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting
from time import monotonic
from typing import Any

from trivet_checks.checks.agent.service import ASKED, DENIED, Agent, field, ids, listed, refused, rows
from trivet_checks.checks.suite import KNOWN_RECORDS, REFUSAL, check
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_SECONDS = 60
_LONGEST_PAUSE = 4.0


_STILL_WAITING = 1.0
"""Seconds after which a wait is taken for one that lasts."""
_AT_LAST = 60.0
_COMPACTION = "agent.sessions.compact-compacts"
_CONTEXT = "agent.sessions.context-begins-at-the-last-compaction"


def conversation(agent: Agent, *, asks: bool = False) -> str:
    """The id of a new session of the directory, whose agent may use no tool, or asks before it uses one."""
    where = agent.own  # an agent acts there
    if agent.silence is not None:
        raise NotTried(agent.silence)
    return str(agent.session("conversation", where, permission=ASKED if asks else DENIED)["id"])


def prompt(agent: Agent, session: str, text: str, **more: Any) -> Reply:
    """Send a prompt to a session."""
    reply = agent.user.call("session.prompt", session, json={"prompt": {"text": text}, **more})
    if not more and refused(reply):
        raise NotTried(f"the server takes prompts of another form ({reply.status})")
    return reply.needed()


def say(word: str) -> str:
    """A prompt whose answer has a word, and needs no tool."""
    return f"Answer with this one word: {word}"


def messages(agent: Agent, session: str) -> list[Json]:
    """The messages of a session, oldest first."""
    return rows(_page(agent, session))


def _page(agent: Agent, session: str) -> Reply:
    return agent.user.call("session.message.list", session, query={"order": "asc", "limit": 100})


def answers(records: list[Json]) -> list[Json]:
    """The messages that the agent has completed without an error."""
    return [message for message in ended(records) if not message.get("error")]


def ended(records: list[Json]) -> list[Json]:
    """The messages that the agent has completed, or that an error has ended."""
    return [message for message in records if kind_of(message) == "assistant" and _is_over(message)]


def kind_of(message: Json) -> object:
    """The kind of a message, user or agent, as the server calls it."""
    return message.get("type") or message.get("role")


def text_of(message: Json) -> str:
    """The text of a message: its own, or the text of its parts."""
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
        records = messages(agent, session)
        if holds(records):
            return records
        if not after_rejection:
            _refuse_failure(records)
        agent.target.budget.pause(pause)
    agent.silence = f"the agent has not answered within {_SECONDS} s"
    raise NotTried(agent.silence)


def context_when(agent: Agent, session: str, holds: Callable[[list[str]], bool]) -> tuple[Reply, bool]:
    """Read the ids of the context of a session until this holds for them: a model may have to write a summary first.

    Returns:
        The context, and whether it holds at last.
    """
    reply = agent.user.call("session.context", session)
    for pause in _pauses():
        if holds(ids(reply)):
            return reply, True
        agent.target.budget.pause(pause)
        reply = agent.user.call("session.context", session)
    return reply, holds(ids(reply))


def answered(agent: Agent, session: str, text: str) -> list[Json]:
    """Send a prompt, and read the messages of the session when the agent has completed one more."""
    before = len(answers(messages(agent, session)))
    prompt(agent, session, text)
    return messages_when(agent, session, lambda records: len(answers(records)) > before)


def permission(agent: Agent, session: str) -> Json:
    """Let the agent of a session ask for a permission; return the request, which is rejected after the check."""
    prompt(agent, session, "Run the command `true` now, with your tool for shell commands.")
    request = _request(agent, session, "permission.list", "a permission")
    _will_be_rejected(agent, "permission", request["id"], "reply", {"response": "reject"})
    return request


def question(agent: Agent, session: str) -> Json:
    """Let the agent of a session ask a question; return the request, which is rejected after the check."""
    prompt(agent, session, "Ask me, with your tool for questions, whether I like tea or coffee.")
    request = _request(agent, session, "question.list", "an answer")
    _will_be_rejected(agent, "question", request["id"], "reject", None)
    return request


def is_pending(agent: Agent, operation: str, request_id: str) -> bool:
    """Whether a list of requests has one."""
    return request_id in [field(request, "id") for request in rows(agent.user.call(operation, query=agent.here))]


def reject(agent: Agent, request: Json) -> Reply:
    """Reject a permission request.

    Raises:
        NotTried: The server takes replies of another form. The contract shows no field of them.
    """
    reply = agent.user.call("permission.reply", request["id"], query=agent.here, json={"response": "reject"})
    if refused(reply):
        raise NotTried(f"the server takes replies of another form ({reply.status})")
    return reply


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
        for request in rows(agent.user.call(operation, query=agent.here)):
            if field(request, "sessionID") == session:
                field(request, "id")
                return request
        records = messages(agent, session)
        _refuse_failure(records)
        if answers(records):
            raise NotTried(f"the agent has not asked for {what}")
        agent.target.budget.pause(pause)
    agent.silence = f"the agent has neither answered nor asked for {what} within {_SECONDS} s"
    raise NotTried(agent.silence)


def _is_over(message: Json) -> bool:
    time: Json = message.get("time") or {}
    return bool(time.get("completed") or message.get("finish") or message.get("error"))


def _refuse_failure(records: list[Json]) -> None:
    if any(message.get("error") for message in records):
        raise NotTried("the agent has answered with an error: there may be no model")


def _pauses() -> Iterator[float]:
    """The seconds between two looks, longer and longer."""
    passed, pause = 0.0, 0.05
    while passed < _SECONDS:
        yield pause
        passed += pause
        pause = min(2 * pause, _LONGEST_PAUSE)


@check("agent.sessions.prompt-adds-a-message-and-queues")
def prompt_makes_a_message_and_is_answered(agent: Agent) -> None:
    """A user message has the text of the prompt, and the agent answers it."""
    session = conversation(agent)
    text = say(agent.target.prefix)
    reply = prompt(agent, session, text)
    records = messages_when(agent, session, lambda records: bool(answers(records)))
    own = [message for message in records if kind_of(message) == "user" and text_of(message) == text]
    reply.expect(len(own) == 1, f"there are {len(own)} user messages with the text of the prompt")


@check("agent.sessions.delivery-is-immediate-or-deferred")
def delivery_is_one_of_two_words(agent: Agent) -> None:
    """Both words are taken, and another one is refused."""
    session = conversation(agent)
    body = {"prompt": {"text": say("one")}, "delivery": "sideways"}
    agent.user.call("session.prompt", session, json=body).is_refused()
    for delivery in ("immediate", "deferred"):
        body = {"prompt": {"text": say(delivery)}, "delivery": delivery}
        agent.user.call("session.prompt", session, json=body).succeeds()


@check("agent.sessions.immediate-before-deferred")
def immediate_prompt_is_answered_before_a_deferred_one(agent: Agent) -> None:
    """Behind a turn that waits for a permission, an immediate prompt is answered before a deferred one sent earlier."""
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    later, sooner = f"{agent.target.prefix}-later", f"{agent.target.prefix}-sooner"
    prompt(agent, session, say(later), delivery="deferred")
    prompt(agent, session, say(sooner), delivery="immediate")
    reply = reject(agent, request).needed()

    def order(records: list[Json]) -> list[str]:
        texts = [text_of(message) for message in answers(records)]
        return [word for text in texts for word in (later, sooner) if word in text]

    records = messages_when(
        agent, session, lambda records: {later, sooner} <= set(order(records)), after_rejection=True
    )
    reply.expect(order(records)[0] == sooner, "a deferred prompt is answered before an immediate one")


@check("agent.sessions.wait-returns-when-idle")
def wait_lasts_as_long_as_a_turn(agent: Agent) -> None:
    """A wait for a turn that waits for a permission lasts, and returns when the turn is over; one when idle returns."""
    idle = agent.session("idle", agent.here)["id"]
    begun = monotonic()
    agent.user.call("session.wait", idle).succeeds()
    at_once = monotonic() - begun
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(agent.user.call, "session.wait", session)
        try:
            early = _result(waiting, max(_STILL_WAITING, 3 * at_once))  # a slow server answers late in any case
        finally:
            rejected = reject(agent, request)
        if early is not None:
            early.succeeds().broken("a wait returns before the session is idle")
        rejected.needed()
        late = _result(waiting, _AT_LAST)
        rejected.expect(late is not None, "a wait does not return when the session is idle")
        assert late is not None
        late.succeeds()


@check("agent.sessions.wait-is-503-as-observed", own_condition=REFUSAL)
def wait_is_refused_as_observed(agent: Agent) -> None:
    """A server that cannot wait says so with 503; one that waits keeps the contract, and the rule is not tried."""
    reply = agent.user.call("session.wait", agent.session("idle")["id"])
    if reply.ok:
        raise NotTried("the server waits, as the contract states")
    reply.is_refused(503)


@check("agent.sessions.compact-compacts")
def compaction_shortens_the_context(agent: Agent) -> None:
    """After a compaction, messages from before it are no longer in the context."""
    session = conversation(agent)
    answered(agent, session, say("one"))
    known = {field(message, "id") for message in answered(agent, session, say("two"))}
    before = ids(agent.user.call("session.context", session))
    agent.user.call("session.compact", session).succeeds()
    reply, is_shorter = context_when(agent, session, lambda context: not set(before) <= set(context))
    if not is_shorter and _shows_more(agent, session, known):
        raise NotTried(f"needs {_CONTEXT}, which is broken: a message shows the compaction, and the context all others")
    reply.expect(is_shorter, "a compaction leaves the context as it was")


def _shows_more(agent: Agent, session: str, known: set[str]) -> bool:
    """Whether a session has more messages than these without a further prompt: its compaction has left one."""
    return any(field(message, "id") not in known for message in messages(agent, session))


@check("agent.sessions.busy-is-409")
def busy_session_is_not_compacted_or_moved(agent: Agent) -> None:
    """While a turn waits for a permission, its session can neither be compacted nor moved."""
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    agent.user.call("session.compact", session).is_refused(409)
    agent.user.call("workspace.warp", json={"sessionID": session, "copyChanges": False}).is_refused(409)
    reject(agent, request).needed()


@check("agent.sessions.context-begins-at-the-last-compaction", own_condition=KNOWN_RECORDS)
def context_has_what_is_after_the_compaction(agent: Agent) -> None:
    """The context has the messages after the second of two compactions alone."""
    session = conversation(agent)
    earlier: list[str] = []
    for text in ("one", "two"):
        earlier = [field(message, "id") for message in answered(agent, session, say(text))]
        agent.user.call("session.compact", session).needed()
        reply, begins_after_them = context_when(agent, session, {*earlier}.isdisjoint)
        is_whole = text == "one" and set(earlier) <= set(ids(reply))
        if is_whole and not _shows_more(agent, session, {*earlier}):
            raise NotTried(f"needs {_COMPACTION}, which is broken: nothing shows that there was a compaction")
        reply.expect(begins_after_them, "the context has what was compacted")
    later = [field(message, "id") for message in answered(agent, session, say("three"))]
    new = set(later) - set(earlier)
    added = {
        field(message, "id") for message in messages(agent, session) if kind_of(message) in ("user", "assistant")
    } & new
    reply, has_them = context_when(agent, session, lambda context: added <= set(context))
    reply.expect(has_them, "the context lacks a later message")
    reply.expect(not set(earlier) & set(ids(reply)), "the context has what was compacted")


def _result(waiting: "Future[Reply]", seconds: float) -> Reply | None:
    try:
        return waiting.result(seconds)
    except StillWaiting:
        return None


@check("agent.permissions.reply-answers-the-request")
def reply_answers_a_permission_request(agent: Agent) -> None:
    """A rejected request is pending no longer."""
    request = permission(agent, conversation(agent, asks=True))
    reject(agent, request).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("permission.list", query=agent.here),
        lambda reply: field(request, "id") not in ids(reply),
        "a permission request is pending after its reply",
    )


@check("agent.questions.reply-answers-the-question")
def reply_answers_a_question(agent: Agent) -> None:
    """A question that was answered is pending no longer."""
    request = question(agent, conversation(agent, asks=True))
    reply_to(agent, request, first_options(request)).succeeds()
    _is_not_pending(agent, request)


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
    reply = reply_to(agent, request, [*first_options(request), ["one too many"]])
    reply.is_refused()
    reply.expect(is_pending(agent, "question.list", request["id"]), "a refused reply ends the question")


def first_options(request: Json) -> list[list[str]]:
    """The first option of each question, or a text of one's own."""
    replies: list[list[str]] = []
    for question in field(request, "questions"):
        options = listed(question, "options")
        replies.append([field(options[0], "label") if options else "trivet-check"])
    return replies


def reply_to(agent: Agent, request: Json, answers: list[list[str]]) -> Reply:
    """Reply to a question with lists of answers."""
    return agent.user.call("question.reply", request["id"], query=agent.here, json={"response": {"answers": answers}})


def _is_not_pending(agent: Agent, request: Json) -> None:
    agent.target.eventually(
        lambda: agent.user.call("question.list", query=agent.here),
        lambda reply: request["id"] not in ids(reply),
        "a question is pending after its reply",
    )
