"""Arguments that break a rule of the contract are refused by name and bound, before anything is sent."""

import pytest

from tests.contract.examples import calls_of
from trivet import InvalidArgumentError
from trivet_stubs import rules
from trivet_stubs.kernel.contract import load

ID = "0f000000-0000-4000-8000-00000000000f"
BAD_IDS = [
    "",
    "0f000000",
    ID[:-1],
    ID + "0",
    f"{{{ID}}}",
    ID.replace("-", ""),
    ID.replace("-", "_"),
    f"urn:uuid:{ID}",
    f"{ID}\n",
    f" {ID}",
    "0g000000-0000-4000-8000-00000000000f",
    "٠f000000-0000-4000-8000-00000000000f",
    7,
    None,
    ID.encode(),
    "../admin/users",
]
IDS = [place.partition(".")[2] for place in rules("chat")["chat.requests.ids-are-uuids"].inputs]
PLACES = [
    (operation.id, argument)
    for operation in load("chat").operations.values()
    for argument in IDS
    if argument in operation.path_parameters or argument in (operation.known_keys or ())
]


@pytest.mark.parametrize(("name", "argument"), PLACES)
async def test_malformed_uuid_is_refused_for_every_id(stub, async_connect, async_finish, call, name, argument):
    arguments = {wire: value for (_, wire), value in calls_of("chat", name)[0].inputs().items()}
    async with async_connect() as chat:
        for bad in BAD_IDS:
            if bad is None and argument == "shared_with":
                continue
            with pytest.raises(InvalidArgumentError) as caught:
                await async_finish(call(chat, name, **{**arguments, argument: bad}))
            assert (caught.value.argument, caught.value.rule) == (argument, "a UUID as text")
    assert len(stub.requests) == 0


@pytest.mark.parametrize("bad", BAD_IDS)
async def test_acting_as_refuses_malformed_uuid(stub, async_connect, bad):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match="user_id must be a UUID as text"):
            async with chat.acting_as(bad):
                pytest.fail("the block was entered")
    assert len(stub.requests) == 0


@pytest.mark.parametrize(
    ("name", "arguments", "argument", "rule"),
    [
        *(
            ("conversations.messages.rate", {"conversation_id": ID, "message_id": ID, "rating": bad}, "rating", "1, -1")
            for bad in (0, 2, -2, True, False, None, 1.0, -1.0, "1", "like")
        ),
        (
            "conversations.messages.rate",
            {"conversation_id": ID, "message_id": ID, "rating": 1, "comment": 7},
            "comment",
            "text",
        ),
        *(
            ("admin.ratings.export", {"format": bad}, "format", "'json', 'csv'")
            for bad in ("xml", "CSV", "", None, True, "json ")
        ),
        *(
            (f"admin.{group}.export", {"timeout": bad}, "timeout", "a number")
            for group in ("conversations", "ratings")
            for bad in (0, -1, float("nan"), float("inf"), True, "30")
        ),
        ("admin.ratings.export", {"with_comments_only": 1}, "with_comments_only", "True or False"),
        ("admin.ratings.export", {"format": "csv", "rating_filter": 2}, "rating_filter", "from -1 to 1"),
        ("admin.ratings.list", {"with_comments_only": "yes"}, "with_comments_only", "True or False"),
        ("admin.conversations.list", {"search": "x" * 101}, "search", "at most 100 characters"),
        ("admin.conversations.list", {"search": 7}, "search", "text"),
        ("admin.conversations.list", {"include_archived": "true"}, "include_archived", "True or False"),
        ("admin.users.list", {"search": b"x"}, "search", "text"),
        ("conversations.list", {"include_archived": 1}, "include_archived", "True or False"),
        ("conversations.list", {"prefetch": 0}, "prefetch", "not below 1"),
        ("conversations.create", {"title": 7}, "title", "text"),
        ("conversations.create", {"title": "\ud800"}, "title", "surrogate"),
        ("conversations.update", {"conversation_id": ID, "title": b"x"}, "title", "text"),
        ("conversations.update", {"conversation_id": ID, "is_archived": 1}, "is_archived", "True or False"),
        ("conversations.messages.create", {"conversation_id": ID, "role": "user", "content": None}, "content", "text"),
        (
            "conversations.messages.create",
            {"conversation_id": ID, "role": "user", "content": "x", "tokens_used": "7"},
            "tokens_used",
            "a whole number",
        ),
        (
            "conversations.shares.create",
            {"conversation_id": ID, "generate_link": "yes"},
            "generate_link",
            "True or False",
        ),
        ("conversations.open_shared", {"token": ""}, "token", "not empty"),
        ("conversations.open_shared", {"token": None}, "token", "text"),
        ("conversations.open_shared", {"token": 7}, "token", "text"),
    ],
)
async def test_wrong_argument_is_refused_by_name_and_rule(
    stub, async_connect, async_finish, call, name, arguments, argument, rule
):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError) as caught:
            await async_finish(call(chat, name, **arguments))
    assert caught.value.argument == argument
    assert rule in caught.value.rule
    assert str(caught.value).startswith(f"{argument} must be ")
    assert len(stub.requests) == 0


@pytest.mark.parametrize(
    "bad", ["", " ", "two words", "line\nend", "line\r\nX-Other: 1", "\x7f", "tök", "€", "s3cret\n", 7, b"token"]
)
async def test_token_invalid_in_header_is_refused_without_showing_it(stub, async_connect, bad):
    with pytest.raises(InvalidArgumentError) as caught:
        async_connect(token=bad)
    assert caught.value.argument == "token"
    if bad not in ("", " ", 7):
        assert str(bad) not in f"{caught.value} {caught.value!r} {caught.value.args!r}"
    assert len(stub.requests) == 0


async def test_unknown_argument_raises_type_error(async_connect):
    async with async_connect() as chat:
        with pytest.raises(TypeError, match="archived"):
            chat.conversations.list(archived=True)
        with pytest.raises(TypeError):
            chat.admin.conversations.list("travel")
