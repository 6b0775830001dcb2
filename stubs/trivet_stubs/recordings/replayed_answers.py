"""Recorded answers, replayed by a stub."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.responses import Response

from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.handlers import operation as answers
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JSON, Operation, query_pairs
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.recordings.recorded_exchanges import RecordedExchange, read_exchanges, read_recording
from trivet_stubs.recordings.secrets import REMOVED, TrafficSecrets
from trivet_stubs.stub import Stub

_NOT_IMPLEMENTED = 501
"""A status that no client takes for the server's own answer, nor sends the request again for."""

_Key = tuple[str, str, tuple[tuple[str, str], ...], bytes]


@dataclass(slots=True)
class _Answers:
    """The answers to one request, in their order; the last one is repeated."""

    responses: list[Response]
    next: int = 0

    def take(self) -> Response:
        """Return the next answer."""
        answer = self.responses[min(self.next, len(self.responses) - 1)]
        self.next += 1
        return answer


def replay(stub: Stub, folder: Path | str) -> int:
    """Let a stub replay recorded answers: the same request gets the same answers, in their order. Return their number.

    In the place of an answer whose body the recording omits, the stub answers 501 with the reason; it does not count.
    The stub itself answers any other request. Requests are compared without their secret inputs and their credentials,
    because the stub has credentials of its own.

        with ChatStub() as stub:
            replay(stub, "recorded")

    Raises:
        ValueError: The folder is not a recording of this service; the message names the file.
    """
    path = Path(folder)
    if read_recording(path) != stub.state.service:
        raise ValueError(f"recorded: {path} is not a recording of the {stub.state.service} service")
    secrets = TrafficSecrets(stub.contract, same=REMOVED)
    recorded: dict[_Key, _Answers] = {}
    count = 0
    for exchange in read_exchanges(path, stub.contract):
        # A stub makes the events of a stream itself, from the changes of its state.
        if exchange.form != "events" and "request" not in exchange.omitted:
            key = _key(secrets, exchange.operation, exchange.path, exchange.query, exchange.body)
            recorded.setdefault(key, _Answers([])).responses.append(_response(exchange))
            count += exchange.form != "omitted"
    names = {key[0] for key in recorded}
    if names:
        stub.override(_handlers(stub, secrets, recorded, names))
    return count


def _response(exchange: RecordedExchange) -> Response:
    if exchange.form == "omitted":
        reason = f"the recording omits the body of this answer, {exchange.status}: {exchange.omitted['answer']}"
        error = {"error": f"trivet stub: {reason}"}
        return Response(dumps(error), _NOT_IMPLEMENTED, media_type=JSON)
    if exchange.form == "json":
        content = dumps(exchange.content)
    else:
        content = str(exchange.content or "").encode(exchange.charset, "replace")
    return Response(content, exchange.status, exchange.headers)


def _handlers(stub: Stub, secrets: TrafficSecrets, recorded: Mapping[_Key, _Answers], names: set[str]) -> object:
    def handler(name: str, otherwise: Handler) -> Callable[[object, ContractRequest], object]:
        def answer(_self: object, request: ContractRequest) -> object:
            scope = request.scope
            pairs = query_pairs(scope["query_string"])
            key = _key(secrets, request.operation, stub_path(scope), pairs, request.body)
            recorded_answers = recorded.get(key)
            return otherwise(request) if recorded_answers is None else recorded_answers.take()

        return answers(name)(answer)

    members = {name.replace(".", "_"): handler(name, stub.handler(name)) for name in names}
    handlers: object = type("RecordedAnswers", (), members)()
    return handlers


def _key(secrets: TrafficSecrets, operation: Operation, path: str, pairs: list[tuple[str, str]], body: Any) -> _Key:
    """Return the key of a request, equal for the same requests; secrets in the query and the body count as equal."""
    query = tuple(sorted(secrets.query(operation, pairs)))
    blank = json.dumps(secrets.body(operation, body), sort_keys=True).encode()
    return operation.id, unquote(path), query, blank
