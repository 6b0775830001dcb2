"""One exchange as rules look at it: a request and its answer, taken apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import JSON

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request and its answer, taken apart."""

    operation: str
    """The operation; empty for a path or a method that the contract does not have."""
    status: int
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """The headers of the answer by their names in lower case."""
    answer: Any = None
    """The JSON of the answer; None if it has none."""
    text: str = field(default="", repr=False)
    """An answer that is text and not JSON."""
    size: int = 0
    """The bytes of the body of the answer: JSON that is `null` is a body, too."""
    method: str = "GET"
    path: str = ""
    """The path of a request without an operation."""
    arguments: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The values of the parameters in the path."""
    query: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    request_headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    sent: Any = field(default=None, repr=False)
    """The JSON of the request; None if it has no body."""
    fault: str | None = None
    """The keyword of the spec that the request breaks; empty if it keeps the spec, None if that is not known."""
    alone: bool = True
    """Whether no write of another request was under way meanwhile."""
    began: float = 0.0
    """When the request came, in seconds of a clock that never goes back."""
    answered: float = 0.0
    """When the head of the answer came."""

    @property
    def ok(self) -> bool:
        """Whether the answer is a success."""
        return 200 <= self.status < 300

    @property
    def refused(self) -> bool:
        """Whether the answer is a refusal."""
        return 400 <= self.status < 500

    @property
    def has_body(self) -> bool:
        """Whether the answer has a body."""
        return bool(self.size or self.text) or self.answer is not None

    @property
    def media_type(self) -> str:
        """The media type of the answer, without its parameters."""
        return media_type_of(self.headers)

    @property
    def record(self) -> Json:
        """The answer if it is an object, else an empty one."""
        value: Any = self.answer
        return cast(Json, value) if isinstance(value, dict) else {}

    @property
    def body(self) -> Json:
        """The body of the request if it is an object, else an empty one."""
        value: Any = self.sent
        return cast(Json, value) if isinstance(value, dict) else {}

    def rows(self, name: str) -> list[Json]:
        """The objects in an array of the answer."""
        value: Any = self.record.get(name)
        rows = cast(Sequence[Any], value) if isinstance(value, list) else ()
        return [row for row in rows if isinstance(row, dict)]


def json_of(body: bytes) -> Any:
    """The JSON of a body; None if it is no JSON.

    >>> json_of(b'{"id": 1}'), json_of(b"{")
    ({'id': 1}, None)
    """
    try:
        return loads(body)
    except ValueError:
        return None


def is_json(headers: Mapping[str, str]) -> bool:
    """Whether the body of an answer is JSON by its media type.

    >>> is_json({"content-type": "application/json; charset=utf-8"})
    True
    """
    media_type = media_type_of(headers)
    return media_type == JSON or media_type.endswith("+json")


def media_type_of(headers: Mapping[str, str]) -> str:
    """The media type of an answer without its parameters, in lower case; empty if its headers name none.

    >>> media_type_of({"content-type": "text/html; charset=utf-8"})
    'text/html'
    """
    return headers.get("content-type", "").partition(";")[0].strip().lower()
