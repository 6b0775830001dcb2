"""What the agent service refuses, in its form: a tag, a message, and what it is about."""

from trivet_stubs.contract import JsonObject
from trivet_stubs.problem import Kind, Problem

_TAGS: dict[Kind, str] = {
    "route": "RouteNotFoundError",
    "method": "MethodNotAllowedError",
    "stub_bug": "UnknownError",
}
# How the service calls the places of an input.
_PLACES = {"path": "Params", "query": "Query", "header": "Headers", "body": "Payload"}
_CHALLENGE = {"www-authenticate": 'Basic realm="Secure Area"'}


class Refusal(Problem):
    """A problem that has a tag of its own."""

    def __init__(self, status: int, kind: Kind, tag: str, message: str, fields: JsonObject | None = None) -> None:
        super().__init__(status, kind, message, headers=_CHALLENGE if status == 401 else None)
        self.tag = tag
        self.fields = fields or {}


def body(problem: Problem) -> JsonObject:
    """A problem in the form of the service."""
    if isinstance(problem, Refusal):
        return {"_tag": problem.tag, "message": problem.message, **problem.fields}
    if problem.refused is None:
        return {"_tag": _TAGS.get(problem.kind, "UnknownError"), "message": problem.message}
    place, *field = problem.refused.place
    about = {"kind": _PLACES[place]} if isinstance(place, str) and place in _PLACES else {}
    return {
        "_tag": "InvalidRequestError",
        "message": problem.message,
        **about,
        "field": ".".join(map(str, field)) or str(place),
    }


def absent(what: str, key: str, value: str, **more: str) -> Refusal:
    """A record that does not exist, or not in this context."""
    return Refusal(404, "absent", f"{what}NotFoundError", f"{what} not found: {value}", {key: value, **more})


def invalid(field: str, rule: str, *, kind: str = "Payload") -> Refusal:
    """An input that the contract allows and the service does not."""
    return Refusal(400, "rule", "InvalidRequestError", f"{field}: {rule}", {"kind": kind, "field": field})


def invalid_cursor(why: str) -> Refusal:
    """A cursor that the service never gave, or not for this list."""
    return Refusal(400, "rule", "InvalidCursorError", why)


def unauthorized() -> Refusal:
    """No credentials, or wrong ones."""
    return Refusal(401, "credentials", "UnauthorizedError", "Authentication required")


def busy(session_id: str) -> Refusal:
    """A session that is at work and cannot be changed so."""
    return Refusal(409, "conflict", "SessionBusyError", f"Session is busy: {session_id}", {"sessionID": session_id})


def conflict(message: str, resource: str, *, tag: str = "ConflictError") -> Refusal:
    """Something that is there already, or that does not fit with what is there."""
    return Refusal(409, "conflict", tag, message, {"resource": resource})
