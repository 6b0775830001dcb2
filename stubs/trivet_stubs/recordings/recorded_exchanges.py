"""The exchanges of a recording, read from its files: a file for each exchange, without secrets.

The proxy writes it while requests pass; it is read to replay its answers or its requests.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import parse_qsl

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.validation import nests_deeper

EXCHANGES = "exchanges"
FORMAT = 1
UTF_8 = "utf-8"

_MAX_DEPTH = 200
"""How deep the JSON of a recorded exchange may be: its readers are recursive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedExchange:
    """An exchange of a recording; its secrets are replaced."""

    number: int
    """Its number in the recording, from 1."""
    operation: Operation
    path: str
    """The path, percent-encoded."""
    query: list[tuple[str, str]]
    body: Any
    """The JSON of the request, or its text if it is not JSON; None without a body."""
    caller: str | None
    """The replacement of the caller's credentials; None for a request without credentials."""
    names_caller: bool
    """Whether the recording says who called; the recordings of older versions do not."""
    status: int
    headers: Mapping[str, str]
    content: Any
    """The JSON of the answer, its text, or its events; None without a body."""
    form: Literal["json", "text", "events", "omitted", "empty"]
    """The form of the content."""
    charset: str = UTF_8
    """The charset of the text of the answer."""
    omitted: Mapping[str, str] = field(default_factory=dict[str, str])
    """From `request` and `answer` to the reason for which the recording omits its body."""

    @property
    def value(self) -> Any:
        """The JSON of the answer; None for another answer.

        JSON with half a surrogate pair, NaN or a byte order mark is recorded as a text, which keeps it as it was sent.
        """
        if self.form == "json":
            return self.content
        if self.form != "text" or self.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            return None
        try:
            return loads(str(self.content))
        except ValueError:
            return None


def read_recording(folder: Path) -> str:
    """Return the service of a recording.

    >>> read_recording(Path("recorded"))
    'chat'

    Raises:
        ValueError: The folder is not a recording, or one of another version; the message names the file.
    """
    about = _read(folder / "recording.json")
    service = about.get("service")
    if about.get("format") != FORMAT or not isinstance(service, str):
        raise ValueError(
            f"recorded: {folder} is not a recording of this version: its format is {about.get('format')!r}, "
            f"and this version reads {FORMAT}"
        )
    return service


def read_exchanges(folder: Path, contract: Contract) -> Iterator[RecordedExchange]:
    """Yield the exchanges of a recording, in the order in which they ended.

    Raises:
        ValueError: A file cannot be read, or is not an exchange of the contract; the message names it.
    """
    for file in sorted((folder / EXCHANGES).glob("*.json")):
        yield _exchange(file, contract)


def _exchange(file: Path, contract: Contract) -> RecordedExchange:
    exchange = _read(file)
    if nests_deeper(exchange, _MAX_DEPTH):
        raise ValueError(f"recorded: {file.name}: not an exchange: its JSON is nested more than {_MAX_DEPTH} times")
    try:
        request, answer = exchange["request"], exchange["answer"]
        form = next((form for form in ("json", "text", "events", "omitted") if form in answer), "empty")
        bodies = (("request", request), ("answer", answer))
        omitted = {name: str(body["omitted"]["reason"]) for name, body in bodies if "omitted" in body}
        return RecordedExchange(
            number=int(file.stem),
            operation=contract.operations[request["operation"]],
            path=str(request["path"]),
            query=parse_qsl(request["query"], keep_blank_values=True),
            body=request.get("json"),
            caller=request.get("caller"),
            names_caller="caller" in request,
            status=int(answer["status"]),
            headers=dict(answer["headers"]),
            content=answer.get(form),
            form=cast(Any, form),
            charset=str(answer.get("charset", UTF_8)),
            omitted=omitted,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"recorded: {file.name}: not an exchange: {type(error).__name__}: {error}") from error


def _read(path: Path) -> JsonObject:
    try:
        value: Any = loads(path.read_bytes())
    except OSError as error:
        raise ValueError(f"recorded: {path}: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"recorded: {path.name}: not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ValueError(f"recorded: {path.name}: not an object")  # noqa: TRY004  # the file is wrong
    return cast(JsonObject, value)
