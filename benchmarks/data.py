"""Invented wire data of the bus service, always the same."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["Wire", "arrivals", "routes"]

Wire: TypeAlias = "dict[str, Any]"


def routes(count: int, *, unknown: bool = False) -> Wire:
    """A page of route stops; `unknown` adds a field that no contract names to every object."""
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
    """The arrivals of so many services at one stop, three buses each."""
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
