"""The request of an exchange: its operation, its path, its query, its body, and its curl command."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote

from trivet_checks.exchanges.evidence import Broken
from trivet_checks.exchanges.exchange import json_of
from trivet_stubs.kernel import operation as contract_operation
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.refusal import Refusal

Query = Mapping[str, object]

_LONGEST = 2000
_MAX_SHOWN_BODY = 2000
_PACKERS = {
    "gzip": "gzip -c",
    "x-gzip": "gzip -c",
    "deflate": "python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))'",
}
"""The commands that pack a body, by the content codings."""


def path_of(operation: Operation, segments: Sequence[object]) -> str:
    """The path of an operation with these values of its path parameters, in order.

    Raises:
        Broken: A value, which a check has from the server, would lead to another path: it is empty, `.` or `..`; or it
            is too long for a URL.
        ValueError: There are more or fewer values than parameters.
    """
    remaining = iter(segments)
    parts: list[str] = []
    for segment in operation.segments:
        if not segment.startswith("{"):
            parts.append(segment)
            continue
        value = next(remaining, None)
        if value is None:
            raise ValueError(f"segments: {operation.path} needs a value for {segment}")
        parts.append(_segment(segment, str(value)))
    if (extra := next(remaining, None)) is not None:
        raise ValueError(f"segments: {operation.path} has no place for {extra!r}")
    return "/".join(parts)


def pairs_of(query: bytes) -> list[tuple[str, str]]:
    """The names and values of a query as it was sent; an empty list if it cannot be read."""
    try:
        return contract_operation.query_pairs(query)
    except Refusal:
        return []


def query_pairs(query: Query) -> Iterator[tuple[str, str]]:
    """The names and values of a query, as they are sent: a list is repeated, None is left out."""
    for name, value in query.items():
        values = cast(Sequence[object], value) if isinstance(value, list | tuple) else [value]
        for element in values:
            if element is not None:
                yield name, str(element).lower() if isinstance(element, bool) else str(element)


def _segment(name: str, value: str) -> str:
    # HTTP clients and servers resolve dots, so that another path would be asked for, or even removed.
    if value in ("", ".", "..") or len(value) >= _LONGEST:
        shown = repr(value) if len(value) < _LONGEST else f"a text of {len(value)} characters"
        raise Broken(f"{shown} cannot be a value of {name} in a path")
    return quote(value, safe="", errors="replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as it was sent; a `Gate` makes of it what a person may see."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The headers without credentials."""
    credentials: tuple[str, str] | None = None
    """The header of the credentials, and its value as a shell reads it: `Bearer $TRIVET_CHAT_USER_TOKEN`."""
    body: bytes | None = field(default=None, repr=False)
    operation: Operation | None = field(default=None, repr=False)
    """The operation that is called; None for a request that means none."""
    path: str = field(default="", repr=False)
    """The path below the base URL; empty for the URL of another server."""
    arguments: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The values of the parameters in the path."""

    @property
    def shown_headers(self) -> Mapping[str, str]:
        """The headers by their names in lower case, the credentials as a shell reads them."""
        credentials = () if self.credentials is None else (self.credentials,)
        return {name.lower(): value for name, value in (*self.headers.items(), *credentials)}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names and values of the query; an empty list if it cannot be read."""
        return pairs_of(self.url.partition("?")[2].encode("latin-1", "replace"))

    @property
    def json(self) -> Any:
        """The body, decoded; None if it is not JSON."""
        return json_of(self.body or b"")

    def curl(self) -> str:
        """The request as a command for a shell; credentials are read from the environment."""
        methods = {"GET": "", "HEAD": "--head"}
        parts = ["curl", "-i", *methods.get(self.method, f"-X {self.method}").split()]
        parts += [part for name, value in self.headers.items() for part in ("-H", _quoted(f"{name}: {value}"))]
        if self.credentials is not None:
            name, value = self.credentials
            parts += ["-H", f'"{name}: {value}"']  # double quotes: the shell fills in the variable
        before = ""
        if self.body is not None:
            text = _quoted(self.body.decode("utf-8", "replace")[:_MAX_SHOWN_BODY])
            packer = _PACKERS.get(self.shown_headers.get("content-encoding", "").lower())
            parts += ["--data-raw", text] if packer is None else ["--data-binary", "@-"]
            before = "" if packer is None else f"printf %s {text} | {packer} | "
        command = before + " ".join([*parts, _quoted(self.url)])
        cut = self.body is not None and len(self.body) > _MAX_SHOWN_BODY
        return f"{command}  # the body is cut: it had {len(self.body or b'')} bytes" if cut else command


def _quoted(text: str) -> str:
    """A text as one word of a shell, without characters that a terminal would obey."""
    if text.isprintable():
        return shlex.quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(character if character.isprintable() else _escape(character) for character in escaped) + "'"


def _escape(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "replace"))
