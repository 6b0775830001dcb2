"""Changes of a query string, for `change_query`."""

from collections.abc import Callable


def without(*names: str) -> Callable[[bytes], bytes]:
    """A change that leaves out parameters.

    >>> without("limit")(b"limit=1&order=asc")
    b'order=asc'
    """
    left_out = tuple(f"{name}=".encode() for name in names)
    return lambda query: b"&".join(pair for pair in query.split(b"&") if not pair.startswith(left_out))


def having(name: str, value: str) -> Callable[[bytes], bytes]:
    """A change that gives a parameter this value wherever a query has it.

    >>> having("order", "desc")(b"limit=1&order=asc")
    b'limit=1&order=desc'
    """
    start, new = f"{name}=".encode(), f"{name}={value}".encode()
    return lambda query: b"&".join(new if pair.startswith(start) else pair for pair in query.split(b"&"))
