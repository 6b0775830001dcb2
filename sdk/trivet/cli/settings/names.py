"""The names of services, their settings and the environment variables of these."""

from __future__ import annotations

from difflib import get_close_matches

__all__ = ["CREDENTIALS", "SERVICES", "credential_name", "near", "variable"]

SERVICES = ("bus", "chat", "agent")
CREDENTIALS = ("token_env", "token_file", "token_keyring")
"""The keys of a profile that say where the credential is; it has one of them at most."""


def variable(service: str, setting: str) -> str:
    """Return the environment variable of a setting.

    >>> variable("chat", "base_url")
    'TRIVET_CHAT_BASE_URL'
    """
    return f"TRIVET_{service}_{setting}".upper()


def credential_name(service: str) -> str:
    """Return what the credential of a service is called.

    >>> credential_name("bus")
    'account_key'
    """
    return "account_key" if service == "bus" else "token"


def near(given: str, known: list[str]) -> str:
    """Return the end of a message about a name that is not known: the nearest one, or all that are."""
    found = get_close_matches(given, known, n=1, cutoff=0.6)
    return f"did you mean {found[0]!r}?" if found else f"known: {', '.join(known) or 'none'}"
