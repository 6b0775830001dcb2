# Derived from tests/sdk/client/_async/test_wrong_settings.py by `python -m codegen`; do not edit.
"""Settings as people copy them: the error names the variable or the argument, and the mistake, and no secret."""

import contextlib
import pickle
import re
import ssl

import pytest

from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, serving
from tests.sdk.exposure import exposed
from trivet import (
    AgentClient,
    APIConnectionError,
    BadRequestError,
    Basic,
    Bearer,
    BusClient,
    ChatClient,
    InvalidArgumentError,
)

SECRET = "s3cret-of-a-user"
URL = {"base_url": "http://service.test"}
FAULTS = {
    f"{SECRET}\r": "a text with a carriage return (of a Windows line end) at its end",
    f"{SECRET}\n": "a text with a line end at its end",
    f" {SECRET}": "a text with a blank at its start",
    f"{SECRET} {SECRET}": "a text with a blank within it",
    f"Bearer {SECRET}": "a text that begins with 'Bearer', which the client adds itself",
    f"{SECRET}é": "a text with a character that is not ASCII at its end",
}


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    for name in ("CHAT_TOKEN", "CHAT_BASE_URL"):
        monkeypatch.delenv(f"TRIVET_{name}", raising=False)


def refusal(make):
    with pytest.raises(InvalidArgumentError) as caught:
        make()
    assert exposed(caught.value, SECRET) == []
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return str(caught.value)


CLIENTS = {
    "TRIVET_BUS_ACCOUNT_KEY": ("account_key", lambda: BusClient(**URL)),
    "TRIVET_CHAT_TOKEN": ("token", lambda: ChatClient(**URL)),
    "TRIVET_AGENT_TOKEN": ("auth", lambda: AgentClient(**URL)),
}


@pytest.mark.parametrize("variable", CLIENTS)
@pytest.mark.parametrize(("value", "fault"), FAULTS.items(), ids=ascii)
def test_variable_with_a_secret_is_named_with_the_mistake(monkeypatch, variable, value, fault):
    argument, make = CLIENTS[variable]
    monkeypatch.setenv(variable, value)
    assert refusal(make) == f"{argument} must be one word of visible ASCII characters, got {fault}, from {variable}"


@pytest.mark.parametrize(("value", "fault"), FAULTS.items(), ids=ascii)
def test_argument_with_a_secret_is_named_with_the_mistake(value, fault):
    for argument, make in (
        ("account_key", lambda: BusClient(**URL, account_key=value)),
        ("token", lambda: ChatClient(**URL, token=value)),
        ("token", lambda: AgentClient(**URL, auth=Bearer(value))),
    ):
        assert refusal(make) == f"{argument} must be one word of visible ASCII characters, got {fault}"


def test_function_that_fetches_a_token_is_named():
    for value, fault in FAULTS.items():
        with ChatClient(**URL, token=lambda value=value: value) as chat:
            with pytest.raises(InvalidArgumentError) as caught:
                chat.conversations.list().page()
        assert exposed(caught.value, SECRET) == []
        assert str(caught.value).endswith(f", got {fault}, from the function that fetches it")
    with ChatClient(**URL, token=lambda: b"t0ken") as chat:
        with pytest.raises(InvalidArgumentError, match=r"^token must be text, got 'bytes', from the function"):
            chat.conversations.list().page()


def test_basic_credentials_are_named_with_the_mistake(monkeypatch):
    line_end = "a text with a carriage return (of a Windows line end) at its end"
    assert refusal(lambda: Basic("me", f"{SECRET}\r")) == f"password must be text on one line, got {line_end}"
    swapped = refusal(lambda: Basic(f"me:{SECRET}", "me"))
    assert swapped == "username must be text on one line without a colon, got a text with a colon within it"
    monkeypatch.setenv("TRIVET_AGENT_USERNAME", "me")
    monkeypatch.setenv("TRIVET_AGENT_PASSWORD", f"{SECRET}\r")
    assert refusal(AgentClient).endswith(f"{line_end}, from TRIVET_AGENT_PASSWORD")
    monkeypatch.setenv("TRIVET_AGENT_USERNAME", "me\r")
    assert refusal(AgentClient).endswith(f"{line_end}, from TRIVET_AGENT_USERNAME")
    monkeypatch.setenv("TRIVET_AGENT_USERNAME", "me")
    monkeypatch.setenv("TRIVET_AGENT_PASSWORD", f"Bearer {SECRET} é")
    assert AgentClient()


def test_header_with_a_secret_is_named_with_the_mistake(options):
    message = refusal(lambda: BusClient(**options, headers={"X-Gateway-Key": f"{SECRET}\r\n"}))
    assert message.startswith("headers['X-Gateway-Key'] must be text on one line")
    assert message.endswith("got a text with a carriage return (of a Windows line end) at its end")


@pytest.mark.parametrize(
    ("value", "mistake"),
    [
        ("localhost:4096", "'localhost:4096', which does not begin with http:// or https://"),
        (SECRET, "a text, which does not begin with http:// or https://"),
        (f"http://me:{SECRET}@service.test", "'http://...', with a user or a password"),
        ("http://service.test\r", r"'http://service.test\r', with a carriage return (of a Windows line end)"),
    ],
)
def test_base_url_is_named_with_its_source_and_the_mistake(monkeypatch, value, mistake):
    makers = {
        "TRIVET_BUS_BASE_URL": lambda **more: BusClient(account_key="k", **more),
        "TRIVET_CHAT_BASE_URL": lambda **more: ChatClient(token="t", **more),
        "TRIVET_AGENT_BASE_URL": AgentClient,
    }
    for variable, make in makers.items():
        monkeypatch.setenv(variable, value)
        message = refusal(make)
        assert f", got {mistake}" in message
        assert message.endswith(f", from {variable}")
        assert refusal(lambda make=make: make(base_url=value)).endswith(", from the argument base_url")


def failed(url, kind=APIConnectionError, **more):
    with BusClient(account_key=SECRET, base_url=url, max_retries=0, **more) as bus:
        with pytest.raises(kind) as caught:
            bus.arrivals.get("83139")
    return caught.value


def refuse_handshake(talk):
    """Answer a handshake of TLS as a server for HTTP does."""
    talk.receive()
    talk.send(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")


def test_https_to_a_port_that_speaks_http_is_named(monkeypatch):
    with serving(refuse_handshake) as server:
        monkeypatch.setenv("TRIVET_BUS_BASE_URL", server.url.replace("http:", "https:"))
        error = failed(None)
    assert error.hint == (
        "the port does not speak TLS: write http:// in place of https:// in base_url, from TRIVET_BUS_BASE_URL"
    )
    assert error.sent is False


def test_proxy_with_https_that_speaks_http_is_named():
    with serving(refuse_handshake) as server:
        host = f"127.0.0.1:{server.port}"
        error = failed("https://bus.test", proxy=f"https://{host}")
    assert str(error).endswith(
        f"(the proxy {host}, from the argument proxy); "
        "the proxy does not speak TLS: write http:// in place of https:// in its URL"
    )


NEEDS_TLS = "the port seems to speak TLS: write https:// in place of http:// in base_url, from the argument base_url"


def test_http_to_a_port_that_answers_with_a_tls_alert_is_named():
    def alert(talk):
        talk.read_request()
        talk.send(b"\x15\x03\x01\x00\x02\x02\x46")

    with serving(alert) as server:
        assert (failed(server.url)).hint == NEEDS_TLS


@pytest.mark.parametrize(
    "page",
    [
        b"<html><title>400 The plain HTTP request was sent to HTTPS port</title>",
        b"Client sent an HTTP request to an HTTPS server.\n",
        b"You're speaking plain HTTP to an SSL-enabled server port.<br />\n",
    ],
    ids=["nginx", "Go", "Apache"],
)
def test_http_to_a_port_that_refuses_it_with_a_page_is_named(origin, response, page):
    service = origin(lambda _: response(page, status="400 Bad Request"))
    error = failed(service.url, BadRequestError)
    assert error.hint == NEEDS_TLS


def test_http_to_a_port_of_https_that_hangs_up_is_named(monkeypatch, origin):
    """The port 443 is not free for a test: the proxy takes its place, and hangs up as a TLS server does."""

    def hang_up(sock, context):
        with contextlib.suppress(ssl.SSLError):
            context.wrap_socket(sock, server_side=True)

    with TLSServer(hang_up) as server:
        proxy = f"http://127.0.0.1:{server.port}"
        assert (failed("http://bus.test:443/v1", proxy=proxy)).hint == NEEDS_TLS
        assert (failed("http://bus.test:8443", proxy=proxy)).hint == NEEDS_TLS
        assert (failed("http://bus.test:8080", proxy=proxy)).hint == ""


def test_other_failures_of_tls_have_no_such_hint():
    with TLSServer(lambda sock, context: sock.close()) as server:
        assert (failed(server.url, verify=CERTIFICATE)).hint == ""
    with TLSServer(lambda sock, context: context.wrap_socket(sock, server_side=True).close()) as server:
        error = failed(server.url)
        assert error.hint == ""
        assert re.search("(?i)certificate", error.reason)
