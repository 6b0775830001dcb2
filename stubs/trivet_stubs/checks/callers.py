"""The callers of a run, by the environment variables that hold their tokens: no token stands on a command line."""

import re
from collections.abc import Mapping

from trivet_stubs.checks.credentials import SPARE, Credentials, default_variable
from trivet_stubs.checks.suite import Suite

CALLERS = ("admin", "user", "other", SPARE)
"""An administrator, a user, another user, and a user whom the run deletes; that one has no default."""
_USUAL = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|[A-Z]{1,20}")


def credentials_of(
    suite: Suite, named: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, Credentials | None]:
    """What each caller presents. A caller is missing if no variable is named for it and its default is not set.

    >>> credentials_of(suite("chat"), {"admin": "ADMIN_TOKEN"}, os.environ)

    Args:
        suite: The checks of the service.
        named: From callers to the names of the environment variables that hold their tokens.
        environment: The environment.

    Raises:
        ValueError: There is no such caller, a variable that is named is not set, or a token cannot stand in a header.
    """
    found: dict[str, Credentials | None] = {"user": None} if suite.optional_callers else {}
    for caller, (variable, token) in tokens_of(suite.service, named, environment).items():
        if not (token.isascii() and token.isprintable()):  # the message must not show it
            raise ValueError(f"caller: the variable {_shown(variable)} has characters that no header may have")
        found[caller] = suite.credentials(token, variable)
    return found


def tokens_of(service: str, named: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The variable and the token of each caller that has one, as `credentials_of` takes them.

    >>> tokens_of("chat", {"admin": "ADMIN_TOKEN"}, os.environ)

    Raises:
        ValueError: There is no such caller, or a variable that is named is not set.
    """
    unknown = [each for each in named if each not in CALLERS]
    if unknown:
        raise ValueError(f"caller: {unknown[0]!r} is none of {', '.join(CALLERS)}")
    found: dict[str, tuple[str, str]] = {}
    for caller in CALLERS:
        variable = named.get(caller) or (default_variable(service, caller))
        token = environment.get(variable, "").strip()
        if token:
            found[caller] = variable, token
        elif caller in named:
            raise ValueError(f"caller: the environment variable {_shown(variable)} of {caller} is not set")
    return found


def _shown(variable: str) -> str:
    """The name of a variable; another text may be a token that was given in its place."""
    return variable if _USUAL.fullmatch(variable) else "<name not shown>"
