"""The files of the console, as answers."""

from functools import cache
from importlib.resources import files

from starlette.responses import RedirectResponse, Response

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_FOLDER = files("trivet_stubs").joinpath("control", "console")
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
    if path == "/index.html" or name not in _contents():
        return None
    return Response(_contents()[name], headers={**_HEADERS, "content-type": _TYPES[name.rpartition(".")[2]]})


@cache
def _contents() -> dict[str, bytes]:
    """The files by their names; what is not among them cannot be asked for."""
    found = (each for each in _FOLDER.iterdir() if each.name.rpartition(".")[2] in _TYPES)
    return {each.name: each.read_bytes() for each in found}
