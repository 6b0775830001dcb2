"""The refusals of the chat service, in two forms: the application's, and its framework's."""

from trivet_stubs.kernel.refusal import Refusal, RefusalKind
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

_CODES: dict[RefusalKind, str] = {
    "rule": "VALIDATION_ERROR",
    "credentials": "AUTHENTICATION_ERROR",
    "quota": "RATE_LIMITED",
    "permission": "AUTHORIZATION_ERROR",
    "absent": "NOT_FOUND",
    "conflict": "ALREADY_EXISTS",
    "size": "PAYLOAD_TOO_LARGE",
    "coding": "UNSUPPORTED_MEDIA_TYPE",
    "stub_bug": "INTERNAL_ERROR",
}
_DETAILS: dict[RefusalKind, str] = {
    "anonymous": "Not authenticated",
    "route": "Not Found",
    "method": "Method Not Allowed",
}
# The framework's name of a rule, by the keyword of JSON Schema.
_TYPES = {
    "required": "missing",
    "additionalProperties": "extra_forbidden",
    "unevaluatedProperties": "extra_forbidden",
    "minimum": "greater_than_equal",
    "maximum": "less_than_equal",
    "maxLength": "string_too_long",
    "enum": "literal_error",
    "type": "type_error",
    "format": "uuid_parsing",
}
_BEARER = {"www-authenticate": "Bearer"}


@applies("chat.answers.errors-have-two-forms")
def body(refusal: Refusal) -> JsonObject:
    """Return the body of a refusal in the form of the layer that refuses: the framework or the application."""
    if refusal.input is not None:
        wrong = refusal.input
        kind = _TYPES.get(wrong.keyword, "value_error")
        return {"detail": [{"type": kind, "loc": wrong.place, "msg": wrong.rule, "input": wrong.value}]}
    if refusal.kind in _DETAILS:
        return {"detail": _DETAILS[refusal.kind]}
    return {"error": {"code": _CODES[refusal.kind], "message": refusal.message, "details": None}}


def not_authenticated() -> Refusal:
    """Refuse a request without credentials where they are needed."""
    rule = "chat.access.a-signed-in-user-is-needed"
    return Refusal(401, "anonymous", "Not authenticated", headers=_BEARER, rule=rule)


def invalid_token(why: str, *, rule: str | None = None) -> Refusal:
    """Refuse a token that is not known, has expired, or whose user may not sign in."""
    return Refusal(401, "credentials", why, headers=_BEARER, rule=rule)


def forbidden(why: str, *, rule: str | None = None) -> Refusal:
    """Refuse an action that the caller may not do, on a record that they may see."""
    return Refusal(403, "permission", why, rule=rule)


def not_found(record: str, *, rule: str | None = None) -> Refusal:
    """Refuse a request for a record that does not exist, or not for this caller."""
    return Refusal(404, "absent", f"{record} not found", rule=rule)


def conflict(why: str, *, rule: str | None = None) -> Refusal:
    """Refuse to add a record that exists already."""
    return Refusal(409, "conflict", why, rule=rule)


def unprocessable(why: str, *, rule: str | None = None) -> Refusal:
    """Refuse an input that the contract allows and the service forbids."""
    return Refusal(422, "rule", why, rule=rule)


def too_long(field: str, limit: int, value: str, *, rule: str | None = None) -> Refusal:
    """Refuse a field of a body that has too many characters, in the form of the framework."""
    text = f"String should have at most {limit} characters"
    return Refusal.argument(f"body.{field}", text, place=("body", field), keyword="maxLength", value=value, by=rule)


def crashed() -> Refusal:
    """Return the crash of an observed backend that fails on its own refusal."""
    return Refusal(500, "crash", "Internal Server Error", rule="chat.users.missing-is-500-as-observed")
