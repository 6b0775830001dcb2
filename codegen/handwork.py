"""What is written by hand on top of each service, so that no Python detail stands in a spec."""

from __future__ import annotations

from attrs import field, frozen

__all__ = ["FRONT_DOOR", "HANDWORK", "Handwork"]


def _none() -> dict[str, str]:
    return {}


@frozen
class Handwork:
    """The hand-written parts that generated code of one service uses.

    Attributes:
        records: From a record to the base in `records.py` that gives its fields their meaning.
        resources: From a group of operations to the base in `_async/`, as module and class, that adds methods to it.
        arguments: From an input's wire name to the function, as module and name, that checks it by the client's clock.
        parsers: From a media type to the module whose `parse` makes wire data of it.
        exports: From each further public name to its module.
        client: The base in `_async/`, as module and class, that adds methods to the client.
        apart: From a module beside `models.py` to the record or union that, with all that only it needs, stands there:
            what many programs never use, they need not import.
        by_group: Whether what only one group of operations needs stands in a module of that group, so that the first
            answer of a client waits for no more of its records. Pays where there are hundreds.
    """

    records: dict[str, str] = field(factory=_none)
    resources: dict[str, tuple[str, str]] = field(factory=dict[str, tuple[str, str]])
    arguments: dict[str, tuple[str, str]] = field(factory=dict[str, tuple[str, str]])
    parsers: dict[str, str] = field(factory=_none)
    exports: dict[str, str] = field(factory=_none)
    client: tuple[str, str] | None = None
    apart: dict[str, str] = field(factory=_none)
    by_group: bool = False


HANDWORK = {
    "agent": Handwork(
        resources={
            "event": ("event", "AsyncEventSubscription"),
            "session": ("session", "AsyncSessionTurns"),
            "vcs": ("diff", "AsyncVcsDiff"),
        },
        exports={
            "AsyncChanges": "._async.watch",
            "AsyncContextView": "._async.view",
            "AsyncEvents": "._async.event",
            "AsyncStore": "._async.store",
            "AsyncTurn": "._async.turn",
            "AsyncWatch": "._async.watch",
            "Changes": "._sync.watch",
            "ContextView": "._sync.view",
            "Events": "._sync.event",
            "Reconnected": ".reconnected",
            "SessionView": ".session_view",
            "Store": "._sync.store",
            "Turn": "._sync.turn",
            "Watch": "._sync.watch",
            "context_key": ".context",
            "converter": ".converter",
        },
        client=("context", "AsyncContextClient"),
        apart={"events": "Event"},
        by_group=True,
    ),
    "bus": Handwork(
        records={
            "ArrivalBus": "ArrivalBusMeaning",
            "ArrivalService": "ArrivalServiceMeaning",
            "BusRoute": "BusRouteMeaning",
            "BusService": "BusServiceMeaning",
            "BusStop": "BusStopMeaning",
            "PlannedBusRoute": "PlannedBusRouteMeaning",
        },
        resources={"passenger_volume": ("download", "AsyncPassengerVolumeFiles")},
        arguments={"Date": ("months", "check_month")},
        parsers={"application/atom+xml": "atom"},
        exports={
            "FrequencyRange": ".frequency",
            "HourVolume": ".volume",
            "Period": ".records",
            "Position": ".position",
            "Route": ".route",
            "RouteStop": ".route",
            "SINGAPORE": ".times",
            "StopVolume": ".volume",
            "TripVolume": ".volume",
            "VolumeFile": ".volume_file",
            "VolumeFileError": ".volume",
            "converter": ".converter",
            "geojson": ".route",
            "join_routes": ".route",
            "read_stop_volumes": ".volume",
            "read_trip_volumes": ".volume",
            "recent_months": ".months",
        },
    ),
    "chat": Handwork(
        resources={
            "admin.conversations": ("exports", "AsyncConversationsExports"),
            "admin.ratings": ("exports", "AsyncRatingsExports"),
        },
        exports={
            "ActingAs": ".acting_as",
            "AsyncExport": ".._async.export",
            "Export": ".._sync.export",
            "Saved": ".._core.saved",
            "converter": ".converter",
        },
        client=("acting", "AsyncActingClient"),
    ),
}

FRONT_DOOR = {
    "Answer": "._core.answer",
    "Basic": "._core.auth",
    "Bearer": "._core.auth",
    "Clock": "._core.clock",
    "Head": "._core.answer",
    "Headers": "._core.answer",
    "Page": "._core.paging",
    "Record": "._core.record",
    "UNSET": "._core.unset",
    "Unknown": "._core.wire",
    "Unset": "._core.unset",
    "__version__": "._version",
    "extra": "._core.record",
}
"""What `trivet` itself exports beside the errors and the clients of the services."""
