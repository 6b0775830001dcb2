"""Proxies and certificates from the environment. The errors for wrong settings name the variable.

httpx reads them, too, but only for a client with its own connections, and in a TLS context for each client, which takes
20 ms: here, all clients share one. httpx also ignores networks such as `10.0.0.0/8` in `NO_PROXY`, so that requests to
hosts inside would go to the proxy.
"""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from urllib.request import getproxies, proxy_bypass

import httpx

from ..._core.settings import is_excluded
from ...errors import TrivetError

PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")

_SCHEME = r"[a-z][a-z\d+.-]{0,15}"
_HOST = r"[\w.~-]+|[\da-f:.]+"
_PORTS = {"http": 80, "https": 443}


def proxy_for(url: httpx.URL) -> str | None:
    """Return the URL of the proxy for a URL, from `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`; or None.

    Raises:
        TrivetError: The proxy cannot be used; the error names the variable, and does not show the credentials.
    """
    proxies = getproxies()
    scheme = url.scheme if proxies.get(url.scheme) else "all"
    proxy = proxies.get(scheme)
    if not proxy or _is_excluded(url, proxies.get("no", "")):
        return None
    whole = proxy if "://" in proxy else f"http://{proxy}"
    wrong = _problem(whole)
    if wrong:
        raise TrivetError(f"{_variable(scheme, proxy)} {wrong}")
    return whole


def _is_excluded(url: httpx.URL, no_proxy: str) -> bool:
    if is_excluded(url.host, url.port or _PORTS[url.scheme], no_proxy):
        return True
    return bool(proxy_bypass(url.netloc.decode("ascii")))  # reads the settings of Windows and macOS, too


def _problem(proxy: str) -> str:
    """Return the fault of a proxy's URL, or an empty text; the URL may hold a password, and is not shown."""
    scheme = proxy.partition("://")[0].lower()
    if re.fullmatch(_SCHEME, scheme) is None:
        return "is not the URL of a proxy, such as http://proxy.example:3128"
    if scheme not in PROXY_SCHEMES:
        return f"names a proxy of the kind {scheme}://; a proxy is one of {', '.join(PROXY_SCHEMES)}"
    try:
        url = httpx.URL(proxy)
        valid = re.fullmatch(_HOST, url.host) is not None and (url.port is None or 0 < url.port < 65536)
    except (httpx.InvalidURL, ValueError):
        valid = False
    if not valid:
        return f"is not the URL of a proxy, such as {scheme}://proxy.example:3128"
    if scheme.startswith("socks") and not _has_socksio():
        from ..._core.extras import how_to_install  # noqa: PLC0415  few programs need it

        return f"names a SOCKS proxy, which needs socksio: {how_to_install('socks')}"
    return ""


def _has_socksio() -> bool:
    from importlib.util import find_spec  # noqa: PLC0415  few programs need it, and it takes 1 ms

    return find_spec("socksio") is not None


def _variable(scheme: str, value: str) -> str:
    """Return the name of the variable that holds a proxy, as it is spelled in the environment."""
    for variable, content in os.environ.items():
        if variable.lower() == f"{scheme}_proxy" and content == value:
            return variable
    return f"The system's setting of the proxy for {scheme}"


def ssl_context(scheme: str) -> ssl.SSLContext:
    """Return the TLS context for a scheme, with the certificates from `SSL_CERT_FILE` or `SSL_CERT_DIR`, if set.

    Loading certificates takes 20 ms, so all clients share a context, and plain http gets one without certificates.

    Raises:
        TrivetError: The certificates cannot be read; the error names the variable.
    """
    if scheme != "https":
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    variables = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")
    return _tls_context(*(os.environ.get(variable, "") for variable in variables))


@cache
def _tls_context(file: str, folder: str, key_log: str) -> ssl.SSLContext:
    problem = _unreadable(file, folder)
    if not problem:
        try:
            return httpx.create_ssl_context()
        except ssl.SSLError:
            problem = f"SSL_CERT_FILE: {file!r} holds no certificates in PEM format"
        except OSError as error:
            failed = f"SSLKEYLOGFILE: {key_log!r} cannot be written" if key_log else "the certificates cannot be read"
            problem = f"{failed}: {error.strerror}"
    raise TrivetError(problem)


def _unreadable(file: str, folder: str) -> str:
    """Return why the certificates from the environment cannot be read, or an empty text; the file goes first."""
    if file:
        return _read_error(partial(_open, file), f"SSL_CERT_FILE: {file!r}")
    folders = [path for path in folder.split(os.pathsep) if path]
    errors = [_read_error(partial(os.listdir, path), f"SSL_CERT_DIR: {path!r}") for path in folders]
    return errors[0] if errors and all(errors) else ""  # OpenSSL skips a missing folder silently


def _open(file: str) -> None:
    with Path(file).open("rb"):
        pass


def _read_error(read: Callable[[], object], subject: str) -> str:
    try:
        read()
    except OSError as error:
        return f"{subject} cannot be read: {error.strerror}"
    return ""
