"""Wrong variables of the environment, for proxies, certificates and key logs: each error names its variable."""

import sys
import traceback

import httpx
import pytest

from tests.sdk.client.raw_servers import CERTIFICATE
from trivet import APIConnectionError, AsyncBusClient, TrivetError
from trivet._core.extras import how_to_install

SECRET = "hunter2-of-the-proxy"


@pytest.fixture(autouse=True)
def _no_certificates_of_the_machine(monkeypatch):
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE"):
        monkeypatch.delenv(name, raising=False)


async def refusal(options, base_url):
    """Return the message and the traceback of a call's error, which is not a connection error."""
    async with AsyncBusClient(**options | {"base_url": base_url}) as bus:
        with pytest.raises(TrivetError) as caught:
            await bus.arrivals.get("83139")
    assert type(caught.value) is TrivetError
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return str(caught.value), "".join(traceback.format_exception(caught.value)) + repr(caught.value)


@pytest.mark.parametrize(
    ("proxy", "reason"),
    [
        ("foo://me:{}@proxy.test:3128", "names a proxy of the kind foo://; a proxy is one of http, https, socks5"),
        ("socks4://me:{}@proxy.test", "names a proxy of the kind socks4://"),
        ("http://me:{}@proxy.test:port", "is not the URL of a proxy, such as http://proxy.example:3128"),
        ("http://me:{}@proxy.test:99999", "is not the URL of a proxy"),
        ("http://me:{}@proxy.test:0", "is not the URL of a proxy"),
        ("http://me:{}@", "is not the URL of a proxy"),
        ("https://me:{}@/path", "is not the URL of a proxy, such as https://proxy.example:3128"),
        ("http://me:{}@[::1", "is not the URL of a proxy"),
        ("http://me:{}@proxy test:1", "is not the URL of a proxy"),
        ("me:{}@proxy.test:3128:3129", "is not the URL of a proxy"),
        ("http://me:{}\udcff@proxy.test", "is not the URL of a proxy"),
        ("http://me:{}\n@proxy.test", "is not the URL of a proxy"),
        ("me:{}@proxy.test://", "is not the URL of a proxy"),
        ("{}", "is not the URL of a proxy"),
        (" ", "is not the URL of a proxy"),
    ],
)
@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
async def test_odd_proxy_raises_by_its_variable_and_shows_no_password(options, monkeypatch, variable, proxy, reason):
    value = proxy.format(SECRET) if proxy != "{}" else f"{SECRET}:{SECRET}"
    monkeypatch.setenv(variable, value)
    message, report = await refusal(options, "https://bus.test")
    assert message.startswith(f"{variable} {reason}")
    assert SECRET not in report


@pytest.mark.parametrize("scheme", ["socks5", "socks5h", "SOCKS5"])
async def test_socks_proxy_without_socksio_raises_by_its_variable(options, monkeypatch, scheme):
    monkeypatch.setitem(sys.modules, "socksio", None)
    monkeypatch.setenv("ALL_PROXY", f"{scheme}://me:{SECRET}@127.0.0.1:1080")
    message, report = await refusal(options, "http://bus.test")
    assert message == f"ALL_PROXY names a SOCKS proxy, which needs socksio: {how_to_install('socks')}"
    assert SECRET not in report


async def test_empty_proxy_is_none(options, origin, response, arrivals_bytes, monkeypatch):
    service = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", "")
    monkeypatch.setenv("ALL_PROXY", "")
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")


@pytest.mark.parametrize(
    "no_proxy", ["127.0.0.0/8", "elsewhere.test 127.0.0.1", "169.254/16,*.local, 127.0.0.1", "http://x,127.0.0.1"]
)
async def test_odd_proxy_for_a_host_in_no_proxy_is_ignored(
    options, origin, response, arrivals_bytes, monkeypatch, no_proxy
):
    service = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", "foo://proxy.test")
    monkeypatch.setenv("NO_PROXY", no_proxy)
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")


async def test_odd_proxy_does_not_matter_to_a_transport_of_the_user(options, script, arrivals, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "foo://proxy.test")
    async with AsyncBusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        await bus.arrivals.get("83139")


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
async def test_missing_certificates_raise_by_their_variable(options, monkeypatch, tmp_path, variable):
    path = str(tmp_path / "missing")
    monkeypatch.setenv(variable, path)
    message, _ = await refusal(options, "https://bus.test")
    assert message == f"{variable}: {path!r} cannot be read: No such file or directory"


async def test_certificate_file_that_is_a_folder_raises(options, monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path))
    message, _ = await refusal(options, "https://bus.test")
    assert message.startswith(f"SSL_CERT_FILE: {str(tmp_path)!r} cannot be read: ")


async def test_certificate_folder_that_is_a_file_raises(options, monkeypatch, tmp_path):
    path = tmp_path / "file"
    path.write_text("")
    monkeypatch.setenv("SSL_CERT_DIR", str(path))
    message, _ = await refusal(options, "https://bus.test")
    assert message.startswith(f"SSL_CERT_DIR: {str(path)!r} cannot be read: ")


async def test_certificate_file_without_a_certificate_raises(options, monkeypatch, tmp_path):
    path = tmp_path / "certificates.pem"
    path.write_text("-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n")
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    message, _ = await refusal(options, "https://bus.test")
    assert message == f"SSL_CERT_FILE: {str(path)!r} holds no certificates in PEM format"


async def test_key_log_that_cannot_be_written_raises_by_its_variable(options, monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))  # without it, httpx2 writes no key log
    path = str(tmp_path / "missing" / "keys")
    monkeypatch.setenv("SSLKEYLOGFILE", path)
    message, _ = await refusal(options, "https://bus.test")
    assert message.startswith(f"SSLKEYLOGFILE: {path!r} cannot be written: ")


async def test_certificates_do_not_matter_to_plain_http(options, origin, response, arrivals_bytes, monkeypatch):
    service = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("SSL_CERT_FILE", "/missing")
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")


async def test_one_folder_of_certificates_of_several_is_enough(options, monkeypatch, tmp_path, closed_url, clock):
    monkeypatch.setenv("SSL_CERT_DIR", f"/missing:{tmp_path}")
    async with AsyncBusClient(**options | {"base_url": closed_url.replace("http", "https")}, clock=clock) as bus:
        with pytest.raises(APIConnectionError, match="ConnectError"):
            await bus.arrivals.get("83139")
