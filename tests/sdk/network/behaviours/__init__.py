"""Ways in which a server may misbehave; each is a function over a connection."""

from tests.sdk.network.behaviours import (
    bodies,
    codings,
    connections,
    csv_rows,
    drips,
    error_bodies,
    events,
    heads,
    json_bodies,
    keep_alive,
    media_types,
    proxies,
    redirects,
    retry_after,
    statuses,
    tls,
    zip_files,
)
from tests.sdk.network.behaviours.registry import BEHAVIOURS, Behaviour

__all__ = [
    "BEHAVIOURS",
    "Behaviour",
    "bodies",
    "codings",
    "connections",
    "csv_rows",
    "drips",
    "error_bodies",
    "events",
    "heads",
    "json_bodies",
    "keep_alive",
    "media_types",
    "proxies",
    "redirects",
    "retry_after",
    "statuses",
    "tls",
    "zip_files",
]
