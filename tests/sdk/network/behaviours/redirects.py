"""Redirects: a client that follows one sends its credentials to another place."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation

ELSEWHERE = "/elsewhere"
LOOP = "/loop"


def with_location(name: str, status: int, *fields: str) -> None:
    """Add the behaviour of an answer that points to another place; `{url}` stands for the server's URL."""

    def run(talk: Conversation) -> None:
        for request in talk.requests():
            if request.target.startswith((ELSEWHERE, LOOP)):
                talk.fault("followed a redirect")
            filled = [header.format(url=talk.server.url, port=talk.server.port) for header in fields]
            talk.send(talk.answer(*filled, status=f"{status} Elsewhere"))

    behaviour(name=name, fails="wire" if status >= 300 else "")(run)


with_location("redirect_without_location", 302)
with_location("redirect_relative", 302, f"location: {ELSEWHERE}")
with_location("redirect_absolute", 301, f"location: {{url}}{ELSEWHERE}")
with_location("redirect_to_another_host", 302, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_that_keeps_the_method", 307, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_permanent", 308, f"location: http://localhost:{{port}}{ELSEWHERE}")
with_location("redirect_to_see_other", 303, f"location: {ELSEWHERE}")
with_location("redirect_loop", 302, f"location: {{url}}{LOOP}")
with_location("redirect_to_a_file", 302, "location: file:///etc/passwd")
with_location("redirect_with_broken_location", 302, "location: http://[::1/\x80")
with_location("redirect_with_several_locations", 300, f"location: {ELSEWHERE}", f"location: {ELSEWHERE}2")
with_location("refresh_header", 200, f"refresh: 0; url={ELSEWHERE}", f"content-location: {ELSEWHERE}")
