"""Ways in which a server may misbehave; each is a function over a connection."""

from tests.sdk.network.behaviours import (
    bodies,
    codings,
    connections,
    drips,
    error_bodies,
    events,
    heads,
    interim,
    json_bodies,
    keep_alive,
    media_types,
    redirects,
    retry_after,
    statuses,
    trailers,
)
from tests.sdk.network.behaviours.registry import BEHAVIOURS, Behaviour

__all__ = [
    "BEHAVIOURS",
    "Behaviour",
    "bodies",
    "codings",
    "connections",
    "drips",
    "error_bodies",
    "events",
    "heads",
    "interim",
    "json_bodies",
    "keep_alive",
    "media_types",
    "redirects",
    "retry_after",
    "statuses",
    "trailers",
]
