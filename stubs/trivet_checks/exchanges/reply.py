"""The request of a check, its path, its query and its curl command, and the answer of the server to it."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn, Self, cast
from urllib.parse import parse_qsl, quote, urlsplit

from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import Broken, Evidence, NotTried
from trivet_checks.exchanges.exchange import Exchange, media_type_of
from trivet_checks.exchanges.secrets import excerpt
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import JSON, Operation

Query = Mapping[str, object]

_LONGEST = 2000


GATEWAY_STATUSES = (502, 503, 504)
"""The statuses with which a gateway answers for a server that it does not reach."""
_NOT_IMPLEMENTED = 501
MAX_JSON = 8 * 1024 * 1024
"""The largest body that is taken apart, in bytes: a small text can make many objects."""
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


def query_pairs(query: Query) -> Iterator[tuple[str, str]]:
    """The names and values of a query, as they are sent: a list is repeated, None is left out."""
    for name, value in query.items():
        values = cast(Sequence[object], value) if isinstance(value, list | tuple) else [value]
        for element in values:
            if element is not None:
                yield name, str(element).lower() if isinstance(element, bool) else str(element)


def _segment(name: str, value: str) -> str:
    # HTTP clients and servers resolve dots, so that another path would be asked for, or even removed.
    if value in ("", ".", "..") or len(value) > _LONGEST:
        raise Broken(f"{value[:20]!r} cannot be a value of {name} in a path")
    return quote(value, safe="", errors="replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request of a check; its credentials are named and never shown."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """The headers without credentials."""
    credentials: tuple[str, str] | None = None
    """The header of the credentials, and its value as a shell reads it: `Bearer $TRIVET_CHAT_USER_TOKEN`."""
    body: bytes | None = None

    @property
    def shown_headers(self) -> Mapping[str, str]:
        """The headers by their names in lower case, the credentials as a shell reads them."""
        credentials = () if self.credentials is None else (self.credentials,)
        return {name.lower(): value for name, value in (*self.headers.items(), *credentials)}

    @property
    def json(self) -> Any:
        """The body, decoded; None if it is not JSON."""
        try:
            return None if self.body is None else loads(self.body)
        except ValueError:
            return None

    def curl(self, hide: Callable[[str], str] = str) -> str:
        """The request as a command for a shell; credentials are read from the environment.

        Args:
            hide: Takes secrets out of a text.
        """
        methods = {"GET": "", "HEAD": "--head"}
        parts = ["curl", "-i", *methods.get(self.method, f"-X {self.method}").split()]
        parts += [part for name, value in self.headers.items() for part in ("-H", _quoted(hide(f"{name}: {value}")))]
        if self.credentials is not None:
            name, value = self.credentials
            parts += ["-H", f'"{name}: {value}"']  # double quotes: the shell fills in the variable
        before = ""
        if self.body is not None:
            text = _quoted(hide(self.body.decode("utf-8", "replace"))[:_MAX_SHOWN_BODY])
            packer = _PACKERS.get(self.shown_headers.get("content-encoding", "").lower())
            parts += ["--data-raw", text] if packer is None else ["--data-binary", "@-"]
            before = "" if packer is None else f"printf %s {text} | {packer} | "
        command = before + " ".join([*parts, _quoted(hide(self.url))])
        cut = self.body is not None and len(self.body) > _MAX_SHOWN_BODY
        return f"{command}  # the body is cut: it had {len(self.body or b'')} bytes" if cut else command


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer, read as a whole."""

    request: Request
    status: int
    headers: Mapping[str, str]
    """The headers by their names in lower case."""
    body: bytes = field(repr=False)
    hide: Callable[[str], str] = field(default=str, repr=False)
    """Takes the secrets of the run out of a text."""
    operation: str = ""
    """The operation that was called; empty for a request that means none."""
    path: str = ""
    """The path of the request, below the base URL."""
    arguments: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The values of the parameters in the path."""
    in_its_place: str = ""
    """A sentence about it if it is not the server's own answer to the operation, but a gateway's, or a web page."""

    @property
    def media_type(self) -> str:
        """The media type without its parameters, in lower case; empty if the answer names none."""
        return media_type_of(self.headers)

    @cached_property
    def json(self) -> Any:
        """The body, decoded.

        Raises:
            Broken: The body is not JSON in UTF-8, or larger than `MAX_JSON`.
        """
        if len(self.body) > MAX_JSON:
            self.broken(f"the body has {len(self.body)} bytes; a check takes at most {MAX_JSON} apart")
        try:
            return loads(self.body)
        except ValueError as error:
            self.failed(f"the body is not JSON: {error}")

    @property
    def ok(self) -> bool:
        """Whether the status is a success."""
        return 200 <= self.status < 300

    def succeeds(self, *statuses: int) -> Self:
        """Return this answer if it is a success, with one of these statuses if any are given.

        Raises:
            Broken: It is not.
        """
        if not self.ok or self.in_its_place:
            self.failed(f"the answer is {self.status} and not a success")
        if statuses and self.status not in statuses:
            self.broken(f"the status is {self.status} and not {' or '.join(map(str, statuses))}")
        return self

    def is_refused(self, *statuses: int) -> Self:
        """Return this answer if it is a refusal, or has one of these statuses if any are given.

        Without statuses, a refusal is every answer of the server's own that is not a success: the contracts name the
        status of hardly any.

        Raises:
            Broken: It is not.
        """
        if self.status in statuses:
            return self
        if statuses or self.ok or self.in_its_place or self.status == _NOT_IMPLEMENTED:
            if self.in_its_place or self.status == _NOT_IMPLEMENTED:
                self.failed(self.in_its_place or f"the answer is {self.status}: the operation is not implemented")
            expected = " or ".join(map(str, statuses)) or "a refusal"
            raise Broken(f"the status is {self.status} and not {expected}", self.evidence(), self.operation)
        return self

    def expect(self, condition: bool, message: str) -> Self:
        """Return this answer if a condition is true.

        >>> page.expect(page.json["total"] == 3, "total does not count every match")

        Raises:
            Broken: It is not; this answer is the evidence.
        """
        return self if condition else self.broken(message)

    def keeps(self, rule: AnswerRule, fault: str = "") -> None:
        """Look whether this answer keeps a rule that it shows; the arguments are those of `shows`.

        Raises:
            Broken: It shows that the server breaks the rule.
            NotTried: It shows nothing of the rule, which must not count as kept.
        """
        if not self.shows(rule, fault):
            raise NotTried("the answer has nothing that shows it")

    def shows(self, rule: AnswerRule, fault: str = "") -> bool:
        """Return whether this answer shows a rule; an answer that has nothing to do with it shows nothing.

        >>> page.shows(limit_is_1_to_100)
        True

        Args:
            rule: The rule, which the proxy judges by, too.
            fault: The keyword of the spec that the request breaks; empty if it keeps the spec.

        Raises:
            Broken: It shows that the server breaks the rule.
        """
        looks = [*rule(self.exchange(fault))]
        if message := next(filter(None, looks), ""):
            self.broken(message)
        return bool(looks)

    def exchange(self, fault: str = "") -> Exchange:
        """The request and this answer as a rule looks at them; see `Exchange.fault`."""
        is_json = bool(self.body) and (self.media_type in (JSON, "") or self.media_type.endswith("+json"))
        return Exchange(
            operation=self.operation,
            status=self.status,
            headers=self.headers,
            answer=self.json if is_json else None,
            text="" if is_json else self.body.decode("utf-8", "replace"),
            size=len(self.body),
            method=self.request.method,
            path=self.path,
            arguments=self.arguments,
            query=dict(parse_qsl(urlsplit(self.request.url).query, keep_blank_values=True)),
            request_headers=self.request.shown_headers,
            sent=self.request.json,
            fault=fault,
        )

    def broken(self, message: str, cause: BaseException | None = None) -> NoReturn:
        """Raise `Broken` with this answer as its evidence."""
        if self.in_its_place:
            self.failed(self.in_its_place)
        raise Broken(message, self.evidence()) from cause

    def failed(self, message: str) -> NoReturn:
        """Raise `Broken` with this answer as its evidence: the operation had to succeed, and did not."""
        if self.ok and self.in_its_place:
            message = self.in_its_place
        raise Broken(message, self.evidence(), self.operation, had_to_succeed=True)

    def evidence(self) -> Evidence:
        """The exchange as a report shows it."""
        answer = f"{self.status} {excerpt(self.body, hide=self.hide)}".rstrip()
        return Evidence(self.request.curl(self.hide), answer)


def _quoted(text: str) -> str:
    """A text as one word of a shell, without characters that a terminal would obey."""
    if text.isprintable():
        return shlex.quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(character if character.isprintable() else _escape(character) for character in escaped) + "'"


def _escape(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "replace"))
