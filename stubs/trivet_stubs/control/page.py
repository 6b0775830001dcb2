"""The files of the console, as answers."""

from functools import cache
from importlib.resources import files

from starlette.responses import RedirectResponse, Response

_TYPES = {
    "index.html": "text/html; charset=utf-8",
    "console.css": "text/css; charset=utf-8",
    "console.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
_HEADERS = {
    # What records say is never a program: scripts and styles come from these files alone.
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def page_file(path: str) -> Response | None:
    """The answer to a path below `/_trivet`, if it is one of the console's; another is None.

    >>> page_file("/").status_code
    200
    """
    if path == "":
        return RedirectResponse("/_trivet/", 307)
    name = "index.html" if path == "/" else path.removeprefix("/console/")
    if name not in _TYPES or path == "/index.html":
        return None
    return Response(_content(name), headers={**_HEADERS, "content-type": _TYPES[name]})


@cache
def _content(name: str) -> bytes:
    return files("trivet_stubs").joinpath("control", "console", name).read_bytes()
