"""Recorded answers, served by a stub again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl, unquote

import orjson
from starlette.responses import Response

from trivet_stubs.kernel.handlers import Handler
from trivet_stubs.kernel.handlers import operation as answers
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import Operation, query_pairs
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.proxy.recording import EXCHANGES, FORMAT
from trivet_stubs.proxy.secrets import Secrets
from trivet_stubs.stub import Stub

_Key = tuple[str, str, tuple[tuple[str, str], ...], bytes]


@dataclass(slots=True)
class _Answers:
    """The answers to one request, in their order; the last is repeated."""

    given: list[Response]
    next: int = 0

    def take(self) -> Response:
        """The next answer."""
        found = self.given[min(self.next, len(self.given) - 1)]
        self.next += 1
        return found


def replay(stub: Stub, folder: Path | str) -> int:
    """Let a stub answer as recorded: the same request gets the same answers, in their order; return how many there are.

    Any other request is answered by the stub itself. Inputs that are secrets do not count when requests are compared,
    and neither do credentials: the stub asks for its own.

        with ChatStub() as stub:
            replay(stub, "recorded")

    Raises:
        ValueError: The folder is no recording of this service; the message names the file.
    """
    path = Path(folder)
    about = _read(path / "recording.json")
    if about.get("format") != FORMAT or about.get("service") != stub.state.service:
        raise ValueError(f"recorded: {path} is no recording of the {stub.state.service} service")
    secrets = Secrets(stub.contract, same=True)
    recorded: dict[_Key, _Answers] = {}
    count = 0
    for file in sorted((path / EXCHANGES).glob("*.json")):
        key, response = _exchange(file, stub, secrets)
        if response is not None:
            recorded.setdefault(key, _Answers([])).given.append(response)
            count += 1
    names = {key[0] for key in recorded}
    if names:
        stub.override(_handlers(stub, secrets, recorded, names))
    return count


def _exchange(file: Path, stub: Stub, secrets: Secrets) -> tuple[_Key, Response | None]:
    found = _read(file)
    try:
        request, answer = found["request"], found["answer"]
        operation = stub.contract.operations[request["operation"]]
        body: Any = request.get("json")
        key = _key(secrets, operation, request["path"], parse_qsl(request["query"], True), body)
        if "events" in answer:  # a stream goes on, and its events come of what happens
            return key, None
        content = orjson.dumps(answer["json"]) if "json" in answer else str(answer.get("text", "")).encode()
        return key, Response(content, int(answer["status"]), dict(answer["headers"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"recorded: {file.name}: not an exchange: {type(error).__name__}: {error}") from error


def _handlers(stub: Stub, secrets: Secrets, recorded: Mapping[_Key, _Answers], names: set[str]) -> object:
    def handler(name: str, otherwise: Handler) -> Callable[[object, ContractRequest], object]:
        def answer(_self: object, request: ContractRequest) -> object:
            scope = request.scope
            pairs = query_pairs(scope["query_string"])
            key = _key(secrets, request.operation, stub_path(scope), pairs, request.body)
            found = recorded.get(key)
            return otherwise(request) if found is None else found.take()

        return answers(name)(answer)

    members = {name.replace(".", "_"): handler(name, stub.handler(name)) for name in names}
    made: object = type("RecordedAnswers", (), members)()
    return made


def _key(secrets: Secrets, operation: Operation, path: str, pairs: list[tuple[str, str]], body: Any) -> _Key:
    """What makes two requests the same: secrets in the query and the body count as equal."""
    query = tuple(sorted(secrets.query(operation, pairs)))
    blank = orjson.dumps(secrets.body(operation, body), option=orjson.OPT_SORT_KEYS)
    return operation.id, unquote(path), query, blank


def _read(path: Path) -> JsonObject:
    try:
        found: Any = orjson.loads(path.read_bytes())
    except OSError as error:
        raise ValueError(f"recorded: {path}: {error.strerror}") from error
    except orjson.JSONDecodeError as error:
        raise ValueError(f"recorded: {path.name}: not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ValueError(f"recorded: {path.name}: not an object")  # noqa: TRY004  # it is what a file holds
    return cast(JsonObject, found)
