"""A recording as the oracle of a stub: its requests are sent to the stub, whose answers have to be the server's.

A difference names the rule of the contract that it is about. Requests that a stub cannot repeat are listed, too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlencode

from trivet_checks.checks.suite import suite
from trivet_checks.exchanges.exchange import media_type_of
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.reply import Reply
from trivet_checks.exchanges.request import Request
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.recordings.comparison import Comparison, Deviation, IdMap, Scope, is_id, texts_in
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.rule_catalogue import Basis, Rule, load
from trivet_stubs.kernel.validation import is_object
from trivet_stubs.recordings.recorded_exchanges import RecordedExchange, read_exchanges, read_recording
from trivet_stubs.recordings.secrets import REMOVED
from trivet_stubs.serving.bounded_http_client import HttpAnswer, HttpClient, NoAnswer
from trivet_stubs.stub import Stub

ALL = "*"
"""Stands for every caller of a recording."""
HOLDS, DIFFERS, NO_VERDICT = 0, 1, 2

_TIMEOUT = 10.0
_ADMIN = "admin."
_OF_THE_CALLER = ("user_id", "shared_by", "impersonated_by")
"""Fields of an answer to a POST in which the service names its caller."""
_OTHER_CREDENTIALS = "the server refused credentials that it accepts elsewhere: a recording does not have their scheme"
_WORD = re.compile(r"[A-Za-z0-9]+")
_OF_A_DELETION = frozenset({"deleted", "deletes", "gone", "opens", "removed", "removes", "revoked"})
"""Words of the rules about a record that is deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayDifference:
    """A difference between a recorded answer and the stub's.

    >>> [(difference.operation, difference.rule) for difference in result.differences]
    [('conversations.messages.list', 'chat.messages.list-is-oldest-first')]
    """

    __module__ = "trivet_checks"

    exchange: int
    """The number of the exchange in the recording."""
    operation: str
    request: str
    """The recorded method, path and query."""
    kind: str
    """The part of the answer that differs: `status`, `media type`, `form`, `field`, `list`, `order` or `page`."""
    place: str
    """The place in the body, such as `items.is_archived`; empty for the whole answer."""
    recorded: str
    """The server's answer at this place."""
    stub: str
    """The stub's answer at this place."""
    rule: str
    """The id of the rule that it is about; empty if no rule is."""
    basis: Basis
    """Whether the contract states the rule; `assumed` without a rule."""
    sentence: str
    """The rule in one sentence; empty without a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReplayed:
    """A request that was not sent, or whose answer says nothing about the stub.

    >>> [(skipped.operation, skipped.reason) for skipped in result.not_replayed]
    [('event.subscribe', 'an event stream: a stub sends events of its own')]
    """

    __module__ = "trivet_checks"

    exchange: int
    """The number of the exchange in the recording; 0 for the pages of a list, which have none."""
    operation: str
    reason: str


@dataclass(slots=True, kw_only=True)
class ReplayResult:
    """The differences between a stub and a recording.

    >>> replay_requests(stub, "recorded").exit_status
    0
    """

    __module__ = "trivet_checks"

    service: str
    recording: str
    callers: Mapping[str, str] = field(default_factory=dict[str, str])
    """From each caller of the recording to the stub's caller in its place."""
    sent: int = 0
    """The number of requests whose answers were compared."""
    differences: list[ReplayDifference] = field(default_factory=list[ReplayDifference])
    not_replayed: list[NotReplayed] = field(default_factory=list[NotReplayed])
    omitted: int = 0
    """The number of exchanges among them that have a body which the recording omits."""

    @property
    def exit_status(self) -> int:
        """0 if answers were compared and none differs, 1 if one differs, 2 if none was compared."""
        if self.differences:
            return DIFFERS
        return HOLDS if self.sent else NO_VERDICT


def replay_requests(
    stub: Stub,
    folder: Path | str,
    *,
    callers: Mapping[str, str] | None = None,
    ids: Mapping[str, str] | None = None,
) -> ReplayResult:
    """Send the requests of a recording to a stub, and compare its answers with the recorded ones.

        with ChatStub() as stub:
            result = replay_requests(stub, "recorded")
        assert result.exit_status == 0, result.differences

    The ids of the records that the recording makes are replaced by the ids that the stub makes. The requests are sent
    in the order in which they ended.

    Args:
        stub: The stub; its records are changed.
        folder: The recording.
        callers: From the callers of the recording, such as `removed-1`, to callers of the stub, such as `alice`; `*`
            stands for all callers. By default, a caller whom the operations of administrators let in is one, and the
            others are the further callers of the stub in their order.
        ids: From ids in the recording to the ids of the same records in the stub, for records that the recording has
            not made, such as users.

    Raises:
        ValueError: The folder is not a recording of this service, a file cannot be read, or a caller is unknown.
    """
    path = Path(folder)
    service = stub.state.service
    if read_recording(path) != service:
        raise ValueError(f"recorded: {path} is not a recording of the {service} service")
    exchanges = list(read_exchanges(path, stub.contract))
    for number, exchange in enumerate(exchanges, 1):
        if exchange.number != number:
            raise ValueError(f"recorded: {path}: the exchange {number:06d}.json is missing")
    result = ReplayResult(service=service, recording=str(path))
    result.not_replayed += _snapshot(path, stub)
    matched = IdMap()
    for recorded, image in (ids or {}).items():
        matched.learn(recorded, image)
    with HttpClient(f"http://{service}.test", transport=stub.async_transport(), timeout=_TIMEOUT) as client:
        chosen = Callers(stub, client, exchanges, callers or {}, matched)
        result.callers = chosen.names
        replay = _Replay(stub, client, chosen, matched, result)
        for exchange in exchanges:
            replay.exchange(exchange)
    return result


def _snapshot(path: Path, stub: Stub) -> Iterator[NotReplayed]:
    """The pages of lists, which a recording of a bus service keeps as records."""
    pages = Counter(file.stem.rpartition("_")[0] for file in path.glob("*_*.json"))
    for name in sorted(pages.keys() & stub.contract.operations.keys()):
        count = "1 page" if pages[name] == 1 else f"{pages[name]} pages"
        reason = f"{count} without a filter: recorded as the records from which a stub is made"
        yield NotReplayed(exchange=0, operation=name, reason=reason)


class Callers:
    """The callers of a recording, and the headers of the stub's callers in their places.

    Args:
        stub: The stub.
        client: Sends requests to the stub.
        exchanges: The exchanges of the recording.
        named: From callers of the recording to callers of the stub, as `replay_requests` takes them.
        ids: Gets the ids of the callers.

    Raises:
        ValueError: The stub has no such caller.
    """

    def __init__(
        self,
        stub: Stub,
        client: HttpClient,
        exchanges: Sequence[RecordedExchange],
        named: Mapping[str, str],
        ids: IdMap,
    ) -> None:
        self._service = stub.state.service
        self._ids = ids
        self._headers: dict[str, Mapping[str, str]] = {}
        self.administrators: set[str] = set()
        """The callers of the recording in whose places administrators of the stub are."""
        self.names: dict[str, str] = {}
        """From each caller of the recording to the stub's caller in its place."""
        self._issued: set[str] = set()
        """The callers whose credentials the server has issued in an answer of the recording."""
        available = stub.steering.callers()
        self._all: Mapping[str, str] | None = None
        if not all(exchange.names_caller for exchange in exchanges):
            default = named.get(ALL) or next(iter(available), "")
            self._all = stub.steering.credentials_of(default) if default else {}
        unused = [name for name in available if name not in named.values()]
        administrators = [name for name in unused if len(available) > 1 and _is_administrator(stub, client, name)]
        users = [name for name in unused if name not in administrators]
        for caller, statuses in _statuses(exchanges).items():
            if caller in named:
                user = named[caller]
            elif ALL in named:
                self._headers[caller] = stub.steering.credentials_of(named[ALL])
                self.names[caller] = named[ALL]
                continue
            elif all(status == 401 for _, status in statuses):
                self._headers[caller] = self._header(f"{REMOVED}-caller")
                continue
            elif not available:
                self._headers[caller] = {}
                continue
            elif len(available) == 1:
                user = next(iter(available))
            elif _administers(statuses) and administrators:
                user = administrators.pop(0)
                self.administrators.add(caller)
            elif any(caller == text for exchange in exchanges for _, text in texts_in(exchange.content)):
                self._issued.add(caller)
                continue
            elif users:
                user = users.pop(0)
            else:
                continue
            self._headers[caller] = stub.steering.credentials_of(user)
            self.names[caller] = user
            self._learn(stub, exchanges, caller, user)

    def headers(self, exchange: RecordedExchange) -> Mapping[str, str] | str:
        """The headers with the credentials of an exchange, or the reason why there are none."""
        if exchange.caller is None and exchange.names_caller:
            return {}
        if not exchange.names_caller and self._all is not None:
            if exchange.status in (401, 403):
                return "the recording does not say who called, and the server refused the caller"
            return self._all
        caller = exchange.caller or ""
        if caller == REMOVED:
            return "the recording has too many secrets to tell its callers apart"
        if caller in self._issued:
            return self._header(self._ids.text(caller)) if caller in self._ids else "its token is not the stub's"
        if caller not in self._headers:
            return f"the stub has no further caller for {caller}; name one"
        return self._headers[caller]

    def _header(self, token: str) -> Mapping[str, str]:
        name, value = suite(self._service).scheme(token)
        return {name: value}

    def _learn(self, stub: Stub, exchanges: Sequence[RecordedExchange], caller: str, user: str) -> None:
        """Match the id of a caller, which requests of others may have before an answer to the caller has it."""
        id_of = getattr(stub, "user_id", None)
        for exchange in exchanges if id_of is not None else ():
            created = exchange.caller == caller and exchange.operation.method == "POST" and exchange.status < 300
            record: Any = exchange.content
            if created and is_object(record):
                names = [record[name] for name in _OF_THE_CALLER if isinstance(record.get(name), str)]
                if id_of is not None and names:
                    self._ids.learn(names[0], id_of(user))
                    return


def _statuses(exchanges: Sequence[RecordedExchange]) -> dict[str, list[tuple[str, int]]]:
    """The operations of each caller with the statuses of their answers."""
    statuses: dict[str, list[tuple[str, int]]] = {}
    for exchange in exchanges:
        if exchange.caller is not None:
            statuses.setdefault(exchange.caller, []).append((exchange.operation.id, exchange.status))
    return statuses


def _is_administrator(stub: Stub, client: HttpClient, name: str) -> bool:
    """Whether a caller of the stub may read a list for administrators."""
    for operation in stub.contract.operations.values():
        if operation.id.startswith(_ADMIN) and operation.method == "GET" and "{" not in operation.path:
            return client.send("GET", operation.path, headers=stub.steering.credentials_of(name)).status < 300
    return False


def _administers(statuses: Sequence[tuple[str, int]]) -> bool:
    """Whether a caller was let in by every operation for administrators."""
    answers = [status for operation, status in statuses if operation.startswith(_ADMIN)]
    return any(status < 300 for status in answers) and not any(status in (401, 403) for status in answers)


class _Replay:
    """Sends the requests of a recording one by one."""

    def __init__(self, stub: Stub, client: HttpClient, callers: Callers, ids: IdMap, result: ReplayResult) -> None:
        self._stub = stub
        self._client = client
        self._callers = callers
        self._ids = ids
        self._result = result
        self._shapes = Shapes(stub.state.service)
        self._gate = Gate(self._shapes.contract)
        self._comparison = Comparison(self._shapes.stated, ids)
        self._made_with: dict[str, list[str]] = {}
        """From each record that the recording has made to the ids that its answer has brought."""
        self._makers: dict[str, str | None] = {}
        """The callers who have made the records."""
        self._gone: dict[str, Operation] = {}
        """The ids of deleted records, each with the operation that has deleted the record."""

    def exchange(self, exchange: RecordedExchange) -> None:
        """Send one request, and add the differences between its answers."""
        headers = self._callers.headers(exchange)
        reason = _why_not(exchange) or (headers if isinstance(headers, str) else "")
        if reason:
            self._result.omitted += bool(exchange.omitted)
            self._add_not_replayed(exchange, reason)
            return
        written, asked = (
            [text for name, text in texts if not is_id(name, text)]
            for texts in (texts_in(exchange.body), exchange.query)
        )
        self._comparison.add_sent(written, asked)
        unknown = self._unknown(exchange)
        if any(self._ids.is_image(text) and text not in self._ids for _, text in _arguments(exchange)):
            self._add_not_replayed(exchange, f"{unknown} is of a record that the stub has not made")
            return
        signed_in = exchange.status == 401 and (exchange.caller or "") in self._callers.names
        if signed_in and exchange.operation.method != "GET":
            self._add_not_replayed(exchange, _OTHER_CREDENTIALS)
            return
        gone = next((self._gone[text] for _, text in _arguments(exchange) if text in self._gone), None)
        try:
            answer = self._send(exchange, cast(Mapping[str, str], headers))
        except NoAnswer as error:
            self._add_not_replayed(exchange, f"the stub gave no answer: {error}")
            return
        if signed_in and answer.status != 401:
            self._add_not_replayed(exchange, _OTHER_CREDENTIALS)
            return
        if unknown and answer.status != exchange.status:
            self._add_not_replayed(exchange, f"{unknown} is of a record that the recording has not made")
            return
        arguments = [text for _, text in _arguments(exchange)]
        since = min((self._ids.diverged[text] for text in arguments if text in self._ids.diverged), default=0)
        if since:
            self._add_not_replayed(exchange, f"sent and not compared: exchange {since} has left its record different")
            return
        self._result.sent += 1
        one_refuses = (exchange.status < 300) != (answer.status < 300)
        if one_refuses and arguments and exchange.operation.method != "GET":
            self._ids.diverged[arguments[-1]] = exchange.number
        refusal = load(self._result.service).get(self._stub.requests[-1].rule or "")
        count = len(self._ids)
        for deviation in self._deviations(exchange, answer, refusal):
            self._add(exchange, deviation, self._rule(exchange, deviation, refusal, gone))
        if exchange.status < 300:
            self._remember(exchange, self._ids.since(count))

    def _remember(self, exchange: RecordedExchange, new: Sequence[str]) -> None:
        """Note the records that a request has made, changed or deleted."""
        arguments = [text for _, text in _arguments(exchange)]
        method = exchange.operation.method
        if method == "POST":
            sent = {text for _, text in texts_in(exchange.body)}
            named = {text for name, text in texts_in(exchange.content) if name in _OF_THE_CALLER}
            names = [name for name in new if name not in sent | named]
            self._ids.made.update(names)
            self._made_with.update(dict.fromkeys(names, names))
            self._makers.update(dict.fromkeys(names, exchange.caller))
        elif method == "DELETE" and arguments:
            for name in self._made_with.get(arguments[-1], arguments[-1:]):
                self._gone[name] = exchange.operation
        elif method in ("PATCH", "PUT"):
            self._ids.changed.update(arguments)

    def _send(self, exchange: RecordedExchange, headers: Mapping[str, str]) -> HttpAnswer:
        body = None
        if exchange.body is not None:
            value = self._ids.value(exchange.body)
            body = value.encode() if isinstance(value, str) else dumps(value)
            headers = {**headers, "content-type": exchange.operation.body_media}
        if len(exchange.operation.answers.get(exchange.status, ())) > 1:  # a recording does not have the header
            headers = {**headers, "accept": media_type_of(exchange.headers)}
        query = [(name, self._ids.search(value)) for name, value in exchange.query]
        path = self._ids.path(exchange.path)
        return self._client.send(exchange.operation.method, path, query=query, headers=headers, body=body)

    def _unknown(self, exchange: RecordedExchange) -> str:
        """An id in a request that no earlier answer has, in words; empty if there is none."""
        inputs = [*_arguments(exchange), *texts_in(exchange.body), *exchange.query]
        return next((f"{name} {text}" for name, text in inputs if is_id(name, text) and text not in self._ids), "")

    def _scope(self, exchange: RecordedExchange) -> Scope:
        """The scope of the record that an answer is about."""
        arguments = [text for _, text in _arguments(exchange)]
        method = exchange.operation.method
        if all(text in self._ids.made for text in arguments) and (arguments or method == "POST"):
            return "made"
        if method == "GET":
            return self._ids.scope_of(arguments[-1]) if arguments else "other"
        body: Any = exchange.content
        is_record = is_object(body) and "id" in body
        return "changed" if is_record and exchange.status != 201 else "made"

    def _deviations(self, exchange: RecordedExchange, answer: HttpAnswer, refusal: Rule | None) -> Iterator[Deviation]:
        if exchange.status != answer.status:
            both_refuse = 400 <= exchange.status < 500 and 400 <= answer.status < 500
            if both_refuse and refusal is not None and str(answer.status) not in f"{refusal.id} {refusal.sentence}":
                return  # no rule says with which status
            words = frozenset({str(answer.status)})
            yield Deviation("status", "", str(exchange.status), str(answer.status), words)
            return
        if not 200 <= exchange.status < 300:
            return  # the contracts do not state the bodies of errors
        recorded, stub = (media_type_of(headers) for headers in (exchange.headers, answer.headers))
        if recorded != stub and (answer.body or exchange.form != "empty"):
            words = frozenset(stub.partition("/")[2].split("+"))
            yield Deviation("media type", "", recorded or "none", stub or "none", words)
            return
        disposition = "content-disposition"
        if (disposition in exchange.headers) != (disposition in answer.headers):
            presence = [
                disposition if disposition in headers else f"no {disposition}"
                for headers in (exchange.headers, answer.headers)
            ]
            yield Deviation("field", "", presence[0], presence[1], frozenset({"attachment", "disposition"}))
        if exchange.value is not None:
            yield from self._form(exchange)
            yield from self._comparison.bodies(
                exchange.operation.id,
                exchange.status,
                dict(exchange.query),
                exchange.value,
                loads(answer.body),
                self._scope(exchange),
            )

    def _form(self, exchange: RecordedExchange) -> Iterator[Deviation]:
        """The difference of a recorded answer from the form that the spec promises, and that the stub keeps."""
        request = Request(method=exchange.operation.method, url=exchange.path)
        reply = Reply(
            request=request,
            status=exchange.status,
            headers=exchange.headers,
            body=dumps(exchange.value),
            gate=self._gate,
        )
        for wrong in self._shapes.judge(exchange.operation, reply):
            if wrong.basis == "stated" and REMOVED not in wrong.message:
                yield Deviation("form", "", wrong.message, "the form of the contract")
                return

    def _rule(
        self, exchange: RecordedExchange, deviation: Deviation, refusal: Rule | None, gone: Operation | None
    ) -> Rule | None:
        """The rule that a difference is about."""
        service = self._result.service
        if deviation.kind != "status":
            named = _words_in(exchange.operation.id.rpartition(".")[2]) if deviation.kind == "list" else set[str]()
            words = deviation.words | named - {"list"}
            return rule_about(service, exchange.operation, words, limits=deviation.kind == "page")
        if refusal is None:
            words = deviation.words if exchange.status < 400 else self._words_of_access(exchange)
            return rule_about(service, exchange.operation, words)
        deletion = None if gone is None or exchange.status >= 400 else rule_about(service, gone, _OF_A_DELETION)
        return deletion or refusal

    def _words_of_access(self, exchange: RecordedExchange) -> frozenset[str]:
        """The words of the rule that lets a refused caller in; none if the record is the caller's own."""
        makers = [self._makers[text] for _, text in _arguments(exchange) if text in self._makers]
        if exchange.caller is None:
            return frozenset({"public", "signing"})
        if not makers or makers[0] == exchange.caller:
            return frozenset()
        administers = exchange.caller in self._callers.administrators
        return frozenset({"admin", "administrators"} if administers else {"recipient", "recipients"})

    def _add(self, exchange: RecordedExchange, deviation: Deviation, rule: Rule | None) -> None:
        if deviation.kind == "order" and rule is None:
            return  # the order of the list is the server's own
        stated: Basis = "stated" if deviation.kind == "form" else "assumed"
        difference = ReplayDifference(
            exchange=exchange.number,
            operation=exchange.operation.id,
            request=_request(exchange),
            kind=deviation.kind,
            place=deviation.place,
            recorded=deviation.recorded,
            stub=deviation.stub,
            rule="" if rule is None else rule.id,
            basis=stated if rule is None else rule.basis,
            sentence="" if rule is None else rule.sentence,
        )
        self._result.differences.append(difference)

    def _add_not_replayed(self, exchange: RecordedExchange, reason: str) -> None:
        skipped = NotReplayed(exchange=exchange.number, operation=exchange.operation.id, reason=reason)
        self._result.not_replayed.append(skipped)


def rule_about(service: str, operation: Operation, words: frozenset[str], *, limits: bool = False) -> Rule | None:
    """The rule about the answers of an operation that has most of some words; None if no rule has one.

    >>> rule_about("chat", contract.operations["conversations.messages.list"], frozenset({"oldest"})).id
    'chat.messages.list-is-oldest-first'

    Args:
        service: The service.
        operation: The operation.
        words: The words, in lower case.
        limits: Whether to look among the rules about the input `limit`, too.
    """
    nearest: tuple[int, int] = (0, 0)
    closest: Rule | None = None
    for rule in load(service).values():
        about_limit = limits and "query.limit" in rule.inputs
        if operation.id not in rule.operations or (rule.refused and not about_limit):
            continue
        _, subject, name = rule.id.split(".", 2)
        nouns = words - {subject, subject.rstrip("s")}
        hits = 2 * len(nouns & _words_in(name)) + len(nouns & _words_in(rule.sentence))  # an id has the main words
        score = hits + about_limit, -len(rule.operations)
        if score[0] and (closest is None or score > nearest):
            nearest, closest = score, rule
    return closest


def _words_in(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _why_not(exchange: RecordedExchange) -> str:
    """Why a request cannot be sent as it was recorded; empty if it can."""
    if exchange.form == "events":
        return "an event stream: a stub sends events of its own"
    if exchange.omitted:
        return "; ".join(f"the recording omits the body of the {name}: {why}" for name, why in exchange.omitted.items())
    if exchange.status == 429 or exchange.status >= 500:
        return f"the server failed with {exchange.status}: no rule says when"
    if exchange.body is not None and exchange.operation.body_media != JSON:
        return "an upload: a recording keeps the text of a body alone"
    return ""


def _arguments(exchange: RecordedExchange) -> list[tuple[str, str]]:
    """The names and values of the parameters of a path."""
    parts = zip(exchange.operation.segments, exchange.path.split("/"), strict=False)
    return [(template[1:-1], unquote(part)) for template, part in parts if template.startswith("{")]


def _request(exchange: RecordedExchange) -> str:
    query = f"?{urlencode(exchange.query)}" if exchange.query else ""
    return f"{exchange.operation.method} {exchange.path}{query}"
