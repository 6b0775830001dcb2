# Derived from sdk/trivet/agent/_opencode/_async/transport.py by `python -m codegen`; do not edit.
"""The transport that users pass to an agent client."""

from __future__ import annotations

from typing import ClassVar

from ...._core.public import exported_from
from ...._sync.http.translating_transport import TranslatingTransport
from ...._sync.http.transports import Transport as HttpTransport
from ..._turns.extensions import AgentExtensions
from ..translation import OpencodeTranslation

__all__ = ["Transport"]


@exported_from("trivet.agent.opencode")
class Transport(TranslatingTransport):
    """A transport through which an agent client talks to `opencode serve`, the server of the npm package opencode-ai.

    >>> with AgentClient(transport=Transport(), base_url="http://127.0.0.1:4096") as agent:
    ...     session = agent.at(directory="/home/dev/orchard").session.create()
    ...     agent.session.turn(session.id, "What is here?").run()

    It is outside the contract: another version of that server may need another table. An operation that the server
    lacks raises an `UnsupportedOperationError`. Timeouts, the deadline, retries and credentials of the client hold as
    without it.
    """

    agent_extensions: ClassVar[AgentExtensions] = AgentExtensions(
        cancel="POST /api/session/{sessionID}/abort",
        message_id="messageID",
        reply_message="message",
        children="GET /api/session/{sessionID}/children",
        output="output",
        system="system",
        tools="tools",
        variant="variant",
        fork="POST /api/session/{sessionID}/fork",
    )

    def __init__(self, transport: HttpTransport | None = None, *, max_body: int = 64_000_000) -> None:
        """Send over a transport of one's own, or over connections as a client without a transport has them.

        Args:
            transport: The transport below, for proxies, certificates and mocks.
            max_body: The most bytes of an answer that has to be read as a whole to be translated, unpacked. The
                client's own `max_body` holds for the translation.

        Raises:
            InvalidArgumentError: An argument cannot be used.
        """
        super().__init__(OpencodeTranslation(), transport, max_body=max_body)

    def __getstate__(self) -> tuple[HttpTransport | None, int]:
        return self._given, self._max_body

    def __setstate__(self, state: tuple[HttpTransport | None, int]) -> None:
        transport, max_body = state
        Transport.__init__(self, transport, max_body=max_body)
