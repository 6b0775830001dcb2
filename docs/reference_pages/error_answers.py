"""The errors of each operation: the statuses that its contract names, with the class that the client raises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from trivet_stubs import spec

__all__ = ["error_answers"]

_CLASSES = {
    400: "BadRequestError",
    401: "AuthenticationError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    409: "ConflictError",
    422: "UnprocessableEntityError",
    429: "RateLimitError",
    500: "InternalServerError",
}


@cache
def error_answers(service: str) -> Mapping[str, list[tuple[str, str]]]:
    """Return the errors of each operation of a service: the name of the class, and when it is raised.

    >>> error_answers("chat")["conversations.delete"][0]
    ('AuthenticationError', '401: The token is missing, wrong or expired, or its user is not active (observed).')
    """
    document = spec(service)
    return {
        operation["operationId"]: [
            _error(status, _resolved(document, answer))
            for status, answer in operation["responses"].items()
            if int(status) >= HTTPStatus.BAD_REQUEST
        ]
        for path in document["paths"].values()
        for operation in path.values()
    }


def _resolved(document: Mapping[str, Any], answer: Mapping[str, Any]) -> Mapping[str, Any]:
    name = answer.get("$ref", "").rpartition("/")[2]
    resolved: Mapping[str, Any] = document["components"]["responses"][name] if name else answer
    return resolved


def _error(status: str, answer: Mapping[str, Any]) -> tuple[str, str]:
    # The bus service reports its quota as a failure; the client knows the fault by its code.
    quota = "QuotaViolation" in answer["description"]
    reason = answer.get("x-assumed", "")
    mark = " (observed)" if "observed" in reason else " (assumed)" if reason else ""
    name = "RateLimitError" if quota else _CLASSES[int(status)]
    return name, f"{status}: {answer['description'].removesuffix('.')}{mark}."
