"""The operations of the matrix: the service of each, its good answer, and the meaning of a failure."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.sdk.network.credentials import LINK_SIGNATURE
from tests.sdk.network.raw_server import Good

__all__ = ["OPERATIONS", "Operation"]

MOMENT = "2025-06-16T00:00:00.000000+00:00"
CONVERSATION: dict[str, Any] = {
    "id": "c1",
    "user_id": "u1",
    "title": "A title",
    "is_archived": False,
    "is_demo": False,
    "created_at": MOMENT,
    "updated_at": None,
}
MESSAGE: dict[str, Any] = {
    "id": "m1",
    "conversation_id": "c1",
    "role": "user",
    "content": "Hello",
    "thinking": None,
    "model_name": None,
    "tokens_used": None,
    "tool_calls": [],
    "files": [],
    "user_rating": None,
    "created_at": MOMENT,
    "updated_at": None,
}
RATING: dict[str, Any] = {
    "id": "r1",
    "message_id": "m1",
    "user_id": "u1",
    "rating": 1,
    "comment": None,
    "created_at": MOMENT,
    "updated_at": None,
    "message_content": "Lift the wheel.",
    "message_role": "assistant",
    "conversation_id": "c1",
    "user_email": "bob@example.com",
    "user_name": "Bob Brown",
}
COLUMNS = (
    "ID,Message ID,Conversation ID,User ID,Rating,Comment,Message Content,Message Role,"
    "User Email,User Name,Created At,Updated At\r\n"
)
SESSION: dict[str, Any] = {
    "id": "ses_1",
    "projectID": "prj_1",
    "agent": "build",
    "model": {"providerID": "stub", "modelID": "stub-1"},
    "cost": 0,
    "tokens": {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}},
    "time": {"created": 1750032000000, "updated": 1750032000000},
    "title": "A title",
    "location": {"directory": "/home/dev/orchard"},
}
VOLUME_COLUMNS = "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME\n"


@dataclass(frozen=True)
class Operation:
    """One kind of call.

    Attributes:
        name: The call, as a user writes it.
        service: The service.
        good: Returns the answer that the contract states, for a request's target and the server's URL.
        decodes: Whether the answer is JSON that is decoded as a whole.
        writes: Whether the call changes something, so that it must not arrive twice.
        requests: The most requests of one call; None where the server's answers decide on their number.
        prologue: How many connections are used before the one that is tested.
        streams: Whether the call goes on after a failure, as a subscription does.
        in_parts: Whether the body is read as it arrives: an export, or a file.
        empty: Whether an answer without a body is one without data: no bus is expected.
    """

    name: str
    service: str
    good: Callable[[str, str], Good]
    decodes: bool = True
    writes: bool = False
    requests: int | None = 2
    prologue: int = 0
    streams: bool = False
    in_parts: bool = False
    empty: bool = False


def as_json(value: Any, status: int = 200) -> Callable[[str, str], Good]:
    """Return a function that gives one answer for every request."""
    good = Good(status, "application/json", json.dumps(value).encode())
    return lambda target, url: good


def stops(target: str, url: str) -> Good:
    """Return a page of three stops, or the empty page after them."""
    skip = int(parse_qs(urlsplit(target).query).get("$skip", ["0"])[0])
    page = [
        {"BusStopCode": f"{number:05}", "RoadName": "", "Description": "", "Latitude": 1.3, "Longitude": 103.8}
        for number in range(skip, 3)
    ]
    return Good(200, "application/json", json.dumps({"value": page}).encode())


def zipped() -> bytes:
    """Return a passenger volume file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("volume.csv", VOLUME_COLUMNS + "2025-05,WEEKDAY,7,BUS,83139,1,2\n")
    return packed.getvalue()


VOLUME_FILE = zipped()


def volume(target: str, url: str) -> Good:
    """Return the link to a passenger volume file, or the file."""
    if target.startswith("/files/"):
        return Good(200, "application/zip", VOLUME_FILE)
    link = f"{url}/files/volume.zip?X-Amz-Signature={LINK_SIGNATURE}"
    return Good(200, "application/json", json.dumps({"value": [{"Link": link}]}).encode())


def rows(target: str, url: str) -> Good:
    """Return an export as CSV."""
    return Good(
        200, "text/csv; charset=utf-8", f"{COLUMNS}r1,m1,c1,u1,Like,,Text,assistant,b@example.com,Bob,,\r\n".encode()
    )


def events(target: str, url: str) -> Good:
    """Return a stream of three events."""
    events = [{"id": f"evt_{number}", "type": "server.connected", "properties": {}} for number in range(3)]
    return Good(200, "text/event-stream", b"".join(b"data: %b\n\n" % json.dumps(event).encode() for event in events))


_LISTED = [
    Operation("arrivals.get", "bus", as_json({"BusStopCode": "83139", "Services": []}), empty=True),
    Operation("stops.list", "bus", stops, requests=None),
    Operation("stops.list(prefetch=4)", "bus", stops, requests=None),
    Operation("passenger_volume.download", "bus", volume, decodes=False, requests=None, prologue=1, in_parts=True),
    Operation("conversations.get", "chat", as_json({**CONVERSATION, "messages": [MESSAGE]})),
    Operation("conversations.list", "chat", as_json({"items": [CONVERSATION], "total": 1})),
    Operation("conversations.create", "chat", as_json(CONVERSATION, 201), writes=True, requests=1),
    Operation(
        "conversations.open_shared",
        "chat",
        as_json({"conversation": {**CONVERSATION, "messages": [MESSAGE]}, "share": None}),
    ),
    Operation("admin.users.delete", "chat", as_json({}), decodes=False, writes=True, requests=1),
    Operation(
        "admin.ratings.export().save",
        "chat",
        as_json({"ratings": [RATING], "total": 1, "exported_at": MOMENT}),
        decodes=False,
        in_parts=True,
    ),
    Operation("admin.ratings.export(format='csv')", "chat", rows, decodes=False, in_parts=True),
    Operation("session.get", "agent", as_json({"data": SESSION})),
    Operation("session.list", "agent", as_json({"data": [SESSION], "cursor": {"previous": None, "next": None}})),
    Operation("session.create", "agent", as_json({"data": SESSION}), writes=True, requests=1),
    Operation("event.subscribe", "agent", events, decodes=False, requests=None, streams=True),
]

OPERATIONS: dict[str, Operation] = {operation.name: operation for operation in _LISTED}
