"""Rows of a bulk job that are settled by hand, in its journal."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat.bulk import AsyncBulk


@pytest.fixture
def hidden(stub, ids):
    """A stub that never shows `is_app_admin`, so that its update stays unknown."""
    stub.observed.listed_app_admin = True
    rows = [{"id": id_, "email": f"{id_}@x.example", "role": "user"} for id_ in ids]
    stub.faults.add("admin.users.list", body={"items": rows, "total": 4}, times=None)
    return stub


async def test_unknown_rows_that_are_settled_by_hand_are_not_sent_again(hidden, async_connect, ids, path):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        report = await job.update_users(ids, is_app_admin=True)
        assert report.counts == {"unknown": 4}
        unknown = [row.id for row in report.unknown]
        job.settle(unknown[0].upper(), "done")
        job.settle(unknown[1:2], "skipped", reason="left the company")
        settled = job.settle(unknown[2:3], "planned")
        assert settled.counts == {"done": 1, "skipped": 1, "unknown": 1, "planned": 1}
        assert [row.reason for row in settled.skipped] == ["left the company"]
        assert job.report == settled
        before = hidden.requests.count("admin.users.update")
        report = await job.update_users(ids, is_app_admin=True)
        assert hidden.requests.count("admin.users.update") == before + 2
        assert [row.outcome for row in report.rows] == ["done", "skipped", "unknown", "unknown"]
        job.settle(unknown[2:], "done")
        assert (await job.update_users(ids, is_app_admin=True)).counts == {"done": 3, "skipped": 1}


@pytest.mark.parametrize(
    ("rows", "outcome", "message"),
    [
        (["x"], "done", r"rows\[0\] must be a UUID"),
        ("alice@example.com", "done", r"rows\[0\] must be a UUID"),
        ([], "unknown", "outcome must be one of 'done', 'skipped', 'planned'"),
        (["ffffffff-ffff-4fff-8fff-ffffffffffff"], "done", r"rows\[0\] must be the id of a row of the journal's job"),
    ],
)
async def test_wrong_row_or_outcome_is_refused_and_nothing_recorded(async_connect, ids, path, rows, outcome, message):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path)
        await job.update_users(ids, is_active=False)
        before = path.read_bytes()
        with pytest.raises(InvalidArgumentError, match=message):
            job.settle(rows, outcome)
        if rows and rows[0].startswith("ffff"):
            with pytest.raises(InvalidArgumentError, match=r"rows\[1\]"):
                job.settle([ids[0], *rows], outcome)
    assert path.read_bytes() == before


async def test_settling_needs_the_journal_of_a_job_that_is_not_running(async_connect, ids, path, tmp_path):
    async with async_connect() as chat, async_connect(base_url="http://other.test") as other:
        with pytest.raises(InvalidArgumentError, match="journal must be given"):
            AsyncBulk(chat).settle(ids, "done")
        with pytest.raises(InvalidArgumentError, match="journal must be the journal of a job that has begun"):
            AsyncBulk(chat, journal=tmp_path / "none.jsonl").settle(ids, "done")
        assert not (tmp_path / "none.jsonl").exists()
        refused = []

        def settle(*_):
            with pytest.raises(InvalidArgumentError, match="a file that no other run is using"):
                AsyncBulk(chat, journal=path).settle(ids, "done")
            refused.append(1)

        await AsyncBulk(chat, journal=path, progress=settle).update_users(ids, is_active=False)
        assert refused == [1] * 4
        with pytest.raises(InvalidArgumentError, match="base_url must be"):
            AsyncBulk(other, journal=path).settle(ids, "done")


async def test_row_settled_by_hand_is_not_verified(hidden, async_connect, ids, path):
    async with async_connect() as chat:
        job = AsyncBulk(chat, journal=path, verify=True)
        assert (await job.update_users(ids, is_app_admin=True)).counts == {"unknown": 4}
        settled = job.settle(ids, "done", reason="looked up in the database")
        before = len(hidden.requests)
        assert await AsyncBulk(chat, journal=path, verify=True).update_users(ids, is_app_admin=True) == settled
        assert len(hidden.requests) == before
        job.settle(ids[0], "planned")
        await job.update_users(ids, is_app_admin=True)
    assert [entry.operation for entry in list(hidden.requests)[before:]].count("admin.users.update") == 1
