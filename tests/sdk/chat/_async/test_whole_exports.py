"""Exports that end properly, but lack records: their number is compared with the total of the list."""

import csv
import io
import json

import httpx
import pytest

from trivet import APIConnectionError, PermissionDeniedError, StreamError

LIST = "admin.ratings.list"
RATINGS = "admin.ratings.export"


@pytest.fixture
def async_table(async_connect):
    """A function that returns the lines of the whole export."""

    async def table():
        async with async_connect() as chat:
            rows = [row async for row in chat.admin.ratings.export(format="csv")]
        text = io.StringIO()
        csv.writer(text).writerows([rows[0], *(row.values() for row in rows)])
        return text.getvalue().split("\r\n")[:-1]

    return table


def sent(stub, lines, *, end="\r\n"):
    """Let the stub send these lines as the whole export, once."""
    stub.faults.add(RATINGS, body="\r\n".join(lines) + end, content_type="text/csv; charset=utf-8")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("count", [0, 2, 4])
async def test_part_of_a_table_that_ends_properly_is_not_whole(
    stub, async_connect, async_table, async_finish, tmp_path, count
):
    lines = (await async_table())[: count + 1]
    message = rf"the document is not whole: it holds {count} rows, and the list has 5, after {count} records"
    async with async_connect() as chat:
        sent(stub, lines)
        with pytest.raises(StreamError, match=message):
            await async_finish(chat.admin.ratings.export(format="csv"))
        sent(stub, lines)
        with pytest.raises(StreamError, match=message):
            await chat.admin.ratings.export(format="csv").save(tmp_path / "r.csv")
    assert names(tmp_path) == ["r.csv.trivet-part"]


async def test_table_with_more_rows_than_the_list_is_refused(stub, async_connect, async_table, async_finish):
    lines = await async_table()
    sent(stub, [*lines, f"x{lines[1]}"])
    async with async_connect() as chat:
        with pytest.raises(StreamError, match="it holds 6 rows, and the list has 5"):
            await async_finish(chat.admin.ratings.export(format="csv"))


@pytest.mark.parametrize("where", [0, 4])
async def test_rating_that_is_removed_during_an_export_is_not_missed(stub, async_connect, async_table, where):
    """The rows lie between the totals before and after."""
    lines = await async_table()
    async with async_connect() as chat:
        ratings = await chat.admin.ratings.list().all()
        gone = ratings[where]
        stub.requests.clear()
        sent(stub, lines[: where + 1] + lines[where + 2 :])
        count = 0
        async for _ in chat.admin.ratings.export(format="csv"):
            if not count:
                async with async_connect(token=stub.token(gone.user_email)) as user:
                    await user.conversations.messages.unrate(gone.conversation_id, gone.message_id)
            count += 1
    assert (count, stub.requests.count(LIST)) == (4, 2)


async def test_whole_table_takes_one_more_request(stub, async_connect, async_finish):
    async with async_connect() as chat:
        assert len(await async_finish(chat.admin.ratings.export(format="csv", rating_filter=1))) == 3
        assert [(request.operation, dict(request.query)) for request in stub.requests] == [
            (LIST, {"limit": "1", "rating_filter": "1"}),
            (RATINGS, {"export_format": "csv", "rating_filter": "1"}),
        ]
        await async_finish(chat.admin.ratings.export())
    assert stub.requests.count(LIST) == 1, "JSON states its own total"


@pytest.mark.parametrize("save", [False, True])
@pytest.mark.parametrize("kind", [httpx.ConnectError, httpx.ReadTimeout])
async def test_server_that_does_not_answer_is_asked_for_the_total_alone(
    async_connect, async_finish, tmp_path, save, kind
):
    asked = []

    def answer(request):
        asked.append(request.url.path)
        raise kind("no")

    async with async_connect(transport=httpx.MockTransport(answer), max_retries=1) as chat:
        export = chat.admin.ratings.export(format="csv")
        with pytest.raises(APIConnectionError) as caught:
            await (export.save(tmp_path / "r.csv") if save else async_finish(export))
    assert (caught.value.operation, asked) == (LIST, ["/admin/ratings"] * 2)
    assert names(tmp_path) == []


@pytest.mark.parametrize("place", ["port"])
async def test_one_connection_is_enough(stub, async_connect, async_table, async_finish):
    lines = await async_table()
    async with async_connect(max_connections=1, timeout=5) as chat:
        assert len(await async_finish(chat.admin.ratings.export(format="csv"))) == 5
        sent(stub, lines[:3])
        with pytest.raises(StreamError, match="it holds 2 rows, and the list has 5"):
            await async_finish(chat.admin.ratings.export(format="csv"))


async def test_list_that_fails_before_is_asked_again_after(stub, async_connect, async_finish):
    stub.faults.add(LIST, status=500)
    async with async_connect(max_retries=0) as chat:
        assert len(await async_finish(chat.admin.ratings.export(format="csv"))) == 5
        assert stub.requests.count(LIST) == 2
        stub.faults.add(LIST, status=403, times=None)
        with pytest.raises(PermissionDeniedError) as caught:
            await async_finish(chat.admin.ratings.export(format="csv"))
    assert caught.value.operation == LIST


@pytest.mark.parametrize("place", ["process", "port"])
async def test_last_row_without_a_line_end_is_read_if_length_and_total_agree(
    stub, async_connect, async_table, tmp_path, place
):
    lines = await async_table()
    async with async_connect() as chat:
        whole = [row async for row in chat.admin.ratings.export(format="csv")]
        sent(stub, lines, end="")
        assert [row async for row in chat.admin.ratings.export(format="csv")] == whole
        sent(stub, lines, end="")
        saved = await chat.admin.ratings.export(format="csv").save(tmp_path / "r.csv")
        assert (saved.count, saved.path.read_text("utf-8").endswith(lines[-1])) == (5, True)
        sent(stub, lines[:1], end="")
        assert [
            row async for row in chat.admin.ratings.export(format="csv", with_comments_only=True, rating_filter=0)
        ] == []


@pytest.mark.parametrize("cut", [1, 2, 3, 30, 100])
async def test_last_row_that_is_cut_is_not_whole(stub, async_connect, async_table, async_finish, cut):
    text = "\r\n".join(await async_table())
    for end in (text[:-cut], text + "\r"):
        stub.faults.add(RATINGS, body=end, content_type="text/csv")
        async with async_connect() as chat:
            with pytest.raises(StreamError, match="it ends in the middle of a row"):
                await async_finish(chat.admin.ratings.export(format="csv"))


async def test_last_row_without_a_line_end_is_not_whole_if_no_length_was_sent(async_connect, async_table, async_finish):
    content = "\r\n".join(await async_table()).encode()

    async def body():
        yield content

    def answer(request):
        if request.url.path.endswith("export"):
            return httpx.Response(200, headers={"content-type": "text/csv"}, content=body())
        return httpx.Response(200, json={"items": [], "total": 5})

    async with async_connect(transport=httpx.MockTransport(answer)) as chat:
        with pytest.raises(StreamError, match="it ends in the middle of a row"):
            await async_finish(chat.admin.ratings.export(format="csv"))


def repeated(document, name):
    """Return a JSON document in which the second record takes the place of the last one."""
    records = json.loads(document)
    records[name][-1] = records[name][1]
    return records


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("format", ["json", "csv"])
async def test_export_that_repeats_a_rating_is_not_whole(
    stub, async_connect, async_table, async_finish, tmp_path, format
):
    async with async_connect() as chat:
        whole = (await chat.admin.ratings.export().save(tmp_path / "whole")).path.read_bytes()
        for save in (False, True):
            if format == "csv":
                lines = await async_table()
                sent(stub, [*lines[:-1], lines[2]])
            else:
                stub.faults.add(RATINGS, body=repeated(whole, "ratings"))
            export = chat.admin.ratings.export(format=format)
            with pytest.raises(StreamError) as caught:
                await (export.save(tmp_path / "r") if save else async_finish(export))
            assert caught.value.reason == (
                "the document is not whole: 1 of its 5 records has the id of an earlier one, so at least 1 is missing, "
                "after 5 records"
            )
            assert "`admin.ratings.list().complete()` finds all" in str(caught.value)
    assert names(tmp_path) == ["r.trivet-part", "whole"]


async def test_export_that_repeats_conversations_is_not_whole(stub, async_connect, async_finish, tmp_path):
    async with async_connect() as chat:
        whole = (await chat.admin.conversations.export().save(tmp_path / "whole")).path.read_bytes()
        records = json.loads(whole)
        records["conversations"][-2:] = records["conversations"][:2]
        stub.faults.add("admin.conversations.export", body=records)
        with pytest.raises(StreamError, match="have the id of an earlier one, so at least 2 are missing") as caught:
            await async_finish(chat.admin.conversations.export())
    assert "`admin.conversations.list().complete()` finds all" in caught.value.hint


async def test_repeated_rating_beside_a_wrong_number_is_a_wrong_number(stub, async_connect, async_table, async_finish):
    lines = await async_table()
    sent(stub, [*lines, lines[1]])
    async with async_connect() as chat:
        with pytest.raises(StreamError, match="it holds 6 rows, and the list has 5"):
            await async_finish(chat.admin.ratings.export(format="csv"))


async def test_rows_without_an_id_are_not_counted(stub, async_connect, async_finish):
    sent(stub, ["Rating,Comment", *["Like,"] * 5])
    async with async_connect() as chat:
        assert len(await async_finish(chat.admin.ratings.export(format="csv"))) == 5
