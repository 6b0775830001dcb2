"""What the chat service refuses, in its two forms: the application's, and that of the framework below it."""

from trivet_stubs.kernel.operation import JsonObject
from trivet_stubs.kernel.refusal import Refusal, RefusalKind

_CODES: dict[RefusalKind, str] = {
    "rule": "VALIDATION_ERROR",
    "credentials": "AUTHENTICATION_ERROR",
    "permission": "AUTHORIZATION_ERROR",
    "absent": "NOT_FOUND",
    "conflict": "ALREADY_EXISTS",
    "stub_bug": "INTERNAL_ERROR",
}
_DETAILS: dict[RefusalKind, str] = {
    "anonymous": "Not authenticated",
    "route": "Not Found",
    "method": "Method Not Allowed",
}
# What the framework calls a rule that JSON Schema knows by a keyword.
_TYPES = {
    "required": "missing",
    "unevaluatedProperties": "extra_forbidden",
    "minimum": "greater_than_equal",
    "maximum": "less_than_equal",
    "maxLength": "string_too_long",
    "enum": "literal_error",
    "type": "type_error",
    "format": "uuid_parsing",
}
_BEARER = {"www-authenticate": "Bearer"}


def body(refusal: Refusal) -> JsonObject:
    """A refusal in the form of whoever refuses it."""
    if refusal.input is not None:
        given = refusal.input
        kind = _TYPES.get(given.keyword, "value_error")
        return {"detail": [{"type": kind, "loc": given.place, "msg": given.rule, "input": given.value}]}
    if refusal.kind in _DETAILS:
        return {"detail": _DETAILS[refusal.kind]}
    return {"error": {"code": _CODES[refusal.kind], "message": refusal.message, "details": None}}


def anonymous() -> Refusal:
    """No credentials where they are needed."""
    return Refusal(401, "anonymous", "Not authenticated", headers=_BEARER)


def unknown(why: str) -> Refusal:
    """A token that opens nothing."""
    return Refusal(401, "credentials", why, headers=_BEARER)


def forbidden(why: str) -> Refusal:
    """Something that the caller may not do, and may know about."""
    return Refusal(403, "permission", why)


def absent(what: str) -> Refusal:
    """Something that does not exist, or not for this caller."""
    return Refusal(404, "absent", f"{what} not found")


def conflict(why: str) -> Refusal:
    """Something that there is already."""
    return Refusal(409, "conflict", why)


def against_the_rules(why: str) -> Refusal:
    """An input that the contract allows and the service does not."""
    return Refusal(422, "rule", why)
