"""The rows of bulk jobs: email addresses, what the service will refuse, and deletions that export first."""

import json

import pytest

from trivet import InternalServerError, InvalidArgumentError
from trivet.chat import ConversationWithMessages
from trivet.chat.bulk import AsyncBulk
from trivet_stubs.chat.records import User


@pytest.fixture
def add_user(stub):
    """Add a user with an email address, and return their id."""

    def add_user(email):
        records = stub.records
        user = User(id=records.new_id(), email=email, full_name=None, created_at=stub.clock.now())
        records.users[user.id] = user
        return user.id

    return add_user


def sent(stub, method):
    return [entry.path.rpartition("/")[2] for entry in stub.requests if entry.method == method]


async def test_email_with_wildcards_stands_for_exactly_one_user(stub, async_connect, add_user):
    stub.observed.search_wildcards = True
    john = add_user("john_doe@old.example")
    add_user("johnxdoe@old.example")
    add_user("big.john_doe@old.example")
    emails = ["john_doe@old.example", "j_hn_doe@old.example", "%@old.example", " ALICE@example.com "]
    async with async_connect() as chat:
        assert len(await chat.admin.users.list(search=emails[0]).all()) == 3
        report = await AsyncBulk(chat).update_users([*emails, stub.user_id("bob")], is_active=False)
    assert [(row.id, row.label, row.outcome) for row in report.rows] == [
        (john, emails[0], "done"),
        (emails[1], emails[1], "skipped"),
        (emails[2], emails[2], "skipped"),
        (stub.user_id("alice"), "alice@example.com", "done"),
        (stub.user_id("bob"), "bob@example.com", "done"),
    ]
    assert {row.reason for row in report.skipped} == {"no user has this email address"}
    assert set(sent(stub, "PATCH")) == {john, stub.user_id("alice"), stub.user_id("bob")}


async def test_email_that_differs_in_case_only_is_refused_unless_exact(stub, async_connect, add_user):
    upper, lower = add_user("Zoe@old.example"), add_user("zoe@old.example")
    async with async_connect() as chat:
        report = await AsyncBulk(chat).delete_users(["ZOE@old.example", "Zoe@old.example"], confirm=1)
    assert [(row.id, row.reason) for row in report.rows] == [
        ("ZOE@old.example", "2 users have this email address"),
        (upper, None),
    ]
    assert lower in stub.records.users


@pytest.mark.parametrize("concurrency", [1, 8])
async def test_emails_keep_their_order_and_count_once(stub, async_connect, concurrency, tmp_path):
    names = ["erin", "alice", "dave", "bob"] * 3
    emails = [f"{name}@example.com" for name in names]
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.journal", concurrency=concurrency)
        report = await bulk.delete_users([*emails, "nowhere@example.com"], confirm=4)
        assert [row.label for row in report.rows] == [*emails[:4], "nowhere@example.com"]
        assert report.counts == {"done": 4, "skipped": 1}
        searches = len(sent(stub, "GET"))
        assert await bulk.delete_users([*emails, "nowhere@example.com"], confirm=4) == report
        with pytest.raises(InvalidArgumentError, match=r"users\[1\] must be among the rows"):
            await bulk.delete_users([emails[0], "carol@example.com"], confirm=4)
    assert len(sent(stub, "GET")) == searches
    assert len(sent(stub, "DELETE")) == 4


async def test_email_is_no_row_of_conversations_and_no_half_character(async_connect):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match=r"conversations\[0\] must be a UUID"):
            await AsyncBulk(chat).delete_conversations(["ann@old.example"], dry_run=True)
        with pytest.raises(InvalidArgumentError, match=r"users\[0\] must be text without half a surrogate"):
            await AsyncBulk(chat).delete_users(["\ud800@old.example"], dry_run=True)


@pytest.mark.parametrize("by_id", [False, True])
async def test_administrator_cannot_delete_conversations_of_others(stub, async_connect, travel, by_id):
    async with async_connect() as chat:
        own = await chat.conversations.create(title="mine")
        rows = [own, *await chat.admin.conversations.list().complete()]
        rows = [row.id if by_id else row for row in rows]
        preview = await AsyncBulk(chat).delete_conversations(rows, dry_run=True)
        report = await AsyncBulk(chat).delete_conversations(rows, confirm=1)
        updated = await AsyncBulk(chat).update_conversations(rows[1:], is_archived=True, dry_run=True)
    assert [row.id for row in preview.planned] == [row.id for row in report.done] == sent(stub, "DELETE") == [own.id]
    [reason] = [row.reason for row in report.skipped if row.id == travel.id]
    assert reason == f"only its owner may delete it, and that is the user {travel.user_id}: act as them"
    assert {row.reason.partition(",")[0] for row in updated.failed if row.code is None} == {
        "only its owner may change it"
    }


async def test_dry_run_knows_titles_that_others_may_edit_and_titles_too_long(async_connect, travel, budget):
    async with async_connect("dave") as dave:
        ids = [travel.id, budget.id]
        by_title = await AsyncBulk(dave).update_conversations([budget.id], title="x", dry_run=True)
        archived = await AsyncBulk(dave).update_conversations([budget.id], is_archived=True, dry_run=True)
        assert (by_title.counts, archived.counts) == ({"planned": 1}, {"failed": 1})
    async with async_connect("alice") as alice:
        fits = await AsyncBulk(alice).update_conversations(ids, title=" " + 255 * "x" + " ", dry_run=True)
        too_long = await AsyncBulk(alice).update_conversations(ids, title=256 * "x", dry_run=True)
    assert (fits.counts, too_long.counts) == ({"planned": 2}, {"failed": 2})
    assert too_long.failed[0].reason == "the service takes titles of 255 characters; this one has 256"


async def test_deleted_conversations_are_exported_first(stub, async_connect, travel, budget, tmp_path):
    export = tmp_path / "deleted"
    async with async_connect("alice") as alice:
        ids = [travel.id, budget.id]
        before = [await alice.conversations.get(id_) for id_ in ids]
        bulk = AsyncBulk(alice)
        await bulk.delete_conversations(ids, export=export, dry_run=True)
        assert not export.exists()
        report = await bulk.delete_conversations(ids, confirm=2, export=str(export))
    assert report.counts == {"done": 2}
    assert {path.name for path in export.iterdir()} == {f"{id_}.json" for id_ in ids}
    for conversation in before:
        saved = json.loads((export / f"{conversation.id}.json").read_bytes())
        assert isinstance(conversation, ConversationWithMessages)
        assert saved["title"] == conversation.title
        assert [message["content"] for message in saved["messages"]] == [
            message.content for message in conversation.messages
        ]


async def test_conversation_that_cannot_be_saved_is_not_deleted(stub, async_connect, travel, budget, tmp_path):
    journal, export = tmp_path / "job.journal", tmp_path / "deleted"
    async with async_connect("alice") as alice:
        rows = [await alice.conversations.get(conversation.id) for conversation in (travel, budget)]
        stub.faults.add(f"/conversations/{travel.id}", status=500)
        bulk = AsyncBulk(alice, journal=journal, concurrency=1)
        report = await bulk.delete_conversations(rows, confirm=2, export=export)
        assert [row.outcome for row in report.rows] == ["failed", "done"]
        assert sent(stub, "DELETE") == [budget.id]
        with pytest.raises(InvalidArgumentError, match=r"export must be .*deleted' as in the journal"):
            await bulk.delete_conversations(rows, confirm=2)
        again = AsyncBulk(alice, journal=journal, retry_failed=True)
        assert (await again.delete_conversations(rows, confirm=2, export=export)).counts == {"done": 2}
        for wrong in (7, b"x"):
            with pytest.raises(InvalidArgumentError, match="export must be the path of a folder"):
                await bulk.delete_conversations(rows, confirm=2, export=wrong)
            with pytest.raises(InvalidArgumentError, match="export must be the path of a folder"):
                await bulk.delete_users(["bob@example.com"], confirm=1, export=wrong)
    assert len([*export.iterdir()]) == 2


async def test_deletion_in_doubt_stays_so_where_the_conversation_cannot_be_saved_again(
    stub, async_connect, travel, path, tmp_path
):
    async with async_connect("alice") as alice:
        bulk = AsyncBulk(alice, journal=path)
        stub.faults.add("conversations.delete", drop=True)
        stub.faults.add("conversations.get", after=3, status=500)  # in the second run, the look-up is answered
        for outcome in ("unknown", "unknown", "done"):
            report = await bulk.delete_conversations([travel.id], confirm=1, export=tmp_path / "deleted")
            assert report.counts == {outcome: 1}
    assert travel.id not in stub.records.conversations


async def test_full_disk_stops_deletion_before_the_first_row(stub, async_connect, travel, full_disk, tmp_path):
    async with async_connect("alice") as alice:
        bulk = AsyncBulk(alice, concurrency=1)
        with full_disk(64), pytest.raises(OSError, match="File too large") as caught:
            await bulk.delete_conversations([travel.id], confirm=1, export=tmp_path)
        assert caught.value.filename == str(tmp_path / f"{travel.id}.json")
        assert bulk.report.counts == {"planned": 1}
        with pytest.raises(FileNotFoundError):
            await bulk.delete_conversations([travel.id], confirm=1, export=tmp_path / "a" / "b")
    assert sent(stub, "DELETE") == [*tmp_path.iterdir()] == []


async def test_deleted_users_are_exported_with_their_conversations(stub, async_connect, tmp_path):
    export, journal, ids = tmp_path / "deleted", tmp_path / "job.journal", [stub.user_id("alice"), stub.user_id("dave")]
    owned = {
        conversation.id: conversation
        for conversation in stub.records.conversations.values()
        if conversation.user_id in ids
    }
    gone = next(id_ for id_ in owned if owned[id_].user_id == ids[0])
    bob = stub.user_id("bob")
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=journal, concurrency=1)
        stub.faults.add("conversations.get", status=500)
        first = await bulk.delete_users(ids, confirm=2, export=export)
        assert [row.outcome for row in first.rows] == ["failed", "done"]
        assert ids[0] in stub.records.users
        stub.faults.add(f"/conversations/{gone}", status=404, body={"error": {"code": "NOT_FOUND"}})
        again = AsyncBulk(chat, journal=journal, retry_failed=True)
        assert (await again.delete_users(ids, confirm=2, export=export)).counts == {"done": 2}
        stub.faults.add("admin.conversations.list", status=500)
        fails = AsyncBulk(chat, journal=tmp_path / "other.journal")
        with pytest.raises(InternalServerError):
            await fails.delete_users([bob], confirm=1, export=export)
        assert (await fails.delete_users([bob], confirm=1, export=export)).counts == {"done": 1}
    saved = {path.relative_to(export).as_posix(): json.loads(path.read_bytes()) for path in export.rglob("*.json")}
    assert saved[f"{ids[0]}/user.json"]["email"] == "alice@example.com"
    conversations = {
        f"{conversation.user_id}/{conversation.id}.json": len(conversation.messages)
        for conversation in owned.values()
        if conversation.id != gone
    }
    mine = {name: document for name, document in saved.items() if name[:36] in ids and not name.endswith("user.json")}
    assert {name: len(document["messages"]) for name, document in mine.items()} == conversations
    assert bob in {name[:36] for name in saved}
    assert len(sent(stub, "DELETE")) == 3


async def test_404_of_gateway_to_a_conversation_keeps_its_user(stub, async_connect, tmp_path):
    alice = stub.user_id("alice")
    owned = next(
        conversation.id for conversation in stub.records.conversations.values() if conversation.user_id == alice
    )
    stub.faults.add(f"/conversations/{owned}", status=404, body="no such upstream")
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.journal", retry_failed=True)
        report = await bulk.delete_users([alice], confirm=1, export=tmp_path / "deleted")
        assert [(row.outcome, row.status) for row in report.rows] == [("failed", 404)]
        assert (sent(stub, "DELETE"), alice in stub.records.users) == ([], True)
        assert (await bulk.delete_users([alice], confirm=1, export=tmp_path / "deleted")).counts == {"done": 1}
    assert (tmp_path / "deleted" / alice / f"{owned}.json").exists()


async def test_deletion_never_exceeds_the_confirmed_number(stub, async_connect):
    ids = [stub.user_id(name) for name in ("alice", "bob", "dave")]
    async with async_connect(max_retries=0) as chat:
        stub.faults.add(f"/admin/users/{ids[2]}", drop=True)
        with pytest.raises(InvalidArgumentError, match="confirm must be 3, the number of rows"):
            await AsyncBulk(chat).delete_users(ids, confirm=2)
        assert sent(stub, "DELETE") == []
        stub.faults.add(f"/admin/users/{ids[2]}", status=500)
        report = await AsyncBulk(chat, retry_failed=True).delete_users(ids, confirm=2)
    assert [row.outcome for row in report.rows] == ["done", "done", "failed"]
    assert sorted(sent(stub, "DELETE")) == sorted(ids[:2])
