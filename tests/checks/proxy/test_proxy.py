"""The proxy as a whole: identical bytes for every operation of every stub, and our own clients through it."""

import httpx
import pytest

from tests.contract.examples import operation_ids, requests_of
from tests.stubs.agent.test_stub import ask_all
from tests.stubs.serving.raw import HANGS
from trivet import AgentClient, AsyncChatClient, BusClient, ChatClient, NotFoundError
from trivet_checks import Proxy
from trivet_checks.reports.traffic import as_text
from trivet_stubs import AgentStub, BusStub, ChatStub

PLAIN = {"trust_env": False, "verify": False, "timeout": HANGS}


def seen(answer):
    headers = {name: value for name, value in answer.headers.items() if name not in ("transfer-encoding", "connection")}
    return answer.status_code, headers, answer.content


def through(stub, service, run, **options):
    """Check that a run gets the same answers from a stub directly and through the proxy; return the proxy's result."""
    with stub() as direct, direct.serve() as served, httpx.Client(base_url=served.url, **PLAIN) as http:
        expected = run(http, direct)
    with stub() as other, other.serve() as served, Proxy(service, served.url, **options) as proxy:
        with httpx.Client(base_url=proxy.url, **PLAIN) as http:
            through_proxy = run(http, other)
    assert through_proxy == expected
    return proxy.result


def ask(http, request):
    return seen(http.request(request.method, request.target, content=request.content, headers=request.headers))


def test_every_bus_operation_is_the_same_through_the_proxy():
    def run(http, stub):
        stub.file_base_url = "http://files.test"
        http.headers["accountkey"] = stub.account_key
        answers = [ask(http, request) for request in requests_of("bus", stub)]
        return [*answers, seen(http.get("/BusStops", headers={"accept": "application/atom+xml"})), seen(http.get("/x"))]

    result = through(BusStub, "bus", run)
    assert sorted(result.operations) == sorted(operation_ids("bus"))
    assert result.outside == {"GET /x": 1}
    assert result.exit_status(fail_on=["assumed"]) == 0


def test_every_chat_operation_is_the_same_through_the_proxy():
    result = through(ChatStub, "chat", lambda http, stub: [ask(http, request) for request in requests_of("chat", stub)])
    assert sorted(result.operations) == sorted(operation_ids("chat"))
    assert result.exit_status(fail_on=["assumed"]) == 0, result.findings


@pytest.mark.long
def test_every_agent_operation_and_the_stream_are_the_same_through_the_proxy():
    result = through(AgentStub, "agent", ask_all)
    assert sorted(result.operations) == sorted(operation_ids("agent"))
    assert result.operations["event.subscribe"].events > 20
    assert result.exit_status(fail_on=["assumed"]) == 0, result.findings


def test_files_are_downloaded_through_the_proxy_by_the_sync_client(bus_server, tmp_path):
    with Proxy("bus", bus_server.url, keep_host=True) as proxy:
        with BusClient(account_key="stub-key", base_url=proxy.url) as bus:
            file = bus.passenger_volume.download("by_stop", path=tmp_path / "volume.zip")
            assert len(list(file.rows())) == bus_server.stub.volume_rows
        assert len(bus_server.stub.requests) == 2
    [outside] = proxy.result.outside
    assert outside.startswith("GET /files/")
    assert proxy.result.exit_status() == 0


async def test_async_client_works_through_the_proxy(chat_server):
    stub = chat_server.stub
    with Proxy("chat", chat_server.url) as proxy:
        async with AsyncChatClient(token=stub.token("alice"), base_url=proxy.url) as chat:
            created = await chat.conversations.create(title="New")
            assert [conversation.id async for conversation in chat.conversations.list()].count(created.id) == 1
            with pytest.raises(NotFoundError):
                await chat.conversations.get("00000000-0000-4000-8000-ffffffffffff")
    assert proxy.result.operations["conversations.get"].statuses == {404: 1}
    assert proxy.result.exit_status() == 0, proxy.result.findings


def test_turn_of_the_agent_runs_through_the_proxy(agent_server):
    with Proxy("agent", agent_server.url) as proxy:
        with AgentClient(base_url=proxy.url) as agent, agent.event.subscribe() as events:
            session = agent.session.create(title="Work")
            assert session.id
            assert any(getattr(event, "type", "") == "session.created" for event in events)
    assert proxy.result.operations["event.subscribe"].left == 1
    assert proxy.result.exit_status() == 0, proxy.result.findings


def test_faults_of_client_and_server_are_kept_apart_and_hold_no_secret():
    with ChatStub() as stub, stub.serve() as served, Proxy("chat", served.url) as proxy:
        stub.faults.add("conversations.list", status=200, body={"items": 3}, after=1)
        token = stub.token("alice")
        with httpx.Client(base_url=proxy.url, headers={"authorization": f"Bearer {token}"}, **PLAIN) as http:
            assert http.get("/conversations?limit=500").status_code == 422
            assert http.get("/conversations").json() == {"items": 3}
            assert http.get("/conversations", params={"search": token}).status_code == 422
        result = proxy.result
    assert [(finding.side, finding.verdict.id, finding.verdict.basis) for finding in result.findings] == [
        ("client", "chat.paging.limit-is-1-to-100", "stated"),
        ("server", "conversations.list: answer", "stated"),
        ("server", "conversations.list: answer", "stated"),
        ("server", "chat.paging.lists-have-items-and-total", "stated"),
        ("client", "chat.requests.unknown-inputs-are-422", "assumed"),
    ]
    assert token not in repr(result)
    assert result.exit_status("server") == result.exit_status("client") == 1


def test_own_client_is_judged_to_keep_the_contract_on_a_server_that_does_not(chat_server):
    chat_server.stub.faults.add("conversations.get", status=200, body={"id": 5})
    with Proxy("chat", chat_server.url) as proxy:
        with ChatClient(token=chat_server.stub.token("alice"), base_url=proxy.url) as chat:
            with pytest.raises(Exception, match="id"):
                chat.conversations.get("00000000-0000-4000-8000-ffffffffffff")
    assert (proxy.result.exit_status("client"), proxy.result.exit_status("server")) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tram", "http://127.0.0.1:1"), "service: 'tram' is not one of agent, bus, chat"),
        (("bus", "127.0.0.1:1"), "upstream: is not a URL"),
        (("bus", "http://user:secret@127.0.0.1"), "upstream: a user, a query or a fragment cannot be passed on"),
    ],
)
def test_argument_that_cannot_be_used_raises(arguments, message):
    with pytest.raises(ValueError, match=message):
        Proxy(*arguments)


def test_secret_of_an_exchange_without_a_fault_is_hidden_where_a_later_one_repeats_it():
    token = "tok-5f3a9c21e7"

    def answer(request):
        if request.url.path == "/login":
            return httpx.Response(200, json={"session_token": token})
        return httpx.Response(200, json={"title": f"opened with {token}"})

    with Proxy("chat", "http://chat.test", transport=httpx.MockTransport(answer)) as proxy:
        with httpx.Client(base_url=proxy.url, **PLAIN) as http:
            assert token in http.get("/login").text
            assert token in http.get("/conversations").text
    answers = {finding.verdict.evidence.answer for finding in proxy.result.of("server")}
    assert answers == {'200 {"title":"opened with removed-1"}'}
    assert token not in as_text(proxy.result)
