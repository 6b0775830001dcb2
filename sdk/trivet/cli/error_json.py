"""`--error-format json`: an error as a line of JSON, for scripts that read stderr."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from trivet import APIConnectionError, APIError, APIStatusError, IncompleteListError
from trivet._core.retry import is_transient
from trivet._generated.names import SERVICES
from trivet.cli.failures import UsageError, message_of, status_of, text_line
from trivet.cli.operations.table import kebab, load
from trivet.cli.options import ErrorFormat, Options
from trivet.cli.output.json import document
from trivet.cli.settings.resolve import ERROR_FORMAT, resolve
from trivet.cli.text import in_json

_READS = ("GET", "HEAD", "OPTIONS")


def error_line(arguments: Sequence[str], error: BaseException, hints: Sequence[str]) -> str:
    """Return an error as a line of JSON if the run has chosen it, or else as a line for people.

    >>> error_line(["bus", "stops", "list", "--error-format", "json"], error, [])
    '{"error":"AuthenticationError","message":"stops.list: 401 ...",...}'

    Args:
        arguments: The arguments of the run, which may be those that typer has refused.
        error: The error.
        hints: The remedies.
    """
    service = next((word for word in arguments if not word.startswith("-")), "")
    if _format(service, arguments) is not ErrorFormat.JSON:
        return text_line(error, hints)
    return in_json(document(error_record(service, error, hints)))


def error_record(service: str, error: BaseException, hints: Sequence[str] = ()) -> dict[str, Any]:
    """Return an error as a JSON object with the attributes of the library's errors; one without a value is null.

    >>> error_record("chat", error)["request_id"]
    '7f3a'
    """
    return {
        "error": type(error).__name__,
        "message": message_of(error),
        "operation": getattr(error, "operation", None),
        "status": getattr(error, "status", None),
        "code": getattr(error, "code", None) if isinstance(error, APIStatusError) else None,
        "request_id": getattr(error, "request_id", None),
        "retryable": isinstance(error, APIError) and _is_retryable(service, error),
        "hint": "; ".join(hints) or None,
        "exit_status": status_of(error),
    }


def _is_retryable(service: str, error: APIError) -> bool:
    """Return whether the same command may succeed later, and can do no harm if the service has done the first call."""
    if isinstance(error, IncompleteListError):
        return True
    if not is_transient(error):
        return False
    refused = isinstance(error, APIStatusError) and error.status == 429
    unsent = isinstance(error, APIConnectionError) and not error.sent
    return refused or unsent or not _changes(service, error.operation)


def _changes(service: str, name: str) -> bool:
    """Return whether an operation changes something; a request outside the contract does so by its method."""
    operation = load(service).operations.get(tuple(map(kebab, name.split(".")))) if service in SERVICES else None
    return operation.changes if operation is not None else name.partition(" ")[0] not in _READS


def _format(service: str, arguments: Sequence[str]) -> ErrorFormat | None:
    """Return the format that the arguments, the environment or the profile chooses; the settings may be unusable."""
    option = _value("--error-format", arguments)
    if option is not None:
        return ErrorFormat.JSON if option == ErrorFormat.JSON.value else None
    with suppress(UsageError):
        chosen: ErrorFormat | None = resolve(service, Options(profile=_value("--profile", arguments))).value(
            "error_format"
        )
        return chosen
    return ErrorFormat.JSON if os.environ.get(ERROR_FORMAT) == ErrorFormat.JSON.value else None


def _value(option: str, arguments: Sequence[str]) -> str | None:
    """Return the last value of an option, which may follow it as a word or after an equals sign."""
    value = None
    for word, following in zip(arguments, [*arguments[1:], None], strict=True):
        if word == option:
            value = following
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value
