"""Clients of HTTP that people use without an SDK get the same answers from the stubs, byte for byte."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import requests
import urllib3

from tests.contract.examples import SERVICES, STUBS, requests_of

Send = Callable[[str, str, Mapping[str, str], bytes | None], tuple[int, bytes]]
"""Sends a request, and returns the status and the whole body of the answer."""

UNDICI = Path(__file__).with_name("undici.mjs")
_SECONDS = 300


@contextmanager
def with_httpx() -> Iterator[Send]:
    """Send by httpx."""
    with httpx.Client(trust_env=False, timeout=_SECONDS) as client:

        def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
            answer = client.request(method, url, headers=dict(headers), content=body)
            return answer.status_code, answer.content

        yield send


@contextmanager
def with_requests() -> Iterator[Send]:
    """Send by requests."""
    with requests.Session() as session:
        session.trust_env = False

        def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
            answer = session.request(method, url, headers=dict(headers), data=body, timeout=_SECONDS)
            return answer.status_code, answer.content

        yield send


@contextmanager
def with_urllib3() -> Iterator[Send]:
    """Send by urllib3."""
    with urllib3.PoolManager(timeout=_SECONDS, retries=False) as pool:

        def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
            answer = pool.request(method, url, headers=dict(headers), body=body)
            return answer.status, answer.data

        yield send


@contextmanager
def with_aiohttp() -> Iterator[Send]:
    """Send by aiohttp, in an event loop of its own for each request."""

    async def answer_of(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, aiohttp.client.URL(url, encoded=True), headers=headers, data=body) as answer,
        ):
            return answer.status, await answer.read()

    yield lambda *request: asyncio.run(answer_of(*request))


@contextmanager
def with_curl() -> Iterator[Send]:
    """Send by curl."""

    def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
        with tempfile.NamedTemporaryFile() as file:
            command = ["curl", "-sS", "--noproxy", "*", "-m", str(_SECONDS), "-X", method, "-o", file.name]
            command += [
                "-w",
                "%{http_code}",
                *(word for name in headers for word in ("-H", f"{name}: {headers[name]}")),
            ]
            command += [] if body is None else ["--data-binary", "@-"]
            done = subprocess.run([*command, url], input=body, capture_output=True, check=True)
            return int(done.stdout), file.read()

    yield send


def with_undici(folder: Path) -> Callable[[], AbstractContextManager[Send]]:
    """Return the client of Node.js, which is installed in a folder."""

    @contextmanager
    def opened() -> Iterator[Send]:
        local = threading.local()  # a program sends one request after the other, and each thread has its own
        with ExitStack() as stack:

            def started() -> subprocess.Popen[str]:
                command = ["node", str(UNDICI), str(folder)]
                return stack.enter_context(
                    subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                )

            def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
                if not hasattr(local, "process"):
                    local.process = started()
                asked = {"method": method, "url": url, "headers": dict(headers), "body": body and body.decode()}
                print(json.dumps(asked), file=local.process.stdin, flush=True)
                answer = json.loads(local.process.stdout.readline())
                return answer["status"], base64.b64decode(answer["body"])

            yield send

    return opened


def answers(opened: Callable[[], AbstractContextManager[Send]], service: str) -> list[tuple[str, int, bytes]]:
    """Return what a client gets from a new stub: for each request the operation, the status and the body."""
    stub = STUBS[service]()
    asked = requests_of(service, stub)
    with opened() as send, stub.serve() as served:
        port = served.url.encode()  # links have it
        streamed: list[tuple[int, bytes]] = []

        def read_events() -> None:
            streamed.append(send("GET", f"{served.url}/api/event", {}, None))

        reader = threading.Thread(target=read_events)
        if service == "agent":
            reader.start()
            while not len(stub.events):  # the stream opens in the thread of the server
                assert reader.is_alive(), "the stream of events ended"
        received = [
            (request.operation, *send(request.method, served.url + request.target, request.headers, request.content))
            for request in asked
        ]
        if service == "agent":
            stub.events.cut()
            reader.join()
            received.append(("event.subscribe", *streamed[0]))
        assert {entry.operation for entry in stub.requests} == set(stub.contract.operations)
    return [(operation, status, body.replace(port, b"http://stub")) for operation, status, body in received]


def main(folder: Path) -> int:
    """Print the differences between the clients, and return 1 if there are any."""
    clients: dict[str, Callable[[], AbstractContextManager[Any]]] = {
        "httpx": with_httpx,
        "requests": with_requests,
        "urllib3": with_urllib3,
        "aiohttp": with_aiohttp,
        "curl": with_curl,
        "undici": with_undici(folder),
    }
    number, differences = 0, 0
    for service in SERVICES:
        expected = answers(with_httpx, service)
        refused = [(operation, status) for operation, status, _ in expected if status >= 300]
        assert not refused, refused
        for name, opened in clients.items():
            received = answers(opened, service)
            number += len(received)
            for one, other in zip(expected, received, strict=True):
                if one != other:
                    differences += 1
                    print(f"{name}: {service} {one[0]}: {other[1]} instead of {one[1]}\n{other[2]!r}\n{one[2]!r}")
    operations = sum(len(STUBS[service]().contract.operations) for service in SERVICES)
    print(f"plain clients: {len(clients)} clients, {operations} operations, {number} answers, {differences} differ")
    return 1 if differences else 0
