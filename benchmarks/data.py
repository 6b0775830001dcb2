"""Invented, deterministic wire data of the services."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["Wire", "arrivals", "events", "messages", "routes"]

Wire: TypeAlias = "dict[str, Any]"


def routes(count: int, *, unknown: bool = False) -> Wire:
    """Return a page of route stops; `unknown` adds a field that is not in the contract to every object."""
    rows = [
        {
            "ServiceNo": f"{10 + i // 40}A",
            "Operator": ("SBST", "SMRT", "TTS", "GAS")[i // 80 % 4],
            "Direction": 1 + i // 40 % 2,
            "StopSequence": 1 + i % 40,
            "BusStopCode": f"{10000 + 7 * i:05}",
            "Distance": round(0.37 * (i % 40), 1),
            "WD_FirstBus": f"05{i % 60:02}",
            "WD_LastBus": f"23{i % 60:02}",
            "SAT_FirstBus": f"05{i % 60:02}",
            "SAT_LastBus": f"23{i % 60:02}",
            "SUN_FirstBus": f"06{i % 60:02}",
            "SUN_LastBus": f"23{i % 60:02}",
            **_more(unknown=unknown),
        }
        for i in range(count)
    ]
    return {"odata.metadata": "http://localhost/$metadata#BusRoutes", "value": rows, **_more(unknown=unknown)}


def arrivals(count: int, *, unknown: bool = False) -> Wire:
    """Return the arrivals of `count` services at one stop, three buses each."""
    services = [
        {
            "ServiceNo": f"{10 + i}",
            "Operator": ("SBST", "SMRT", "TTS", "GAS")[i % 4],
            **{slot: _bus(3 * i + j, unknown=unknown) for j, slot in enumerate(("NextBus", "NextBus2", "NextBus3"))},
            **_more(unknown=unknown),
        }
        for i in range(count)
    ]
    metadata = "http://localhost/$metadata#BusArrival"
    return {"odata.metadata": metadata, "BusStopCode": "83139", "Services": services, **_more(unknown=unknown)}


def messages(count: int, *, unknown: bool = False) -> Wire:
    """Return a conversation of `count` messages; every fourth one has a tool call."""
    talk = _id(0)
    items = [
        {
            "id": _id(4 * i + 1),
            "conversation_id": talk,
            "role": ("user", "assistant")[i % 2],
            "content": f"Message {i}: the quick brown fox jumps over the lazy dog, and then it goes home. " * 3,
            "thinking": None,
            "model_name": ("stub-1", None)[i % 2],
            "tokens_used": 17 * i,
            "tool_calls": [] if i % 4 else [_tool_call(i, unknown=unknown)],
            "files": [],
            "user_rating": (None, 1)[i % 2],
            "rating_count": None if i % 2 else {"likes": i, "dislikes": 1, **_more(unknown=unknown)},
            "created_at": _moment(i),
            "updated_at": None,
            **_more(unknown=unknown),
        }
        for i in range(count)
    ]
    head = {"id": talk, "user_id": _id(1), "title": "A long talk", "is_archived": False, "is_demo": False}
    times = {"created_at": _moment(0), "updated_at": _moment(count)}
    return {**head, **times, "messages": items, **_more(unknown=unknown)}


def events(count: int) -> list[Wire]:
    """Return `count` events of a busy session: in every ten, eight text deltas, a tool call and a session update."""
    return [_event(i) for i in range(count)]


def _event(i: int) -> Wire:
    session = "ses_6a1f0d93effeXk2pQ7"
    kind: str
    payload: Wire
    match i % 10:
        case 4:
            call = {"status": "running", "input": {"path": "src/main.py", "offset": i}, "structured": {}, "content": []}
            part = {
                "type": "tool",
                "id": f"call_{i}",
                "name": "read",
                "state": call,
                "time": {"created": 1_750_000_000},
            }
            kind, payload = "message.part.updated", {"sessionID": session, "messageID": f"msg_{i // 100}", "part": part}
        case 9:
            tokens = {"input": 17 * i, "output": i, "reasoning": 0, "cache": {"read": 0, "write": 0}}
            info = {"id": session, "projectID": "global", "title": "A long talk", "cost": 0.001 * i, "tokens": tokens}
            kind, payload = "session.updated", {"sessionID": session, "info": info}
        case _:
            kind, text = "message.part.delta", {"field": "text", "delta": f" and then it goes home, for the {i}th time"}
            payload = {"sessionID": session, "messageID": f"msg_{i // 100}", "partID": f"prt_{i // 100}", **text}
    context = {"directory": "/home/user/project", "workspaceID": "wrk_1"}
    return {"id": f"evt_{i:08}", "type": kind, "time": 1_750_000_000_000 + i, "context": context, "payload": payload}


def _tool_call(i: int, *, unknown: bool) -> Wire:
    return {
        "id": _id(4 * i + 2),
        "message_id": _id(4 * i + 1),
        "tool_call_id": f"call_{i}",
        "tool_name": "search",
        "args": {"query": "the quick brown fox", "limit": i},
        "result": "nothing found",
        "status": "completed",
        "started_at": _moment(i),
        "completed_at": _moment(i + 1),
        "duration_ms": 40 + i,
        **_more(unknown=unknown),
    }


def _id(i: int) -> str:
    return f"{i:08x}-0000-4000-8000-{31 * i:012x}"


def _moment(i: int) -> str:
    return f"2025-06-16T{i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02}.{1000 * i % 1_000_000:06}+00:00"


def _bus(i: int, *, unknown: bool) -> Wire:
    return {
        "OriginCode": f"{20000 + i:05}",
        "DestinationCode": f"{70000 + i:05}",
        "EstimatedArrival": f"2025-06-16T08:{i % 60:02}:{7 * i % 60:02}+08:00",
        "Monitored": i % 2,
        "Latitude": f"1.{300000 + 31 * i}",
        "Longitude": f"103.{800000 + 17 * i}",
        "VisitNumber": "1",
        "Load": ("SEA", "SDA", "LSD")[i % 3],
        "Feature": ("WAB", "")[i % 2],
        "Type": ("SD", "DD", "BD")[i % 3],
        **_more(unknown=unknown),
    }


def _more(*, unknown: bool) -> Wire:
    return {"Depot": "north"} if unknown else {}
