"""The end of a TLS connection: closed by its other side, or cut.

A newer Python raises an `SSLEOFError` for a connection that is cut. With OpenSSL 3, Python 3.11.2 does not (gh-95494):
it sets an option by which a cut passes for the end of TLS, and without that option raises a plain `SSLError`.
"""

from __future__ import annotations

import ssl


def noticing_cuts(context: ssl.SSLContext) -> ssl.SSLContext:
    """Return a context whose connections differ between a cut and the end of TLS.

    >>> client = httpx.Client(verify=noticing_cuts(ssl.create_default_context()))
    """
    context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
    return context


def is_cut(error: BaseException | None) -> bool:
    """Whether an error of the TLS library says that the connection was cut."""
    if isinstance(error, ssl.SSLEOFError):
        return True
    return isinstance(error, ssl.SSLError) and error.reason == "UNEXPECTED_EOF_WHILE_READING"
