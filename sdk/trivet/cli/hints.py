"""What to do about an error: one hint for each kind."""

from __future__ import annotations

from trivet import IncompleteListError
from trivet.cli.settings.names import credential_name, variable
from trivet.cli.settings.resolve import ServiceSettings
from trivet.errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    PermissionDeniedError,
    RateLimitError,
)

__all__ = ["hint"]


def hint(error: BaseException, settings: ServiceSettings) -> str:
    """Return what the user can do about an error of a client with these settings; empty if nothing can be said.

    >>> hint(error, settings)
    'it was sent from TRIVET_CHAT_TOKEN; give another with --token-file FILE (- is stdin)'

    Args:
        error: The error.
        settings: The settings of the client.
    """
    service = settings.service
    if isinstance(error, AuthenticationError):
        return _credential(settings)
    if isinstance(error, PermissionDeniedError):
        extra = ", for example an administrator's" if service == "chat" else ""
        return f"the account may not do this: use the {credential_name(service)} of one that may{extra}"
    if isinstance(error, InvalidArgumentError):
        return _argument(error, settings)
    if isinstance(error, APITimeoutError):
        return f"{_server(settings)} is slow or cannot be reached; --timeout S waits longer"
    if isinstance(error, APIConnectionError) and error.sent:
        return "the connection broke off; what was written so far is not all"
    if isinstance(error, APIConnectionError):
        return f"does a server run at {_server(settings)}? `trivet stub {service}` starts one for trials"
    if isinstance(error, DecodeError):
        check = f"`trivet check {service} --base-url URL` names what it breaks"
        return f"is {_server(settings)} that of a {service} service? {check}"
    if isinstance(error, IncompleteListError):
        return "the list changes, or its order is not stable: try again, or read a smaller part of it"
    if isinstance(error, RateLimitError):
        return "try again later"
    if isinstance(error, InternalServerError):
        return "the service failed; try again later"
    return ""


def _server(settings: ServiceSettings) -> str:
    found = settings.values.get("base_url")
    return "the default base URL" if found is None else f"the base URL {found.shown} (from {found.source})"


def _credential(settings: ServiceSettings) -> str:
    service, credential = settings.service, settings.credential
    if credential is None:
        name = credential_name(service)
        ways = f"set {variable(service, name)}, give --token-file FILE (- is stdin), or {_keep(service)}"
        return f"there is no {name}: {ways}"
    where = settings.values.get("base_url")
    to = "" if where is None else f" to {where.shown} (from {where.source})"
    return (
        f"the {credential.name} from {credential.source} was sent{to}; is it this server's, and still valid? "
        f"--token-file FILE gives another"
    )


def _argument(error: InvalidArgumentError, settings: ServiceSettings) -> str:
    if error.argument in ("account_key", "auth", "token", "password", "username"):
        if settings.credential is None:
            return _credential(settings)
        return f"it comes from {settings.credential.source}"
    found = settings.values.get(error.argument)
    return "" if found is None else f"it comes from {found.source}"


def _keep(service: str) -> str:
    return f"keep it in the keyring with `trivet config set-token {service}`"
