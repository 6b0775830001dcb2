"""The errors of error statuses and of failed connections, without the secrets that a server may repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import APIConnectionError, APIStatusError
from .answer import Head
from .error_body import problem, status_class
from .printable import printable
from .redact import blank, redact, redact_text

if TYPE_CHECKING:
    from .settings import Settings

__all__ = ["hide_secrets", "status_error"]


def status_error(
    settings: Settings, operation: str, head: Head, body: bytes, secrets: tuple[str, ...]
) -> APIStatusError:
    """Make the error of an answer with an error status.

    Args:
        settings: The settings of the client, whose credentials the answer may repeat.
        operation: The operation's name.
        head: The status and headers.
        body: The body.
        secrets: Further texts that the answer may repeat.
    """
    secrets += settings.secrets() + head.secrets
    body = blank(body, settings.api_info.secrets)
    code, message = problem(body, secrets)
    kind = status_class(settings.api_info.effective_status(head.status, code))
    return kind(operation, head.status, head.headers.without(secrets), redact(body, secrets), code, message)


def hide_secrets(error: APIConnectionError, secrets: tuple[str, ...]) -> None:
    """Remove secrets from the reason of an error: it may quote what the server sent in the place of a head."""
    error.reason = printable(redact_text(error.reason, secrets))
    error.args = (error.operation, error.reason, error.sent)
