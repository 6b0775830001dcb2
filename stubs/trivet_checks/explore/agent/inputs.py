"""Inputs of agent walks that the contract forbids, or of which it says nothing: a table for each operation."""

from collections.abc import Callable, Mapping, Sequence

from trivet_checks.checks.agent.service import added, removed
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.words import (
    CHANGE,
    CHANGE_ACCOUNT,
    CREATE,
    GREP,
    LIST,
    MESSAGES,
    REGISTER,
    SAVE,
    SEARCH,
    UPDATE,
)

Wrong = tuple[Callable[[str], Json], tuple[str, ...]]
"""Makes a body of the start of every name, and the freedoms on which its refusal stands."""
_UNKNOWN = ("unknown-inputs",)
CREDENTIALS: Mapping[str, Json] = {
    "api": {"type": "api", "key": ""},
    "oauth": {"type": "oauth", "refresh": "", "access": "", "expires": 0},
}
"""The two kinds of credentials; an empty text stands for a secret of the step."""


def _account(prefix: str, **more: object) -> Json:
    return {"serviceID": f"{prefix}-service", "credential": {"type": "api", "key": prefix}, **more}


_CREDENTIALS: Sequence[Json] = (
    {"type": "password", "password": "trivet-check"},
    {"type": "api"},
    {"type": "api", "key": 1},
    {"type": "oauth", "refresh": "trivet-check", "access": "trivet-check"},
    {"type": "oauth", "refresh": "trivet-check", "expires": 0},
    {"key": "trivet-check"},
)


def _with(credential: Json) -> Callable[[str], Json]:
    return lambda prefix: _account(prefix, credential=credential)


WRONG: Mapping[str, Sequence[Wrong]] = {
    CREATE: (
        (lambda prefix: {"title": 7}, ()),
        (lambda prefix: {"title": f"{prefix} wrong", "agent": 7}, ()),
        (lambda prefix: {"title": f"{prefix} wrong", "model": "trivet-check"}, ()),
        (lambda prefix: {"title": f"{prefix} wrong", "colour": "red"}, _UNKNOWN),
    ),
    UPDATE: (
        (lambda prefix: {"title": 7}, ()),
        (lambda prefix: {"archived": "yes"}, ()),
        (lambda prefix: {"title": f"{prefix} wrong", "colour": "red"}, _UNKNOWN),
    ),
    REGISTER: (
        (lambda prefix: {"name": f"{prefix} wrong"}, ()),
        (lambda prefix: {"type": 7, "name": f"{prefix} wrong"}, ()),
    ),
    CHANGE: (
        (lambda prefix: {"archived": "yes"}, ()),
        (lambda prefix: {"name": 7}, ()),
        (lambda prefix: {"metadata": "trivet-check"}, ()),
        (lambda prefix: {"name": f"{prefix} wrong", "colour": "red"}, _UNKNOWN),
    ),
    SAVE: (
        *((_with(credential), ()) for credential in _CREDENTIALS),
        (lambda prefix: _account(prefix, serviceID=7), ()),
        (lambda prefix: _account(prefix, serviceID=""), ()),
        (lambda prefix: _account(prefix, active="yes"), ()),
        (lambda prefix: _account(prefix, description=7), ()),
        (lambda prefix: {"serviceID": f"{prefix}-service"}, ()),
        (lambda prefix: {"credential": {"type": "api", "key": prefix}}, ()),
        (lambda prefix: _account(prefix, colour="red"), _UNKNOWN),
    ),
    CHANGE_ACCOUNT: (
        *((lambda prefix, one=credential: {"credential": one}, ()) for credential in _CREDENTIALS),
        (lambda prefix: {"description": 7}, ()),
        (lambda prefix: {"description": f"{prefix} wrong", "colour": "red"}, _UNKNOWN),
    ),
    SEARCH: (
        (lambda prefix: {}, ()),
        (lambda prefix: {"query": 7}, ()),
        (lambda prefix: {"query": prefix, "type": "forest"}, ()),
    ),
    GREP: (
        (lambda prefix: {}, ()),
        (lambda prefix: {"pattern": 7}, ()),
        (lambda prefix: {"pattern": prefix, "include": 7}, ()),
    ),
}
PATCHES: Sequence[Callable[[str], object]] = (
    lambda path: "This is no patch.\n",
    lambda path: 7,
    lambda path: added(path, "One line.").replace("+1 @@", "+1,9 @@"),
    lambda path: removed(f"{path}.missing", "One line."),
)
"""Makes a patch that is none, or that does not apply, of the path of a file."""
_LIMITS: Sequence[tuple[Json, tuple[str, ...]]] = tuple(({"limit": limit}, ()) for limit in ("x", 0, -1, 1.5))
_ORDER: tuple[Json, tuple[str, ...]] = ({"order": "sideways"}, ())
_CURSOR: tuple[Json, tuple[str, ...]] = ({"cursor": "no-cursor-of-this-server"}, ())
_QUERIES: Mapping[str, Sequence[tuple[Json, tuple[str, ...]]]] = {
    LIST: (
        *_LIMITS,
        _ORDER,
        _CURSOR,
        ({"roots": "perhaps"}, ()),
        ({"start": "soon"}, ()),
        ({"colour": "red"}, _UNKNOWN),
    ),
    MESSAGES: (*_LIMITS, _ORDER, _CURSOR, ({"colour": "red"}, _UNKNOWN)),
    SEARCH: _LIMITS,
    GREP: _LIMITS,
}


def queries(operation: str) -> Sequence[tuple[Json, tuple[str, ...]]]:
    """The inputs of a list that the contract forbids, and the freedoms on which a refusal stands.

    >>> queries("session.message.list")[0]
    ({'limit': 'x'}, ())
    """
    return _QUERIES[operation]
