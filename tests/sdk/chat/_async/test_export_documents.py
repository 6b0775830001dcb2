"""Exports with an unusual, malformed or truncated document."""

import logging
import traceback

import pytest

from trivet import DecodeError, StreamError, TrivetError

GOOD = {
    "id": "0f000000-0000-4000-8000-00000000000f",
    "message_id": "0f000000-0000-4000-8000-00000000000f",
    "user_id": "0f000000-0000-4000-8000-00000000000f",
    "rating": 1,
    "created_at": "2025-06-16T00:00:00+00:00",
}
OTHER = {**GOOD, "id": "1f000000-0000-4000-8000-00000000000f"}
THIRD = {**GOOD, "id": "2f000000-0000-4000-8000-00000000000f"}


async def taken(export):
    """Return the records of an export, and the error that ended it."""
    records = []
    try:
        async for record in export:
            records.append(record)
    except TrivetError as error:
        return records, error
    return records, None


@pytest.mark.parametrize("total", [0, 1, 3, -1, 2.5, "2", None, True])
async def test_wrong_total_raises_after_last_record(stub, async_connect, total):
    body = {"ratings": [GOOD, OTHER], "total": total}
    stub.faults.add("admin.ratings.export", body=body)
    async with async_connect() as chat:
        records, error = await taken(chat.admin.ratings.export())
    assert len(records) == 2
    assert isinstance(error, (StreamError, DecodeError))
    assert error.operation == "admin.ratings.export"
    if type(total) is int:
        assert isinstance(error, StreamError)
        assert f"holds 2 ratings, and says that there are {total}" in str(error)


@pytest.mark.parametrize("total", [2, 2.0])
async def test_total_may_precede_records(stub, async_connect, total):
    stub.faults.add("admin.ratings.export", body={"total": total, "exported_at": None, "ratings": [GOOD, OTHER]})
    async with async_connect() as chat:
        records, error = await taken(chat.admin.ratings.export())
    assert (len(records), error) == (2, None)


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
        records, error = await taken(chat.admin.ratings.export())
    assert records == []
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
            assert [rating async for rating in chat.admin.ratings.export()] == []


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
        records, error = await taken(chat.admin.ratings.export())
    assert records == []
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
    stub.faults.add("admin.ratings.export", body={"ratings": [GOOD, {**OTHER, **change}, THIRD], "total": 3})
    async with async_connect(strict=strict) as chat:
        if where == "id" and not strict:
            assert len([rating async for rating in chat.admin.ratings.export()]) == 3, "only a strict client checks it"
            return
        records, error = await taken(chat.admin.ratings.export())
    assert len(records) == 1
    assert isinstance(error, DecodeError)
    assert f"$.ratings[1].{where}" in str(error)
    assert b"0f000000" in error.body


async def test_exported_records_without_assumed_fields_are_yielded(stub, async_connect):
    stub.faults.add("admin.ratings.export", body={"ratings": [{"id": "r"}, GOOD], "total": 2})
    bare = {"id": "c", "messages": [{"content": "x", "tool_calls": [{}], "ratings": [{}]}]}
    stub.faults.add("admin.conversations.export", body={"conversations": [{}, bare], "total": 2})
    async with async_connect() as chat:
        ratings = [rating async for rating in chat.admin.ratings.export()]
        conversations = [conversation async for conversation in chat.admin.conversations.export()]
    assert [rating.id for rating in ratings] == ["r", GOOD["id"]]
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
        [conversation] = [record async for record in chat.admin.conversations.export()]
    arguments = conversation.messages[0].tool_calls[0].args
    assert arguments == {"n": 123456789012345678901234567890, "x": 1.5, "y": 9223372036854775807}


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
        rows, error = await taken(chat.admin.ratings.export(format="csv"))
    assert len(rows) <= 1
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
        records, error = await taken(call(chat, path, **arguments))
        assert type(error) is StreamError
        assert error.reason.endswith(f", after {len(records)} records")
        assert records == whole[: len(records)]
        again, error = await taken(call(chat, path, **arguments))
        assert (again, error) == (whole, None)
    assert stub.requests.count(path) == 3, "an export that has begun is not retried"


@pytest.mark.parametrize("name", ["json", "csv"])
async def test_records_before_cut_are_yielded(stub, async_connect, name):
    async with async_connect() as chat:
        for cut_after in range(300, 1900, 200):
            stub.faults.add("admin.ratings.export", cut_after=cut_after)
        counts = []
        for _ in range(300, 1900, 200):
            records, error = await taken(chat.admin.ratings.export(format=name))
            assert isinstance(error, StreamError)
            counts.append(len(records))
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
