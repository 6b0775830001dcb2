"""The recipe for leavers, over a service that dies at every one of its requests and comes back."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from trivet import ChatClient, TrivetError
from trivet.chat.bulk import Bulk, Report, Row
from trivet_stubs import ChatStub

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "dead", [{"drop": True}, {"cut_after": 0}, {"status": 401}, {"status": 500}], ids=lambda dead: next(iter(dead))
)
def test_service_that_dies_at_any_request_ends_with_all_done(tmp_path: Path, dead: dict[str, Any]) -> None:
    at = 0
    while run(tmp_path / f"{at}", dead, at):
        at += 1
    assert at > 15


def run(folder: Path, dead: dict[str, Any], at: int) -> bool:
    """Run the recipe with a service that is dead from a request on, then alive; return whether it came to that."""
    folder.mkdir()
    with ChatStub() as stub:
        leavers = [stub.user_id("bob"), stub.user_id("dave")]
        for id_ in leavers:
            stub.records.users[id_].is_active = False
        everything = {
            conversation.id for conversation in stub.records.conversations.values() if conversation.user_id in leavers
        }
        others = stub.records.conversations.keys() - everything

        def clear(user: ChatClient, row: Row) -> Report:
            rows = user.conversations.list(include_archived=True).complete()
            bulk = Bulk(user, journal=folder / f"{row.id}.journal", retry_failed=True, concurrency=1)
            return bulk.delete_conversations(rows, confirm=len(rows), export=folder / "export")

        def recipe(chat: ChatClient) -> Report:
            bulk = Bulk(chat, journal=folder / "leavers.journal", retry_failed=True, concurrency=1)
            with suppress(TrivetError):
                bulk.act_as_users(chat.admin.users.list(), clear, activate=True, where=is_leaver)
            return bulk.report

        is_leaver: Callable[[Any], bool] = lambda user: user.id in leavers  # noqa: E731
        with ChatClient(
            token=stub.admin_token,
            base_url="http://chat.test",
            transport=stub.transport(),
            clock=stub.clock,
            max_retries=0,
        ) as chat:
            stub.faults.add(after=at, times=None, **dead)
            first = recipe(chat)
            sent = len(stub.requests)
            left = {id_ for id_ in leavers if stub.records.users[id_].is_active}
            assert left <= {row.id for row in first.unknown if "may still be active" in str(row.reason)}
            stub.faults.clear()
            report = recipe(chat)
            assert report.counts == {"done": 2}, (at, report.rows)
        assert not any(stub.records.users[id_].is_active for id_ in leavers)
        assert stub.records.conversations.keys() == others
        assert {path.stem for path in (folder / "export").iterdir()} == everything
        return sent > at
