"""The calls of the matrix: one read of each service, pagers, writes, exports, a download, a subscription."""

from pathlib import Path
from typing import Any

from tests.sdk.network.ending import async_ending
from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient

CLIENTS: dict[str, Any] = {"agent": AsyncAgentClient, "bus": AsyncBusClient, "chat": AsyncChatClient}


async def arrivals_get(client: AsyncBusClient, _: Path) -> Any:
    return await client.arrivals.get("83139")


async def stops_list(client: AsyncBusClient, _: Path) -> Any:
    return await client.stops.list().all()


async def stops_list_prefetch(client: AsyncBusClient, _: Path) -> Any:
    return [stop async for stop in client.stops.list(prefetch=4)]


async def passenger_volume_download(client: AsyncBusClient, folder: Path) -> Any:
    return await client.passenger_volume.download("by_stop", path=folder)


async def passenger_volume_rows(client: AsyncBusClient, folder: Path) -> Any:
    file = await client.passenger_volume.download("by_stop", path=folder)
    return list(file.rows())


async def conversations_get(client: AsyncChatClient, _: Path) -> Any:
    return await client.conversations.get("9e3779b1-0000-4000-8000-000000000001")


async def conversations_list(client: AsyncChatClient, _: Path) -> Any:
    return await client.conversations.list().all()


async def conversations_create(client: AsyncChatClient, _: Path) -> Any:
    return await client.conversations.create(title="A title")


async def conversations_open_shared(client: AsyncChatClient, _: Path) -> Any:
    from tests.sdk.network.credentials import SHARE_TOKEN  # noqa: PLC0415  the secret is named in one place

    return await client.conversations.open_shared(SHARE_TOKEN)


async def admin_users_delete(client: AsyncChatClient, _: Path) -> Any:
    return await client.admin.users.delete("9e3779b1-0000-4000-8000-000000000002")


async def admin_ratings_export(client: AsyncChatClient, folder: Path) -> Any:
    return await client.admin.ratings.export().save(folder)


async def admin_ratings_export_rows(client: AsyncChatClient, _: Path) -> Any:
    return [row async for row in client.admin.ratings.export(format="csv")]


async def session_get(client: AsyncAgentClient, _: Path) -> Any:
    return await client.session.get("ses_1")


async def session_list(client: AsyncAgentClient, _: Path) -> Any:
    return await client.session.list().all()


async def session_create(client: AsyncAgentClient, _: Path) -> Any:
    return await client.session.create(title="A title")


async def event_subscribe(client: AsyncAgentClient, _: Path) -> Any:
    received = []
    async with client.event.subscribe(idle_timeout=0.5) as events, async_ending(events):
        async for event in events:
            received.append(event)
            if len(received) == 3:
                break
    return received


OPERATIONS = {
    "arrivals.get": arrivals_get,
    "stops.list": stops_list,
    "stops.list(prefetch=4)": stops_list_prefetch,
    "passenger_volume.download": passenger_volume_download,
    "passenger_volume.download().rows()": passenger_volume_rows,
    "conversations.get": conversations_get,
    "conversations.list": conversations_list,
    "conversations.create": conversations_create,
    "conversations.open_shared": conversations_open_shared,
    "admin.users.delete": admin_users_delete,
    "admin.ratings.export().save": admin_ratings_export,
    "admin.ratings.export(format='csv')": admin_ratings_export_rows,
    "session.get": session_get,
    "session.list": session_list,
    "session.create": session_create,
    "event.subscribe": event_subscribe,
}
