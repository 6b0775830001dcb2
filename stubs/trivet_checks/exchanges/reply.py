"""The answer of a server to a request: what a check demands of it, and the exchange that both are."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn, Self

from trivet_checks.exchanges.evidence import Broken, Evidence, NotTried
from trivet_checks.exchanges.exchange import Exchange, json_of, media_type_of
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import JSON

GATEWAY_STATUSES = (502, 503, 504)
"""The statuses with which a gateway answers for a server that it does not reach."""
_NOT_IMPLEMENTED = 501
MAX_JSON = 8 * 1024 * 1024
"""The largest body that is taken apart, in bytes: a small text can make many objects."""

Rule = Callable[[Exchange], Iterator[str]]
"""A rule that one exchange shows: it looks at the exchange, and yields the fault of each look, empty for none."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer, read as a whole."""

    request: Request
    status: int
    headers: Mapping[str, str]
    """The headers by their names in lower case."""
    body: bytes = field(repr=False)
    """The body, unpacked."""
    gate: Gate = field(repr=False)
    """Makes the evidence of it."""
    in_its_place: str = ""
    """A sentence about it if it is not the server's own answer to the operation, but a gateway's, or a web page."""

    @property
    def operation(self) -> str:
        """The operation that was called; empty for a request that means none."""
        return "" if self.request.operation is None else self.request.operation.id

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

    def expect(self, condition: bool, message: str) -> Self:
        """Return this answer if a condition is true.

        >>> page.expect(page.json["total"] == 3, "total does not count every match")

        Raises:
            Broken: It is not; this answer is the evidence.
        """
        return self if condition else self.broken(message)

    def keeps(self, rule: Rule, fault: str = "") -> None:
        """Look whether this answer keeps a rule that it shows; the arguments are those of `shows`.

        Raises:
            Broken: It shows that the server breaks the rule.
            NotTried: It shows nothing of the rule, which must not count as kept.
        """
        if not self.shows(rule, fault):
            raise NotTried("the answer has nothing that shows it")

    def shows(self, rule: Rule, fault: str = "") -> bool:
        """Return whether this answer shows a rule; an answer that has nothing to do with it shows nothing.

        >>> page.shows(limit_is_1_to_100)
        True

        Args:
            rule: The rule, which the proxy judges by, too.
            fault: The keyword of the spec that the request breaks; empty if it keeps the spec.

        Raises:
            Broken: It shows that the server breaks the rule.
        """
        if self._may_be_json:
            _ = self.json
        looks = [*rule(self.exchange(fault))]
        if message := next(filter(None, looks), ""):
            self.broken(message)
        return bool(looks)

    def exchange(self, fault: str | None = "") -> Exchange:
        """The request and this answer as a rule looks at them; see `Exchange.fault`."""
        request = self.request
        answer = json_of(self.body) if self._may_be_json else None
        is_text = answer is None and not (self._may_be_json and self.media_type)
        return Exchange(
            operation=self.operation,
            status=self.status,
            headers=self.headers,
            answer=answer,
            text=self.body.decode("utf-8", "replace") if is_text else "",
            size=len(self.body),
            method=request.method,
            path=request.path,
            arguments=request.arguments,
            query=dict(request.pairs),
            request_headers=request.shown_headers,
            sent=request.json,
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
        headers = {name: value for name, value in self.headers.items() if name != "content-encoding"}
        return self.gate.evidence(self.request, self.status, headers, self.body)

    @property
    def _may_be_json(self) -> bool:
        """Whether the answer has a body and says that it is JSON, or does not say what it is."""
        return bool(self.body) and (self.media_type in (JSON, "") or self.media_type.endswith("+json"))
