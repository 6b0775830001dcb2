"""A search in a process of its own."""

import asyncio
import threading

import pytest

from trivet_stubs.agent.grep.process import SearchFailed, search

JOB = {"pattern": "a", "include": "*", "limit": 10, "files": {"x.txt": "ab"}}
ENDLESS = {**JOB, "pattern": "(a+)+$", "files": {"x.txt": "a" * 60 + "b"}}
ENDLESS_GLOB = {**JOB, "include": "{a,b}" * 60}


def test_search_returns_what_its_program_finds():
    found = asyncio.run(search(JOB, seconds=60.0))

    assert [each["submatches"] for each in found["found"]] == [[{"text": "a", "start": 0, "end": 1}]]


@pytest.mark.parametrize("job", [ENDLESS, ENDLESS_GLOB], ids=["pattern", "glob"])
def test_search_that_does_not_end_fails(job):
    with pytest.raises(SearchFailed, match=r"more than 0\.2 seconds"):
        asyncio.run(search(job, seconds=0.2))


def test_search_whose_program_fails_is_an_error():
    with pytest.raises(SearchFailed, match="too much memory"):
        asyncio.run(search({**JOB, "files": None}, seconds=60.0))


def test_cancelled_search_ends_its_process():
    async def run():
        searching = asyncio.create_task(search(ENDLESS, seconds=3_600.0))
        await asyncio.sleep(0)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching
        await asyncio.get_running_loop().shutdown_default_executor()  # joins the thread, so the process has ended

    asyncio.run(run())

    assert all("asyncio_" not in each.name for each in threading.enumerate())
