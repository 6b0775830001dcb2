"""The table of reports from outside, by the kinds of its rows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import attrs

PATH = Path(__file__).with_name("table.toml")


@attrs.frozen(kw_only=True)
class Row:
    """A report from outside.

    Attributes:
        name: Its name, in words with hyphens.
        report: What was sent, and what happened.
        kind: The kind, which says who reads the row; the head of the table lists them.
        fields: Its other fields, by the kind.
    """

    name: str
    report: str
    kind: str
    fields: dict[str, Any]

    @property
    def body(self) -> bytes:
        """The bytes of its document, which stand as text or in hexadecimal digits.

        With `repeat`, the character or word before each `*` is repeated.
        """
        if "hex" in self.fields:
            return bytes.fromhex(self.fields["hex"])
        text: str = self.fields["body"]
        if "repeat" in self.fields:
            text = re.sub(r"(\w+|.)\*", lambda part: part[1] * self.fields["repeat"], text)
        return text.encode()

    def __str__(self) -> str:
        return self.name


def rows(kind: str | None = None) -> list[Row]:
    """Return the rows of a kind, or all."""
    table: list[dict[str, Any]] = tomllib.loads(PATH.read_text("utf-8")).get("row", [])
    parsed = [Row(name=row.pop("name"), report=row.pop("report"), kind=row.pop("kind"), fields=row) for row in table]
    return [row for row in parsed if kind in (None, row.kind)]
