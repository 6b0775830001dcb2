"""Abilities of a server beyond the contract, which the transport of an adapter offers, and replies that use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from ..._core.call import segment
from ..._core.public import exported_from

Reply: TypeAlias = Literal["once", "always", "reject"]


class AgentExtensions(NamedTuple):
    """Abilities of an agent server beyond the contract; a turn uses those that the client's transport offers.

    A transport has them as its attribute `agent_extensions`; that of a stub is a mapping of the same names.

    >>> AgentExtensions(cancel="POST /session/{sessionID}/abort", message_id="messageID", reply_message="message")

    Attributes:
        cancel: The method and path of the request that stops the agent of a session; None where there is none.
        message_id: The key of the body of `session.prompt` that takes the id of the prompt's message.
        reply_message: The key of the body of `permission.reply` that takes the reason of a rejection.
        children: The method and path of the request that lists the sessions directly below one, as JSON of a list;
            None where the list of all sessions has to be searched.
        output: The key of the body of `session.prompt` that takes the JSON schema of the answer, and the number of
            retries: `{"schema": {…}, "retries": 2}`. The agent's value is then the field `structured` of its message.
        system: The key of the body of `session.prompt` that takes a text for the system prompt.
        tools: The key of the body of `session.prompt` that takes tools by name: false takes one away, `*` all others.
        variant: The key of the body of `session.prompt` that takes the variant of the model.
        fork: The method and path of the request that copies a session; its body may have a `messageID`.
        disconnect: The method and path of the request that disconnects a server of tools, whose name is free then.
    """

    cancel: str | None = None
    message_id: str | None = None
    reply_message: str | None = None
    children: str | None = None
    output: str | None = None
    system: str | None = None
    tools: str | None = None
    variant: str | None = None
    fork: str | None = None
    disconnect: str | None = None


def extensions_of(transport: Any) -> AgentExtensions:
    """Return the abilities that a client's transport offers; none without a transport."""
    offered: Any = getattr(transport, "agent_extensions", None)
    if isinstance(offered, Mapping):
        offered = AgentExtensions(**offered)
    return offered if isinstance(offered, AgentExtensions) else AgentExtensions()


def request_of(extension: str, value: str) -> dict[str, Any]:
    """Return the method, the path and its template of an extension, for the id or the name in its path.

    >>> request_of("POST /session/{sessionID}/abort", "ses_1")["path"]
    '/session/ses_1/abort'
    """
    method, _, template = extension.partition(" ")
    head, _, rest = template.partition("{")
    return {"method": method, "path": f"{head}{segment(value)}{rest.partition('}')[2]}", "template": template}


@exported_from("trivet.agent")
class Rejected(NamedTuple):
    """A rejection with its reason, which the agent reads: a reply of `on_permission`.

    >>> turn = agent.session.turn(session.id, "Go.", on_permission=lambda request: Rejected("Use make instead."))

    The contract has no place for the reason. Through an adapter whose server takes one it is sent; another server gets
    the rejection alone.

    Attributes:
        message: The reason.
    """

    message: str


Decision: TypeAlias = Reply | Rejected
"""A reply to a permission."""

ToolDecision: TypeAlias = Literal["allow", "deny", "ask"] | Rejected
"""A decision of `before_tool`."""
