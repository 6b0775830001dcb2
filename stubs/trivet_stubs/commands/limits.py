"""The options for the limits of a port."""

import argparse
from collections.abc import Mapping

from trivet_stubs.serving.limits import Limits

_MEANINGS: Mapping[str, str] = {
    "connections": "connections that may be open at once",
    "idle_timeout": "seconds that a connection is kept after an answer",
    "request_timeout": "seconds that a request may take to arrive",
    "write_timeout": "seconds that a client may read nothing of an answer",
}


def add_limits(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Add an option for each field of `Limits`, and return them."""
    group = parser.add_argument_group("limits", "What the port grants its clients; each is greater than 0.")
    added: list[argparse.Action] = []
    for field, meaning in _MEANINGS.items():
        default: float = getattr(Limits(), field)
        option, shown = f"--{field.replace('_', '-')}", f"{meaning} (default: %(default)s)"
        added.append(group.add_argument(option, type=type(default), default=default, metavar="N", help=shown))
    return added


def limits_of(given: argparse.Namespace) -> Limits:
    """The limits that were given.

    Raises:
        ValueError: One cannot be used.
    """
    return Limits(**{name: getattr(given, name) for name in _MEANINGS})
