"""Exports: their records one at a time, as JSON and as CSV."""

import logging
import traceback

import pytest

from trivet import APITimeoutError, DecodeError, StreamError, TrivetError
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
        found = [each async for each in export]
        listed = {each.id: each async for each in chat.admin.conversations.list()}
        ratings = {each.id: each async for each in chat.admin.ratings.list()}
        assert {type(each) for each in found} == {ExportedConversation}
        assert {each.id for each in found} == set(listed)
        assert [each.created_at for each in found] == sorted((each.created_at for each in found), reverse=True)
        for each in found:
            item = listed[each.id]
            whole = await chat.conversations.get(each.id)
            assert (each.user_id, each.title, each.is_archived, each.created_at, each.updated_at) == (
                item.user_id,
                item.title,
                item.is_archived,
                item.created_at,
                item.updated_at,
            )
            assert [(one.id, one.role, one.content, one.created_at, one.model_name) for one in each.messages] == [
                (one.id, one.role, one.content, one.created_at, one.model_name) for one in whole.messages
            ]
            for one, same in zip(each.messages, whole.messages, strict=True):
                assert [(call.tool_name, call.args, call.result, call.status) for call in one.tool_calls] == [
                    (call.tool_name, call.args, call.result, call.status) for call in same.tool_calls
                ]
                for given in one.ratings:
                    rating = ratings.pop(given.id)
                    assert rating.message_id == one.id
                    assert (given.user_id, given.user_email, given.rating, given.comment, given.created_at) == (
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
        found = [each async for each in export]
        assert {type(each) for each in found} == {AdminRating}
        assert found == await chat.admin.ratings.list().all()
    assert export.head.headers["content-disposition"] == ('attachment; filename="ratings_export_20250616_000000.json"')
    assert export.head.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize("rating_filter", [None, 1, -1, 0])
@pytest.mark.parametrize("with_comments_only", [None, False, True])
@pytest.mark.parametrize("format", ["json", "csv"])
async def test_ratings_export_is_filtered_like_list(async_connect, listed, format, rating_filter, with_comments_only):
    filters = {"rating_filter": rating_filter, "with_comments_only": with_comments_only}
    async with async_connect() as chat:
        export = chat.admin.ratings.export(format=format, **filters)
        found = [each["ID"] if format == "csv" else each.id async for each in export]
        assert found == [each.id async for each in chat.admin.ratings.list(**filters)]
    sent = {"export_format": format}
    sent |= {"rating_filter": str(rating_filter)} if rating_filter is not None else {}
    sent |= {"with_comments_only": str(with_comments_only).lower()} if with_comments_only is not None else {}
    assert listed()[0] == sent


@pytest.mark.parametrize("place", ["process", "port"])
async def test_csv_rows_equal_list_with_escaped_formulas(async_connect):
    async with async_connect() as chat:
        export = chat.admin.ratings.export(format="csv")
        rows = [each async for each in export]
        ratings = await chat.admin.ratings.list().all()
    assert export.head.headers["content-type"] == "text/csv; charset=utf-8"
    assert export.head.headers["content-disposition"] == 'attachment; filename="ratings_export_20250616_000000.csv"'
    assert {tuple(each) for each in rows} == {tuple(HEADER.split(","))}

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
    [rating] = [each for each in stub.records.ratings.newest_first() if each.comment == "Quick, and right."]
    rating.comment = f'{start}1+1,"two"\r\nthree\nfour "'
    async with async_connect() as chat:
        rows = {each["ID"]: each async for each in chat.admin.ratings.export(format="csv")}
        [same] = [each async for each in chat.admin.ratings.export() if each.id == rating.id]
    guard = "'" if start in "=+-@\t\r" else ""
    assert rows[rating.id]["Comment"] == guard + rating.comment
    assert same.comment == rating.comment
    assert len(rows) == 5


@pytest.mark.parametrize("seed", ["empty"])
async def test_empty_export_is_complete(async_connect):
    async with async_connect() as chat:
        assert [each async for each in chat.admin.conversations.export()] == []
        assert [each async for each in chat.admin.ratings.export()] == []
        assert [each async for each in chat.admin.ratings.export(format="csv")] == []


@pytest.mark.parametrize("seed", ["300x4"])
@pytest.mark.parametrize("place", ["process", "port"])
async def test_large_export_has_every_record_once(stub, async_connect):
    async with async_connect() as chat:
        ids = [each.id async for each in chat.admin.conversations.export()]
        ratings = [each.id async for each in chat.admin.ratings.export()]
        rows = [each["ID"] async for each in chat.admin.ratings.export(format="csv")]
    assert len(ids) == 300
    assert set(ids) == set(stub.records.conversations)
    assert ratings == rows
    assert len(set(ratings)) == len(ratings) == 600


async def test_export_iterated_twice_sends_two_requests(stub, async_connect):
    async with async_connect() as chat:
        export = chat.admin.ratings.export()
        assert len(stub.requests) == 0
        before = [each async for each in export]
        stub.records.ratings.remove(stub.records.ratings.newest_first()[0])
        after = [each async for each in export]
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
        assert len([each async for each in export]) == 600, "it can be read again"
        assert async_counted.open == 0


@pytest.mark.parametrize("seed", ["300x4"])
@pytest.mark.parametrize("place", ["port"])
async def test_stopping_early_repeatedly_leaks_no_connection(async_connect, async_settle):
    async with async_connect(timeout=5) as chat:
        for _ in range(20):
            async for each in chat.admin.conversations.export():
                assert each.messages
                break
            await async_settle()
        assert len(await chat.admin.users.list().page()) == 7


async def test_error_in_loop_body_releases_connection(async_connect, async_counted, async_settle):
    async def stumble(export):
        async for each in export:
            raise LookupError(f"of the reader's own: {each.id}")

    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(LookupError, match="of the reader's own"):
            await stumble(chat.admin.conversations.export())
        await async_settle()
        assert async_counted.open == 0


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("group", ["conversations", "ratings"])
async def test_export_waits_longer_than_client_timeout_for_first_byte(stub, async_connect, call, group, place):
    name = f"admin.{group}.export"
    stub.faults.add(name, delay=0.3)
    async with async_connect(timeout=0.1 if place == "process" else 0.2) as chat:
        assert [each async for each in call(chat, name)]
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
        assert len([each async for each in chat.admin.ratings.export(timeout=None)]) == 5


async def test_deadline_bounds_wait_for_export(stub, async_connect, async_finish):
    stub.faults.add("admin.ratings.export", hang=True)
    async with async_connect(deadline=0.05, max_retries=0) as chat:
        with pytest.raises(APITimeoutError):
            await async_finish(chat.admin.ratings.export())


async def test_export_from_busy_service_is_retried(stub, async_connect):
    stub.faults.add("admin.ratings.export", status=503, body="busy", times=2)
    async with async_connect() as chat:
        assert len([each async for each in chat.admin.ratings.export()]) == 5
    assert [each.status for each in stub.requests] == [503, 503, 200]


async def test_export_requests_its_media_type_without_compression(stub, async_connect):
    async with async_connect() as chat:
        for format in ("json", "csv"):
            assert [each async for each in chat.admin.ratings.export(format=format)]
        assert [each async for each in chat.admin.conversations.export()]
    sent = [(each.headers["accept"], each.headers["accept-encoding"]) for each in stub.requests]
    assert sent == [("application/json", "identity"), ("text/csv", "identity"), ("application/json", "identity")]


async def test_with_response_refuses_export(stub, async_connect):
    async with async_connect() as chat:
        for method in (chat.admin.conversations.export, chat.admin.ratings.export):
            with pytest.raises(TypeError, match=r"gives a.* which sends when it is read and carries its own head"):
                await chat.with_response(method)
            with pytest.raises(TypeError, match="a method of this client"):
                await chat.with_response(method().save)
    assert len(stub.requests) == 0


GOOD = {
    "id": "0f000000-0000-4000-8000-00000000000f",
    "message_id": "0f000000-0000-4000-8000-00000000000f",
    "user_id": "0f000000-0000-4000-8000-00000000000f",
    "rating": 1,
    "created_at": "2025-06-16T00:00:00+00:00",
}


async def taken(export):
    """The records of an export, and the error that ended it."""
    found = []
    try:
        async for each in export:
            found.append(each)
    except TrivetError as error:
        return found, error
    return found, None


@pytest.mark.parametrize("total", [0, 1, 3, -1, 2.5, "2", None, True])
async def test_wrong_total_raises_after_last_record(stub, async_connect, total):
    body = {"ratings": [GOOD, GOOD], "total": total}
    stub.faults.add("admin.ratings.export", body=body)
    async with async_connect() as chat:
        found, error = await taken(chat.admin.ratings.export())
    assert len(found) == 2
    assert isinstance(error, (StreamError, DecodeError))
    assert error.operation == "admin.ratings.export"
    if type(total) is int:
        assert isinstance(error, StreamError)
        assert f"holds 2 ratings, and says that there are {total}" in str(error)


@pytest.mark.parametrize("total", [2, 2.0])
async def test_total_may_precede_records(stub, async_connect, total):
    stub.faults.add("admin.ratings.export", body={"total": total, "exported_at": None, "ratings": [GOOD, GOOD]})
    async with async_connect() as chat:
        found, error = await taken(chat.admin.ratings.export())
    assert (len(found), error) == (2, None)


@pytest.mark.parametrize(
    "body",
    [
        b"not JSON at all",
        b'"te',
        b"nul",
        b"{ratings: []}",
        b'{"ratings": [}]}',
        b"[]",
        b"7",
        b'"text"',
        b"null",
        b"{}",
        b'{"ratings": []}',
        b'{"ratings": [{"id": "x", "created_at": 7}], "total": 1}',
        b'{"ratings": [7], "total": 1}',
        b'{"ratings": [null], "total": 1}',
        b'{"ratings": [[]], "total": 1}',
        b'{"ratings": [], "total": 0} and more',
        b'{"ratings": [], "total": 0}{}',
        b'{"ratings": [\xff], "total": 1}',
        b'<?xml version="1.0"?><ratings/>',
    ],
)
async def test_unexpected_document_raises_decode_error(stub, async_connect, body):
    stub.faults.add("admin.ratings.export", body=body, content_type="application/json")
    async with async_connect() as chat:
        found, error = await taken(chat.admin.ratings.export())
    assert found == []
    assert isinstance(error, DecodeError), error
    assert (error.operation, error.status) == ("admin.ratings.export", 200)


@pytest.mark.parametrize(
    "body",
    [
        b'{"ratings": {}, "total": 0}',
        b'{"ratings": null, "total": 0}',
        b'{"ratings": "", "total": 0}',
        b'{"items": [], "total": 0}',
        b'{"total": 0}',
    ],
)
async def test_document_without_array_raises_decode_error(stub, async_connect, body):
    stub.faults.add("admin.ratings.export", body=body, content_type="application/json")
    async with async_connect() as chat:
        with pytest.raises(DecodeError):
            assert [each async for each in chat.admin.ratings.export()] == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b'{"ratings"',
        b'{"ratings": [',
        b'{"ratings": [{"id": "',
        b'{"ratings": [], "total": 0',
    ],
)
async def test_truncated_document_of_right_length_raises_stream_error(stub, async_connect, body):
    stub.faults.add("admin.ratings.export", body=body, content_type="application/json")
    async with async_connect() as chat:
        found, error = await taken(chat.admin.ratings.export())
    assert found == []
    assert isinstance(error, StreamError), error
    assert "not whole" in str(error)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"rating": None, "id": 7}, "id"),
        ({"created_at": "yesterday"}, "created_at"),
        ({"created_at": None}, "created_at"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
async def test_decode_error_names_path_of_rating(stub, async_connect, change, where, strict):
    stub.faults.add("admin.ratings.export", body={"ratings": [GOOD, {**GOOD, **change}, GOOD], "total": 3})
    async with async_connect(strict=strict) as chat:
        if where == "id" and not strict:
            assert len([each async for each in chat.admin.ratings.export()]) == 3, "only a strict client checks it"
            return
        found, error = await taken(chat.admin.ratings.export())
    assert len(found) == 1
    assert isinstance(error, DecodeError)
    assert f"$.ratings[1].{where}" in str(error)
    assert b"0f000000" in error.body


async def test_exported_records_without_assumed_fields_are_yielded(stub, async_connect):
    stub.faults.add("admin.ratings.export", body={"ratings": [{"id": "r"}, GOOD], "total": 2})
    bare = {"id": "c", "messages": [{"content": "x", "tool_calls": [{}], "ratings": [{}]}]}
    stub.faults.add("admin.conversations.export", body={"conversations": [{}, bare], "total": 2})
    async with async_connect() as chat:
        ratings = [each async for each in chat.admin.ratings.export()]
        conversations = [each async for each in chat.admin.conversations.export()]
    assert [each.id for each in ratings] == ["r", GOOD["id"]]
    with pytest.raises(AttributeError, match=r"the service did not send AdminRating\.rating"):
        _ = ratings[0].rating
    assert conversations[1].messages[0].content == "x"
    assert repr(conversations[0]).startswith("ExportedConversation(")


async def test_decode_error_names_path_of_conversation(stub, async_connect, async_finish):
    message = {"id": "m", "role": "user", "content": "x", "created_at": GOOD["created_at"]}
    row = {"id": "c", "created_at": GOOD["created_at"], "messages": [message, {**message, "created_at": 7}]}
    stub.faults.add("admin.conversations.export", body={"conversations": [row], "total": 1})
    async with async_connect() as chat:
        with pytest.raises(DecodeError, match=r"\$\.conversations\[0\]\.messages\[1\]\.created_at"):
            await async_finish(chat.admin.conversations.export())


async def test_numbers_of_any_size_in_tool_arguments_are_read(stub, async_connect):
    call = b'{"tool_name": "t", "args": {"n": 123456789012345678901234567890, "x": 1.5, "y": 9223372036854775807}}'
    body = (
        b'{"conversations": [{"id": "c", "created_at": "2025-06-16T00:00:00+00:00", "messages": [{"id": "m", '
        b'"role": "assistant", "content": "x", "created_at": "2025-06-16T00:00:00+00:00", "tool_calls": [%s]}]}], '
        b'"total": 1}' % call
    )
    stub.faults.add("admin.conversations.export", body=body, content_type="application/json")
    async with async_connect() as chat:
        [found] = [each async for each in chat.admin.conversations.export()]
    arguments = found.messages[0].tool_calls[0].args
    assert arguments["n"] == pytest.approx(123456789012345678901234567890)
    assert (arguments["x"], arguments["y"]) == (1.5, 9223372036854775807)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"a,b\r\n1,2\r\n3\r\n", "row 2 has 1 cells, not 2"),
        (b"a,b\r\n1,2\r\n3,4,5\r\n", "row 2 has 3 cells, not 2"),
        (b"a,b\r\n1,2\r\n\r\n", "row 2 has 0 cells, not 2"),
        (b'a,b\r\n1,2\r\n"x"y",2\r\n"\r\n', "row 2 is not CSV"),
        (b"a,b\r\n1,2\r\n\xff,2\r\n", "utf-8"),
    ],
)
async def test_malformed_csv_raises_decode_error_with_row(stub, async_connect, body, why):
    stub.faults.add("admin.ratings.export", body=body, content_type="text/csv")
    async with async_connect() as chat:
        _, error = await taken(chat.admin.ratings.export(format="csv"))
    assert isinstance(error, DecodeError), error
    assert why in str(error)


@pytest.mark.parametrize(
    "body",
    [b"", b"a,b", b"a,b\r\n1,2\r\n3", b"a,b\r\n1,2\r\n3,4", b'a,b\r\n1,2\r\n"3,\r\n4\r\n', b"a,b\r\n1,\xc3"],
)
async def test_csv_ending_within_row_raises_stream_error(stub, async_connect, body):
    stub.faults.add("admin.ratings.export", body=body, content_type="text/csv")
    async with async_connect() as chat:
        found, error = await taken(chat.admin.ratings.export(format="csv"))
    assert len(found) <= 1
    assert isinstance(error, StreamError), error
    assert "not whole" in str(error)


@pytest.mark.parametrize("format", ["json", "csv"])
@pytest.mark.parametrize("content_type", ["text/html; charset=utf-8", "text/plain", "application/octet-stream"])
async def test_html_with_status_200_raises_decode_error(
    stub, async_connect, async_finish, format, content_type, async_counted
):
    page = "<html><body>Please sign in</body></html>"
    stub.faults.add("admin.ratings.export", body=page, content_type=content_type)
    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(DecodeError, match="Please sign in") as caught:
            await async_finish(chat.admin.ratings.export(format=format))
        assert async_counted.open == 0
    assert content_type in str(caught.value)
    assert caught.value.body == page.encode()


async def test_csv_instead_of_json_raises_decode_error(stub, async_connect, async_finish):
    stub.faults.add("admin.ratings.export", body="a,b\r\n", content_type="text/csv")
    async with async_connect() as chat:
        with pytest.raises(DecodeError, match=r"text/csv, not application/json"):
            await async_finish(chat.admin.ratings.export())


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("cut_after", [0, 1, 100, 700, 2000])
@pytest.mark.parametrize("name", ["conversations", "json", "csv"])
async def test_cut_connection_raises_stream_error_with_record_count(stub, async_connect, call, name, cut_after):
    path = "admin.conversations.export" if name == "conversations" else "admin.ratings.export"
    arguments = {} if name == "conversations" else {"format": name}
    async with async_connect() as chat:
        whole, _ = await taken(call(chat, path, **arguments))
        stub.faults.add(path, cut_after=cut_after)
        found, error = await taken(call(chat, path, **arguments))
        assert type(error) is StreamError
        assert str(error).endswith(f", after {len(found)} records")
        assert found == whole[: len(found)]
        again, error = await taken(call(chat, path, **arguments))
        assert (again, error) == (whole, None)
    assert len(stub.requests) == 3, "an export that has begun is not retried"


@pytest.mark.parametrize("name", ["json", "csv"])
async def test_records_before_cut_are_yielded(stub, async_connect, name):
    async with async_connect() as chat:
        for cut_after in range(300, 1900, 200):
            stub.faults.add("admin.ratings.export", cut_after=cut_after)
        counts = []
        for _ in range(300, 1900, 200):
            found, error = await taken(chat.admin.ratings.export(format=name))
            assert isinstance(error, StreamError)
            counts.append(len(found))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    assert 3 <= counts[-1] < 5


ECHOES = {
    "a record": (lambda token: {"ratings": [{**GOOD, "created_at": f"Bearer {token}"}], "total": 1}, None),
    "no JSON": (lambda token: f'{{"ratings": [], {token}', "application/json"),
    "HTML": (lambda token: f"<html>{token}", "text/html"),
}


@pytest.mark.parametrize("echo", ECHOES)
async def test_error_within_document_shows_no_token(stub, async_connect, caplog, echo):
    caplog.set_level(logging.DEBUG)
    token, (body, content_type) = stub.admin_token, ECHOES[echo]
    stub.faults.add("admin.ratings.export", body=body(token), content_type=content_type, headers={"x-echo": token})
    async with async_connect() as chat:
        _, error = await taken(chat.admin.ratings.export())
    assert isinstance(error, DecodeError)
    assert "***" in error.body.decode()
    assert token not in f"{error} {error!r} {error.body.decode()} {caplog.text}"


@pytest.mark.parametrize("echo", ECHOES)
async def test_traceback_within_document_shows_no_token(stub, async_connect, echo):
    token, (body, content_type) = stub.admin_token, ECHOES[echo]
    stub.faults.add("admin.ratings.export", body=body(token), content_type=content_type)
    async with async_connect() as chat:
        _, error = await taken(chat.admin.ratings.export())
    assert token not in "".join(traceback.format_exception(error))
