"""Docstrings as MyST: paragraphs, examples, and the sections of Google's style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

__all__ = ["Docstring", "parse"]

_SECTIONS = {"Args": "param", "Raises": "raises", "Returns": "returns", "Yields": "yields", "Attributes": "attribute"}
_ENTRY = re.compile(r"^    (?! )([^\s:][^:]*): ?(.*)$")


@dataclass
class Docstring:
    """A docstring in parts: its text including examples, and the entries of each section by name."""

    text: str = ""
    sections: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, list[tuple[str, str]]])

    @property
    def attributes(self) -> dict[str, str]:
        """The text of each attribute that the docstring names."""
        return dict(self.sections.get("attribute", ()))

    def fields(self, error: Callable[[str], str] = str) -> str:
        """Return parameters, results and errors as a field list; `error` gives the path of an error's name."""
        lines: list[str] = []
        for kind in ("param", "returns", "yields", "raises"):
            for name, text in self.sections.get(kind, ()):
                label = {"raises": f"raises {error(name)}", "param": f"param {name}"}.get(kind, kind)
                lines.append(f":{label}: {_joined(text)}")
        return "\n".join(lines)

    def lists(self, error: Callable[[str], str] = str) -> str:
        """Return the same as definition lists, for places where Sphinx does not read field lists."""
        lines: list[str] = []
        titles = {"param": "Parameters", "returns": "Returns", "yields": "Yields", "raises": "Raises"}
        for kind, title in titles.items():
            entries = self.sections.get(kind, ())
            lines += [f"**{title}**\n"] if entries else []
            for name, text in entries:
                term = {"param": f"`{name}`", "raises": f"{{py:obj}}`~{error(name)}`"}.get(kind, "")
                lines.append(f"{term}\n: {_joined(text)}\n" if term else f"{_joined(text)}\n")
        return "\n".join(lines)


def _joined(text: str) -> str:
    return " ".join(text.split())


def parse(text: str) -> Docstring:
    """Parse a docstring without indentation.

    >>> parse("A stop.\n\nArgs:\n    code: Its code.").sections
    {'param': [('code', 'Its code.')]}
    """
    docstring = Docstring()
    body: list[str] = []
    lines = iter(text.splitlines())
    kind = ""
    for line in lines:
        title = line.removesuffix(":")
        if line.endswith(":") and title in _SECTIONS:
            kind = _SECTIONS[title]
            docstring.sections.setdefault(kind, [])
        elif kind and (not line.strip() or line.startswith("    ")):
            _add(docstring.sections[kind], line, named=kind in {"param", "raises", "attribute"})
        else:
            kind = ""
            body.append(line)
    docstring.text = "\n".join(_fenced(body)).strip()
    return docstring


def _add(entries: list[tuple[str, str]], line: str, *, named: bool) -> None:
    match = _ENTRY.match(line) if named else None
    if match:
        entries.append((match[1].lstrip("*"), match[2]))
    elif entries:
        name, text = entries[-1]
        entries[-1] = (name, f"{text}\n{line.strip()}".rstrip())
    elif line.strip():
        entries.append(("", line.strip()))


def _fenced(lines: list[str]) -> Iterator[str]:
    """Put examples into fences: from `>>>` to the next empty line, and paragraphs that are indented by four spaces."""
    fence = ""
    for index, line in enumerate(lines):
        above = lines[index - 1] if index else ""
        if not fence and line.startswith(">>>"):
            fence = "pycon"
            yield from ("", "```pycon")
        elif not fence and line.startswith("    ") and not above.strip():
            fence = "python"
            yield "```python"
        elif fence and _ends(line, lines[index + 1 :], fence):
            fence = ""
            yield "```"
        yield line.removeprefix("    ") if fence == "python" else line
    if fence:
        yield "```"


def _ends(line: str, rest: list[str], fence: str) -> bool:
    """Whether a line is the first one after an example; an example may contain empty lines."""
    if line.strip():
        return fence == "python" and not line.startswith("    ")
    after = next((later for later in rest if later.strip()), "")
    return not after.startswith(">>>" if fence == "pycon" else "    ")
