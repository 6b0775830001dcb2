"""Runs of the checks of the chat service against a stub in process, on the clock of the stub."""

from collections.abc import Callable, Mapping
from typing import Any

from trivet_checks import Budget, Result, Selection, Target, run, suite
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpClient

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
    return {verdict.id: verdict.reason for verdict in result.of(outcome) if verdict.kind == kind}


def records(stub: ChatStub) -> list[dict[str, Any]]:
    """Return all records of a stub, without the times of the last changes of users."""
    data = stub.state.records
    users = data.users.values()
    return [
        {user.id: (user.email, user.role, user.is_active, user.is_app_admin) for user in users},
        {
            conversation.id: (
                conversation.title,
                conversation.is_archived,
                [message.id for message in conversation.messages],
                [share.id for share in conversation.shares],
            )
            for conversation in data.conversations.values()
        },
        {rating.id: (rating.rating, rating.comment) for rating in data.ratings.newest_first()},
    ]
