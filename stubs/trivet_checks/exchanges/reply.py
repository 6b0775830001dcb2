"""The answer of a server to a request: what a check demands of it, and the exchange that both are."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn, Self, cast

from trivet_checks.exchanges.evidence import Broken, Evidence, Need, NotTried, Unmet, Unreadable
from trivet_checks.exchanges.exchange import Exchange, is_json, json_of, media_type_of
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.guarded_json import Form, Source, guarded
from trivet_checks.exchanges.request import Request
from trivet_stubs.kernel.json_text import loads

GATEWAY_STATUSES = (502, 503, 504)
"""The statuses with which a gateway answers for a server that it does not reach."""
_NOT_IMPLEMENTED = 501
MAX_JSON = 8 * 1024 * 1024
"""The largest body that is taken apart, in bytes: a small text can make many objects."""
_WITH_BODY = ("POST", "PUT", "PATCH")
_LONGEST_VALUE = 20
_OF_ONE_REQUEST = re.compile(r"[0-9a-f]{8}|trivet-check")

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
    caller: str = ""
    """The name of the caller."""
    in_its_place: str = ""
    """A sentence about it if it is not the server's own answer to the operation, but a gateway's, or a web page."""
    form: Form = field(default_factory=Form, repr=False, compare=False)
    """The form of the JSON, after it was compared with the spec."""
    touched: set[str] = field(default_factory=set[str], repr=False, compare=False)
    """Gets the operation when a check reads the answer although it is not as the spec says."""

    @property
    def operation(self) -> str:
        """The operation that was called; empty for a request that means none."""
        return "" if self.request.operation is None else self.request.operation.id

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
        if not self.media_type or is_json(self.headers):
            return True
        try:
            return self.body.lstrip()[:1] in (b"{", b"[") and self.plain is not None
        except NotTried:
            return False

    @property
    def looked_at(self) -> Any:
        """The body for a rule, which may be about its type; None if it is not JSON.

        >>> replace(reply.exchange(), answer=reply.looked_at)
        """
        if not self.is_json:
            return None
        return self.plain if () in self.form.unreadable and self.plain is not None else self.json

    @cached_property
    def inputs(self) -> frozenset[str]:
        """The inputs of the request and its caller, by which refusals are distinguished.

        >>> page.inputs
        frozenset({'limit=100', 'the caller user'})
        """
        sent: Any = self.request.json
        named = [_input(name, value) for name, value in self.request.pairs]
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
            message = f"the status is {self.status} and not {expected}"
            self._differs(message)
        return self

    def _differs(self, message: str) -> NoReturn:
        """Raise `Broken` with the status and the inputs, which say whether another fault has this effect."""
        inputs = () if self.ok else self.inputs
        raise Broken(message, self.evidence(), self.operation, status=self.status, inputs=inputs)

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
        exchange = replace(self.exchange(fault), answer=self.looked_at)
        looks = [*rule(exchange)]
        if message := next(filter(None, looks), ""):
            described = self.form.described
            is_of_the_status = described is not None and not any(rule(replace(exchange, status=described)))
            if is_of_the_status and not self.in_its_place:
                evidence = self.evidence()
                raise Broken(message, evidence, self.operation, reports="the status")
            if self.ok or self.in_its_place:
                self.broken(message)
            self._differs(message)
        return bool(looks)

    def exchange(self, fault: str | None = "") -> Exchange:
        """The request and this answer as a rule looks at them; see `Exchange.fault`."""
        request = self.request
        answer = json_of(self.body) if self.is_json else None
        is_text = answer is None and not (self.is_json and self.media_type)
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
        headers = {name: value for name, value in self.headers.items() if name != "content-encoding"}
        return self.gate.evidence(self.request, self.status, headers, self.body)


def _input(name: str, value: object) -> str:
    """An input of a request as a text; a value that differs in each request is left out."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    is_plain = not isinstance(value, dict | list) and len(text) <= _LONGEST_VALUE and not _OF_ONE_REQUEST.search(text)
    return f"{name}={text}" if is_plain else name
