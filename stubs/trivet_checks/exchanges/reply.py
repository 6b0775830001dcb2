"""The request of a check, its path, its query and its curl command, and the answer of the server to it."""

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn, Self, cast
from urllib.parse import parse_qsl, quote, urlsplit

from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import Broken, Evidence, Need, NotTried, Unmet, Unreadable
from trivet_checks.exchanges.exchange import Exchange, media_type_of
from trivet_checks.exchanges.guarded_json import Form, Source, guarded
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
_WITH_BODY = ("POST", "PUT", "PATCH")
_LONGEST_VALUE = 20
_OF_ONE_REQUEST = re.compile(r"[0-9a-f]{8}|trivet-check")
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
    caller: str = ""
    """The name of the caller."""
    in_its_place: str = ""
    """A sentence about it if it is not the server's own answer to the operation, but a gateway's, or a web page."""
    form: Form = field(default_factory=Form, repr=False, compare=False)
    """The form of the JSON, after it was compared with the spec."""
    touched: set[str] = field(default_factory=set[str], repr=False, compare=False)
    """Gets the operation when a check reads the answer although it is not as the spec says."""

    @property
    def media_type(self) -> str:
        """The media type without its parameters, in lower case; empty if the answer names none."""
        return media_type_of(self.headers)

    @cached_property
    def plain(self) -> Any:
        """The body, decoded.

        Raises:
            Unreadable: The body is not JSON in UTF-8.
            NotTried: It is larger than `MAX_JSON`.
        """
        if len(self.body) > MAX_JSON:
            raise NotTried(f"the body has {len(self.body)} bytes; a check takes at most {MAX_JSON} apart")
        try:
            return loads(self.body)
        except ValueError as error:
            fault = str(error)
        raise Unreadable(self.operation, "the body", "is not JSON", self.evidence(), fault)

    @cached_property
    def json(self) -> Any:
        """The body, decoded: a field that is missing or of a wrong type cannot be read by subscription.

        >>> page.json["value"][0]["Link"]

        Raises:
            Unreadable: The body is not JSON in UTF-8, or not of the type that the spec says; or such a field is read.
            NotTried: The body is larger than `MAX_JSON`.
        """
        source = Source(operation=self.operation, evidence=self.evidence, form=self.form, touched=self.touched)
        return guarded(self.plain, source)

    @cached_property
    def is_json(self) -> bool:
        """Whether the body is JSON: by its media type, or because it reads so."""
        if not self.body:
            return False
        if self.media_type in (JSON, "") or self.media_type.endswith("+json"):
            return True
        try:
            return self.body.lstrip()[:1] in (b"{", b"[") and self.plain is not None
        except NotTried:
            return False

    @property
    def _looked_at(self) -> Any:
        """The body for a rule, which may be about its type; None if it is not JSON."""
        if not self.is_json:
            return None
        return self.plain if () in self.form.unreadable and self.plain is not None else self.json

    @cached_property
    def inputs(self) -> frozenset[str]:
        """The inputs of the request and its caller, by which refusals are distinguished.

        >>> page.inputs
        frozenset({'limit=100', 'the caller user'})
        """
        pairs = parse_qsl(urlsplit(self.request.url).query, keep_blank_values=True)
        sent: Any = self.request.json
        named = [_input(name, value) for name, value in pairs]
        if isinstance(sent, dict):
            members = cast(Mapping[str, Any], sent)
            named += [_input(name, value) for name, value in members.items()] or ["an empty body"]
        elif self.request.method in _WITH_BODY:
            named.append("another body than JSON" if self.request.body else "no body")
        return frozenset([*named, *([f"the caller {self.caller}"] if self.caller else [])])

    @property
    def ok(self) -> bool:
        """Whether the status is a success."""
        return 200 <= self.status < 300

    def succeeds(self, *statuses: int) -> Self:
        """Return this answer if it is a success, with one of these statuses if any are given: the rule says so.

        Raises:
            Broken: It is not.
        """
        if not self.ok or self.in_its_place:
            self.failed(f"the answer is {self.status} and not a success")
        if statuses and self.status not in statuses:
            self.broken(f"the status is {self.status} and not {' or '.join(map(str, statuses))}")
        return self

    def needed(self) -> Self:
        """Return this answer if it is a success, without which a check cannot try its rule.

        >>> records = page.needed().json["value"]

        Raises:
            Unmet: It is not, which is a fault of the operation, and says nothing of the rule.
        """
        if not self.ok or self.in_its_place:
            raise Unmet(self.need, self.evidence())
        return self

    @property
    def need(self) -> Need:
        """The request, which had to succeed, and how it was answered."""
        how = "refused" if 400 <= self.status < 500 else "answered"
        said = f"is {how} with {self.status}"
        if self.in_its_place:
            said = self.in_its_place.replace("the answer is", "is answered with")
        return Need(self.operation, said, self.status, self.inputs)

    def is_refused(self, *statuses: int) -> Self:
        """Return this answer if it is a refusal: 400 to 499, or one of these statuses if any are given.

        Raises:
            Broken: It is not.
        """
        if self.status not in (statuses or range(400, 500)):
            if self.in_its_place or self.status == _NOT_IMPLEMENTED:
                self.failed(self.in_its_place or f"the answer is {self.status}: the operation is not implemented")
            expected = " or ".join(map(str, statuses)) or "a refusal (400 to 499)"
            raise Broken(f"the status is {self.status} and not {expected}", self.evidence(), self.operation)
        return self

    def expect(self, condition: bool, message: str, *, follows: Collection[str] = ()) -> Self:
        """Return this answer if a condition is true.

        >>> page.expect(page.json["total"] == 3, "total does not count every match")

        Args:
            condition: The condition.
            message: The difference from the rule if it is not true.
            follows: The ids of rules that this one stands on: if one of them is broken, this one was not tried.

        Raises:
            Broken: It is not; this answer is the evidence.
        """
        return self if condition else self.broken(message, follows=follows)

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
        exchange = self.exchange(fault)
        looks = [*rule(exchange)]
        if message := next(filter(None, looks), ""):
            described = self.form.described
            is_of_the_status = described is not None and not any(rule(replace(exchange, status=described)))
            if is_of_the_status and not self.in_its_place:
                evidence = self.evidence()
                raise Broken(message, evidence, self.operation, reports="the status")
            self.broken(message)
        return bool(looks)

    def exchange(self, fault: str = "") -> Exchange:
        """The request and this answer as a rule looks at them; see `Exchange.fault`."""
        return Exchange(
            operation=self.operation,
            status=self.status,
            headers=self.headers,
            answer=self._looked_at,
            text="" if self.is_json else self.body.decode("utf-8", "replace"),
            size=len(self.body),
            method=self.request.method,
            path=self.path,
            arguments=self.arguments,
            query=dict(parse_qsl(urlsplit(self.request.url).query, keep_blank_values=True)),
            request_headers=self.request.shown_headers,
            sent=self.request.json,
            fault=fault,
        )

    def broken(self, message: str, cause: BaseException | None = None, *, follows: Collection[str] = ()) -> NoReturn:
        """Raise `Broken` with this answer as its evidence; `follows` are rules that this one stands on."""
        if self.in_its_place:
            self.failed(self.in_its_place)
        raise Broken(message, self.evidence(), follows=follows) from cause

    def failed(self, message: str) -> NoReturn:
        """Raise `Broken` with this answer as its evidence: the operation had to succeed, and did not."""
        if self.ok and self.in_its_place:
            message = self.in_its_place
        raise Broken(message, self.evidence(), need=self.need)

    def evidence(self) -> Evidence:
        """The exchange as a report shows it."""
        answer = f"{self.status} {excerpt(self.body, hide=self.hide)}".rstrip()
        return Evidence(self.request.curl(self.hide), answer)


def _input(name: str, value: object) -> str:
    """An input of a request as a text; a value that differs in each request is left out."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    is_plain = not isinstance(value, dict | list) and len(text) <= _LONGEST_VALUE and not _OF_ONE_REQUEST.search(text)
    return f"{name}={text}" if is_plain else name


def _quoted(text: str) -> str:
    """A text as one word of a shell, without characters that a terminal would obey."""
    if text.isprintable():
        return shlex.quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + "".join(character if character.isprintable() else _escape(character) for character in escaped) + "'"


def _escape(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "replace"))
