"""A bulk job that is killed and resumed."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.waiting import until
from trivet_stubs import ChatStub
from trivet_stubs.chat import ChatObserved
from trivet_stubs.serving.port import Served

pytestmark = pytest.mark.long

CONCURRENCY = 8

PROGRAM = f"""
import sys
from trivet import ChatClient
from trivet.chat.bulk import Bulk

with ChatClient() as chat:
    job = Bulk(chat, journal=sys.argv[1], concurrency={CONCURRENCY})
    print(job.delete_users(chat.admin.users.list(limit=200), confirm=500))
"""

ASYNC_PROGRAM = f"""
import asyncio
import sys
from trivet import AsyncChatClient
from trivet.chat.bulk import AsyncBulk

async def main():
    async with AsyncChatClient() as chat:
        job = AsyncBulk(chat, journal=sys.argv[1], concurrency={CONCURRENCY})
        print(await job.delete_users(chat.admin.users.list(limit=200), confirm=500))

asyncio.run(main())
"""


def start(program: str, journal: Path, served: Served[ChatStub]) -> subprocess.Popen[str]:
    environment = {**os.environ, "TRIVET_CHAT_BASE_URL": served.url, "TRIVET_CHAT_TOKEN": served.stub.admin_token}
    return subprocess.Popen(
        [sys.executable, "-c", program, str(journal)], env=environment, stdout=subprocess.PIPE, text=True
    )


def ids_to_look_up(journal: Path) -> tuple[set[str], set[str]]:
    """The ids of the rows that the journal shows as sent without an outcome, and the ids of the rows that are done."""
    lines = [json.loads(line) for line in journal.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    open_rows: set[str] = set()
    done: set[str] = set()
    for line in lines[1:]:
        if "send" in line:
            open_rows.add(line["send"])
        else:
            open_rows.discard(line["id"])
            done |= {line["id"]} if line["outcome"] == "done" else set()
    return open_rows, done


@pytest.mark.parametrize("program", [PROGRAM, ASYNC_PROGRAM], ids=["sync", "async"])
def test_killed_bulk_delete_resumes_with_one_effect_per_row(program: str, tmp_path: Path) -> None:
    journal = tmp_path / "job.jsonl"
    observed = ChatObserved(missing_user_500=program is ASYNC_PROGRAM)
    with ChatStub(seed="empty", users=500, observed=observed) as stub, stub.serve() as served:
        everybody = stub.records.users.keys() - {stub.user_id("admin")}
        with start(program, journal, served) as process:
            until(lambda: stub.requests.count("admin.users.delete") >= 150)
            process.kill()  # SIGKILL, or its equivalent on Windows
        until(lambda: all(entry.status is not None for entry in stub.requests))
        before = stub.requests.count("admin.users.delete")
        uncertain, done = ids_to_look_up(journal)
        assert 150 <= before < 500
        assert len(uncertain) <= CONCURRENCY

        with start(program, journal, served) as process:
            output, _ = process.communicate(timeout=300)
        assert output.startswith("501 rows: 500 done, 1 skipped (")
        assert output.endswith(" looked up again)\n"), "none was lost, so that none was changed again"
        assert stub.records.users.keys() == {stub.user_id("admin")}

        deletes = [entry for entry in stub.requests if entry.operation == "admin.users.delete"]
        took_effect = Counter(entry.path.rpartition("/")[2] for entry in deletes if entry.status == 204)
        assert took_effect == dict.fromkeys(everybody, 1)
        sent = Counter(entry.path.rpartition("/")[2] for entry in deletes)
        assert {row for row, times in sent.items() if times > 1} <= uncertain
        looked_up = {e.path.rpartition("/")[2] for e in stub.requests if e.operation == "admin.users.get"}
        assert uncertain <= looked_up <= uncertain | done, "of the done rows, those of the last 30 seconds"
