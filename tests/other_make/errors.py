"""The bodies of errors, which no contract shows: a server of another make has one of several forms."""

import json

from starlette.exceptions import HTTPException
from starlette.responses import Response


def error_answer(status: int, error: HTTPException, form: str, path: str) -> Response:
    """An error in a form: a failure of the server is always a JSON object, because a page would be a gateway's."""
    if form == "nothing":
        return Response(status_code=status, headers=error.headers)
    if form == "page" and status < 500:
        return Response(f"<title>{error.detail}</title>", status, error.headers, "text/html")
    if form == "text":
        return Response(error.detail, status, error.headers, "text/plain")
    if form == "array":
        return Response(json.dumps([error.detail]), status, error.headers, "application/json")
    body = {"title": error.detail, "status": status, "instance": path}
    return Response(json.dumps(body), status, error.headers, "application/problem+json")
