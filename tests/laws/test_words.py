"""Law 8: no private or archaic word in docstrings, comments, messages, docs, specs, names and test names."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.laws.specs import LOADER
from tests.laws.tree import ROOT, is_hand_written, lines_with, nodes_on, relative

PATTERNS = {
    **{word: word for word in ("whoever", "nobody", "somebody", "anybody", "anew", "told", "heard", "sought")},
    **{"errand": "errands?", "vain": "in vain", "lets": "lets go of", "lives": "lives by"},
    "colo": "(?:un)?colou?r(?:s|ed|less)?",
}
"""The patterns of the words, each with a part that it always contains; a file without the parts need not be parsed."""
WORDS = re.compile(rf"(?<![a-z])(?:{'|'.join(PATTERNS.values())})(?![a-z])", re.IGNORECASE)
SKIPPED = {".venv", ".git", ".nox", "__pycache__", "_build", "dist", "node_modules", "reference"}
"""Folders without prose of ours; `docs/reference` is generated from docstrings when the site is built."""
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log", "print", "warn", "echo", "fail", "skip"}
PROSE_KEYS = {"description", "summary", "title", "x-assumed", "x-assumed-placement", "x-assumed-required"}

EXEMPT: dict[tuple[str, str], str] = {
    ("docs/command_line.md", "_COLOR"): "environment variables that terminal programs share",
    ("sdk/trivet/cli/terminal.py", "NO_COLOR"): "environment variables that terminal programs share",
    ("sdk/trivet/cli/terminal.py", "https://no-color.org"): "their standard",
    ("spec/agent.yaml", "The color in a user interface"): "the contract's field `color` of an agent",
    ("spec/agent.yaml", "The color."): "the contract's field `color` of a project's icon",
}
"""Maps a file and a part of one of its lines to the reason why the line needs the word."""


class Finding(NamedTuple):
    """A word that must not appear."""

    path: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def texts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield every text for people in a file that may have one of the words, with its line and its kind."""
    source = path.read_text("utf-8")
    if path.suffix == ".py":
        yield from _python(source)
    elif path.suffix == ".yaml":
        yield from _comments_after_hash(source)
        yield from _prose_of_yaml(yaml.compose(source, Loader=LOADER))
    else:
        yield from ((line, "text", text) for line, text in enumerate(source.splitlines(), 1))


def _python(source: str) -> Iterator[tuple[int, str, str]]:
    lines = lines_with(source.lower(), *PATTERNS)
    text_of = source.split("\n")
    if any("#" in text_of[line - 1] for line in lines):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], "comment", token.string
    for node in nodes_on(ast.parse(source), lines):
        for line, kind, text in _of_node(node):
            yield from ((line + number, kind, part) for number, part in enumerate(text.splitlines()))


def _of_node(node: ast.AST) -> Iterator[tuple[int, str, str]]:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            yield node.lineno, "docstring", text
        case ast.Raise(exc=ast.expr() as raised):
            yield from _literals(raised)
        case ast.Assert(msg=ast.expr() as message):
            yield from _literals(message)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in LOGS:
            yield from _literals(node)
        case ast.keyword(arg="help" | "description" | "reason" | "epilog", value=value):
            yield from _literals(value)
        case ast.JoinedStr():
            yield from _literals(node)
        case _:
            yield from ((line, "name", text.replace("_", " ")) for line, text in _names(node))


def _literals(node: ast.AST) -> Iterator[tuple[int, str, str]]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.lineno, "message", part.value


def _names(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.lineno, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", node.name)
        case ast.arg():
            yield node.lineno, node.arg
        case ast.Name(ctx=ast.Store()):
            yield node.lineno, node.id
        case ast.Attribute(ctx=ast.Store()):
            yield node.lineno, node.attr
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield node.lineno, name


def _comments_after_hash(source: str) -> Iterator[tuple[int, str, str]]:
    for line, text in enumerate(source.splitlines(), 1):
        if comment := re.search(r"(?:^|\s)#\s.*", text):
            yield line, "comment", comment[0]


def _prose_of_yaml(node: Any) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _prose_of_yaml(child)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value in PROSE_KEYS and isinstance(value, yaml.ScalarNode):
                yield value.start_mark.line + 1, key.value, value.value
            else:
                yield from _prose_of_yaml(value)


def our_files() -> list[Path]:
    """Return every file with prose of ours; generated files have their words from specs and templates."""
    tops = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in SKIPPED]
    paths = {path for pattern in ("*.py", "*.md", "*.jinja") for top in tops for path in top.rglob(pattern)}
    paths |= {
        path
        for pattern in ("*.py", "*.md", "*.toml", "*/*.yaml", "tests/codegen/*.yaml")
        for path in ROOT.glob(pattern)
    }
    paths.add(ROOT / ".ci" / "run")
    kept = [path for path in paths if not SKIPPED & set(path.relative_to(ROOT).parts)]
    return sorted(path for path in kept if is_hand_written(path))


def findings(path: Path) -> Iterator[Finding]:
    """Yield the words of a file that must not appear."""
    name = relative(path)
    if WORDS.search(path.stem.replace("_", " ")):
        yield Finding(name, 0, "file name", path.name)
    source = path.read_text("utf-8").lower()
    if not any(part in source for part in PATTERNS):
        return
    for line, kind, text in texts(path):
        for word in WORDS.finditer(text):
            if not any(name == exempt and wording in text for exempt, wording in EXEMPT):
                yield Finding(name, line, kind, f"{word[0]!r} in {text.strip()[:140]!r}")


def test_no_private_or_archaic_word_appears() -> None:
    words = sorted({finding for path in our_files() for finding in findings(path)})
    assert not words, f"{len(words)} words\n" + "\n".join(map(str, words))


def test_every_exemption_is_needed() -> None:
    unused = [
        (path, wording)
        for path, wording in EXEMPT
        if not any(wording in text and WORDS.search(text) for _, _, text in texts(ROOT / path))
    ]
    assert unused == []


@pytest.mark.parametrize(
    "source",
    [
        '"""Nobody."""',
        "x = 1  # whoever reads this",
        'raise ValueError(f"{x} was told")',
        'log.info("in vain")',
        "def test_it_is_heard(): ...",
        "class BothColours: ...",
        "def run(errand): ...",
    ],
)
def test_word_in_python_prose_is_found(source: str) -> None:
    assert [text for _, _, text in _python(source) if WORDS.search(text)]


@pytest.mark.parametrize(
    "source", ['DATA = {"told": "whoever"}', 'assert body == "nobody"', "read(b'anew')", "a = tolder"]
)
def test_word_in_data_is_ignored(source: str) -> None:
    assert not [text for _, _, text in _python(source) if WORDS.search(text)]


def test_words_in_descriptions_and_comments_of_specs_are_found() -> None:
    source = "# nobody\na: {description: told, x-assumed: anew, enum: [whoever], example: heard}\n"
    prose = [*_comments_after_hash(source), *_prose_of_yaml(yaml.compose(source, Loader=LOADER))]
    assert [WORDS.findall(text) for _, _, text in prose] == [["nobody"], ["told"], ["anew"]]
