"""An adapter for the server that people can install: `opencode serve`, from the npm package opencode-ai.

    from trivet import AgentClient
    from trivet.agent import opencode

    with AgentClient(transport=opencode.Transport(), base_url="http://127.0.0.1:4096") as agent:
        session = agent.at(directory="/home/dev/orchard").session.create()
        messages = agent.session.turn(session.id, "What is here?").run()

`serve` also starts the server, for the time of a `with` block:

    with opencode.serve("/home/dev/orchard") as agent:
        session = agent.session.create()

This server is outside the contract: it began as the contract's proposal and then diverged, so requests, answers and
events are translated, for the version that the documentation names. An operation that the server lacks raises an
`UnsupportedOperationError`, which names the server's alternative.
"""

from ._opencode._async.transport import AsyncTransport
from ._opencode._sync.transport import Transport
from ._opencode.errors import UnsupportedOperationError
from ._serve._async.server import AsyncServer, async_serve
from ._serve._sync.server import Server, serve
from ._serve.errors import ServerEndedError, ServerStartError

__all__ = [
    "AsyncServer",
    "AsyncTransport",
    "Server",
    "ServerEndedError",
    "ServerStartError",
    "Transport",
    "UnsupportedOperationError",
    "async_serve",
    "serve",
]
