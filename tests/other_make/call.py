"""A request to the chat server of another make: its caller and its inputs, which the handlers check."""

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.exceptions import HTTPException

from tests.other_make.records import Record


@dataclass(frozen=True)
class Call:
    """One request."""

    caller: Record
    path: dict[str, str]
    query: dict[str, str]
    body: Record

    def number(self, name: str, least: int, most: float, default: int) -> int:
        text = self.query.get(name, str(default))
        if not text.lstrip("-").isdecimal() or not least <= int(text) <= most:
            raise HTTPException(400, f"{name} is not an integer from {least} to {most}")
        return int(text)

    def flag(self, name: str, default: bool) -> bool:
        if (text := self.query.get(name, str(default)).lower()) not in ("true", "false"):
            raise HTTPException(400, f"{name} is neither true nor false")
        return text == "true"

    def text(self, name: str) -> str | None:
        if not isinstance(value := self.body.get(name), str | None):
            raise HTTPException(400, f"{name} is not a text")
        return value

    def page(
        self, rows: Iterable[Record], most: int = 100, default: int = 50, extra: int = 0, total: int | None = None
    ) -> Record:
        matches, skip, limit = list(rows), self.number("skip", 0, 1e9, 0), self.number("limit", 1, most, default)
        total = len(matches) if total is None else total
        return {"total": total, "skipped": skip, "items": matches[skip : skip + limit + extra]}
