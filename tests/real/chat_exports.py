"""Exports of a real chat backend that pages them by offset without a tie-break: `CHAT_ENV` names its description.

40,000 likes have one `created_at`, so that the export sends some of them twice and leaves others out, as CSV and as
JSON; 300 dislikes have different ones. A transport stands for a gateway that ends a CSV properly after half of it.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.real.chat_backend import Backend
from tests.sdk.cli.console import run_here
from trivet import AsyncChatClient, ChatClient, StreamError
from trivet.chat import AsyncExport

RATINGS = 40_000
DISLIKES = 300
CONVERSATION = "11111111-1111-4111-8111-111111111111"

pytestmark = pytest.mark.skipif("CHAT_ENV" not in os.environ, reason="CHAT_ENV names no file of a chat backend")


@pytest.fixture(scope="module")
def backend() -> Iterator[Backend]:
    """The backend with 40,000 likes of one time and 300 dislikes of other times; they are deleted afterwards."""
    backend = Backend.of_file(Path(os.environ["CHAT_ENV"]))
    backend.sql(f"DELETE FROM conversations WHERE id = '{CONVERSATION}'")
    backend.sql(
        f"INSERT INTO conversations (id, user_id, title) SELECT '{CONVERSATION}', id, 'rated' FROM users "
        "WHERE email = 'user@example.com'"
    )
    for count, rating, time in ((RATINGS, 1, "0 s"), (DISLIKES, -1, "1 s")):
        backend.sql(
            "WITH rated AS (INSERT INTO messages (conversation_id, role, content) "
            f"SELECT '{CONVERSATION}', 'assistant', 'answer ' || n FROM generate_series(1, {count}) AS n RETURNING id) "
            "INSERT INTO message_ratings (message_id, user_id, rating, created_at) "
            f"SELECT rated.id, users.id, {rating}, '2025-06-16T08:00:00Z'::timestamptz + row_number() OVER () * "
            f"interval '{time}' FROM rated, users WHERE users.email = 'user@example.com'"
        )
    backend.sql("ANALYZE")
    yield backend
    backend.sql(f"DELETE FROM conversations WHERE id = '{CONVERSATION}'")


def stored(backend: Backend, rating: int) -> set[str]:
    """Return the ids of the ratings in the database."""
    return {id_ for [id_] in backend.sql(f"SELECT id FROM message_ratings WHERE rating = {rating}")}


def ids(path: Path, form: str) -> list[str]:
    """Return the ids in a saved document, one for each of its ratings."""
    if form == "json":
        return [rating["id"] for rating in json.loads(path.read_text("utf-8"))["ratings"]]
    with path.open(encoding="utf-8", newline="") as file:
        return [row["ID"] for row in csv.DictReader(file)]


class Half(httpx.BaseTransport):
    """A gateway that ends an export properly after half of its lines, or without its last line end."""

    def __init__(self, *, half: bool) -> None:
        self._half = half
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        if "export" not in request.url.path:
            return response
        lines = response.read().splitlines(keepends=True)
        content = b"".join(lines[: len(lines) // 2]) if self._half else b"".join(lines).rstrip(b"\r\n")
        return httpx.Response(200, headers={"content-type": "text/csv"}, content=content)

    def close(self) -> None:
        self._inner.close()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_export_that_repeats_a_rating_is_completed_by_the_command(backend: Backend, tmp_path: Path, form: str) -> None:
    env = {"TRIVET_CHAT_BASE_URL": backend.base_url, "TRIVET_CHAT_TOKEN": backend.admin_token}
    out = tmp_path / f"likes.{form}"
    words = ("chat", "ratings", "export", "--only", "likes", "--format", form, "--out", str(out))
    broken = run_here(*words, env=env)
    assert (broken.status, out.exists()) == (1, False)
    assert "the id of an earlier one, so at least" in broken.err
    sent = ids(out.with_name(f"{out.name}.trivet-part"), form)
    print("\n", broken.err, len(sent), "rows of", len({*sent}), "ratings")
    result = run_here(*words, "--complete", env=env)
    assert (result.status, json.loads(result.out)["ratings"]) == (0, RATINGS)
    assert sorted(ids(out, form)) == sorted(stored(backend, 1))


@pytest.mark.parametrize("form", ["csv", "json"])
async def test_async_export_that_repeats_a_rating_is_not_whole(backend: Backend, tmp_path: Path, form: str) -> None:
    async with AsyncChatClient(base_url=backend.base_url, token=backend.admin_token, timeout=60) as chat:
        if form == "csv":
            export: AsyncExport[Any] = chat.admin.ratings.export(format="csv", rating_filter=1)
        else:
            export = chat.admin.ratings.export(rating_filter=1)
        with pytest.raises(StreamError, match="id of an earlier one, so at least"):
            await export.save(tmp_path / "likes")
        saved = await chat.admin.ratings.export(format="csv", rating_filter=-1).save(tmp_path / "dislikes.csv")
    assert saved.count == DISLIKES
    assert sorted(ids(saved.path, "csv")) == sorted(stored(backend, -1))


@pytest.mark.parametrize("half", [False, True])
def test_half_of_a_table_is_not_whole_and_a_last_row_without_a_line_end_is(
    backend: Backend, tmp_path: Path, half: bool
) -> None:
    transport = Half(half=half)
    with ChatClient(base_url=backend.base_url, token=backend.admin_token, transport=transport) as chat:
        export = chat.admin.ratings.export(format="csv", rating_filter=-1)
        if half:
            with pytest.raises(StreamError, match=f"it holds {DISLIKES // 2 - 1} rows, and the list has {DISLIKES}"):
                export.save(tmp_path / "dislikes.csv")
        else:
            assert export.save(tmp_path / "dislikes.csv").count == DISLIKES
            assert {*ids(tmp_path / "dislikes.csv", "csv")} == stored(backend, -1)
