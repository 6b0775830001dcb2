"""A program that takes the place of `opencode` in tests of turns: `fake_server.FakeServer` on a port.

A reply to a permission ends it with last words, as if memory had run out.
"""

from __future__ import annotations

import os
import signal
import socket

import uvicorn
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.sdk.agent.opencode.fake_server import FakeServer


async def end(scope, receive, send) -> None:
    print("out of memory", os.environ["OPENCODE_SERVER_PASSWORD"], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Serve until a permission is replied to."""
    fake = FakeServer()
    config = Route("/config", lambda request: JSONResponse({}))

    async def app(scope, receive, send):
        path = scope.get("path", "")
        handler = config.app if path == "/config" else end if path.endswith("/reply") else fake.app
        await handler(scope, receive, send)

    listener = socket.create_server(("127.0.0.1", 0))
    print(f"opencode server listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error")).run([listener])


if __name__ == "__main__":
    main()
