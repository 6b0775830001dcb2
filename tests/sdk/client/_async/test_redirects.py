"""Redirects are not followed: the error names the target and the setting to correct, and no secret."""

from pathlib import Path

import pytest

from tests.sdk.bus._async.downloads import FILES
from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, answering
from trivet import APIStatusError, AsyncAgentClient, AsyncBusClient, AsyncChatClient
from trivet._core.settings import SourcedURL
from trivet.agent import opencode
from trivet_stubs import BusStub

TOKEN = "t0ken-of-an-administrator"
USER = "5d1c1e2a-1111-4222-8333-444455556666"
FOLLOWED = "which is not followed, because it would receive the credentials"


@pytest.fixture
def redirect(origin, response):
    """Start a server that redirects every request; `{url}` stands for its URL."""

    def start(location, status=301):
        def reply(_):
            field = "" if location is None else f"location: {location.format(url=server.url)}\r\n"
            return response(b"", status=f"{status} Elsewhere", headers=field)

        server = origin(reply)
        return server

    return start


async def redirected(call, *arguments, **options):
    with pytest.raises(APIStatusError) as caught:
        await call(*arguments, **options)
    return caught.value


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_names_its_target_and_base_url(redirect, monkeypatch, status):
    server = redirect("https://chat.test/api/v2/admin/users/" + USER + "?token=" + TOKEN, status)
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", f"{server.url}/api/v1")
    async with AsyncChatClient(token=TOKEN) as chat:
        error = await redirected(chat.admin.users.get, USER)
    assert str(error) == (
        f"admin.users.get: {status}; redirects to https://chat.test/api/v2/admin/users/{USER}, {FOLLOWED}: "
        "if this is the service, set base_url (from TRIVET_CHAT_BASE_URL) to https://chat.test/api/v2"
    )
    assert error.message == ""
    assert len(server.arrived.queue) == 1


@pytest.mark.parametrize(
    ("location", "hint"),
    [
        ("/login?next=%2Fme", "check base_url (from --base-url), which includes the prefix; a login page"),
        ("{url}/me", "set base_url (from --base-url) to {url}"),
        ("{url}/api/me/", "the server adds a slash to the end of the path; check base_url (from --base-url)"),
        ("{url}/api/me", "this is the URL of the request itself"),
        (None, "the redirect names no http or https URL in Location: check base_url (from --base-url)"),
        ("file:///etc/passwd", "the redirect names no http or https URL in Location"),
        ("http://[::1/\x80", "the redirect names no http or https URL in Location"),
    ],
)
async def test_redirect_says_what_to_do(redirect, location, hint):
    server = redirect(location, 302)
    async with AsyncChatClient(base_url=SourcedURL(f"{server.url}/api", "from --base-url"), token=TOKEN) as chat:
        error = await redirected(chat.request, "GET", "/me")
    assert hint.format(url=server.url) in error.hint


async def test_secret_of_a_call_is_not_shown_in_its_target(redirect):
    server = redirect("https://me:pa55word@chat.test/shared/s3cret-token-of-a-link?token=s3cret-token-of-a-link")
    async with AsyncChatClient(base_url=server.url, token=TOKEN) as chat:
        error = await redirected(chat.conversations.open_shared, "s3cret-token-of-a-link")
    assert "redirects to https://chat.test/shared/***, which" in error.hint
    assert "s3cret" not in str(error) + repr(error.headers)
    assert "pa55word" not in str(error) + repr(error.headers)


async def test_redirect_to_http_does_not_recommend_it():
    answer = b"HTTP/1.1 307 Elsewhere\r\nlocation: http://localhost/me/\r\ncontent-length: 0\r\n\r\n"
    with TLSServer(answering(lambda _: answer)) as server:
        async with AsyncChatClient(base_url=server.url, token=TOKEN, verify=CERTIFICATE) as chat:
            error = await redirected(chat.request, "GET", "/me")
    assert "redirects to http://localhost/me/, which is not followed" in error.hint
    assert "it leaves https" in error.hint
    assert "set base_url" not in error.hint


async def test_redirect_of_an_export_a_list_and_a_custom_request_is_explained(redirect):
    server = redirect("https://chat.test/login")
    async with AsyncChatClient(base_url=server.url, token=TOKEN) as chat:
        errors = [
            await redirected(chat.admin.users.list().all),
            await redirected(chat.request, "DELETE", "/admin/users/{id}/notes", segments={"id": "7"}),
        ]
        with pytest.raises(APIStatusError) as caught:
            async for _ in chat.admin.ratings.export():
                pass
        errors.append(caught.value)
    for error in errors:
        assert "redirects to https://chat.test/login, which is not followed" in str(error)


async def test_redirect_of_a_stream_of_events_is_explained(redirect):
    server = redirect("https://agent.test/login")
    async with AsyncAgentClient(base_url=server.url) as agent:
        with pytest.raises(APIStatusError, match=r"redirects to https://agent\.test/login, which is not followed"):
            async with agent.event.subscribe() as events:
                await anext(events)


async def test_redirect_behind_the_adapter_is_explained(redirect):
    server = redirect("https://agent.test/login")
    async with AsyncAgentClient(base_url=server.url, transport=opencode.AsyncTransport()) as agent:
        error = await redirected(agent.project.list)
    assert "redirects to https://agent.test/login, which is not followed" in str(error)


@pytest.mark.parametrize("status", [302, 307])
async def test_redirect_of_a_download_shows_a_host_alone(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, status: int
) -> None:
    location = "https://other.test/s3cret-path/f.zip?X-Amz-Signature=s3cret-signature"
    bus_stub.faults.add(FILES, status=status, headers={"Location": location}, body=b"")
    async with async_bus_client as bus:
        error = await redirected(bus.passenger_volume.download, "by_stop", path=tmp_path)
    assert str(error) == (
        f"passenger_volume.download: {status}; the host of the file redirects to https://other.test/..., "
        "which is not followed; the service has to send a link to the file itself"
    )
    assert "s3cret" not in str(error)
    assert "s3cret-signature" not in repr(vars(error))
    assert list(tmp_path.iterdir()) == []
