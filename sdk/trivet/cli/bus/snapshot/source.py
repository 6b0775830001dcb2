"""Where a map or a feed takes the network from: a snapshot, a file, or the service."""

from __future__ import annotations

from pathlib import Path

from trivet import BusClient
from trivet.bus import Network, load_network
from trivet.cli.bus.network.sound import sound_network
from trivet.cli.bus.snapshot.read import read_network
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation

__all__ = ["open_network"]


def open_network(invocation: Invocation, *, snapshot: Path | None, network: Path | None) -> Network:
    """Return the network of a snapshot, of a file that `Network.save` wrote, or of the service.

    >>> open_network(invocation, snapshot=Path("snapshot"), network=None)

    The file is written if it is absent. From the service, the three lists are fetched.

    Raises:
        UsageError: Both are given, or what is given holds something else.
    """
    if snapshot is not None and network is not None:
        raise UsageError("--snapshot and --network: give one of them")
    return sound_network(_read(invocation, snapshot, network), invocation.note)


def _read(invocation: Invocation, snapshot: Path | None, network: Path | None) -> Network:
    if snapshot is not None:
        return read_network(snapshot)
    if network is not None and network.exists():
        return Network.open(network)
    client: BusClient = invocation.bus
    return load_network(client, network)
