"""Mutants of prompts, waits and compaction."""

from typing import Any

from trivet_checks.mutants.changes import change_answer, change_body, change_status, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.context import plain
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class WholeContext:
    """Answers all messages as the context."""

    def __init__(self, stub: AgentStub) -> None:
        self._state = stub.state

    @operation("session.context")
    def list_context(self, request: ContractRequest) -> JsonObject:
        """Answer all messages of a session."""
        return plain(self._state.session_of(request).messages)


class ContextSinceTheFirstCompaction:
    """Answers the messages since the first compaction as the context."""

    def __init__(self, stub: AgentStub) -> None:
        self._state = stub.state

    @operation("session.context")
    def list_context(self, request: ContractRequest) -> JsonObject:
        """Answer the messages since the first compaction of a session."""
        messages = self._state.session_of(request).messages
        kinds = [message["type"] for message in messages]
        return plain(messages[kinds.index("compaction") :] if "compaction" in kinds else messages)


@mutant("agent.sessions.prompt-adds-a-message-and-queues", shown_by="two")
def prompt_makes_no_message(stub: AgentStub) -> None:
    """The messages of a session are the agent's alone."""

    def change(page: dict[str, Any]) -> object:
        return {**page, "data": [message for message in page["data"] if message["type"] != "user"]}

    change_answer(stub, "session.message.list", change)


@mutant("agent.sessions.delivery-is-immediate-or-deferred", shown_by="one")
def any_delivery_is_taken(stub: AgentStub) -> None:
    """A prompt is delivered by any word."""
    change_body(stub, "session.prompt", lambda body: {name: body[name] for name in body if name != "delivery"})


@mutant("agent.sessions.immediate-before-deferred", shown_by="neither: it takes three prompts and their turns")
def prompts_run_in_the_order_they_came(stub: AgentStub) -> None:
    """A deferred prompt runs before an immediate one that was sent later."""
    change_body(stub, "session.prompt", lambda body: {**body, "delivery": "immediate"})


@mutant("agent.sessions.wait-returns-when-idle", shown_by="neither: the turn is on the event stream beside the wait")
def wait_returns_at_once(stub: AgentStub) -> None:
    """A wait returns while a turn runs."""
    do_nothing(stub, "session.wait", status=204)


@mutant("agent.sessions.wait-is-503-as-observed", shown_by="one")
def wait_is_refused_with_501(stub: AgentStub) -> None:
    """A server that cannot wait says so with another status."""
    stub.observed.no_wait = True
    change_status(stub, "session.wait", {503: 501})


@mutant("agent.sessions.compact-compacts", shown_by="missed: a compaction may take its time")
def compaction_does_nothing(stub: AgentStub) -> None:
    """A compaction is answered and not done."""
    do_nothing(stub, "session.compact", status=204)


@mutant("agent.sessions.busy-is-409", shown_by="neither: the turn is on the event stream beside the request")
def busy_session_is_moved(stub: AgentStub) -> None:
    """A session is moved while its turn runs."""
    change_status(stub, "workspace.warp", {409: 204})


@mutant("agent.sessions.busy-is-409", shown_by="neither: the turn is on the event stream beside the request")
def busy_session_is_compacted(stub: AgentStub) -> None:
    """A session is compacted while its turn runs."""
    change_status(stub, "session.compact", {409: 204})


@mutant("agent.sessions.context-begins-at-the-last-compaction", shown_by="one")
def context_has_all_messages(stub: AgentStub) -> None:
    """The context has the messages from before the compaction, too."""
    stub.override(WholeContext(stub))


@mutant("agent.sessions.context-begins-at-the-last-compaction", shown_by="one")
def context_begins_at_the_first_compaction(stub: AgentStub) -> None:
    """The context has the messages from between two compactions, too."""
    stub.override(ContextSinceTheFirstCompaction(stub))
