"""Prompts of a session: the messages that they make, their order, the wait for them, and compaction."""

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

from trivet_stubs.checks.agent.answers import Json, field, ids
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.agent.turns import (
    answered,
    answers,
    context_when,
    conversation,
    kind_of,
    messages,
    messages_when,
    permission,
    prompt,
    reject,
    say,
    text_of,
)
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply

_STILL_WAITING = 1.0
"""Seconds after which a wait is taken for one that lasts."""
_AT_LAST = 60.0


@check("agent.sessions.prompt-adds-a-message-and-queues")
def prompt_makes_a_message_and_is_answered(agent: Agent) -> None:
    """A user message has the text of the prompt, and the agent answers it."""
    session = conversation(agent)
    text = say(agent.target.prefix)
    reply = prompt(agent, session, text)
    found = messages_when(agent, session, lambda found: bool(answers(found)))
    own = [each for each in found if kind_of(each) == "user" and text_of(each) == text]
    reply.expect(len(own) == 1, f"there are {len(own)} user messages with the text of the prompt")


@check("agent.sessions.delivery-is-immediate-or-deferred")
def delivery_is_one_of_two_words(agent: Agent) -> None:
    """Both words are taken, and another one is refused."""
    session = conversation(agent)
    body = {"prompt": {"text": say("one")}, "delivery": "sideways"}
    agent.user.call("session.prompt", session, json=body).is_refused()
    for delivery in ("immediate", "deferred"):
        prompt(agent, session, say(delivery), delivery=delivery)


@check("agent.sessions.immediate-before-deferred")
def immediate_prompt_is_answered_before_a_deferred_one(agent: Agent) -> None:
    """Behind a turn that waits for a permission, an immediate prompt is answered before a deferred one sent earlier."""
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    later, sooner = f"{agent.target.prefix}-later", f"{agent.target.prefix}-sooner"
    prompt(agent, session, say(later), delivery="deferred")
    prompt(agent, session, say(sooner), delivery="immediate")
    reply = reject(agent, request).succeeds()

    def order(found: list[Json]) -> list[str]:
        texts = [text_of(each) for each in answers(found)]
        return [word for text in texts for word in (later, sooner) if word in text]

    found = messages_when(agent, session, lambda found: {later, sooner} <= set(order(found)), after_rejection=True)
    reply.expect(order(found)[0] == sooner, "a deferred prompt is answered before an immediate one")


@check("agent.sessions.wait-returns-when-idle")
def wait_lasts_as_long_as_a_turn(agent: Agent) -> None:
    """A wait for a turn that waits for a permission lasts, and returns when the turn is over; one when idle returns."""
    idle = agent.session("idle", agent.here)["id"]
    agent.user.call("session.wait", idle).succeeds()
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(agent.user.call, "session.wait", session)
        try:
            early = _result(waiting, _STILL_WAITING)
        finally:
            rejected = reject(agent, request)
        if early is not None:
            early.succeeds().broken("a wait returns before the session is idle")
        rejected.succeeds()
        late = _result(waiting, _AT_LAST)
        rejected.expect(late is not None, "a wait does not return when the session is idle")
        assert late is not None
        late.succeeds()


@check("agent.sessions.wait-is-503-as-observed")
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
    answered(agent, session, say("two"))
    before = ids(agent.user.call("session.context", session))
    agent.user.call("session.compact", session).succeeds()
    message = "a compaction leaves the context as it was"
    context_when(agent, session, lambda found: not set(before) <= set(found), message)


@check("agent.sessions.busy-is-409")
def busy_session_is_not_compacted_or_moved(agent: Agent) -> None:
    """While a turn waits for a permission, its session can neither be compacted nor moved."""
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    agent.user.call("session.compact", session).is_refused(409)
    agent.user.call("workspace.warp", json={"sessionID": session, "copyChanges": False}).is_refused(409)
    reject(agent, request).succeeds()


@check("agent.sessions.context-begins-at-the-last-compaction")
def context_has_what_is_after_the_compaction(agent: Agent) -> None:
    """The context has the messages after a compaction, and none from before; the list of messages still has those."""
    session = conversation(agent)
    earlier = [field(each, "id") for each in answered(agent, session, say("one"))]
    agent.user.call("session.compact", session).succeeds()
    context_when(agent, session, lambda found: not set(earlier) & set(found), "the context has what was compacted")
    later = [field(each, "id") for each in answered(agent, session, say("two"))]
    new = set(later) - set(earlier)
    added = {field(each, "id") for each in messages(agent, session) if kind_of(each) in ("user", "assistant")} & new
    reply = context_when(agent, session, lambda found: added <= set(found), "the context lacks a later message")
    reply.expect(not set(earlier) & set(ids(reply)), "the context has what was compacted")


def _result(waiting: "Future[Reply]", seconds: float) -> Reply | None:
    try:
        return waiting.result(seconds)
    except StillWaiting:
        return None
