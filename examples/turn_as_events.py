"""Pass an agent's turn on to browsers as server-sent events: `uvicorn --factory examples.turn_as_events:application`.

A browser that leaves before the end cancels the answer, and so leaves the block of the turn. That stops the agent if
the server can: pass a client with the transport of the adapter, `trivet.agent.opencode`.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from trivet import AsyncAgentClient, TrivetError


def application(client: AsyncAgentClient | None = None) -> Starlette:
    agent = client or AsyncAgentClient()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None, None]:
        async with agent:
            yield

    async def events(prompt: str) -> AsyncIterator[str]:
        try:
            async with agent.session.start(title=prompt[:40]) as session, session.turn(prompt, deadline=600) as turn:
                async for text in turn:
                    yield f"data: {json.dumps(text)}\n\n"
            yield f"event: end\ndata: {json.dumps(turn.outcome.status)}\n\n"
        except TrivetError as error:
            yield f"event: error\ndata: {json.dumps(str(error))}\n\n"

    async def ask(request: Request) -> StreamingResponse:
        return StreamingResponse(events(request.query_params["prompt"]), media_type="text/event-stream")

    return Starlette(lifespan=lifespan, routes=[Route("/turn", ask)])
