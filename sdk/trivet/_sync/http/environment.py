# Derived from sdk/trivet/_async/http/environment.py by `python -m codegen`; do not edit.
"""Proxies and certificates, from the arguments of a client, or else from the environment.

The error for a wrong setting names the argument or the variable. httpx reads the environment, too, but only for a
client with its own connections, and in a TLS context for each client, which takes 20 ms: here, all clients share one.
httpx also ignores networks such as `10.0.0.0/8` in `NO_PROXY`, so that requests to hosts inside would go to the proxy.
"""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.request import getproxies, proxy_bypass

import httpx

from ..._core import check
from ..._core.settings import SourcedText, is_excluded
from ..._core.tls_end import noticing_cuts
from ..._core.traceback_locals import hide_arguments
from ...errors import InvalidArgumentError, TrivetError

PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")

FROM_ARGUMENT = "from the argument proxy"
"""The source of a proxy that the program names."""

_SCHEME = r"[a-z][a-z\d+.-]{0,15}"
_HOST = r"[\w.~-]+|[\da-f:.]+"
_PORTS = {"http": 80, "https": 443}
_PROXY_PORTS = {**_PORTS, "socks5": 1080, "socks5h": 1080}

Verify: TypeAlias = bool | str | os.PathLike[str] | ssl.SSLContext
"""Whether certificates of servers are verified; or the file or the folder of trusted certificates, or a TLS context."""

Certificate: TypeAlias = str | os.PathLike[str] | tuple[str, str] | tuple[str, str, str]
"""The file of a client certificate and its key; or both files; or both files and the password of the key."""


class ProxyURL(SourcedText):
    """The URL of a proxy, which says where it comes from."""

    @property
    def shown(self) -> str:
        """Its host, its port and its source, for messages, without user and password."""
        scheme, _, rest = self.partition("://")
        server = re.split("[/?#]", rest.rpartition("@")[2])[0]
        if re.search(r":\d+$", server) is None:
            server = f"{server.rstrip(':')}:{_PROXY_PORTS[scheme.lower()]}"
        return f"{server}, {self.source}"


class ConnectionSettings:
    """The settings of the connections that a client opens itself: their limits, TLS and proxy.

    Attributes:
        max_connections: How many connections the calls to an origin may use at once.
        max_streams: How many more connections long-lived requests may use; None for no limit.
        tls: The TLS context of the argument `verify`, without a client certificate; None for the environment's.
    """

    __slots__ = ("_arguments", "_own_tls", "max_connections", "max_streams", "tls")

    @hide_arguments
    def __init__(
        self,
        *,
        max_connections: int = 100,
        max_streams: int | None = None,
        verify: Verify = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
    ) -> None:
        """Check the arguments of a client, and load the certificates.

        Raises:
            InvalidArgumentError: An argument cannot be used. The error shows no URL of a proxy and no password.
        """
        check.integer("max_connections", max_connections, minimum=1)
        if max_streams is not None:
            check.integer("max_streams", max_streams, minimum=1)
        if proxy is not None:
            check.text("proxy", proxy, secret=True)
            wrong = proxy_problem(proxy)
            if wrong:
                raise InvalidArgumentError("proxy", f"a proxy that can be used: this one {wrong}", type(proxy).__name__)
        self.max_connections: Final = max_connections
        self.max_streams: Final = max_streams
        self.tls: Final = _verifying_context(verify)
        self._own_tls = None if cert is None else _context_with_certificate(verify, cert)
        self._arguments: dict[str, Any] = {
            "max_connections": max_connections,
            "max_streams": max_streams,
            "verify": verify,
            "cert": cert,
            "proxy": proxy,
        }

    def proxy_for(self, url: httpx.URL) -> ProxyURL | None:
        """Return the URL of the proxy for a URL, from the argument, or else from the environment; or None."""
        proxy: str | None = self._arguments["proxy"]
        return proxy_for(url) if proxy is None else ProxyURL(proxy, FROM_ARGUMENT)

    def tls_for(self, url: httpx.URL, *, own: bool) -> ssl.SSLContext:
        """Return the TLS context for a URL, from the arguments, or else from the environment.

        Args:
            url: The URL.
            own: Whether it is on the origin of the service; other hosts do not get the client certificate.
        """
        if own and self._own_tls is not None:
            return self._own_tls
        return ssl_context(url.scheme) if self.tls is None else self.tls

    def check_unused(self) -> None:
        """Raise InvalidArgumentError if an argument would have no effect, because the user has passed a transport."""
        for argument, default in (("verify", True), ("cert", None), ("proxy", None)):
            value = self._arguments[argument]
            if value is not default:
                transport = f"httpx.HTTPTransport({argument}=...)"
                rule = f"left out with transport=: pass it to the transport, as in {transport}"
                raise InvalidArgumentError(argument, rule, type(value).__name__)

    def __getstate__(self) -> dict[str, Any]:
        if isinstance(self._arguments["verify"], ssl.SSLContext):
            other = "pass the path of a CA file, and the client certificate as cert"
            raise TypeError(f"a client with an ssl.SSLContext as verify cannot be pickled: {other}")
        return self._arguments

    def __setstate__(self, arguments: dict[str, Any]) -> None:
        ConnectionSettings.__init__(self, **arguments)


def _verifying_context(verify: Any) -> ssl.SSLContext | None:
    """Return the TLS context of the argument `verify`; None for that of the environment."""
    if verify is True:
        return None
    if verify is False:
        return noticing_cuts(httpx.create_ssl_context(verify=False))
    if isinstance(verify, ssl.SSLContext):
        return verify
    if not isinstance(verify, str | os.PathLike):
        rule = "True, False, the path of a CA file or of a folder of them, or an ssl.SSLContext"
        raise InvalidArgumentError("verify", rule, verify)
    path: str = os.fspath(verify)
    folder = Path(path).is_dir()
    try:
        return noticing_cuts(
            ssl.create_default_context(cafile=None if folder else path, capath=path if folder else None)
        )
    except (OSError, ValueError) as error:
        rule = f"a CA file in PEM format or a folder of them that can be read ({_reason(error)})"
    raise InvalidArgumentError("verify", rule, path)


def _context_with_certificate(verify: Verify, cert: Any) -> ssl.SSLContext:
    """Return a TLS context of its own with the client certificate of the argument `cert`."""
    kind = type(cert).__name__
    if isinstance(verify, ssl.SSLContext):
        rule = "left out with an ssl.SSLContext as verify: load it into the context, with load_cert_chain"
        raise InvalidArgumentError("cert", rule, kind)
    parts: list[Any] = [*cert] if isinstance(cert, tuple) else [cert]
    if not (1 <= len(parts) <= 3 and all(isinstance(part, str | os.PathLike) for part in parts)):
        rule = "the path of a certificate with its key, (certificate, key), or (certificate, key, password)"
        raise InvalidArgumentError("cert", rule, kind)
    file, key, password = parts if len(parts) == 3 else (parts[0], parts[-1], "")
    context = _verifying_context(verify) or noticing_cuts(httpx.create_ssl_context())
    try:
        context.load_cert_chain(file, key, password)  # with the password None, OpenSSL would ask on the terminal
    except (OSError, ValueError, TypeError) as error:
        rule = f"a client certificate in PEM format with its key that can be loaded ({_reason(error)})"
    else:
        return context
    raise InvalidArgumentError("cert", rule, str(file))


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def proxy_for(url: httpx.URL) -> ProxyURL | None:
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
    wrong = proxy_problem(whole)
    if wrong:
        raise TrivetError(f"{_variable(scheme, proxy)} {wrong}")
    return ProxyURL(whole, f"from {_variable(scheme, proxy).replace('The ', 'the ')}")


def _is_excluded(url: httpx.URL, no_proxy: str) -> bool:
    if is_excluded(url.host, url.port or _PORTS[url.scheme], no_proxy):
        return True
    return bool(proxy_bypass(url.netloc.decode("ascii")))  # reads the settings of Windows and macOS, too


def proxy_problem(proxy: str) -> str:
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
            return noticing_cuts(httpx.create_ssl_context())
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
