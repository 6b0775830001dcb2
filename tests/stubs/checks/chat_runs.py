"""Runs of the checks of the chat service against a stub in process, on the clock of the stub."""

from collections.abc import Callable, Mapping
from typing import Any

from trivet_stubs import ChatStub
from trivet_stubs.checks import Budget, Result, Selection, Target, run, suite
from trivet_stubs.serving.http_client import HttpClient

USERS = {"admin": "admin", "user": "alice", "other": "bob"}
SUITE = suite("chat")


def try_rules(
    stub: ChatStub,
    *ids: str,
    users: Mapping[str, str] = USERS,
    tokens: Mapping[str, str] | None = None,
    client: Callable[..., HttpClient] = HttpClient,
    longest_wait: float = 7200.0,
    **options: Any,
) -> Result:
    """Try these rules, all without any, as these users by their callers' names; `tokens` replaces some tokens."""
    presented = {name: stub.token(who) for name, who in users.items()} | dict(tokens or {})
    callers = {name: SUITE.credentials(token, f"{name.upper()}_TOKEN") for name, token in presented.items()}
    clock = stub.clock
    budget = Budget(seconds=1e6, longest_wait=longest_wait, monotonic=clock.monotonic, pause=clock.advance)
    with client("http://chat.test", transport=stub.async_transport()) as opened:
        target = Target("chat", opened, callers, **({"allow_writes": True, "budget": budget} | options))
        return run(SUITE, target, Selection(ids=ids))


def outcomes(result: Result, outcome: Any, kind: str = "rule") -> dict[str, str]:
    """The rules of one outcome, with the reasons."""
    return {each.id: each.reason for each in result.of(outcome) if each.kind == kind}


def records(stub: ChatStub) -> list[dict[str, Any]]:
    """All that a stub holds; the time of the last change of a user is left out."""
    found = stub.state.records
    users = found.users.values()
    return [
        {each.id: (each.email, each.role, each.is_active, each.is_app_admin) for each in users},
        {
            each.id: (each.title, each.is_archived, [one.id for one in each.messages], [one.id for one in each.shares])
            for each in found.conversations.values()
        },
        {each.id: (each.rating, each.comment) for each in found.ratings.newest_first()},
    ]
