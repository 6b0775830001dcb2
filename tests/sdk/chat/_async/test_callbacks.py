"""Callbacks of the caller: their results are awaited or refused, never ignored."""

import pytest

from trivet import AuthenticationError, InvalidArgumentError, TrivetError, UnprocessableEntityError
from trivet.chat.bulk import AsyncBulk


async def test_audit_completes_before_block(stub, async_connect):
    seen = []

    async def audit(acting):
        seen.append(acting.user_id)

    async with async_connect() as chat, chat.acting_as(stub.user_id("alice"), audit=audit) as alice:
        assert seen == [stub.user_id("alice")]
        assert (await alice.conversations.list().page()).total == 3


async def test_audit_that_raises_prevents_block(stub, async_connect):
    async def audit(acting):
        raise OSError("the audit log is full")

    async with async_connect() as chat:
        with pytest.raises(OSError, match="audit log"):
            async with chat.acting_as(stub.user_id("alice"), audit=audit):
                pytest.fail("the block was entered")


async def test_progress_completes_before_save_returns(async_connect, tmp_path):
    seen = []

    async def progress(done, size):
        seen.append(done)

    async with async_connect() as chat:
        saved = await chat.admin.ratings.export().save(tmp_path / "r.json", progress=progress)
    assert seen[-1] == saved.path.stat().st_size


async def test_progress_that_is_not_callable_is_refused_before_sending(stub, async_connect, tmp_path):
    async with async_connect() as chat:
        with pytest.raises(InvalidArgumentError, match=r"^progress must be something to call"):
            await chat.admin.ratings.export().save(tmp_path / "r.json", progress="yes")
    assert len(stub.requests) == 0


@pytest.mark.parametrize("result", [None, "yes", 1, []])
async def test_where_that_returns_no_bool_is_refused(stub, async_connect, result):
    async with async_connect() as chat:
        users = chat.admin.users.list()
        with pytest.raises(InvalidArgumentError, match=r"^where must be a function that returns True or False"):
            await AsyncBulk(chat).delete_users(users, where=lambda _: result, dry_run=True)


async def test_token_source_cannot_use_its_own_client(async_connect):
    async def token():
        await chat.conversations.list().page()
        return "never"

    async with async_connect(token=token) as chat:
        with pytest.raises(TrivetError, match="must not call the client"):
            await chat.conversations.list().page()


@pytest.mark.parametrize("seed", ["1000x4"])
async def test_expired_client_stops_reading_export(stub, async_connect):
    rows = []

    async def read(admin):
        async for row in admin.admin.ratings.export(format="csv"):
            rows.append(row)
            await admin.aclose()

    async with async_connect() as chat, chat.acting_as(stub.user_id("admin")) as admin:
        with pytest.raises(TrivetError, match="the block that this client belongs to is over"):
            await read(admin)
        assert (await chat.admin.ratings.list().page()).total == 2000, "the administrator's own client still works"
    assert 1 <= len(rows) < 2000


async def test_token_for_other_user_is_refused(stub, async_connect):
    body = {
        "access_token": stub.token("bob"),
        "token_type": "bearer",
        "impersonated_user_id": stub.user_id("bob"),
        "impersonated_by": stub.user_id("admin"),
        "expires_in": 3600,
    }
    stub.faults.add("admin.users.impersonate", body=body, content_type="application/json")
    seen = []
    async with async_connect() as chat:
        with pytest.raises(TrivetError, match="no expiring token for this user"):
            async with chat.acting_as(stub.user_id("alice"), audit=seen.append):
                pytest.fail("the block was entered")
    assert seen == []


async def test_public_link_is_opened_without_credential_headers(stub, async_connect):
    headers = {"Cookie": "session=s3cret", "Proxy-Authorization": "Basic eHl6", "X-Team": "ours"}
    async with async_connect("alice") as chat:
        talk = await chat.conversations.create(title="For all")
        share = await chat.conversations.shares.create(talk.id, generate_link=True)
    async with async_connect("bob", headers=headers) as chat:
        await chat.conversations.open_shared(share.share_token)
        await chat.conversations.list().page()
    public, own = list(stub.requests)[-2:]
    assert not {"authorization", "cookie", "proxy-authorization"} & public.headers.keys()
    assert public.headers["x-team"] == "ours"
    assert own.headers["cookie"] == "session=s3cret"


async def test_error_headers_show_no_token(stub, async_connect):
    link = "s3cret-token-of-a-link"
    stub.faults.add("conversations.open_shared", status=307, headers={"location": f"/conversations/shared/{link}/"})
    stub.faults.add("conversations.list", status=401, headers={"x-echo": f"Bearer {stub.token('alice')}"}, body="no")
    async with async_connect("alice") as chat:
        with pytest.raises(TrivetError) as caught:
            await chat.conversations.open_shared(link)
        assert caught.value.headers["location"] == "/conversations/shared/***/"
        assert link not in repr(caught.value.args)
        with pytest.raises(AuthenticationError) as refused:
            await chat.conversations.list().page()
    assert refused.value.headers["x-echo"] == "Bearer ***"


@pytest.mark.parametrize("number", [2**64, 10**400])
async def test_integer_beyond_64_bits_is_sent_as_it_is(stub, async_connect, number):
    async with async_connect("alice") as chat:
        talk = await chat.conversations.list().page()
        with pytest.raises(UnprocessableEntityError, match="is greater than the maximum"):  # the service decides
            await chat.conversations.messages.create(talk[0].id, role="user", content="x", tokens_used=number)
    assert f'"tokens_used":{number}'.encode() in stub.requests[-1].body


async def test_integer_of_too_many_digits_raises_by_its_argument(stub, async_connect):
    async with async_connect("alice") as chat:
        talk = await chat.conversations.list().page()
        with pytest.raises(InvalidArgumentError, match=r"^tokens_used must be a whole number of at most 4300 digits"):
            await chat.conversations.messages.create(talk[0].id, role="user", content="x", tokens_used=10**5000)
    assert stub.requests.count("conversations.messages.create") == 0


async def test_invalid_url_raises_trivet_error(async_connect):
    async with async_connect() as chat:
        with pytest.raises(TrivetError, match=r"users\.list: the URL cannot be sent"):
            await chat.admin.users.list(search="a" * 70_000).page()


async def test_compressed_export_is_refused(stub, async_connect):
    stub.faults.add("admin.ratings.export", headers={"content-encoding": "gzip"})
    async with async_connect() as chat:
        with pytest.raises(TrivetError, match="compressed, which was not requested"):
            assert [row async for row in chat.admin.ratings.export()]


@pytest.mark.parametrize("coding", ["Identity", "", "identity, identity"])
async def test_export_with_a_coding_that_changes_nothing_is_read(stub, async_connect, coding):
    stub.faults.add("admin.ratings.export", headers={"content-encoding": coding})
    async with async_connect() as chat:
        assert [row async for row in chat.admin.ratings.export()]
