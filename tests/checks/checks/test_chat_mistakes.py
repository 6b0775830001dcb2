"""The checks of the chat service with callers that a user mixed up, and on servers that keep the contract otherwise."""

from contextlib import suppress
from itertools import count
from typing import Any

import orjson
import pytest

from tests.checks.checks.chat_runs import USERS, outcomes, records, try_rules
from trivet_checks.mutants.changes import HeldAnswer, change_answer, change_reply
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient

DELETED = ("chat.users.deletion-is-hard", "chat.access.token-of-a-deleted-user-is-401")
NOT_ADMIN = "chat.access.admin-operations-need-role-admin"


@pytest.mark.parametrize("who", ["admin", "alice", "bob"])
def test_spare_caller_who_is_another_caller_is_not_deleted(who: str) -> None:
    with ChatStub() as stub:
        before = records(stub)
        another = stub.token(who, expires_in=1e6)  # the token of a second sign-in
        result = try_rules(stub, *DELETED, NOT_ADMIN, tokens={"spare": another})
        name = next(caller for caller, user in USERS.items() if user == who)
        assert set(outcomes(result, "not tried").values()) == {f"the caller spare is the caller {name}, who stays"}
        assert outcomes(result, "broken") == {}
        assert records(stub) == before


def test_spare_caller_on_a_server_that_shows_one_owner_for_all_is_not_deleted() -> None:
    with ChatStub() as stub:
        before = records(stub)
        owner = stub.user_id("dave")
        change_answer(stub, "conversations.create", lambda conversation: {**conversation, "user_id": owner})
        result = try_rules(stub, *DELETED, users={**USERS, "spare": "erin"})
        assert outcomes(result, "holds") == outcomes(result, "broken") == {}
        assert records(stub) == before


def interrupted(at: int) -> type[HttpClient]:
    """Clients that are interrupted when the exchange of this number is over."""
    numbers = count(1)

    class Interrupted(HttpClient):
        def send(self, *args: Any, **options: Any) -> HttpAnswer:
            answer = super().send(*args, **options)
            if next(numbers) == at:
                raise KeyboardInterrupt
            return answer

    return Interrupted


@pytest.mark.long
def test_interrupted_run_leaves_nothing_of_the_spare_caller() -> None:
    users = {**USERS, "spare": "erin"}
    with ChatStub() as stub:
        total = try_rules(stub, NOT_ADMIN, users=users).requests
        before = records(stub)
        for at in range(1, total):
            with suppress(KeyboardInterrupt):
                try_rules(stub, NOT_ADMIN, users=users, client=interrupted(at))
            assert records(stub) == before, f"interrupted after request {at} of {total}"


def test_times_of_users_in_another_spelling_are_in_order() -> None:
    spelled = ["2025-06-16T08:00:00.500Z", "2025-06-16T08:00:00Z", "2025-06-16T09:59:59+02:00"]

    def spell(answer: HeldAnswer) -> None:
        page = orjson.loads(answer.body)
        page["items"] = [{**record, "created_at": at} for record, at in zip(page["items"], spelled, strict=False)]
        answer.body = orjson.dumps(page)

    with ChatStub() as stub:
        change_reply(stub, "admin.users.list", spell)
        assert set(outcomes(try_rules(stub, "chat.users.list-is-newest-first"), "holds")) == {
            "chat.users.list-is-newest-first"
        }
        spelled.reverse()
        assert set(outcomes(try_rules(stub, "chat.users.list-is-newest-first"), "broken")) == {
            "chat.users.list-is-newest-first"
        }


def test_total_that_falls_because_others_delete_is_no_alarm() -> None:
    with ChatStub() as stub:
        bob, others = stub.user_id("bob"), list(stub.state.records.conversations.values())
        assert all(conversation.user_id for conversation in others)
        pages = count()

        def forget(answer: HeldAnswer) -> None:
            if next(pages) == 0:  # another run removes what it has made
                for conversation in others:
                    if conversation.user_id != bob:
                        stub.state.records.conversations.pop(conversation.id, None)

        change_reply(stub, "admin.conversations.list", forget)
        result = try_rules(stub, "chat.paging.total-counts-every-match")
        assert outcomes(result, "broken") == {}
        assert len(outcomes(result, "holds")) == 1
