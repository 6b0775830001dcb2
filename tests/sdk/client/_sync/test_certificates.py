# Derived from tests/sdk/client/_async/test_certificates.py by `python -m codegen`; do not edit.
"""The certificates that a client trusts, and the one that it shows: `verify=` and `cert=`."""

import json
import pickle
import ssl
import traceback
from pathlib import Path

import httpx
import pytest

from tests.sdk.client.authorities import Authority
from tests.sdk.client.raw_servers import TLSServer, head_of
from trivet import APIConnectionError, BusClient, DecodeError, InvalidArgumentError

PASSWORD = "p4ssword-of-the-key"


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def service(authority, response, arrivals_bytes):
    """Start servers that note the names in the certificates of their clients."""

    def start(asks=ssl.CERT_NONE, body=arrivals_bytes):
        def serve(sock, context):
            with context.wrap_socket(sock, server_side=True) as tls:
                while head_of(tls):
                    subject = (tls.getpeercert() or {}).get("subject", ())
                    server.clients.append("".join(value for ((_, value),) in subject))
                    tls.sendall(response(body))

        server = TLSServer(serve, authority.server_context(asks=asks))
        server.clients = []
        return server

    return start


@pytest.fixture
def bus(options):
    def connect(server, **more):
        return BusClient(**options | {"base_url": server.url, "max_retries": 0, "timeout": 10.0} | more)

    return connect


@pytest.mark.parametrize("verify", ["file", "path", "folder", "context", "context of a copy", "unverified"])
def test_server_of_a_private_authority_is_reached(bus, service, authority, verify):
    arguments = {
        "file": str(authority.file),
        "path": authority.file,
        "folder": authority.folder,
        "context": ssl.create_default_context(cafile=authority.file),
        "context of a copy": ssl.create_default_context(cafile=authority.file),
        "unverified": False,
    }
    with service() as server:
        with bus(server, verify=arguments[verify]) as client:
            caller = client.with_options(deadline=20) if "copy" in verify else client
            for _ in range(2):
                assert (caller.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(server.conversations) == 1


def test_server_of_another_authority_is_refused(bus, service, tmp_path):
    with service() as server:
        for verify in (True, Authority(tmp_path, "another").file):
            with bus(server, verify=verify) as client:
                with pytest.raises(APIConnectionError, match="CERTIFICATE_VERIFY_FAILED") as caught:
                    client.arrivals.get("83139")
            assert not caught.value.sent
    assert server.clients == []


def test_argument_beats_the_environment(bus, service, authority, monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing"))
    with service() as server:
        with bus(server, verify=authority.file) as client:
            client.arrivals.get("83139")


@pytest.mark.parametrize("form", ["one file", "two files", "encrypted", "path", "context"])
def test_server_that_requires_a_certificate_gets_it(bus, service, authority, form):
    name = form.replace(" ", "-") + ".client.test"
    file, key = authority.issue(name, PASSWORD if form == "encrypted" else None)
    context = ssl.create_default_context(cafile=authority.file)
    context.load_cert_chain(file, password=PASSWORD)
    arguments = {
        "one file": {"cert": file},
        "two files": {"cert": (file, key)},
        "encrypted": {"cert": (file, key, PASSWORD)},
        "path": {"cert": Path(file)},
        "context": {"verify": context},
    }
    with service(ssl.CERT_REQUIRED) as server:
        with bus(server, **{"verify": authority.file} | arguments[form]) as client:
            client.arrivals.get("83139")
    assert server.clients == [name]


def test_missing_certificate_of_the_client_is_a_connection_error(bus, service, authority):
    with service(ssl.CERT_REQUIRED) as server:
        with bus(server, verify=authority.file) as client:
            with pytest.raises(APIConnectionError):
                client.arrivals.get("83139")
    assert server.clients == []


def test_certificate_is_shown_to_the_service_alone(bus, service, authority, tmp_path):
    certificate = authority.issue("one.client.test")
    with service(ssl.CERT_OPTIONAL, b"not a zip file") as files:
        link = json.dumps({"value": [{"Link": f"{files.url}/volume.zip"}]}).encode()
        with service(ssl.CERT_OPTIONAL, link) as server:
            with bus(server, verify=authority.file, cert=certificate) as client:
                with pytest.raises(DecodeError, match="not a zip file"):
                    client.passenger_volume.download("by_stop", path=tmp_path / "volume.zip")
    assert (server.clients, files.clients) == (["one.client.test"], [""])


def test_client_with_files_is_pickled(bus, service, authority):
    certificate = authority.issue("pickled.client.test", PASSWORD)
    with service(ssl.CERT_REQUIRED) as server:
        first = bus(server, verify=authority.file, cert=(*certificate, PASSWORD))
        with first, pickle.loads(pickle.dumps(first)) as other:
            other.arrivals.get("83139")
    assert server.clients == ["pickled.client.test"]


def test_client_with_a_context_refuses_to_be_pickled(options):
    with BusClient(**options, verify=ssl.create_default_context()) as client:
        with pytest.raises(TypeError, match=r"ssl\.SSLContext as verify cannot be pickled: pass the path of a CA file"):
            pickle.dumps(client)


def refusal(options, **arguments):
    """Return the error of a client that cannot be made, which shows no password."""
    with pytest.raises(InvalidArgumentError) as caught:
        BusClient(**options, **arguments)
    assert PASSWORD not in "".join(traceback.format_exception(caught.value)) + repr(vars(caught.value))
    return str(caught.value)


@pytest.mark.parametrize("argument", ["verify", "cert"])
def test_missing_file_is_refused(options, tmp_path, argument):
    path = str(tmp_path / "missing.pem")
    message = refusal(options, **{argument: path})
    assert message.startswith(f"{argument} must be a ")
    assert f"(No such file or directory), got {path!r}"[:80] in message


@pytest.mark.parametrize("argument", ["verify", "cert"])
def test_file_without_a_certificate_is_refused(options, tmp_path, argument):
    path = tmp_path / "empty.pem"
    path.write_text("none")
    assert refusal(options, **{argument: path}).startswith(f"{argument} must be a ")


@pytest.mark.parametrize("password", [(), ("another " + PASSWORD,), (PASSWORD * 100,)])
def test_wrong_password_of_a_key_is_refused_without_a_prompt(options, authority, password):
    certificate = authority.issue("locked.client.test", PASSWORD)
    message = refusal(options, cert=(*certificate, *password))
    assert message.startswith("cert must be a client certificate in PEM format with its key that can be loaded (")


def test_key_of_another_certificate_is_refused(options, authority):
    (file, _), (_, key) = authority.issue("one.client.test"), authority.issue("two.client.test")
    assert "MISMATCH" in refusal(options, cert=(file, key))


@pytest.mark.parametrize("verify", [None, 1, b"ca.pem", ["ca.pem"]])
def test_other_type_of_verify_is_refused(options, verify):
    message = refusal(options, verify=verify)
    assert message.startswith(
        "verify must be True, False, the path of a CA file or of a folder of them, or an ssl.SSLCo"
    )


@pytest.mark.parametrize("cert", [(), ("a", "b", PASSWORD, "d"), ["a", PASSWORD], b"a", ("a", None), ("a", "b", 1)])
def test_other_type_of_cert_is_refused(options, cert):
    assert refusal(options, cert=cert).startswith("cert must be the path of a certificate with its key, (certificate,")


def test_cert_with_a_context_is_refused(options):
    message = refusal(options, verify=ssl.create_default_context(), cert=("client.pem", "client.key", PASSWORD))
    assert message.startswith("cert must be left out with an ssl.SSLContext as verify: load it into the context")


@pytest.mark.parametrize("argument", ["verify", "cert", "proxy"])
def test_argument_beside_a_transport_is_refused(options, authority, argument):
    transport = httpx.MockTransport(lambda _: httpx.Response(200))
    values = {"verify": False, "cert": authority.issue("one.client.test"), "proxy": f"http://me:{PASSWORD}@proxy.test"}
    message = refusal(options, **{argument: values[argument]}, transport=transport)
    advice = f"pass it to the transport, as in httpx.HTTPTransport({argument}=...)"
    assert message.startswith(f"{argument} must be left out with transport=: {advice}, got ")
