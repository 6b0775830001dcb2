"""A server with a planted fault on a port of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from tests.other_make.planted.planting import planted


def _config(service: str, name: str | None) -> uvicorn.Config:
    return uvicorn.Config(planted(service, name), port=0, lifespan="off", log_level="critical")


@contextmanager
def served(service: str, name: str | None = None) -> Iterator[str]:
    """The URL of a fresh server with a fault, or without one, on a thread of its own.

    >>> with served("chat", "chat:left-out:conversations.archive") as url:
    ...     httpx.get(f"{url}/conversations")
    """
    config = _config(service, name)
    listener = config.bind_socket()
    listener.listen()  # requests wait for the server to start
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


def serve(service: str, name: str | None) -> None:
    """Print the URL of a server, and serve until the process is ended."""
    config = _config(service, name)
    listener = config.bind_socket()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run([listener])
