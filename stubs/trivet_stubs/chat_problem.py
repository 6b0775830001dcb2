"""What the chat service refuses, in its two forms: the application's, and that of the framework below it."""

from trivet_stubs.contract import JsonObject
from trivet_stubs.problem import Kind, Problem

_CODES: dict[Kind, str] = {
    "rule": "VALIDATION_ERROR",
    "credentials": "AUTHENTICATION_ERROR",
    "permission": "AUTHORIZATION_ERROR",
    "absent": "NOT_FOUND",
    "conflict": "ALREADY_EXISTS",
    "stub_bug": "INTERNAL_ERROR",
}
_DETAILS: dict[Kind, str] = {
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


def body(problem: Problem) -> JsonObject:
    """A problem in the form of whoever refuses it."""
    if problem.refused is not None:
        refused = problem.refused
        kind = _TYPES.get(refused.keyword, "value_error")
        return {"detail": [{"type": kind, "loc": refused.place, "msg": refused.rule, "input": refused.value}]}
    if problem.kind in _DETAILS:
        return {"detail": _DETAILS[problem.kind]}
    return {"error": {"code": _CODES[problem.kind], "message": problem.message, "details": None}}


def anonymous() -> Problem:
    """No credentials where they are needed."""
    return Problem(401, "anonymous", "Not authenticated", headers=_BEARER)


def unknown(why: str) -> Problem:
    """A token that opens nothing."""
    return Problem(401, "credentials", why, headers=_BEARER)


def forbidden(why: str) -> Problem:
    """Something that the caller may not do, and may know about."""
    return Problem(403, "permission", why)


def absent(what: str) -> Problem:
    """Something that does not exist, or not for this caller."""
    return Problem(404, "absent", f"{what} not found")


def conflict(why: str) -> Problem:
    """Something that there is already."""
    return Problem(409, "conflict", why)


def against_the_rules(why: str) -> Problem:
    """An input that the contract allows and the service does not."""
    return Problem(422, "rule", why)
