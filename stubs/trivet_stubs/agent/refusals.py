"""The refusals of the agent service in its own form: a tag, a message, and further fields."""

from trivet_stubs.kernel.refusal import Refusal, RefusalKind
from trivet_stubs.kernel.spec import JsonObject

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
    what: str, key: str, value: str, *, by: str = "agent.requests.missing-record-is-404", **more: str
) -> TaggedRefusal:
    """A record that does not exist, or not in this context."""
    fields = {key: value, **more}
    return TaggedRefusal(404, "absent", f"{what}NotFoundError", f"{what} not found: {value}", fields, rule=by)


def invalid(field: str, rule: str, *, kind: str = "Payload", by: str | None = None) -> TaggedRefusal:
    """An input that the contract allows and the service does not, by the rule of this id."""
    fields = {"kind": kind, "field": field}
    return TaggedRefusal(400, "rule", "InvalidRequestError", f"{field}: {rule}", fields, rule=by)


def invalid_cursor(why: str) -> TaggedRefusal:
    """A cursor that the service never sent, or that belongs to another list."""
    return TaggedRefusal(400, "rule", "InvalidCursorError", why, rule="agent.limits.cursor-belongs-to-its-list")


def unauthorized() -> TaggedRefusal:
    """No credentials, or wrong ones."""
    rule = "agent.requests.credentials-are-those-of-the-server"
    return TaggedRefusal(401, "credentials", "UnauthorizedError", "Authentication required", rule=rule)


def busy(session_id: str) -> TaggedRefusal:
    """A busy session, which cannot be compacted or moved."""
    message, fields = f"Session is busy: {session_id}", {"sessionID": session_id}
    return TaggedRefusal(409, "conflict", "SessionBusyError", message, fields, rule="agent.sessions.busy-is-409")


def unavailable(what: str) -> TaggedRefusal:
    """An operation that the observed server has not made yet."""
    message = f"{what} is not available yet"
    rule = "agent.sessions.wait-is-503-as-observed"
    return TaggedRefusal(503, "unavailable", "ServiceUnavailableError", message, {"service": what}, rule=rule)


def conflict(message: str, resource: str, *, tag: str = "ConflictError", by: str | None = None) -> TaggedRefusal:
    """A record that exists already, or a change that does not apply, by the rule of this id."""
    return TaggedRefusal(409, "conflict", tag, message, {"resource": resource}, rule=by)
