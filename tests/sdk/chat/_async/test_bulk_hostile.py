"""Bulk jobs against services, files and journals that behave badly."""

import contextlib
import json

import pytest

from trivet import InternalServerError, InvalidArgumentError, TrivetError
from trivet.chat.bulk import AsyncBulk, Report, Row


def changes(stub):
    return [entry for entry in stub.requests if entry.method in ("PATCH", "DELETE")]


async def test_search_that_shows_others_or_hides_fields_finds_no_user(stub, async_connect, path):
    ann = {"id": stub.user_id("alice"), "email": "alice@example.com.evil.example", "role": "user", "is_active": True}
    for items in ([ann], [{"id": ann["id"]}], [{**ann, "email": "ALICE@example.com"}] * 2):
        stub.faults.add("admin.users.list", body={"items": items, "total": len(items)})
    emails = ["alice@example.com"]
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=path)
        assert (await bulk.delete_users(emails, dry_run=True)).counts == {"skipped": 1}
        assert (await bulk.delete_users(emails, dry_run=True)).counts == {"skipped": 1}
        stub.faults.clear()
        stub.faults.add("admin.users.list", status=500)
        with pytest.raises(InternalServerError):
            await bulk.delete_users(emails, confirm=1)
    assert (changes(stub), path.exists()) == ([], False)


async def test_export_of_another_record_deletes_nothing(stub, async_connect, travel, budget, tmp_path):
    async with async_connect("alice") as alice:
        other = await alice.conversations.get(budget.id)
        body = {"id": other.id, "title": other.title, "messages": [], "is_archived": False, "user_id": other.user_id}
        stub.faults.add(f"/conversations/{travel.id}", after=1, body={**body, "created_at": "2025-06-01T00:00:00Z"})
        bulk = AsyncBulk(alice, concurrency=1)
        report = await bulk.delete_conversations([travel.id], confirm=1, export=tmp_path / "export")
    assert report.counts == {"failed": 1}
    assert "the answer is another record" in report.failed[0].reason
    assert changes(stub) == []


@pytest.mark.parametrize(
    "line",
    [
        {"send": 1},
        {"send": []},
        {"send": "ID", "old": [1]},
        {"send": "ID", "new": "x"},
        {"send": "ID", "outcome": "done"},
        {"id": "ID", "outcome": "done", "label": {}},
        {"id": "ID", "outcome": None, "old": {}},
        {"base_url": "http://evil.test"},
    ],
)
async def test_tampered_journal_is_neither_resumed_nor_undone(stub, async_connect, path, line):
    ids = [stub.user_id("alice")]
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
        before = len(changes(stub))
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line).replace("ID", ids[0]) + "\n")
        tampered = path.read_bytes()
        for method, arguments in (("undo", [path]), ("update_users", [ids])):
            bulk = AsyncBulk(chat, journal=path if method == "update_users" else None)
            options = {"is_active": False} if method == "update_users" else {}
            with pytest.raises(InvalidArgumentError, match="journal"):
                await getattr(bulk, method)(*arguments, **options)
    assert (len(changes(stub)), path.read_bytes()) == (before, tampered)


async def test_journal_in_use_is_not_undone(stub, async_connect, path):
    messages = []

    async with async_connect() as chat:
        other = AsyncBulk(chat)

        async def undo():
            try:
                await other.undo(path, dry_run=True)
            except InvalidArgumentError as error:
                messages.append(str(error))

        await AsyncBulk(chat, journal=path).update_users([stub.user_id("bob")], is_active=False)
        lock = path.open("rb")
        fcntl = pytest.importorskip("fcntl")
        fcntl.flock(lock, fcntl.LOCK_EX)
        await undo()
        lock.close()
        await undo()
    assert len(messages) == 1
    assert "journal must be a file that no other run is using" in messages[0]


async def test_report_is_not_saved_over_a_folder(async_connect, tmp_path):
    report = Report((Row("a", "done", label="=cmd|' /C calc'!A0"),))
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(OSError, match=r"x\.csv"):
        report.save(tmp_path / "x.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]
    assert report.save(tmp_path / "y.csv").read_text().splitlines()[1] == "a,'=cmd|' /C calc'!A0,done,,,"


@pytest.mark.parametrize("dead", [{"drop": True}, {"cut_after": 0}, {"status": 401}, {"status": 500}])
async def test_undo_whose_service_dies_at_any_request_restores_every_row_once(stub, async_connect, tmp_path, dead):
    ids = [stub.user_id(name) for name in ("alice", "bob", "dave")]
    async with async_connect(max_retries=0) as chat:
        for at in range(7):
            update, undo = tmp_path / f"{at}.update", tmp_path / f"{at}.undo"
            await AsyncBulk(chat, journal=update).update_users(ids, is_active=False, role="admin")
            stub.records.users[ids[2]].role = "user"
            stub.faults.add(after=at, times=None, **dead)
            with contextlib.suppress(TrivetError):
                await AsyncBulk(chat, journal=undo, concurrency=1).undo(update)
            stub.faults.clear()
            before = len(changes(stub))
            report = await AsyncBulk(chat, journal=undo, concurrency=1, retry_failed=True).undo(update)
            assert [row.outcome for row in report.rows] == ["done", "done", "skipped"]
            assert len(changes(stub)) - before <= 2
            states = [(stub.records.users[id_].is_active, stub.records.users[id_].role) for id_ in ids]
            assert states == [(True, "user"), (True, "user"), (False, "user")]
            stub.records.users[ids[2]].is_active = True
