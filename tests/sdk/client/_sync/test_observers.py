# Derived from tests/sdk/client/_async/test_observers.py by `python -m codegen`; do not edit.
"""Observers: what they see of calls, attempts, pages, streams, exports and downloads, and what they cannot change."""

import asyncio
import gzip
import logging
import pickle
from contextlib import closing

import httpx
import pytest

from tests.sdk.exposure import exposed
from trivet import (
    AgentClient,
    APIConnectionError,
    APITimeoutError,
    BadRequestError,
    Basic,
    BusClient,
    ChatClient,
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    StreamError,
)
from trivet.observe import Observer, logs
from trivet_stubs import AgentStub, BusStub, ChatStub

AGENT = {"base_url": "http://agent.test"}
FILES = "/files/"


class Recorder(Observer):
    """Keeps the calls and attempts that have ended, and the order of everything."""

    def __init__(self, headers=None, name=""):
        self.headers = headers
        self.name = name
        self.order, self.calls, self.attempts = [], [], []

    def on_call_start(self, call):
        assert (call.status, call.error_type, call.seconds) == (None, None, 0.0)
        self.order.append(f"{self.name}{call.operation} starts")

    def on_attempt_start(self, attempt):
        self.order.append(f"{self.name}attempt {attempt.number}")
        return self.headers

    def on_attempt_end(self, attempt):
        self.order.append(f"{self.name}attempt {attempt.number}: {attempt.status or attempt.error_type}")
        self.attempts.append(attempt)

    def on_call_end(self, call):
        self.order.append(f"{self.name}{call.operation}: {call.value_kind or call.error_type}")
        self.calls.append(call)

    def seen(self):
        """Return all that the observer was passed, as text."""
        subjects = [*self.calls, *self.attempts]
        return repr([(subject, {name: getattr(subject, name) for name in subject.__slots__}) for subject in subjects])


@pytest.fixture
def recorder():
    return Recorder()


def test_call_is_observed_from_its_start_to_its_value(options, script, clock, recorder, arrivals):
    def answer(_):
        clock.seconds += 3
        return httpx.Response(200, json=arrivals, headers={"X-Request-Id": "req-7"})

    with BusClient(**options, transport=script(answer), clock=clock, observers=[recorder]) as bus:
        bus.arrivals.get("83139")
    assert recorder.order == ["arrivals.get starts", "attempt 1", "attempt 1: 200", "arrivals.get: Arrivals"]
    [call], [attempt] = recorder.calls, recorder.attempts
    assert (call.service, call.operation, call.method, call.url_template) == (
        "bus",
        "arrivals.get",
        "GET",
        "/v3/BusArrival",
    )
    assert (call.status, call.request_id, call.retries, call.seconds, call.error) == (200, "req-7", 0, 3.0, None)
    assert (attempt.call, attempt.number, attempt.server_address, attempt.server_port) == (call, 1, "bus.test", 80)
    assert (attempt.status, attempt.request_id, attempt.seconds, attempt.error) == (200, "req-7", 3.0, None)
    assert attempt.bytes == len(httpx.Response(200, json=arrivals).content)


def test_each_retry_is_an_attempt(options, script, clock, recorder, arrivals):
    transport = script(httpx.Response(503), httpx.ReadError("reset"), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock, observers=[recorder]) as bus:
        bus.arrivals.get("83139")
    assert recorder.order[1:-1] == [
        "attempt 1",
        "attempt 1: 503",
        "attempt 2",
        "attempt 2: trivet.APIConnectionError",
        "attempt 3",
        "attempt 3: 200",
    ]
    [call] = recorder.calls
    assert (call.retries, call.seconds) == (2, sum(clock.slept))
    assert [attempt.seconds for attempt in recorder.attempts] == [0.0, 0.0, 0.0]


def test_error_status_ends_call_with_its_error(options, script, recorder):
    transport = script(httpx.Response(404, headers={"x-request-id": "req-8"}))
    with BusClient(**options, transport=transport, observers=[recorder]) as bus:
        with pytest.raises(NotFoundError) as caught:
            bus.arrivals.get("83139")
    [call], [attempt] = recorder.calls, recorder.attempts
    assert (call.status, call.request_id, call.value_kind) == (404, "req-8", None)
    assert (call.error, call.error_type) == (caught.value, "trivet.NotFoundError")
    assert (attempt.status, attempt.error, attempt.error_type) == (404, None, None)


def test_body_that_does_not_fit_fails_call_but_not_attempt(options, script, recorder):
    transport = script(httpx.Response(200, json={"BusStopCode": 5, "Services": 7}))
    with BusClient(**options, transport=transport, observers=[recorder]) as bus:
        with pytest.raises(DecodeError) as caught:
            bus.arrivals.get("83139")
    [call], [attempt] = recorder.calls, recorder.attempts
    assert (call.status, call.error, call.value_kind) == (200, caught.value, None)
    assert (attempt.status, attempt.error_type) == (200, None)


def test_cut_body_is_an_error_of_its_attempt(options, origin, response, recorder):
    service = origin(lambda _: (response(b"[1]", length=10, headers="x-request-id: req-9\r\n"),))
    with BusClient(**options | {"base_url": service.url}, max_retries=0, observers=[recorder]) as bus:
        with pytest.raises(APIConnectionError) as caught:
            bus.arrivals.get("83139")
    [attempt] = recorder.attempts
    assert (attempt.status, attempt.request_id, attempt.bytes, attempt.error) == (200, "req-9", 3, caught.value)
    assert attempt.server_port == int(service.url.rpartition(":")[2])


def test_bytes_of_an_attempt_are_counted_before_decompression(options, origin, response, arrivals_bytes, recorder):
    body = gzip.compress(arrivals_bytes + b" " * 10_000)
    service = origin(lambda _: response(body, headers="content-encoding: gzip\r\n"))
    with BusClient(**options | {"base_url": service.url}, observers=[recorder]) as bus:
        bus.arrivals.get("83139")
    assert [attempt.bytes for attempt in recorder.attempts] == [len(body)]


def test_passed_deadline_is_the_error_of_call_and_attempt(options, origin, recorder):
    service = origin(lambda _: None)
    with BusClient(**options | {"base_url": service.url}, deadline=0.3, observers=[recorder]) as bus:
        with pytest.raises(APITimeoutError):
            bus.arrivals.get("83139")
    assert {attempt.error_type for attempt in recorder.attempts} == {"trivet.APITimeoutError"}
    assert [call.error_type for call in recorder.calls] == ["trivet.APITimeoutError"]


def test_exception_of_a_token_function_is_seen_by_its_name_alone(script, recorder):
    def fetch():
        raise LookupError("s3cret-of-the-vault")

    with ChatClient(base_url="http://chat.test", token=fetch, transport=script(), observers=[recorder]) as chat:
        with pytest.raises(LookupError):
            chat.admin.ratings.summary()
    [call] = recorder.calls
    assert (call.error, call.error_type, call.retries) == (None, "LookupError", 0)
    assert recorder.attempts == []
    assert "s3cret" not in recorder.seen()


def test_another_token_is_another_attempt(script, recorder):
    tokens = iter(["first-secret", "second-secret"])

    def fetch():
        return next(tokens)

    transport = script(httpx.Response(401), httpx.Response(401))
    with ChatClient(base_url="http://chat.test", token=fetch, transport=transport, observers=[recorder]) as chat:
        with pytest.raises(Exception, match="401"):
            chat.admin.ratings.summary()
    assert [attempt.number for attempt in recorder.attempts] == [1, 2]
    assert "-secret" not in recorder.seen()


@pytest.mark.parametrize("prefetch", [1, 3])
def test_each_page_is_a_call(recorder, prefetch):
    with BusStub(page_size=5) as stub:
        with BusClient(
            account_key=stub.account_key,
            base_url="http://bus.test",
            transport=stub.transport(),
            observers=[recorder],
        ) as bus:
            stops = bus.stops.list(prefetch=prefetch).all()
    assert len(recorder.calls) >= len(stops) // 5 + 1
    assert {(call.operation, call.value_kind, call.status) for call in recorder.calls} == {
        ("stops.list", "BusStops", 200)
    }


def test_url_template_has_names_in_place_of_arguments(recorder):
    with AgentStub() as stub:
        with AgentClient(**AGENT, transport=stub.transport(), observers=[recorder]) as agent:
            session = agent.session.create()
            agent.session.message.list(session.id).all()
    assert {(call.operation, call.url_template) for call in recorder.calls} == {
        ("session.create", "/api/session"),
        ("session.message.list", "/api/session/{sessionID}/message"),
    }
    assert session.id not in recorder.seen()


def test_share_token_is_not_seen(recorder):
    token = "t0ken-of-the-share"
    with ChatStub() as stub:
        with ChatClient(base_url="http://chat.test", transport=stub.transport(), observers=[recorder]) as chat:
            with pytest.raises(NotFoundError):
                chat.conversations.open_shared(token)
    [call] = recorder.calls
    assert call.url_template == "/conversations/shared/{token}"
    assert token not in recorder.seen()


def test_request_is_a_call_named_by_its_redacted_path(options, script, recorder):
    transport = script(
        httpx.Response(200, json=[1]), httpx.Response(200, content=b"{", headers={"content-type": "application/json"})
    )
    with BusClient(**options, transport=transport, observers=[recorder]) as bus:
        answer = bus.request("GET", "/reports/{month}/tok3n-1234?key=s3cret", segments={"month": "2026-03"})
        with pytest.raises(DecodeError):
            bus.request("GET", "/reports")
    first, second = recorder.calls
    assert (first.operation, first.url_template, first.value_kind) == (
        "GET /reports/{month}/...",
        "/reports/{month}/...",
        "list",
    )
    assert (answer.value, second.error_type) == ([1], "trivet.DecodeError")
    assert "2026-03" not in recorder.seen()
    assert "s3cret" not in recorder.seen()


def test_stream_is_a_call_that_ends_with_each_connection(recorder):
    with AgentStub() as stub:
        with AgentClient(**AGENT, transport=stub.transport(), clock=stub.clock, observers=[recorder]) as agent:
            with agent.event.subscribe() as events:
                next(events)
                assert recorder.order == ["event.subscribe starts", "attempt 1"]
                stub.events.cut(clean=False)
                stub.events.send("file.edited", {"file": "a"})
                next(events)
                next(events)
    assert recorder.order[2:] == [
        "attempt 1: 200",
        "event.subscribe: trivet.StreamError",
        "event.subscribe starts",
        "attempt 1",
        "attempt 1: 200",
        "event.subscribe: stream",
    ]
    assert [attempt.error_type for attempt in recorder.attempts] == ["trivet.StreamError", None]
    assert min(attempt.bytes for attempt in recorder.attempts) > 0


def test_export_is_a_call_that_ends_when_it_was_read(recorder, tmp_path):
    with ChatStub() as stub:
        with ChatClient(
            token=stub.token("admin"),
            base_url="http://chat.test",
            transport=stub.transport(),
            observers=[recorder],
        ) as chat:
            saved = chat.admin.ratings.export().save(tmp_path / "ratings.json")
            with closing(chat.admin.ratings.export().__iter__()) as records:
                next(records)
            stub.faults.add("admin.ratings.export", cut_after=300)
            with pytest.raises(StreamError):
                _ = [record for record in chat.admin.ratings.export()]
            with pytest.raises(DecodeError):
                chat.admin.ratings.export().save(tmp_path, max_bytes=10)
    assert [(call.operation, call.value_kind or call.error_type) for call in recorder.calls] == [
        ("admin.ratings.export", "stream"),
        ("admin.ratings.export", "stream"),
        ("admin.ratings.export", "trivet.StreamError"),
        ("admin.ratings.export", "trivet.DecodeError"),
    ]
    assert recorder.attempts[0].bytes == saved.path.stat().st_size


def test_download_is_a_call_whose_attempts_transfer_the_file(recorder, tmp_path):
    with BusStub() as stub:
        stub.volume_rows = 2000
        stub.file_base_url = "http://files.test"
        stub.faults.add(FILES, cut_after=1000)
        with BusClient(
            account_key=stub.account_key,
            base_url="http://bus.test",
            transport=stub.transport(),
            clock=stub.clock,
            observers=[recorder],
        ) as bus:
            file = bus.passenger_volume.download("by_stop", path=tmp_path)
    assert [(call.operation, call.value_kind, call.retries) for call in recorder.calls] == [
        ("passenger_volume.by_stop", "PassengerVolumeLinks", 0),
        ("passenger_volume.download", "file", 1),
    ]
    download = recorder.calls[-1]
    _, first, second = recorder.attempts
    assert (first.call, first.server_address, first.bytes) == (download, "files.test", 1000)
    assert (first.error_type, second.error_type, second.status) == ("trivet.StreamError", None, 206)
    assert first.bytes + second.bytes == file.path.stat().st_size
    assert (download.method, download.url_template) == ("GET", None)
    [link] = {entry.path for entry in stub.requests if entry.path.startswith(FILES)}
    assert link.rpartition("/")[2].removesuffix(".zip") not in recorder.seen()


def test_failed_download_ends_with_its_error(recorder, tmp_path):
    with BusStub() as stub:
        stub.faults.add(FILES, status=500, times=None)
        with BusClient(
            account_key=stub.account_key,
            base_url="http://bus.test",
            transport=stub.transport(),
            observers=[recorder],
        ) as bus:
            with pytest.raises(InternalServerError) as caught:
                bus.passenger_volume.download("by_stop", path=tmp_path)
    assert (recorder.calls[-1].error, recorder.attempts[-1].status) == (caught.value, 500)


def test_errors_and_request_ids_that_observers_see_have_no_secrets(options, script, clock, key):
    class Searcher(Observer):
        def __init__(self):
            self.places = []

        def on_attempt_end(self, attempt):
            self.places += [*exposed(attempt.error, key)] if attempt.error else []
            self.places += [attempt.request_id] if attempt.request_id and key in attempt.request_id else []

        def on_call_end(self, call):
            self.places += exposed(call.error, key)

    transport = script(
        httpx.ReadError(f"bad header: {key}"),
        httpx.Response(503, json={"error": key}, headers={"x-request-id": key}),
        httpx.Response(400, json={"error": key}, headers={"x-request-id": key}),
    )
    searcher = Searcher()
    with BusClient(**options, transport=transport, observers=[searcher], clock=clock) as bus:
        with pytest.raises(BadRequestError):
            bus.arrivals.get("83139")
    assert searcher.places == []


METHODS = ["on_call_start", "on_attempt_start", "on_attempt_end", "on_call_end"]


def failing(method, error):
    def fail(self, subject):
        raise error

    return type("Failing", (Observer,), {method: fail})()


@pytest.mark.parametrize("method", METHODS)
def test_observer_that_raises_is_logged_once(options, script, recorder, arrivals, caplog, method):
    transport = script(*(httpx.Response(200, json=arrivals) for _ in range(3)))
    observers = [failing(method, RuntimeError("broken")), recorder]
    with BusClient(**options, transport=transport, observers=observers) as bus:
        for _ in range(3):
            assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(recorder.calls) == 3
    [record] = [record for record in caplog.records if record.name == "trivet" and record.levelno >= logging.WARNING]
    assert record.getMessage() == f"{method} of the observer Failing failed; its next failures are not logged"
    assert "RuntimeError: broken" in caplog.text


def test_log_of_a_failed_observer_omits_the_exception_of_the_call(script, caplog):
    def fetch():
        raise LookupError("s3cret-of-the-vault")

    observers = [failing("on_call_end", RuntimeError("broken"))]
    with ChatClient(base_url="http://chat.test", token=fetch, transport=script(), observers=observers) as chat:
        with pytest.raises(LookupError):
            chat.admin.ratings.summary()
    assert "RuntimeError: broken" in caplog.text
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize("method", METHODS)
def test_interrupt_in_an_observer_leaves_the_call(options, script, arrivals, method):
    transport = script(httpx.Response(200, json=arrivals))
    observers = [failing(method, KeyboardInterrupt())]
    with BusClient(**options, transport=transport, max_connections=1, observers=observers) as bus:
        with pytest.raises(KeyboardInterrupt):
            bus.arrivals.get("83139")


def test_headers_of_observers_are_sent_and_replace_no_others(options, script, clock, arrivals):
    recorders = [Recorder({"X-Trace": "first", "User-Agent": "mine", "X-Own": "mine"}), Recorder({"x-trace": "last"})]
    transport = script(httpx.Response(503), httpx.Response(200, json=arrivals))
    with BusClient(**options, headers={"x-own": "yours"}, transport=transport, clock=clock, observers=recorders) as bus:
        bus.arrivals.get("83139")
    for request in transport.requests:
        assert (request.headers["x-trace"], request.headers["x-own"]) == ("last", "yours")
        assert request.headers["user-agent"].startswith("trivet/")


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer x"},
        {"cookie": "a=b"},
        {"proxy-authorization": "x"},
        {"Host": "evil.test"},
        {"content-length": "0"},
        {"x-line": "a\r\nb"},
        {"bad name": "x"},
        {"x-number": 5},
        ["x-list"],
        "text",
    ],
)
def test_headers_that_an_observer_must_not_send_are_dropped_and_logged(script, caplog, headers):
    transport = script(httpx.Response(200, json={"healthy": True, "version": "1"}))
    with AgentClient(
        **AGENT, auth=Basic("me", "pass-w0rd"), transport=transport, observers=[Recorder(headers)]
    ) as agent:
        agent.request("GET", "/api/health")
    [request] = transport.requests
    assert request.headers["authorization"].startswith("Basic ")
    assert request.headers["host"] == "agent.test"
    assert not {"cookie", "proxy-authorization", "x-line", "bad name", "x-number"} & {*request.headers}
    assert "on_attempt_start of the observer Recorder failed" in caplog.text


def test_header_of_an_observer_is_a_secret(options, script):
    baggage = "user=jane-0123456789"
    transport = script(lambda request: httpx.Response(400, json={"error": request.headers["baggage"]}))
    with BusClient(**options, transport=transport, observers=[Recorder({"baggage": baggage})]) as bus:
        with pytest.raises(BadRequestError) as caught:
            bus.arrivals.get("83139")
    assert exposed(caught.value, baggage) == []


def test_headers_of_observers_are_not_sent_to_the_host_of_a_file(tmp_path):
    with BusStub() as stub:
        stub.file_base_url = "http://files.test"
        with BusClient(
            account_key=stub.account_key,
            base_url="http://bus.test",
            transport=stub.transport(),
            observers=[Recorder({"x-trace": "mine"})],
        ) as bus:
            bus.passenger_volume.download("by_stop", path=tmp_path)
    sent = {entry.headers["host"]: entry.headers.get("x-trace") for entry in stub.requests}
    assert sent == {"bus.test": "mine", "files.test": None}


def test_options_replace_the_observers_of_a_copy(options, script, arrivals):
    first, second = Recorder(), Recorder()
    transport = script(*(httpx.Response(200, json=arrivals) for _ in range(5)))
    with BusClient(**options, transport=transport, observers=[first]) as bus:
        bus.with_options(observers=[second]).arrivals.get("1")
        bus.with_options(observers=[]).arrivals.get("2")
        bus.with_options(observers=None).arrivals.get("3")
        bus.with_options(timeout=5).arrivals.get("4")
        bus.with_response(bus.arrivals.get, "5")
    assert (len(first.calls), len(second.calls)) == (2, 1)


def test_impersonated_client_has_the_observers(recorder):
    with ChatStub() as stub:
        with ChatClient(
            token=stub.token("admin"),
            base_url="http://chat.test",
            transport=stub.transport(),
            observers=[recorder],
        ) as chat:
            *_, user = chat.admin.users.list().all()
            with chat.acting_as(user.id) as acting:
                acting.conversations.list().page()
    assert recorder.calls[-1].operation == "conversations.list"


def test_several_observers_are_notified_in_their_order(options, script, arrivals):
    second = Recorder(name="second ")
    first = Recorder(name="first ")
    second.order = first.order
    with BusClient(**options, transport=script(httpx.Response(200, json=arrivals)), observers=(first, second)) as bus:
        bus.arrivals.get("83139")
    assert first.order[:4] == [
        "first arrivals.get starts",
        "second arrivals.get starts",
        "first attempt 1",
        "second attempt 1",
    ]


class Waiting(Observer):
    on_call_end = asyncio.sleep  # a coroutine function


@pytest.mark.parametrize("observers", ["text", Recorder(), [print], [Recorder], [Recorder(), None], [Waiting()], 5])
def test_other_observers_are_refused(options, observers):
    with pytest.raises(InvalidArgumentError, match="observers must be"):
        BusClient(**options, observers=observers)


def test_client_from_a_pickle_has_its_observers(options, origin, response, arrivals_bytes, caplog):
    caplog.set_level(logging.INFO, "trivet")
    service = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options | {"base_url": service.url}, observers=[logs()]) as bus:
        with pickle.loads(pickle.dumps(bus)) as copy:
            copy.arrivals.get("83139")
    assert "bus arrivals.get: 200" in caplog.text


def test_client_with_an_observer_that_cannot_be_pickled_cannot_be(options):
    class Local(Observer):
        """A class that pickle cannot import."""

    with BusClient(**options, observers=[Local()]) as bus:
        with pytest.raises((pickle.PicklingError, AttributeError), match="Local"):
            pickle.dumps(bus)
