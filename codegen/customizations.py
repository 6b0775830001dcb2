"""What is written by hand on top of each service, so that no Python detail stands in a spec."""

from __future__ import annotations

from attrs import field, frozen

__all__ = ["CUSTOMIZATIONS", "Customizations"]


def _none() -> dict[str, str]:
    return {}


@frozen
class Customizations:
    """The hand-written parts that generated code of one service uses.

    Attributes:
        records: From a record to the base in `records.py` that gives its fields their meaning.
        resources: From a group of operations to the base in `_async/`, as module and class, that adds methods to it.
        arguments: From an input's wire name to the function, as module and name, that checks it by the client's clock.
        parsers: From a media type to the module whose `parse` makes wire data of it.
        empty: From an operation whose answer may have no body to the input that its answer repeats: an empty body
            stands for an answer with this field alone.
        method_arguments: From an operation whose method is written by hand, and the wire name of an input, to the
            method's argument, where it has another name.
        method_options: From an operation whose method is written by hand to the arguments that only the client has, all
            of them seconds, each with its meaning.
        exports: The operations whose methods return an export.
        downloads: From an operation whose answer links to a file to the method that downloads it, and its first
            argument.
        client: The base in `_async/`, as module and class, that adds methods to the client.
        events: The operation that streams events, and the union of their records; they stand in `events/`, by groups of
            kinds, each loaded when the first event of its group arrives.
        by_group: Whether what only one group of operations needs stands in a module of that group, so that the first
            answer of a client waits for no more of its records. Pays where there are hundreds.
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
            "event": ("_stream._async.events", "AsyncEventSubscription"),
            "session": ("_turns._async.session", "AsyncSessionTurns"),
            "vcs": ("_vcs._async.diff", "AsyncVcsDiff"),
        },
        method_options={
            "event.subscribe": {"idle_timeout": "Seconds without data after which a connection counts as dead."},
            "session.wait": {"deadline": "Wait at most so many seconds."},
        },
        client=("_contexts._async.client", "AsyncContextClient"),
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
