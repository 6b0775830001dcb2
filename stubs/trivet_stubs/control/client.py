"""A client of the control API, for tests in Python whose stub runs in another process."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

from trivet_stubs.control.verification import MISMATCH
from trivet_stubs.kernel.event_splitter import EventCutter
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import is_object
from trivet_stubs.serving.bounded_http_client import HttpClient, HttpStream
from trivet_stubs.serving.in_process import AsyncTransport


class ControlError(Exception):
    """The control API refused a request; the message is its sentence."""

    __module__ = "trivet_stubs"

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        """The status of the answer."""
        self.sentence = sentence
        """The error in a sentence, which names the field."""


class ControlClient:
    """A client of the control API of one stub.

        with ControlClient("http://127.0.0.1:8080") as control:
            control.add_fault("conversations.list", status=503, times=2)
            control.change_clock(advance=3600)
            control.reset()

    Args:
        base_url: The URL of the stub, as `trivet-stub` prints it.
        timeout: Seconds for one request.
        transport: An async transport in place of the network.

    Raises:
        ControlError: The control API refused the request of a method.
        trivet_stubs.serving.bounded_http_client.NoAnswer: The answer is missing or incomplete.
    """

    __module__ = "trivet_stubs"

    def __init__(self, base_url: str, *, timeout: float = 30.0, transport: AsyncTransport | None = None) -> None:
        self._client = HttpClient(f"{base_url.rstrip('/')}/_trivet", timeout=timeout, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ready(self) -> JsonObject:
        """Return the name of the service, if the stub accepts requests.

        >>> control.ready()
        {'service': 'chat', 'ready': True}
        """
        return self._send("GET", "ready")

    def reset(self) -> JsonObject:
        """Return the stub to its start: data, clock, faults, requests, settings. Return its state.

        >>> control.reset()["counts"]["users"]
        7
        """
        return self._send("POST", "reset", {})

    def seed(self, **data: Any) -> JsonObject:
        """Replace the data, with the arguments of the `seed` method of the service's stub. Return the new state.

        >>> control.seed(seed="100x20", users=5)["counts"]["conversations"]
        100
        """
        return self._send("POST", "seed", data)

    def clock(self) -> JsonObject:
        """Return the time of the stub, and whether its clock runs.

        >>> control.clock()
        {'now': '2025-06-16T08:00:00+08:00', 'run': False}
        """
        return self._send("GET", "clock")

    def change_clock(
        self, *, now: str | None = None, advance: float | None = None, run: bool | None = None
    ) -> JsonObject:
        """Set the clock, then advance it, then let it run or stop it.

        >>> control.change_clock(now="2025-06-17T08:00:00+08:00", advance=60)["now"]
        '2025-06-17T08:01:00+08:00'

        Args:
            now: A time with its UTC offset.
            advance: Seconds.
            run: Whether time passes by itself.
        """
        changes = {"now": now, "advance": advance, "run": run}
        return self._send("PATCH", "clock", {name: value for name, value in changes.items() if value is not None})

    def add_fault(self, operation: str | None = None, **fault: Any) -> JsonObject:
        """Add a fault, with the arguments of `stub.faults.add`; bytes as `body_base64`. Return it with its id.

        >>> control.add_fault("conversations.list", status=503, probability=0.3, seed=7, times=None)["id"]
        1
        """
        return self._send("POST", "faults", {"operation": operation, **fault})

    def faults(self) -> list[JsonObject]:
        """Return the faults that wait for their requests.

        >>> [fault["operation"] for fault in control.faults()]
        ['conversations.list']
        """
        return self._items("faults")

    def remove_fault(self, fault_id: int) -> JsonObject:
        """Remove a fault by its id, and return it.

        >>> control.remove_fault(1)["struck"]
        0
        """
        return self._send("DELETE", f"faults/{fault_id}")

    def clear_faults(self) -> None:
        """Remove every fault.

        >>> control.clear_faults()
        """
        self._send("DELETE", "faults")

    def settings(self) -> JsonObject:
        """Return the settings: latency, quota, switches for observed behaviour, and the service's own settings.

        >>> control.settings()["latency"]
        0.0
        """
        return self._send("GET", "settings")

    def change_settings(self, **changes: Any) -> JsonObject:
        """Change settings; the others stay as they are. Return all of them.

        >>> control.change_settings(latency=0.1, quota={"requests": 100, "per": 60}, observed=["late_commits"])
        """
        return self._send("PATCH", "settings", changes)

    def requests(
        self, *, after: int = 0, last: int | None = None, operation: str | None = None, limit: int = 100
    ) -> list[JsonObject]:
        """Return the requests that the stub received, in their order, without credentials.

        >>> [request["status"] for request in control.requests(operation="conversations.list")]
        [503, 200]

        Args:
            after: Only requests after the one with this number.
            last: Only this many of the last requests.
            operation: Only requests of this operation.
            limit: At most this many of the first requests.
        """
        query = {"after": after, "last": last, "operation": operation, "limit": limit}
        return self._items("requests", {name: value for name, value in query.items() if value is not None})

    def clear_requests(self) -> None:
        """Remove all requests from the log.

        >>> control.clear_requests()
        """
        self._send("DELETE", "requests")

    def verify(self, operation: str, /, *, times: int | None = None, **inputs: Any) -> list[int]:
        """Check that the stub got requests of an operation with these inputs; return their numbers in the log.

        >>> control.verify("conversations.create", title="Trip", times=1)
        [4]

        Args:
            operation: The operation's id.
            times: How many requests have these inputs; None for one or more, 0 for none.
            inputs: The expected values of some inputs, as `stub.requests.calls` takes them.

        Raises:
            AssertionError: There are more or fewer; if there is none, the message names the nearest request, and its
                differences.
            ControlError: The contract has no such operation, or the operation no such input.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        try:
            answer = self._send("POST", "verify", {"operation": operation, "inputs": inputs, "times": times})
        except ControlError as error:
            if error.status != MISMATCH:
                raise
            raise AssertionError(error.sentence) from None
        numbers: list[int] = answer["calls"]
        return numbers

    @contextmanager
    def live(self, *, timeout: float = 30.0) -> Generator[Generator[JsonObject, None, None], None, None]:
        """Yield an iterator of the requests from now on, each as soon as it is answered.

            with control.live() as requests:
                for request in requests:
                    print(request["operation"], request["status"])

        Args:
            timeout: Seconds to wait for the next bytes of the stream, which has a comment every 15 seconds.
        """
        with self._client.stream("GET", "/requests/live") as stream:
            if stream.status != 200:
                raise ControlError(stream.status, stream.take(timeout).decode("utf-8", "replace")[:1000])
            yield _events(stream, timeout)

    def rules(self) -> list[JsonObject]:
        """Return the rules of the service, each with the number of requests that it refused.

        >>> [rule["id"] for rule in control.rules() if rule["exercised"]]
        ['chat.access.unknown-token-is-401']
        """
        return self._items("rules")

    def state(self) -> JsonObject:
        """Return the whole state: data, settings and clock, without faults and logged requests.

        >>> control.state()["data"]["users"][0]["role"]
        'admin'
        """
        return self._send("GET", "state", keep_halves=True)

    def load(self, state: Mapping[str, Any]) -> JsonObject:
        """Replace the whole state by one that `state` has returned, also of another stub. Return its counts.

        >>> control.load(json.loads(path.read_bytes()))["counts"]["users"]
        7
        """
        return self._send("PUT", "state", dict(state))

    def counts(self) -> dict[str, int]:
        """Return the number of records of each kind.

        >>> control.counts()["users"]
        7
        """
        counts: dict[str, int] = self._send("GET", "records")["counts"]
        return counts

    def callers(self) -> dict[str, dict[str, str]]:
        """Return the authorized callers by their names, each with the headers of their requests.

        >>> control.callers()["alice"]
        {'Authorization': 'Bearer stub-token-alice'}
        """
        callers: dict[str, dict[str, str]] = self._send("GET", "records")["callers"]
        return callers

    def records(self, kind: str, *, limit: int = 100) -> list[JsonObject]:
        """Return the first records of one kind, in a short form without secrets.

        >>> control.records("users", limit=1)[0]["role"]
        'admin'
        """
        return self._items("records", {"kind": kind, "limit": limit})

    def script(self, *steps: Mapping[str, Any], session_id: str | None = None, prompt: str | None = None) -> None:
        """Script the next turn of an agent stub, as `stub.script` does.

        >>> control.script({"type": "text", "deltas": ["Hello."]}, {"type": "hold"})
        """
        self._send("POST", "turns", {"steps": list(steps), "session_id": session_id, "prompt": prompt})

    def resume(self, session_id: str) -> None:
        """Continue a turn of an agent stub that waits at a hold.

        >>> control.resume("ses_000001")
        """
        self._send("POST", "turns/resume", {"session_id": session_id})

    def contract(self) -> JsonObject:
        """Return the contract as an OpenAPI document.

        >>> control.contract()["openapi"]
        '3.1.0'
        """
        return self._send("GET", "contract")

    def _items(self, path: str, query: Mapping[str, object] | None = None) -> list[JsonObject]:
        items: list[JsonObject] = self._send("GET", path, query=query)["items"]
        return items

    def _send(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        *,
        query: Mapping[str, object] | None = None,
        keep_halves: bool = False,
    ) -> JsonObject:
        pairs: Sequence[tuple[str, str]] = [(name, str(value)) for name, value in (query or {}).items()]
        content = None if body is None else dumps(body, keep_halves=True)
        headers = {} if content is None else {"content-type": "application/json"}
        answer = self._client.send(method, f"/{path}", query=pairs, headers=headers, body=content)
        try:
            value: Any = loads(answer.body, keep_halves=keep_halves)
        except ValueError:
            value = None
        if answer.status >= 400 or not is_object(value):
            sentence = value.get("error") if is_object(value) else None
            text = sentence or f"{path}: the answer, with status {answer.status}, does not come from a control API"
            raise ControlError(answer.status, str(text))
        return value


def _events(stream: HttpStream, timeout: float) -> Generator[JsonObject, None, None]:
    cutter = EventCutter(limit=None)
    while chunk := stream.take(timeout):
        for frame in cutter.feed(chunk):
            if frame.id is not None and frame.data is not None:  # only the events of requests have an id
                yield loads(frame.data)
