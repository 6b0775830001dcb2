"""Journals of bulk jobs that are cut short, in use, spoilt, of another job, or on a full disk."""

import contextlib
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from trivet import APIConnectionError, AuthenticationError, InvalidArgumentError
from trivet.chat.bulk import AsyncBulk

if sys.platform != "win32":
    import resource


@pytest.mark.parametrize("cut", [1, 5, 30])
async def test_incomplete_last_line_is_cut_off(async_connect, ids, path, new_requests, cut):
    async with async_connect() as chat:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        await AsyncBulk(chat, journal=path, concurrency=1).delete_users(users, confirm=4)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:-1])[:-cut])  # killed while it wrote the last outcome
        new_requests()
        report = await AsyncBulk(chat, journal=path).delete_users(users, confirm=4)
        assert new_requests() == {f"GET {id_}": 1 for id_ in ids}
        assert [json.loads(line) for line in path.read_bytes().splitlines()]
        assert await AsyncBulk(chat, journal=path).delete_users(users, confirm=4) == report
    assert report.counts == {"done": 4}


@pytest.mark.parametrize("part", [0, 0.05, 0.3, 0.6, 0.9])
async def test_incomplete_head_starts_new_job(async_connect, ids, path, part):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).delete_users(chat.admin.users.list(search="alice"), confirm=1)
        head = b"".join(path.read_bytes().splitlines(keepends=True)[:2])
        path.write_bytes(head[: int(len(head) * part)])
        report = await AsyncBulk(chat, journal=path).delete_users(chat.admin.users.list(search="bob"), confirm=1)
        assert [row.id for row in report.done] == [ids[1]]
        assert await AsyncBulk(chat, journal=path).delete_users([ids[1]], confirm=1) == report


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("update_users", {"is_active": False}, "job must be 'delete_users' as in the journal "),
        (
            "delete_users",
            {"confirm": 4, "admins": ["A" * 8 + "-0000-0000-0000-" + "0" * 12]},
            r"admins must be \[\] as",
        ),
    ],
)
async def test_journal_of_other_job_is_refused(async_connect, call, ids, path, new_requests, name, arguments, message):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).delete_users(ids, confirm=4)
        before, _ = path.read_bytes(), new_requests()
        with pytest.raises(InvalidArgumentError, match=message):
            await call(AsyncBulk(chat, journal=path), name, users=ids, **arguments)
    assert (path.read_bytes(), new_requests()) == (before, {})


async def test_journal_of_other_values_is_refused(async_connect, travel, path):
    async with async_connect("alice") as chat:
        job = AsyncBulk(chat, journal=path)
        await job.update_conversations([travel.id], title=None)
        for arguments, message in [
            ({"title": ""}, "title must be None as in"),
            ({"is_archived": False}, "title must be None as in the .*, got UNSET"),
            ({"title": None, "is_archived": False}, "is_archived must be UNSET as in .*, got False"),
        ]:
            with pytest.raises(InvalidArgumentError, match=message):
                await job.update_conversations([travel.id], **arguments)


async def test_journal_of_other_service_or_user_is_refused(stub, async_connect, ids, travel, path):
    async with async_connect() as chat, async_connect(base_url="http://other.test") as other:
        async with chat.acting_as(ids[0]) as alice:
            await AsyncBulk(alice, journal=path).update_conversations([travel.id], title="a")
        with pytest.raises(InvalidArgumentError, match=f"acting_as must be '{ids[0]}' as in .*, got None"):
            await AsyncBulk(chat, journal=path).update_conversations([travel.id], title="a")
        async with other.acting_as(ids[0]) as alice:
            with pytest.raises(InvalidArgumentError, match=r"base_url must be 'http://chat.test' as in"):
                await AsyncBulk(alice, journal=path).update_conversations([travel.id], title="a")


async def test_id_not_in_journal_is_refused(async_connect, ids, path, new_requests):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.update_users(ids[:2], is_active=False)
        new_requests()
        with pytest.raises(InvalidArgumentError, match=r"users\[1\] must be among the rows that the journal was begun"):
            await job.update_users([ids[1], ids[2]], is_active=False)
        assert new_requests() == {}
        assert len((await job.update_users(ids[:1], is_active=False)).rows) == 2


@pytest.mark.parametrize(
    "content",
    [b"id,name\n1,alice\n", b"{}\n", b"\n", b"\x00\xff", b'{"journal": "trivet.chat.bulk", "version": 9, "rows": 0}\n'],
)
async def test_file_other_than_a_journal_is_refused_and_kept(async_connect, ids, path, new_requests, content):
    path.write_bytes(content)
    async with async_connect() as chat:
        with pytest.raises(
            InvalidArgumentError, match=r"journal must be (one that a bulk job wrote|a journal of vers)"
        ):
            await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
    assert (path.read_bytes(), new_requests()) == (content, {})


@pytest.mark.parametrize("line", [b"what?", b"[]", b'{"send": "other"}', b'{"outcome": "done"}', b'{"id": 1, "x": 2}'])
async def test_tampered_journal_is_refused(async_connect, ids, path, new_requests, line):
    async with async_connect() as chat:
        await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
        before = path.read_bytes().splitlines()
        path.write_bytes(b"\n".join([*before[:7], line, *before[7:], b""]))
        new_requests()
        with pytest.raises(InvalidArgumentError, match="journal must be a journal whose line 8 "):
            await AsyncBulk(chat, journal=path).update_users(ids, is_active=False)
    assert new_requests() == {}


@pytest.mark.parametrize("location", ["a folder", "nowhere"])
async def test_unwritable_journal_stops_job_before_first_change(async_connect, ids, tmp_path, new_requests, location):
    journal = tmp_path if location == "a folder" else tmp_path / "missing" / "job.jsonl"
    async with async_connect() as chat:
        with pytest.raises(OSError, match=str(journal).replace("\\", ".")):
            await AsyncBulk(chat, journal=journal).update_users(ids, is_active=False)
    assert new_requests() == {}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
async def test_full_disk_stops_job_before_first_change(async_connect, ids, new_requests):
    async with async_connect() as chat:
        with pytest.raises(OSError, match=r"No space left.*'/dev/full'"):
            await AsyncBulk(chat, journal="/dev/full").update_users(ids, is_active=False)
    assert new_requests() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits to set")
@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize("room", range(0, 301, 75))
async def test_row_without_journal_line_is_not_sent_when_disk_fills(
    stub, async_connect, ids, path, new_requests, concurrency, room
):
    async with async_connect() as chat:
        users = [await chat.admin.users.get(id_) for id_ in ids]
        job = AsyncBulk(chat, journal=path, concurrency=concurrency)
        stub.faults.add("admin.users.delete", status=401)
        with pytest.raises(AuthenticationError):
            await AsyncBulk(chat, journal=path, concurrency=1).delete_users(users, confirm=4)
        new_requests()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + room, hard))
        try:
            with pytest.raises(OSError, match="File too large"):
                await job.delete_users(users, confirm=4)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sent = new_requests()
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        written = [line["send"] for line in lines if "send" in line]
        assert {request.removeprefix("DELETE ") for request in sent} <= {*written}
        report = await job.delete_users(users, confirm=4)
    assert report.counts == {"done": 4}
    again = new_requests()
    uncertain = {request for request in again if request.startswith("GET ")}
    assert len(uncertain) <= concurrency
    assert set(sent.values()) <= {1}
    assert not sent.keys() & again.keys()


@pytest.mark.parametrize("begun", [False, True])
async def test_journal_in_use_by_other_run_is_refused(async_connect, ids, path, begun):
    async with async_connect() as chat:
        first, second = AsyncBulk(chat, journal=path), AsyncBulk(chat, journal=path)

        async def meanwhile():
            with contextlib.suppress(InvalidArgumentError):
                await second.update_users(ids, is_active=False)
            for id_ in ids:
                yield id_

        if begun:
            # The first run has locked the journal by now, so the second one is refused.
            await first.update_users(ids, is_active=False)
            assert (await first.update_users(meanwhile(), is_active=False)).counts == {"done": 4}
            assert second.report.rows == ()
        else:
            with pytest.raises(InvalidArgumentError, match="journal must be a file that no other run is using"):
                await first.update_users(meanwhile(), is_active=False)
            assert second.report.counts == {"done": 4}


async def test_journal_has_no_secret_and_is_private_to_owner(stub, async_connect, ids, travel, path):
    stub.faults.add("conversations.update", status=500, body={"detail": f"bad token {stub.token('admin')}"})
    async with async_connect() as chat, chat.acting_as(ids[0]) as alice:
        job = AsyncBulk(alice, journal=path)
        report = await job.update_conversations(alice.conversations.list(), title="x")
    text = path.read_text("utf-8")
    assert "earer" not in text
    assert "failed" in text
    assert report.counts == {"done": 2, "failed": 1}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_unreadable_list_leaves_no_journal(stub, async_connect, path):
    stub.faults.add("admin.users.list", after=1, cut_after=5, times=None)
    async with async_connect() as chat:
        with pytest.raises(APIConnectionError):
            await AsyncBulk(chat.with_options(max_retries=0), journal=path).update_users(
                chat.admin.users.list(limit=2), is_active=False
            )
    assert not path.exists()
