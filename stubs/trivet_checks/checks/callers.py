"""The callers of a run: their tokens, from environment variables, and whether the server lets them in.

No token stands on a command line, where other programs could read it.
"""

import re
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import cast

from trivet_checks.checks.credentials import SPARE, Credentials, default_variable
from trivet_checks.checks.suite import Suite
from trivet_checks.checks.target import REFUSED, Target
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.printable_text import printable

CALLERS = ("admin", "user", "other", SPARE)
"""An administrator, a user, another user, and a user whom the run deletes; that one has no default."""
_LONGEST_MEDIA_TYPE = 100
_NO_ROUTE = (404, 405, 410, 501)
_EVENT_STREAM = "text/event-stream"
_USUAL = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|[A-Z]{1,20}")


def credentials_of(
    suite: Suite, named: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, Credentials | None]:
    """The credentials of each caller. A caller is missing if no variable is named for it and its default is not set.

    >>> credentials_of(suite("chat"), {"admin": "ADMIN_TOKEN"}, os.environ)

    Args:
        suite: The checks of the service.
        named: From callers to the names of the environment variables that hold their tokens.
        environment: The environment.

    Raises:
        ValueError: There is no such caller, a variable that is named is not set, or a token cannot stand in a header.
    """
    credentials: dict[str, Credentials | None] = {"user": None} if suite.optional_callers else {}
    for caller, (variable, token) in tokens_of(suite.service, named, environment).items():
        if not (token.isascii() and token.isprintable()):  # the message must not show it
            raise ValueError(f"caller: the variable {_shown(variable)} has characters that no header may have")
        credentials[caller] = suite.credentials(token, variable)
    return credentials


def tokens_of(service: str, named: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The variable and the token of each caller that has one, as `credentials_of` takes them.

    >>> tokens_of("chat", {"admin": "ADMIN_TOKEN"}, os.environ)

    Raises:
        ValueError: There is no such caller, or a variable that is named is not set.
    """
    unknown = [name for name in named if name not in CALLERS]
    if unknown:
        raise ValueError(f"caller: {unknown[0]!r} is not one of {', '.join(CALLERS)}")
    tokens: dict[str, tuple[str, str]] = {}
    for caller in CALLERS:
        variable = named.get(caller) or (default_variable(service, caller))
        token = environment.get(variable, "").strip()
        if token:
            tokens[caller] = variable, token
        elif caller in named:
            raise ValueError(f"caller: the environment variable {_shown(variable)} of {caller} is not set")
    return tokens


def require_callers(suite: Suite, target: Target) -> None:
    """Try every caller that the checks need, by requests that only read; note in the target which cannot be used.

    >>> require_callers(suite("chat"), target)

    Raises:
        CouldNotRun: One cannot be used, and the run may not go on without it.
    """
    for name in suite.callers:
        if reason := _why_unusable(suite, target, name):
            target.unusable[name] = reason
    let_in = [name for name in suite.callers if name in target.callers and name not in target.unusable]
    for first, second in combinations(let_in, 2):
        if _same_user(target.callers[first], target.callers[second]):
            target.unusable[second] = f"the same user as {first}"
    target.refused.clear()
    _may_go_on(target)


def refused_callers(suite: Suite, target: Target) -> list[str]:
    """Try those callers again that were refused since the last time, and return those who cannot be used any more.

    Their tokens may have expired.

    >>> refused_callers(suite("chat"), target)
    []

    Raises:
        CouldNotRun: One cannot be used any more, and the run may not go on without it.
    """
    refused = target.refused.intersection(suite.callers) - {SPARE}  # the run itself deletes the spare user
    for name in sorted(refused - target.unusable.keys()):
        read = partial(target.caller(name).call, target.let_in_by.get(name, suite.callers[name][0]))
        with suppress(Broken):  # a user whom a check has restored may be let in a little later
            target.eventually(read, lambda reply: reply.status not in REFUSED, "the caller is refused")
        if reason := _why_unusable(suite, target, name):
            target.unusable[name] = f"let in at first, and then {reason}"
    target.refused.clear()
    _may_go_on(target)
    return sorted(refused & target.unusable.keys())


def _why_unusable(suite: Suite, target: Target, name: str) -> str:
    """Why the checks cannot use a caller; empty if they can."""
    give_it = f"--caller {name}=VARIABLE, or {default_variable(suite.service, name)}"
    if name not in target.callers:
        return "" if name == SPARE else f"not given ({give_it})"
    credentials = target.callers[name]
    for number, operation in enumerate(suite.callers[name]):
        if number and not target.concerns(operation):
            continue
        try:
            reply = _first_answer(suite, target, name, operation, of_a_role=number > 0)
        except (Broken, NotTried):  # no answer, or no time for one, says nothing of the caller
            return ""
        request = f"{reply.request.method} {reply.request.url} is answered with {reply.status}"
        if number and (reply.status in REFUSED or reply.status in _NO_ROUTE):
            return f"let in, but without the rights that the checks need: {request}"
        if reply.status in REFUSED:
            if credentials is None:
                return f"not given ({give_it}), and the server asks for credentials: {request}"
            return f"refused: {request}; has {credentials.shown} expired, or is it of another server?"
        if _is_another_service(reply):
            media_type = printable(reply.media_type, _LONGEST_MEDIA_TYPE)
            return f"{request} {media_type}".rstrip() + "; is the base URL right, with its prefix?"
        if not number:
            target.let_in_by[name] = reply.operation
    return ""


def _first_answer(suite: Suite, target: Target, name: str, operation: str, *, of_a_role: bool) -> Reply:
    """The answer of the first operation that the server has of those that may take the place of an operation.

    A server may have a part of the operations: that one of them is missing does not say that the base URL is wrong.

    Returns:
        The answer of the first of all if the server has none.
    """
    caller = target.caller(name)
    first: Reply | None = None
    for candidate in _candidates(suite, target, operation, of_a_role=of_a_role):
        reply = caller.call(candidate)
        if not _is_another_service(reply):
            return reply
        first = first or reply
    return first or caller.call(operation)


def _candidates(suite: Suite, target: Target, operation: str, *, of_a_role: bool) -> list[str]:
    """Operations that only read, of the selected ones if there are some: the given one first, then those akin to it."""
    kind = operation.partition(".")[0]
    roles = {other.partition(".")[0] for operations in suite.callers.values() for other in operations[1:]}
    readable = [
        described.id
        for described in target.shapes.contract.operations.values()
        if described.method == "GET"
        and described.secured
        and not described.path_parameters
        and not any(parameter.required for parameter in described.query.values())
        and _EVENT_STREAM not in described.media_types
    ]
    akin = [name for name in readable if name.partition(".")[0] == kind]
    others = [] if of_a_role else [name for name in readable if name.partition(".")[0] not in roles]
    candidates = [*dict.fromkeys([operation, *akin, *others])]
    return [name for name in candidates if target.concerns(name)] or candidates


def _is_another_service(reply: Reply) -> bool:
    """Whether an answer shows that the service is not below the base URL: a redirect, no such route, a web page."""
    if reply.ok:
        return bool(reply.in_its_place) or not (
            reply.is_json or reply.media_type.endswith("xml") or not reply.media_type
        )
    return 300 <= reply.status < 400 or reply.status in _NO_ROUTE


def _same_user(first: Credentials | None, second: Credentials | None) -> bool:
    """Whether two callers present one token, or tokens with the same subject, as two sign-ins of a user have."""
    if first is None or second is None:
        return False
    subject = _subject(first)
    return first.value == second.value or (subject is not None and subject == _subject(second))


def _subject(credentials: Credentials) -> object:
    """The subject of a JSON Web Token; None for a token of another kind."""
    try:
        claims = loads(urlsafe_b64decode(credentials.value.split(".")[1] + "=="))
    except (IndexError, ValueError):
        return None
    return cast(Mapping[str, object], claims).get("sub") if isinstance(claims, dict) else None


def _may_go_on(target: Target) -> None:
    if target.unusable and not target.allow_untried:
        raise CouldNotRun.without(target.unusable)


def _shown(variable: str) -> str:
    """The name of a variable; another text may be a token that was given in its place."""
    return variable if _USUAL.fullmatch(variable) else "<name not shown>"
