"""The hand-written code on top of the services; kept here, so that a spec needs no detail of Python."""

from __future__ import annotations

from attrs import field, frozen


def _none() -> dict[str, str]:
    return {}


@frozen
class Customizations:
    """The hand-written parts that generated code of one service uses.

    Attributes:
        records: From a record to its mixin in `_records/mixins.py`, which adds properties.
        resources: From a group of operations to the base class in `_async/`, as module and class, that adds methods.
        arguments: From the wire name of an input to the function, as module and name, that checks it by the client's
            clock.
        parsers: From a media type to the module whose `parse` turns a body into wire data.
        empty: From an operation whose answer may have no body to the input that the answer repeats: an empty body is
            decoded as an answer with this field alone.
        method_arguments: From an operation with a hand-written method, and the wire name of an input, to the argument
            of the method, where the names differ.
        method_options: From an operation with a hand-written method to the arguments that are not inputs of the
            operation, all of them seconds, each with its description.
        exports: The operations whose methods return an export.
        downloads: From an operation whose answer links to a file to the method that downloads the file, and its first
            argument.
        client: The base class in `_async/`, as module and class, that adds methods to the client.
        events: The operation that streams events, and the union of the event records. They are generated into
            `events/`, in one module a group of kinds, which is loaded with the first event of its group.
        by_group: Whether records that only one group of operations needs are generated into a module of that group,
            so that the first answer of a client loads few records. It pays for services with hundreds of records.
    """

    records: dict[str, str] = field(factory=_none)
    resources: dict[str, tuple[str, str]] = field(factory=dict[str, tuple[str, str]])
    arguments: dict[str, tuple[str, str]] = field(factory=dict[str, tuple[str, str]])
    parsers: dict[str, str] = field(factory=_none)
    empty: dict[str, str] = field(factory=_none)
    method_arguments: dict[str, dict[str, str]] = field(factory=dict[str, dict[str, str]])
    method_options: dict[str, dict[str, str]] = field(factory=dict[str, dict[str, str]])
    exports: frozenset[str] = frozenset()
    downloads: dict[str, tuple[str, str]] = field(factory=dict[str, tuple[str, str]])
    client: tuple[str, str] | None = None
    events: tuple[str, str] | None = None
    by_group: bool = False


CUSTOMIZATIONS = {
    "agent": Customizations(
        resources={
            "event": ("_store._async.events", "AsyncEventSubscription"),
            "session": ("_handles._async.sessions", "AsyncSessionHandles"),
            "vcs": ("_vcs._async.diff", "AsyncVcsDiff"),
        },
        method_options={
            "event.subscribe": {"idle_timeout": "Seconds without data after which a connection counts as dead."},
            "session.wait": {"deadline": "Wait at most so many seconds."},
        },
        client=("_handles._async.client", "AsyncHandleClient"),
        events=("event.subscribe", "Event"),
        by_group=True,
    ),
    "bus": Customizations(
        records={
            "ArrivalBus": "ArrivalBusMixin",
            "ArrivalService": "ArrivalServiceMixin",
            "BusRoute": "BusRouteMixin",
            "BusService": "BusServiceMixin",
            "BusStop": "BusStopMixin",
            "PlannedBusRoute": "PlannedBusRouteMixin",
        },
        resources={
            "arrivals": ("_live._async.watch", "AsyncArrivalWatches"),
            "passenger_volume": ("_volume._async.download", "AsyncPassengerVolumeFiles"),
        },
        arguments={"Date": ("_volume.months", "check_month")},
        parsers={"application/atom+xml": "_formats.atom"},
        empty={"arrivals.get": "BusStopCode"},
        downloads={f"passenger_volume.{kind}": ("passenger_volume.download", kind) for kind in ("by_stop", "by_trip")},
    ),
    "chat": Customizations(
        resources={
            "admin.conversations": ("_exports._async.exports", "AsyncConversationsExports"),
            "admin.ratings": ("_exports._async.exports", "AsyncRatingsExports"),
        },
        method_arguments={"admin.ratings.export": {"export_format": "format"}},
        method_options={
            "admin.conversations.export": {"timeout": "Seconds for each wait for data."},
            "admin.ratings.export": {"timeout": "Seconds for each wait for data."},
        },
        exports=frozenset({"admin.conversations.export", "admin.ratings.export"}),
        client=("_impersonation._async.client", "AsyncActingClient"),
    ),
}
"""By service; a service without an entry has no hand-written code in its client."""
