"""The refusals of the agent service in its own form: a tag, a message, and further fields."""

from trivet_stubs.kernel.refusal import Refusal, RefusalKind
from trivet_stubs.kernel.spec import JsonObject

_TAGS: dict[RefusalKind, str] = {
    "route": "RouteNotFoundError",
    "method": "MethodNotAllowedError",
    "size": "PayloadTooLargeError",
    "coding": "UnsupportedMediaTypeError",
    "stub_bug": "UnknownError",
}
# The service's names of the places of an input.
_PLACES = {"path": "Params", "query": "Query", "header": "Headers", "body": "Payload"}
_CHALLENGE = {"www-authenticate": 'Basic realm="Secure Area"'}


class TaggedRefusal(Refusal):
    """A refusal with a tag, by which clients of the service tell errors apart."""

    def __init__(
        self,
        status: int,
        kind: RefusalKind,
        tag: str,
        message: str,
        fields: JsonObject | None = None,
        *,
        rule: str | None = None,
    ) -> None:
        super().__init__(status, kind, message, headers=_CHALLENGE if status == 401 else None, rule=rule)
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


def absent(
    kind: str, key: str, value: str, *, by: str = "agent.requests.missing-record-is-404", **more: str
) -> TaggedRefusal:
    """Refuse a request for a record that does not exist in its context."""
    fields = {key: value, **more}
    return TaggedRefusal(404, "absent", f"{kind}NotFoundError", f"{kind} not found: {value}", fields, rule=by)


def invalid(field: str, rule: str, *, kind: str = "Payload", by: str | None = None) -> TaggedRefusal:
    """Refuse an input that the contract allows and a rule of the service, of this id, forbids."""
    fields = {"kind": kind, "field": field}
    return TaggedRefusal(400, "rule", "InvalidRequestError", f"{field}: {rule}", fields, rule=by)


def invalid_cursor(why: str) -> TaggedRefusal:
    """Refuse a cursor that the service never sent, or that belongs to another list."""
    return TaggedRefusal(400, "rule", "InvalidCursorError", why, rule="agent.limits.cursor-belongs-to-its-list")


def unauthorized() -> TaggedRefusal:
    """Refuse a request with missing or wrong credentials."""
    rule = "agent.requests.credentials-are-those-of-the-server"
    return TaggedRefusal(401, "credentials", "UnauthorizedError", "Authentication required", rule=rule)


def busy(session_id: str) -> TaggedRefusal:
    """Refuse to compact or move a busy session."""
    message, fields = f"Session is busy: {session_id}", {"sessionID": session_id}
    return TaggedRefusal(409, "conflict", "SessionBusyError", message, fields, rule="agent.sessions.busy-is-409")


def unavailable(service: str) -> TaggedRefusal:
    """Refuse an operation that the observed server has not implemented yet."""
    message = f"{service} is not available yet"
    rule = "agent.sessions.wait-is-503-as-observed"
    return TaggedRefusal(503, "unavailable", "ServiceUnavailableError", message, {"service": service}, rule=rule)


def conflict(message: str, resource: str, *, tag: str = "ConflictError", by: str | None = None) -> TaggedRefusal:
    """Refuse a record that exists already, or a change that does not apply, by the rule of this id."""
    return TaggedRefusal(409, "conflict", tag, message, {"resource": resource}, rule=by)
