"""The Python blocks of the README and the guides, with the section in which each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

__all__ = ["CodeBlock", "code_blocks"]

ROOT = Path(__file__).parents[2]
GUIDES = [path for path in sorted((ROOT / "docs").glob("*.md")) if not path.name.startswith("start_")]
"""The guides whose blocks stand alone; `start_pages.py` follows the others from their beginning to their end."""
PAGES = [ROOT / "README.md", *GUIDES]

LIBRARIES = ("dask", "django", "duckdb", "fastapi", "flask", "pandas", "polars", "pydantic")
"""Libraries of users, which are not in each test group."""


class CodeBlock(NamedTuple):
    """A block of a page: the line of its opening fence, the heading of its section, and its source."""

    page: str
    line: int
    section: str
    source: str

    @property
    def missing_library(self) -> str | None:
        """The library that the block imports and that only some sessions of nox install, unless it is installed."""
        imported = [name for name in LIBRARIES if re.search(rf"^(?:import|from) {name}\b", self.source, re.M)]
        return next((name for name in imported if find_spec(name) is None), None)


def code_blocks() -> Iterator[CodeBlock]:
    """Yield the blocks of every page, in order."""
    for page in PAGES:
        text = page.read_text("utf-8")
        section = ""
        for match in re.finditer(r"^(?:#+ ([^\n]+)|```(\w*)[^\n]*\n(.*?)^```)$", text, re.M | re.S):
            if match[1]:
                section = match[1]
            elif match[2] == "python":
                yield CodeBlock(page.name, text.count("\n", 0, match.start()) + 1, section, match[3])
