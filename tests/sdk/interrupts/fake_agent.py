"""A server of agents on a port, which the programs of these tests have not started."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from tests.sdk.agent.opencode.fake_server import FakeServer


@contextmanager
def served_agent() -> Generator[tuple[FakeServer, str]]:
    """Serve a server of agents, and return it with its URL; a prompt such as `BASH ls` waits for a permission."""
    fake = FakeServer()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(fake.app, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield fake, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            thread.join()
            fake.close()
