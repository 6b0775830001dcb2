"""The headers that a proxy passes on: all but those that belong to one connection."""

from collections.abc import Iterable

Headers = list[tuple[bytes, bytes]]

# RFC 9110, section 7.6.1, and the two that only the next server may read.
_HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    }
)


def end_to_end(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """The headers without those that are for one connection, be it by their names or because `connection` lists them.

    >>> end_to_end([(b"connection", b"close, x-hop"), (b"x-hop", b"1"), (b"x-end", b"2")])
    [(b'x-end', b'2')]
    """
    given = [(name.lower(), value) for name, value in headers]
    listed = {each.strip().lower() for name, value in given if name == b"connection" for each in value.split(b",")} - {
        b"content-length",
        b"content-type",
        b"host",
    }
    return [(name, value) for name, value in given if name not in _HOP_BY_HOP and name not in listed]


def for_upstream(headers: Iterable[tuple[bytes, bytes]], host: bytes | None) -> Headers:
    """The headers of a request as the upstream gets them.

    Args:
        headers: The headers as the client sent them.
        host: The host of the upstream; None keeps the client's.
    """
    given = list(headers)
    passed = end_to_end(given)
    if host is not None:
        passed = [(b"host", host), *(each for each in passed if each[0] != b"host")]
    if any(name.lower() == b"transfer-encoding" for name, _ in given):  # a length next to it would be a second one
        passed = [each for each in passed if each[0] != b"content-length"] + [(b"transfer-encoding", b"chunked")]
    return passed


def has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request announces a body."""
    return any(name.lower() in (b"content-length", b"transfer-encoding") for name, _ in headers)


def as_text(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers as text by their names in lower case; values of one name are joined.

    >>> as_text([(b"Accept", b"a"), (b"accept", b"b")])
    {'accept': 'a, b'}
    """
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found
