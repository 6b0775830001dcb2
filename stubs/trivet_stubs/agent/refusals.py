"""The refusals of the agent service in its own form: a tag, a message, and further fields."""

from trivet_stubs.kernel.operation import JsonObject
from trivet_stubs.kernel.refusal import Refusal, RefusalKind

_TAGS: dict[RefusalKind, str] = {
    "route": "RouteNotFoundError",
    "method": "MethodNotAllowedError",
    "size": "PayloadTooLargeError",
    "stub_bug": "UnknownError",
}
# The service's names of the places of an input.
_PLACES = {"path": "Params", "query": "Query", "header": "Headers", "body": "Payload"}
_CHALLENGE = {"www-authenticate": 'Basic realm="Secure Area"'}


class TaggedRefusal(Refusal):
    """A refusal with a tag of its own."""

    def __init__(
        self, status: int, kind: RefusalKind, tag: str, message: str, fields: JsonObject | None = None
    ) -> None:
        super().__init__(status, kind, message, headers=_CHALLENGE if status == 401 else None)
        self.tag = tag
        self.fields: JsonObject = fields or {}


def body(refusal: Refusal) -> JsonObject:
    """Return a refusal in the form of the service."""
    if isinstance(refusal, TaggedRefusal):
        return {"_tag": refusal.tag, "message": refusal.message, **refusal.fields}
    if refusal.input is None:
        return {"_tag": _TAGS.get(refusal.kind, "UnknownError"), "message": refusal.message}
    place, *field = refusal.input.place
    kind = {"kind": _PLACES[place]} if isinstance(place, str) and place in _PLACES else {}
    return {
        "_tag": "InvalidRequestError",
        "message": refusal.message,
        **kind,
        "field": ".".join(map(str, field)) or str(place),
    }


def absent(what: str, key: str, value: str, **more: str) -> TaggedRefusal:
    """A record that does not exist, or not in this context."""
    return TaggedRefusal(404, "absent", f"{what}NotFoundError", f"{what} not found: {value}", {key: value, **more})


def invalid(field: str, rule: str, *, kind: str = "Payload") -> TaggedRefusal:
    """An input that the contract allows and the service does not."""
    return TaggedRefusal(400, "rule", "InvalidRequestError", f"{field}: {rule}", {"kind": kind, "field": field})


def invalid_cursor(why: str) -> TaggedRefusal:
    """A cursor that the service never sent, or that belongs to another list."""
    return TaggedRefusal(400, "rule", "InvalidCursorError", why)


def unauthorized() -> TaggedRefusal:
    """No credentials, or wrong ones."""
    return TaggedRefusal(401, "credentials", "UnauthorizedError", "Authentication required")


def busy(session_id: str) -> TaggedRefusal:
    """A busy session, which cannot be compacted or moved."""
    return TaggedRefusal(
        409, "conflict", "SessionBusyError", f"Session is busy: {session_id}", {"sessionID": session_id}
    )


def unavailable(what: str) -> TaggedRefusal:
    """An operation that the observed server has not made yet."""
    message = f"{what} is not available yet"
    return TaggedRefusal(503, "unavailable", "ServiceUnavailableError", message, {"service": what})


def conflict(message: str, resource: str, *, tag: str = "ConflictError") -> TaggedRefusal:
    """A record that exists already, or a change that does not apply."""
    return TaggedRefusal(409, "conflict", tag, message, {"resource": resource})
