# Derived from tests/sdk/chat/_async/test_bulk_hostile.py by `python -m codegen`; do not edit.
"""Bulk jobs against services, files and journals that behave badly."""

import contextlib
import json

import pytest

from trivet import InternalServerError, InvalidArgumentError, TrivetError
from trivet.chat.bulk import Bulk, Report, Row


@pytest.fixture
def path(tmp_path):
    """The path of the journal."""
    return tmp_path / "job.journal"


def changes(stub):
    return [entry for entry in stub.requests if entry.method in ("PATCH", "DELETE")]


def test_search_that_shows_others_or_hides_fields_finds_no_user(stub, connect, path):
    ann = {"id": stub.user_id("alice"), "email": "alice@example.com.evil.example", "role": "user", "is_active": True}
    for items in ([ann], [{"id": ann["id"]}], [{**ann, "email": "ALICE@example.com"}] * 2):
        stub.faults.add("admin.users.list", body={"items": items, "total": len(items)})
    emails = ["alice@example.com"]
    with connect() as chat:
        bulk = Bulk(chat, journal=path)
        assert (bulk.delete_users(emails, dry_run=True)).counts == {"skipped": 1}
        assert (bulk.delete_users(emails, dry_run=True)).counts == {"skipped": 1}
        stub.faults.clear()
        stub.faults.add("admin.users.list", status=500)
        with pytest.raises(InternalServerError):
            bulk.delete_users(emails, confirm=1)
    assert (changes(stub), path.exists()) == ([], False)


def test_export_of_another_record_deletes_nothing(stub, connect, travel, budget, tmp_path):
    with connect("alice") as alice:
        other = alice.conversations.get(budget.id)
        body = {"id": other.id, "title": other.title, "messages": [], "is_archived": False, "user_id": other.user_id}
        stub.faults.add(f"/conversations/{travel.id}", after=1, body={**body, "created_at": "2025-06-01T00:00:00Z"})
        bulk = Bulk(alice, concurrency=1)
        report = bulk.delete_conversations([travel.id], confirm=1, export=tmp_path / "export")
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
def test_tampered_journal_is_neither_resumed_nor_undone(stub, connect, path, line):
    ids = [stub.user_id("alice")]
    with connect() as chat:
        Bulk(chat, journal=path).update_users(ids, is_active=False)
        before = len(changes(stub))
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line).replace("ID", ids[0]) + "\n")
        tampered = path.read_bytes()
        for method, arguments in (("undo", [path]), ("update_users", [ids])):
            bulk = Bulk(chat, journal=path if method == "update_users" else None)
            options = {"is_active": False} if method == "update_users" else {}
            with pytest.raises(InvalidArgumentError, match="journal"):
                getattr(bulk, method)(*arguments, **options)
    assert (len(changes(stub)), path.read_bytes()) == (before, tampered)


def test_journal_in_use_is_not_undone(stub, connect, path):
    messages = []

    with connect() as chat:
        other = Bulk(chat)

        def undo():
            try:
                other.undo(path, dry_run=True)
            except InvalidArgumentError as error:
                messages.append(str(error))

        Bulk(chat, journal=path).update_users([stub.user_id("bob")], is_active=False)
        lock = path.open("rb")
        fcntl = pytest.importorskip("fcntl")
        fcntl.flock(lock, fcntl.LOCK_EX)
        undo()
        lock.close()
        undo()
    assert len(messages) == 1
    assert "journal must be a file that no other run is using" in messages[0]


def test_report_is_not_saved_over_a_folder(connect, tmp_path):
    report = Report((Row("a", "done", label="=cmd|' /C calc'!A0"),))
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(OSError, match=r"x\.csv"):
        report.save(tmp_path / "x.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]
    assert report.save(tmp_path / "y.csv").read_text().splitlines()[1] == "a,'=cmd|' /C calc'!A0,done,,,"


@pytest.mark.parametrize("dead", [{"drop": True}, {"cut_after": 0}, {"status": 401}, {"status": 500}])
def test_undo_whose_service_dies_at_any_request_restores_every_row_once(stub, connect, tmp_path, dead):
    ids = [stub.user_id(name) for name in ("alice", "bob", "dave")]
    with connect(max_retries=0) as chat:
        for at in range(7):
            update, undo = tmp_path / f"{at}.update", tmp_path / f"{at}.undo"
            Bulk(chat, journal=update).update_users(ids, is_active=False, role="admin")
            stub.records.users[ids[2]].role = "user"
            stub.faults.add(after=at, times=None, **dead)
            with contextlib.suppress(TrivetError):
                Bulk(chat, journal=undo, concurrency=1).undo(update)
            stub.faults.clear()
            before = len(changes(stub))
            report = Bulk(chat, journal=undo, concurrency=1, retry_failed=True).undo(update)
            assert [row.outcome for row in report.rows] == ["done", "done", "skipped"]
            assert len(changes(stub)) - before <= 2
            states = [(stub.records.users[id_].is_active, stub.records.users[id_].role) for id_ in ids]
            assert states == [(True, "user"), (True, "user"), (False, "user")]
            stub.records.users[ids[2]].is_active = True
