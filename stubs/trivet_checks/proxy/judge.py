"""The judge of the proxy: it compares each exchange with the contract, and counts the faults of each side."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, cast

from trivet_checks.checks.verdict import ANSWER, NOT_STRICT
from trivet_checks.exchange_rules.agent import Stream
from trivet_checks.exchange_rules.conversation import JudgedConversation
from trivet_checks.exchange_rules.memory import SETTLE
from trivet_checks.exchanges.evidence import Evidence, NotTried
from trivet_checks.exchanges.exchange import Exchange, is_json, json_of
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.guarded_json import not_strict
from trivet_checks.exchanges.reply import GATEWAY_STATUSES, Reply
from trivet_checks.exchanges.request import Request
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.event_judge import EventJudge
from trivet_checks.proxy.not_judged import (
    CODING,
    CRASHED,
    CUT,
    ENDED,
    GATEWAY,
    LEFT,
    MEMORY,
    NO_ANSWER,
    NO_PREFIX,
    PART,
    PREFIX,
    REDIRECTED,
    REFUSED,
    SIZE,
    hint_of,
)
from trivet_checks.proxy.other_prefixes import OtherPrefixes
from trivet_checks.proxy.passed import EVENT_STREAM, BrokenCoding, Capture, Passed, Unjudged, Unpacker, unpack
from trivet_checks.proxy.refusal_reasons import NEVER_SHOWN, RefusalReasons
from trivet_checks.proxy.request_judge import RequestJudge
from trivet_checks.proxy.result import Side, Tally, Violation
from trivet_stubs.kernel.content_coding import coding_name
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.routing import RouteMatch
from trivet_stubs.kernel.rule_catalogue import Basis, Rule, load
from trivet_stubs.kernel.spec import JsonObject

_SCHEME = re.compile(r"(?i)(?:basic|bearer|digest|negotiate|token|api-?key)")
_SHOWN_HEADERS = ("accept", "content-type", "content-encoding")
_MAX_MESSAGE = 400
_MAX_EXAMPLE = 300
_CLIENT_ERROR = 400
_SERVER_ERROR = 500
_REFUSED_METHODS = (400, 404, 405, 501)
"""The statuses with which servers refuse a method in lower case."""
_ENDINGS = {"broken off": CUT, "client left": LEFT, "proxy ended": ENDED}


class Dropped(NamedTuple):
    """An exchange, or an event, that there was no memory to judge."""

    operation: str
    """The operation; empty for another path."""
    status: int | None
    is_event: bool = False


class Judge:
    """Judges exchanges and events; for one thread.

    Args:
        shapes: The contract, and the stated part of it.
        tally: Counts the traffic and its faults.
        gate: Takes the secrets out of messages and evidence.
        settle: The seconds within which the server may show its writes late.
    """

    def __init__(self, shapes: Shapes, tally: Tally, gate: Gate, settle: float = SETTLE) -> None:
        self._contract = shapes.contract
        self._tally = tally
        self._shapes = shapes
        self._gate = gate
        self._requests = RequestJudge(shapes, tally.result.service)
        self._events = EventJudge(shapes)
        self._service = tally.result.service
        self._conversation = JudgedConversation(self._service, settle)
        self._reasons = RefusalReasons(shapes.contract, self._conversation)
        self._prefixes = OtherPrefixes(shapes.contract)
        self._streams: dict[Passed, Stream] = {}
        self._tried_by_input: frozenset[str] = frozenset()
        """The rules that the request of the exchange has tried, which count once for an exchange."""

    def match(self, passed: Passed) -> RouteMatch:
        """Return the operation of a request."""
        return self._contract.routes.match(passed.method, passed.path)

    def add(self, passed: Passed) -> None:
        """Judge an exchange that has ended."""
        self._streams.pop(passed, None)
        self._learn(passed.request_headers, passed.request_body)
        self._learn(passed.headers, passed.body)
        passed.reason = self._gate.message(passed.reason)
        match = self.match(passed)
        operation = match.operation
        path = printable(self._gate.path(operation, passed.path), 200)
        self._tally.add(None if operation is None else operation.id, passed, path)
        if operation is None:
            self._tried_by_input = frozenset()
            self._add_outside(match, passed)
            return
        judged = self._tally.operation(operation.id).judged
        try:
            body = self._request_body(operation, passed)
            fault = self._judge_request(operation, match, passed, body)
            if not fault and _is_refused_packed(passed):
                fault = None  # a server that does not unpack has seen another body
            self._judge_answer(operation, match, passed, body, fault)
        except RecursionError:
            was_judged = self._tally.operation(operation.id).judged > judged
            self._not_judged(operation, passed, PART if was_judged else SIZE, "the JSON is nested too deeply")

    def add_event(self, passed: Passed, data: bytes) -> None:
        """Judge one event of a stream that passes."""
        operation = self.match(passed).operation
        if operation is None:
            return
        self._tally.operation(operation.id).events += 1
        self._gate.learn(passed.request_headers, data)
        self._reasons.learn_event(data, _caller(passed))
        wrong = self._events.wrong(data)
        if wrong is not None:
            evidence = self._gate.evidence_of_event(self._request(passed), passed.headers, data)
            self._found(operation, "server", wrong[0], wrong[1], evidence)
        self._judge_event(operation, passed, data)

    def _judge_event(self, operation: Operation, passed: Passed, data: bytes) -> None:
        """Judge an event by the rules that its stream shows."""
        event = json_of(data)
        if not isinstance(event, dict) or self._service != "agent":
            return
        if passed not in self._streams:
            self._streams[passed] = Stream(self._conversation.memory.of(_caller(passed)))
        stream = self._streams[passed]
        for rule, fault in stream.add(cast(JsonObject, event)):
            self._tally.tried([rule])
            if fault:
                evidence = self._gate.evidence_of_event(self._request(passed), passed.headers, data)
                self._found(operation, "server", load(self._service)[rule].basis, fault, evidence, rule)

    def add_unjudged(self, passed: Passed, reason: str, kind: str = PART) -> None:
        """Count an event that cannot be judged, or the rest of a stream, with the reason."""
        operation = self.match(passed).operation
        if operation is not None:
            self._not_judged(operation, passed, kind, reason)

    def add_refused(self, sentence: str) -> None:
        """Count a request that was not passed on, with the reason."""
        self._tally.add_refused(printable(self._gate.message(sentence), _MAX_MESSAGE))

    def lose(self) -> None:
        """Forget what an exchange may have changed that is not judged."""
        self._conversation.lose()

    def add_dropped(self, dropped: Dropped, count: int) -> None:
        """Count exchanges or events that there was no memory to judge."""
        example = f"{dropped.operation}: {dropped.status or 'none'}"
        kind = PART if dropped.is_event else MEMORY
        reason = "too many events at once" if dropped.is_event else "too many exchanges wait to be judged"
        if not dropped.is_event:
            self._tally.add_dropped(dropped.operation, dropped.status, count)
        if dropped.operation:
            self._tally.not_judged(dropped.operation, kind, reason, example, hint_of(MEMORY, None), count)

    def _not_judged(self, operation: Operation, passed: Passed, kind: str, reason: str) -> None:
        """Count what is not judged of an exchange, by its kind, with the first example."""
        shown = printable(self._gate.message(reason), _MAX_MESSAGE)
        example = None if kind in self._tally.result.not_judged else self._example(operation, passed, shown)
        of_the_proxy = kind in (CODING, SIZE, MEMORY, PART)  # the texts of other reasons may all differ
        named = shown if of_the_proxy and shown else kind
        self._tally.not_judged(operation.id, kind, named, example, hint_of(kind, passed.status))

    def _example(self, operation: Operation, passed: Passed, reason: str) -> str:
        answer = reason if passed.status is None else self._evidence(passed).answer
        url = self._gate.url(self._request(passed)).removeprefix(self._tally.result.upstream)
        about = "" if passed.status is None or not reason else f" ({reason})"
        if location := passed.headers.get("location"):
            about = f" (to {self._gate.message(location.partition('?')[0])})"
        return printable(f"{passed.method} {url}: {answer}{about}", _MAX_EXAMPLE)

    def _add_outside(self, match: RouteMatch, passed: Passed) -> None:
        """Judge a request without an operation: a wrong method for a path is a fault of the client.

        A server may have further methods and paths, so that only a request that it has refused is a fault.
        """
        if passed.status is not None and passed.ending == "complete":
            try:
                content = passed.body.content(passed.coding)
            except (Unjudged, BrokenCoding):
                content = b""
            reply = self._reply(passed, None, content)
            exchange = _exchange(reply, passed, "method" if match.allowed else "route")
            self._judge_rules(None, passed, exchange)
        if not match.allowed:
            self._add_prefix(passed)
        if not match.allowed or passed.status not in (
            _REFUSED_METHODS if passed.method.upper() in match.allowed else (404, 405)
        ):
            return
        for rule in load(self._service).values():
            if "method" in rule.inputs:
                self._found_outside(passed, "client", rule.id, match.refusal(passed.method).message)
                return

    def _add_prefix(self, passed: Passed) -> None:
        """Count a request that would have an operation below another prefix."""
        other = self._prefixes.find(passed.method, passed.path)
        if other is not None and passed.status is not None:
            path = self._gate.path(None, passed.path)
            example = printable(f"{passed.method} {path}: {passed.status}", _MAX_EXAMPLE)
            kind = NO_PREFIX if other.lacks else PREFIX
            hint = printable(self._gate.message(other.hint(self._tally.result.upstream)), _MAX_MESSAGE)
            self._tally.not_judged("", kind, kind, example, hint)

    def _found_outside(self, passed: Passed, side: Side, rule_id: str, message: str) -> None:
        """Count a fault of a request without an operation, or of its answer."""
        rule = load(self._service)[rule_id]
        url = self._tally.result.upstream + passed.path
        evidence = self._gate.evidence(Request(method=passed.method, url=url, path=passed.path), passed.status)
        text = printable(self._gate.message(message), _MAX_MESSAGE)
        fault = Violation(side=side, basis=rule.basis, message=text, evidence=evidence, rule=rule.id)
        self._tally.found(rule.operations[0] if len(rule.operations) == 1 else "-", fault)

    def _request_body(self, operation: Operation, passed: Passed) -> bytes | None:
        if not passed.request_complete:
            return None
        try:
            return passed.request_body.content(passed.request_headers.get("content-encoding", ""))
        except (Unjudged, BrokenCoding) as error:
            self._not_judged(operation, passed, PART, f"a request: {error}")
            return None

    def _judge_request(self, operation: Operation, match: RouteMatch, passed: Passed, body: bytes | None) -> str | None:
        """Judge a request; return the keyword of the spec that it breaks, empty for none, None if it is not known."""
        self._tried_by_input = frozenset(self._requests.tried(operation, match, passed, body))
        self._tally.tried(sorted(self._tried_by_input))
        wrong = list(self._requests.wrong(match, passed, body))
        if not wrong:
            return None if body is None and not passed.request_complete else ""
        evidence = self._evidence(passed)
        accepted = passed.status is not None and 200 <= passed.status < 300
        for rule, basis, message, keyword in wrong:
            # A server that accepts a request against a stated rule breaks the rule as well.
            text = f"{message}; the server accepted it" if accepted else message
            self._found(operation, "client", basis, text, evidence, rule)
            known = load(self._service).get(rule or "")
            if accepted and known is not None and self._is_of_inputs(known, keyword):
                ignored = known.id in self._conversation.may_ignore
                how = "assumed" if ignored else basis
                self._found(operation, "server", how, f"the server accepted it: {message}", evidence, rule)
        return wrong[0].keyword or "input"

    def _is_of_inputs(self, rule: Rule, keyword: str) -> bool:
        """Whether a server that accepts an input with this fault breaks the rule."""
        if rule.id in self._conversation.judge_inputs:
            return False
        return "*" not in rule.inputs or keyword in rule.keywords

    def _judge_answer(
        self, operation: Operation, match: RouteMatch, passed: Passed, sent: bytes | None, fault: str | None
    ) -> None:
        content = self._read_answer(operation, passed)
        is_write = operation.method not in ("GET", "HEAD")
        if is_write and (content is None or (passed.status or 0) >= _SERVER_ERROR):
            self._conversation.lose()
        if content is None:
            return
        reply = self._reply(passed, sent, content)
        exchange = _exchange(reply, passed, fault)
        kind, reason = self._kind(operation, passed, exchange)
        if kind:
            self._not_judged(operation, passed, kind, reason)
        else:
            self._tally.judged(operation.id, only_unknown_id=reason == NEVER_SHOWN)
        for wrong in self._shapes.judge(operation, reply):
            self._found(operation, "server", wrong.basis, wrong.message, self._evidence(passed), of=wrong.field)
        looked_at = exchange
        if exchange.ok and is_json(passed.headers) and (loose := not_strict(content)):
            self._found(operation, "server", "assumed", loose, self._evidence(passed), about=NOT_STRICT)
            with suppress(NotTried):  # it cannot be read, or is larger than a check reads
                looked_at = replace(exchange, answer=reply.looked_at)  # no rule reads a NaN, as in the checks
        self._judge_rules(operation, passed, looked_at)
        self._reasons.learn(passed, exchange, content, _caller(passed))

    def _read_answer(self, operation: Operation, passed: Passed) -> bytes | None:
        """Return the whole answer, unpacked; None if it is not judged, which is counted."""
        if passed.ending in ("no answer", "broken off"):
            evidence = self._gate.evidence(self._request(passed), passed.status)
            after = f" after {passed.body.size} bytes of its body" if passed.status is not None else ""
            what = "the answer breaks off" if passed.status is not None else "there is no answer"
            self._found(operation, "server", "stated", f"{what}{after}: {passed.reason}", evidence)
        kind = _ENDINGS.get(passed.ending, "")
        streams = passed.media_type == EVENT_STREAM
        if passed.status is None:
            if kind != LEFT:  # who leaves before the answer asks for none
                self._not_judged(operation, passed, kind or NO_ANSWER, passed.reason)
            return None
        if kind and not (streams and kind in (LEFT, ENDED)):
            self._not_judged(operation, passed, kind, passed.reason)
            return None
        try:
            if not streams:
                return unpack(passed.body.content(), passed.coding)
            Unpacker(passed.coding)
        except Unjudged as error:
            self._not_judged(operation, passed, error.kind, str(error))
            return None
        except BrokenCoding as error:
            self._found(operation, "server", "stated", str(error), self._evidence(passed))
            self._not_judged(operation, passed, CODING, str(error))
            return None
        return b""

    def _kind(self, operation: Operation, passed: Passed, exchange: Exchange) -> tuple[str, str]:
        """Return why an answer that was read is not judged, or an empty text; and the reason of a refusal, if seen."""
        if exchange.ok:
            return "", ""
        if exchange.status < _CLIENT_ERROR:
            return REDIRECTED, ""
        if not exchange.refused:
            return (GATEWAY if exchange.status in GATEWAY_STATUSES else CRASHED), ""
        reason = self._reasons.why(operation, passed, exchange, _caller(passed))
        return ("" if reason else REFUSED), reason

    def _judge_rules(self, operation: Operation | None, passed: Passed, exchange: Exchange) -> None:
        """Judge an exchange by the rules that it shows, alone or with an earlier one."""
        rules = load(self._service)
        for look in self._conversation.add(exchange, _caller(passed)):
            if look.rule not in self._tried_by_input:
                self._tally.tried([look.rule])
            if look.fault:
                basis = rules[look.rule].basis
                if operation is None:
                    self._found_outside(passed, "server", look.rule, look.fault)
                else:
                    evidence = self._evidence(passed)
                    self._found(operation, "server", basis, look.fault, evidence, look.rule)

    def _found(
        self,
        operation: Operation,
        side: Side,
        basis: Basis,
        message: str,
        evidence: Evidence,
        rule: str | None = None,
        *,
        of: str = "",
        about: str = ANSWER,
    ) -> None:
        """Count a fault: of a rule, or without one, of a field of an answer, or of what `about` says."""
        text = printable(self._gate.message(message), _MAX_MESSAGE)
        fault = Violation(side=side, basis=basis, message=text, evidence=evidence, rule=rule, field=of, about=about)
        self._tally.found(operation.id, fault)

    def _learn(self, headers: Mapping[str, str], body: Capture) -> None:
        """Remember the secrets of a request or an answer, which later ones may repeat."""
        content = b""
        with suppress(Unjudged, BrokenCoding):
            content = body.content(headers.get("content-encoding", ""))
        self._gate.learn(headers, content)

    def _evidence(self, passed: Passed) -> Evidence:
        """Return the exchange for a report; without the answer if it is not whole, or there is no copy of it."""
        body = _copy(passed.body) if passed.ending == "complete" and passed.media_type != EVENT_STREAM else b""
        return self._gate.evidence(self._request(passed), passed.status, passed.headers, body)

    def _reply(self, passed: Passed, sent: bytes | None, content: bytes) -> Reply:
        """Return an answer that has passed, and its request, for the rules; both bodies are unpacked."""
        request = self._request_of(passed, passed.request_headers, sent)
        return Reply(request=request, status=passed.status or 0, headers=passed.headers, body=content, gate=self._gate)

    def _request(self, passed: Passed) -> Request:
        """Return a request that has passed, with the headers that a report shows."""
        body = _copy(passed.request_body) if passed.request_complete else b""
        names = _SHOWN_HEADERS if body else _SHOWN_HEADERS[:1]
        headers = {name: passed.request_headers[name] for name in names if name in passed.request_headers}
        return replace(self._request_of(passed, headers, body or None), credentials=self._credentials(passed))

    def _request_of(self, passed: Passed, headers: Mapping[str, str], body: bytes | None) -> Request:
        match = self.match(passed)
        query = passed.query.decode("latin-1")
        return Request(
            method=passed.method,
            url=f"{self._tally.result.upstream}{passed.path}{'?' if query else ''}{query}",
            headers=headers,
            body=body,
            operation=match.operation,
            path=passed.path,
            arguments=match.arguments,
        )

    def _credentials(self, passed: Passed) -> tuple[str, str] | None:
        """Return the header with the credentials of a request, as variables that a shell reads from the environment."""
        variable = f"$TRIVET_{self._service.upper()}"
        sent = passed.request_headers.get("authorization", "")
        if sent:
            scheme, _, token = sent.partition(" ")
            shown = f"{scheme} " if token and _SCHEME.fullmatch(scheme) else ""  # a token may be sent without one
            return "authorization", f"{shown}{variable}_TOKEN"
        for security_scheme in self._contract.document["components"].get("securitySchemes", {}).values():
            if security_scheme.get("in") == "header" and security_scheme["name"].lower() in passed.request_headers:
                return security_scheme["name"], f"{variable}_ACCOUNT_KEY"
        return None


def _caller(passed: Passed) -> str:
    """The credentials of a request, without the scheme, whose spelling is free; empty for none."""
    return passed.request_headers.get("accountkey") or passed.request_headers.get("authorization", "").partition(" ")[2]


def _is_refused_packed(passed: Passed) -> bool:
    """Whether a packed request was refused: no contract here says that a server unpacks requests."""
    packed = coding_name(passed.request_headers.get("content-encoding", "")) and passed.request_body.size
    return bool(packed) and passed.status is not None and passed.status >= _CLIENT_ERROR


def _exchange(reply: Reply, passed: Passed, fault: str | None) -> Exchange:
    """The exchange as a rule looks at it, with its times."""
    return replace(reply.exchange(fault), alone=passed.alone, began=passed.began, answered=passed.answered)


def _copy(body: Capture) -> bytes:
    """The copy of a body as it passed; nothing if there is none."""
    try:
        return body.content()
    except Unjudged:
        return b""
