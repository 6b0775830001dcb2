"""Exports as JSON and as CSV, read record by record."""

import pytest

from trivet import APITimeoutError
from trivet.chat import AdminRating, ExportedConversation

HEADER = (
    "ID,Message ID,Conversation ID,User ID,Rating,Comment,Message Content,Message Role,User Email,User Name,"
    "Created At,Updated At"
)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("place", ["process", "port"])
async def test_conversations_export_has_messages_tool_calls_and_ratings(stub, async_connect, strict):
    async with async_connect(strict=strict) as chat:
        export = chat.admin.conversations.export()
        assert export.head is None
        conversations = [conversation async for conversation in export]
        listed = {conversation.id: conversation async for conversation in chat.admin.conversations.list()}
        ratings = {rating.id: rating async for rating in chat.admin.ratings.list()}
        assert {type(conversation) for conversation in conversations} == {ExportedConversation}
        assert {conversation.id for conversation in conversations} == set(listed)
        assert [conversation.created_at for conversation in conversations] == sorted(
            (conversation.created_at for conversation in conversations), reverse=True
        )
        for conversation in conversations:
            summary = listed[conversation.id]
            whole = await chat.conversations.get(conversation.id)
            assert (
                conversation.user_id,
                conversation.title,
                conversation.is_archived,
                conversation.created_at,
                conversation.updated_at,
            ) == (
                summary.user_id,
                summary.title,
                summary.is_archived,
                summary.created_at,
                summary.updated_at,
            )
            assert [
                (message.id, message.role, message.content, message.created_at, message.model_name)
                for message in conversation.messages
            ] == [
                (message.id, message.role, message.content, message.created_at, message.model_name)
                for message in whole.messages
            ]
            for message, same in zip(conversation.messages, whole.messages, strict=True):
                assert [(call.tool_name, call.args, call.result, call.status) for call in message.tool_calls] == [
                    (call.tool_name, call.args, call.result, call.status) for call in same.tool_calls
                ]
                for exported in message.ratings:
                    rating = ratings.pop(exported.id)
                    assert rating.message_id == message.id
                    assert (
                        exported.user_id,
                        exported.user_email,
                        exported.rating,
                        exported.comment,
                        exported.created_at,
                    ) == (
                        rating.user_id,
                        rating.user_email,
                        rating.rating,
                        rating.comment,
                        rating.created_at,
                    )
    assert ratings == {}, "each rating is in the export once"
    assert export.head.status == 200
    assert export.head.headers["content-disposition"] == 'attachment; filename="conversations_export.json"'


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("place", ["process", "port"])
async def test_ratings_export_equals_list(async_connect, strict):
    async with async_connect(strict=strict) as chat:
        export = chat.admin.ratings.export()
        ratings = [rating async for rating in export]
        assert {type(rating) for rating in ratings} == {AdminRating}
        assert ratings == await chat.admin.ratings.list().all()
    assert export.head.headers["content-disposition"] == ('attachment; filename="ratings_export_20250616_000000.json"')
    assert export.head.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize("rating_filter", [None, 1, -1, 0])
@pytest.mark.parametrize("with_comments_only", [None, False, True])
@pytest.mark.parametrize("format", ["json", "csv"])
async def test_ratings_export_is_filtered_like_list(async_connect, listed, format, rating_filter, with_comments_only):
    filters = {"rating_filter": rating_filter, "with_comments_only": with_comments_only}
    async with async_connect() as chat:
        export = chat.admin.ratings.export(format=format, **filters)
        ids = [record["ID"] if format == "csv" else record.id async for record in export]
        assert ids == [rating.id async for rating in chat.admin.ratings.list(**filters)]
    sent = {"rating_filter": str(rating_filter)} if rating_filter is not None else {}
    sent |= {"with_comments_only": str(with_comments_only).lower()} if with_comments_only is not None else {}
    counted = [{"limit": "1", **sent}] if format == "csv" else []
    assert listed()[: len(counted) + 1] == [*counted, {"export_format": format, **sent}]


@pytest.mark.parametrize("place", ["process", "port"])
async def test_csv_rows_equal_list_with_escaped_formulas(async_connect):
    async with async_connect() as chat:
        export = chat.admin.ratings.export(format="csv")
        rows = [row async for row in export]
        ratings = await chat.admin.ratings.list().all()
    assert export.head.headers["content-type"] == "text/csv; charset=utf-8"
    assert export.head.headers["content-disposition"] == 'attachment; filename="ratings_export_20250616_000000.csv"'
    assert {tuple(row) for row in rows} == {tuple(HEADER.split(","))}

    def cell(value):
        text = value or ""
        return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text

    assert len(rows) == len(ratings) == 5
    for row, rating in zip(rows, ratings, strict=True):
        assert row == {
            "ID": rating.id,
            "Message ID": rating.message_id,
            "Conversation ID": rating.conversation_id,
            "User ID": rating.user_id,
            "Rating": "Like" if rating.rating == 1 else "Dislike",
            "Comment": cell(rating.comment),
            "Message Content": cell(rating.message_content),
            "Message Role": rating.message_role,
            "User Email": rating.user_email,
            "User Name": cell(rating.user_name),
            "Created At": rating.created_at.isoformat(timespec="microseconds"),
            "Updated At": "",
        }
    comments = {row["Comment"] for row in rows}
    assert '\'=HYPERLINK("http://example.com")' in comments
    assert "The 10:04 is cancelled,\nsays the station." in comments


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "'", '"', ",", "\n"])
async def test_csv_cell_is_unchanged_except_for_formula_apostrophe(stub, async_connect, start):
    [rating] = [record for record in stub.records.ratings.newest_first() if record.comment == "Quick, and right."]
    rating.comment = f'{start}1+1,"two"\r\nthree\nfour "'
    async with async_connect() as chat:
        rows = {row["ID"]: row async for row in chat.admin.ratings.export(format="csv")}
        [same] = [record async for record in chat.admin.ratings.export() if record.id == rating.id]
    guard = "'" if start in "=+-@\t\r" else ""
    assert rows[rating.id]["Comment"] == guard + rating.comment
    assert same.comment == rating.comment
    assert len(rows) == 5


@pytest.mark.parametrize("seed", ["empty"])
async def test_empty_export_is_complete(async_connect):
    async with async_connect() as chat:
        assert [conversation async for conversation in chat.admin.conversations.export()] == []
        assert [rating async for rating in chat.admin.ratings.export()] == []
        assert [row async for row in chat.admin.ratings.export(format="csv")] == []


@pytest.mark.parametrize("seed", ["300x4"])
@pytest.mark.parametrize("place", ["process", "port"])
async def test_large_export_has_every_record_once(stub, async_connect):
    async with async_connect() as chat:
        ids = [conversation.id async for conversation in chat.admin.conversations.export()]
        ratings = [rating.id async for rating in chat.admin.ratings.export()]
        rows = [row["ID"] async for row in chat.admin.ratings.export(format="csv")]
    assert len(ids) == 300
    assert set(ids) == set(stub.records.conversations)
    assert ratings == rows
    assert len(set(ratings)) == len(ratings) == 600


async def test_export_iterated_twice_sends_two_requests(stub, async_connect):
    async with async_connect() as chat:
        export = chat.admin.ratings.export()
        assert len(stub.requests) == 0
        before = [conversation async for conversation in export]
        stub.records.ratings.remove(stub.records.ratings.newest_first()[0])
        after = [conversation async for conversation in export]
    assert after == before[1:]
    assert len(stub.requests) == 2


@pytest.mark.parametrize("seed", ["300x4"])
@pytest.mark.parametrize("format", ["json", "csv"])
async def test_stopping_early_releases_connection(async_connect, async_counted, async_settle, async_iterate, format):
    async with async_connect(transport=async_counted) as chat:
        export = chat.admin.ratings.export(format=format)
        async for _ in export:
            assert async_counted.open == 1
            break
        await async_settle()
        assert async_counted.open == 0
        records = async_iterate(export)
        async for _ in records:
            break
        await records.aclose()
        assert async_counted.open == 0
        assert len([record async for record in export]) == 600, "it can be read again"
        assert async_counted.open == 0


@pytest.mark.parametrize("seed", ["300x4"])
@pytest.mark.parametrize("place", ["port"])
async def test_stopping_early_repeatedly_leaks_no_connection(async_connect, async_settle):
    async with async_connect(timeout=5) as chat:
        for _ in range(5):
            async for conversation in chat.admin.conversations.export():
                assert conversation.messages
                break
            await async_settle()
        assert len(await chat.admin.users.list().page()) == 7


async def test_error_in_loop_body_releases_connection(async_connect, async_counted, async_settle):
    async def stumble(export):
        async for record in export:
            raise LookupError(f"of the reader's own: {record.id}")

    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(LookupError, match="of the reader's own"):
            await stumble(chat.admin.conversations.export())
        await async_settle()
        assert async_counted.open == 0


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("group", ["conversations", "ratings"])
async def test_export_waits_longer_than_client_timeout_for_first_byte(stub, async_connect, call, group, place):
    name = f"admin.{group}.export"
    timeout, delay = (0.05, 0.1) if place == "process" else (0.2, 0.3)
    stub.faults.add(name, delay=delay)
    async with async_connect(timeout=timeout) as chat:
        assert [record async for record in call(chat, name)]
    assert len(stub.requests) == 1


@pytest.mark.parametrize("group", ["conversations", "ratings"])
async def test_export_waits_no_longer_than_its_timeout(stub, async_connect, async_finish, call, group, async_counted):
    name = f"admin.{group}.export"
    stub.faults.add(name, hang=True)
    async with async_connect(transport=async_counted, max_retries=0) as chat:
        with pytest.raises(APITimeoutError) as caught:
            await async_finish(call(chat, name, timeout=0.05))
        assert async_counted.open == 0
    assert caught.value.operation == name


async def test_export_timeout_none_waits_without_limit(async_connect):
    async with async_connect(timeout=None) as chat:
        assert len([rating async for rating in chat.admin.ratings.export(timeout=None)]) == 5


async def test_deadline_bounds_wait_for_export(stub, async_connect, async_finish):
    stub.faults.add("admin.ratings.export", hang=True)
    async with async_connect(deadline=0.05, max_retries=0) as chat:
        with pytest.raises(APITimeoutError):
            await async_finish(chat.admin.ratings.export())


async def test_export_from_busy_service_is_retried(stub, async_connect):
    stub.faults.add("admin.ratings.export", status=503, body="busy", times=2)
    async with async_connect() as chat:
        assert len([rating async for rating in chat.admin.ratings.export()]) == 5
    assert [request.status for request in stub.requests] == [503, 503, 200]


async def test_export_requests_its_media_type_without_compression(stub, async_connect):
    async with async_connect() as chat:
        for format in ("json", "csv"):
            assert [rating async for rating in chat.admin.ratings.export(format=format)]
        assert [conversation async for conversation in chat.admin.conversations.export()]
    sent = [
        (request.headers["accept"], request.headers["accept-encoding"])
        for request in stub.requests
        if request.operation.endswith(".export")
    ]
    assert sent == [("application/json", "identity"), ("text/csv", "identity"), ("application/json", "identity")]


async def test_with_response_refuses_export(stub, async_connect):
    async with async_connect() as chat:
        for method in (chat.admin.conversations.export, chat.admin.ratings.export):
            with pytest.raises(TypeError, match=r"returns \w+, which sends when it is read and carries its own head"):
                await chat.with_response(method)
            with pytest.raises(TypeError, match="a method of this client"):
                await chat.with_response(method().save)
    assert len(stub.requests) == 0
