# Derived from tests/sdk/network/_async/operations.py by `python -m codegen`; do not edit.
"""The calls of the matrix: one read of each service, pagers, writes, exports, a download, a subscription."""

from pathlib import Path
from typing import Any

from tests.sdk.network.ending import ending
from trivet import AgentClient, BusClient, ChatClient

CLIENTS: dict[str, Any] = {"agent": AgentClient, "bus": BusClient, "chat": ChatClient}


def arrivals_get(client: BusClient, _: Path) -> Any:
    return client.arrivals.get("83139")


def stops_list(client: BusClient, _: Path) -> Any:
    return client.stops.list().all()


def stops_list_prefetch(client: BusClient, _: Path) -> Any:
    return [stop for stop in client.stops.list(prefetch=4)]


def passenger_volume_download(client: BusClient, folder: Path) -> Any:
    return client.passenger_volume.download("by_stop", path=folder)


def passenger_volume_rows(client: BusClient, folder: Path) -> Any:
    file = client.passenger_volume.download("by_stop", path=folder)
    return list(file.rows())


def conversations_get(client: ChatClient, _: Path) -> Any:
    return client.conversations.get("9e3779b1-0000-4000-8000-000000000001")


def conversations_list(client: ChatClient, _: Path) -> Any:
    return client.conversations.list().all()


def conversations_create(client: ChatClient, _: Path) -> Any:
    return client.conversations.create(title="A title")


def conversations_open_shared(client: ChatClient, _: Path) -> Any:
    from tests.sdk.network.credentials import SHARE_TOKEN  # noqa: PLC0415  the secret is named in one place

    return client.conversations.open_shared(SHARE_TOKEN)


def admin_users_delete(client: ChatClient, _: Path) -> Any:
    return client.admin.users.delete("9e3779b1-0000-4000-8000-000000000002")


def admin_ratings_export(client: ChatClient, folder: Path) -> Any:
    return client.admin.ratings.export().save(folder)


def admin_ratings_export_rows(client: ChatClient, _: Path) -> Any:
    return [row for row in client.admin.ratings.export(format="csv")]


def session_get(client: AgentClient, _: Path) -> Any:
    return client.session.get("ses_1")


def session_list(client: AgentClient, _: Path) -> Any:
    return client.session.list().all()


def session_create(client: AgentClient, _: Path) -> Any:
    return client.session.create(title="A title")


def event_subscribe(client: AgentClient, _: Path) -> Any:
    received = []
    with client.event.subscribe(idle_timeout=0.5) as events, ending(events):
        for event in events:
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
