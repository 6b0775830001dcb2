"""Bulk jobs that save users with their conversations."""

import json

import pytest

from trivet import InvalidArgumentError
from trivet.chat.bulk import AsyncBulk


async def test_users_are_saved_with_their_conversations_and_stay(stub, async_connect, tmp_path):
    before = set(stub.state.records.users), set(stub.state.records.conversations)
    folder = tmp_path / "saved"
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.jsonl")
        preview = await bulk.export_users(
            ["bob@example.com", "admin@example.com", "x@example.com"], folder, dry_run=True
        )
        assert [row.outcome for row in preview.rows] == ["planned", "planned", "skipped"]
        assert not folder.exists()
        report = await bulk.export_users(preview, folder)
        assert [(row.outcome, row.reason) for row in report.rows[:2]] == [
            ("done", "2 conversations"),
            ("done", "0 conversations"),
        ]
        sent = len(stub.requests)
        assert (await bulk.export_users([], folder)).rows == report.rows
        assert len(stub.requests) == sent
    bob = stub.user_id("bob")
    own = {
        f"{conversation.id}.json"
        for conversation in stub.state.records.conversations.values()
        if conversation.user_id == bob
    }
    assert {path.name for path in (folder / bob).iterdir()} == {"user.json", *own}
    assert json.loads((folder / bob / "user.json").read_text())["email"] == "bob@example.com"
    assert (set(stub.state.records.users), set(stub.state.records.conversations)) == before


async def test_user_who_cannot_be_saved_fails_and_is_saved_by_the_next_run(stub, async_connect, tmp_path):
    stub.faults.add("conversations.get", status=500, times=1)
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.jsonl", concurrency=1, retry_failed=True, verify=True)
        users = ["bob@example.com", "alice@example.com"]
        assert (await bulk.export_users(users, tmp_path / "saved")).counts == {"done": 1, "failed": 1}
        assert (await bulk.export_users(users, tmp_path / "saved")).counts == {"done": 2}


async def test_export_without_a_folder_or_to_another_one_is_refused(async_connect, tmp_path):
    async with async_connect() as chat:
        bulk = AsyncBulk(chat, journal=tmp_path / "job.jsonl")
        with pytest.raises(InvalidArgumentError, match="folder must be the path of a folder"):
            await bulk.export_users([], None)
        await bulk.export_users(["bob@example.com"], tmp_path / "one")
        with pytest.raises(InvalidArgumentError, match="export must be"):
            await bulk.export_users(["bob@example.com"], tmp_path / "two")
        with pytest.raises(InvalidArgumentError, match="export_users cannot be undone"):
            await AsyncBulk(chat).undo(tmp_path / "job.jsonl")


async def test_folder_that_is_no_path_is_refused_by_its_name(async_connect):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match="folder must be the path of a folder"):
            await AsyncBulk(chat).export_users([], 7)
