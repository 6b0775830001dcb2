"""Which hosts the environment variable NO_PROXY names."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network

__all__ = ["is_excluded"]

_PORT = r"(?P<host>.*?):(?P<port>\d+)"


def is_excluded(host: str, port: int, no_proxy: str) -> bool:
    """Whether NO_PROXY names a host, so that its requests go through no proxy.

    >>> is_excluded("10.1.2.3", 443, "localhost, 10.0.0.0/8, .corp.example, api.test:8443")
    True

    The entries stand between commas or spaces. Each is `*`, a host that stands for its subdomains too, with a dot or
    `*.` before it or without, an IP address, in brackets or without, or a network such as `10.0.0.0/8`; a port may
    follow. What is none of these names no host.

    Args:
        host: The host of a URL, an IPv6 address without its brackets.
        port: The port of the URL.
        no_proxy: The value of NO_PROXY.
    """
    host = host.lower().rstrip(".")
    return any(_names(entry, host, port) for entry in re.split(r"[\s,]+", no_proxy.lower()) if entry)


def _names(entry: str, host: str, port: int) -> bool:
    if entry == "*":
        return True
    bare = entry
    if entry.startswith("[") or entry.count(":") == 1:  # otherwise the colons are those of an IPv6 address
        found = re.fullmatch(_PORT, entry)
        if found is not None:
            if int(found["port"]) != port:
                return False
            bare = found["host"]
        bare = bare.removeprefix("[").removesuffix("]")
    try:
        address = ip_address(host)
    except ValueError:
        name = bare.removeprefix("*").lstrip(".").rstrip(".")
        return bool(name) and (host == name or host.endswith(f".{name}"))
    try:
        network = ip_network(bare, strict=False)
    except ValueError:  # neither an address nor a network
        return False
    return address in network
