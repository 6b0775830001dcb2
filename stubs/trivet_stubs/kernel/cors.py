"""Cross-origin requests: web pages of the origins that a stub names may call it."""

import re
from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware

_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_EXPOSED = ("content-disposition", "etag", "retry-after", "x-request-id")


def allow_origins(app: Starlette, origins: Sequence[str]) -> None:
    """Let web pages of these origins call a stub; preflight requests are answered, and not logged.

    >>> allow_origins(stub.app, ["http://localhost:5173"])

    Args:
        app: The application of the stub, before its first request.
        origins: Each a scheme with a host and, if there is one, a port; or `*` for every web page.

    Raises:
        ValueError: One is no origin.
    """
    for each in origins:
        if each != "*" and not _ORIGIN.fullmatch(each):
            raise ValueError(f"cors: {each!r} is not an origin such as http://localhost:5173, and not *")
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["*"],
            expose_headers=list(_EXPOSED),
        )
