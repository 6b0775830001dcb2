"""Law 8: no word of the private vocabulary in docstrings, comments, messages, docs, specs, names and test names."""

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

from tests.laws.tree import ROOT, is_hand_written, relative

WORDS = re.compile(
    r"(?<![a-z])(?:whoever|nobody|somebody|anybody|anew|told|heard|sought|errands?|in vain|lets go of|lives by"
    r"|colou?r(?:s|ed|less)?|uncolou?red)(?![a-z])",
    re.IGNORECASE,
)
ANYWHERE = re.compile(
    WORDS.pattern.replace("(?<![a-z])", "").replace("(?![a-z])", "").replace(" ", "[ _]?"), re.IGNORECASE
)
"""The same words within names and data: a file without any of them need not be parsed."""
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SKIPPED = {".venv", ".git", ".nox", "__pycache__", "_build", "dist", "node_modules", "reference"}
"""`docs/reference` is made of docstrings when the site is built."""
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log", "print", "warn", "echo", "fail", "skip"}
PROSE_KEYS = {"description", "summary", "title", "x-assumed", "x-assumed-placement", "x-assumed-required"}

EXEMPT: dict[tuple[str, str], str] = {
    ("docs/command_line.md", "_COLOR"): "environment variables that programs of the terminal share",
    ("sdk/trivet/cli/terminal.py", "NO_COLOR"): "environment variables that programs of the terminal share",
    ("sdk/trivet/cli/terminal.py", "https://no-color.org"): "their standard",
    ("spec/agent.yaml", "The color in a user interface"): "the field `color` of an agent holds one",
    ("spec/agent.yaml", "The color."): "the field `color` of a project's icon holds one",
}
"""From a file and a part of one of its lines to the reason why the line needs the word."""


class Finding(NamedTuple):
    """A word that should not be there."""

    path: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def texts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield everything in a file that is written for people: its line, what it is, and the text."""
    source = path.read_text("utf-8")
    if path.suffix == ".py":
        yield from _python(source)
    elif path.suffix == ".yaml":
        yield from _comments_after_hash(source)
        yield from _prose_of_yaml(yaml.compose(source, Loader=LOADER))
    else:
        yield from ((line, "text", text) for line, text in enumerate(source.splitlines(), 1))


def _python(source: str) -> Iterator[tuple[int, str, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], "comment", token.string
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for line, kind, text in _of_node(node):
            yield from ((line + number, kind, each) for number, each in enumerate(text.splitlines()))


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
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.lineno, "message", each.value


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
        if found := re.search(r"(?:^|\s)#\s.*", text):
            yield line, "comment", found[0]


def _prose_of_yaml(node: Any) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from _prose_of_yaml(each)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value in PROSE_KEYS and isinstance(value, yaml.ScalarNode):
                yield value.start_mark.line + 1, key.value, value.value
            else:
                yield from _prose_of_yaml(value)


def our_files() -> list[Path]:
    """Return every file that holds prose of ours; what is generated has its words from specs and templates."""
    tops = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in SKIPPED]
    found = {path for pattern in ("*.py", "*.md", "*.jinja") for top in tops for path in top.rglob(pattern)}
    found |= {
        path
        for pattern in ("*.py", "*.md", "*.toml", "*/*.yaml", "tests/codegen/*.yaml")
        for path in ROOT.glob(pattern)
    }
    found.add(ROOT / ".ci" / "run")
    kept = [path for path in found if not SKIPPED & set(path.relative_to(ROOT).parts)]
    return sorted(path for path in kept if is_hand_written(path))


def findings(path: Path) -> Iterator[Finding]:
    """Yield the words of a file that should not be there."""
    name = relative(path)
    if WORDS.search(path.stem.replace("_", " ")):
        yield Finding(name, 0, "file name", path.name)
    if not ANYWHERE.search(path.read_text("utf-8")):
        return
    for line, kind, text in texts(path):
        for found in WORDS.finditer(text):
            if not any(name == exempt and wording in text for exempt, wording in EXEMPT):
                yield Finding(name, line, kind, f"{found[0]!r} in {text.strip()[:140]!r}")


def test_no_word_of_the_private_vocabulary_appears() -> None:
    found = sorted({each for path in our_files() for each in findings(path)})
    assert not found, f"{len(found)} words\n" + "\n".join(map(str, found))


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
def test_word_in_prose_of_python_is_found(source: str) -> None:
    assert [text for _, _, text in _python(source) if WORDS.search(text)]


@pytest.mark.parametrize(
    "source", ['DATA = {"told": "whoever"}', 'assert body == "nobody"', "read(b'anew')", "a = tolder"]
)
def test_word_in_data_is_ignored(source: str) -> None:
    assert not [text for _, _, text in _python(source) if WORDS.search(text)]


def test_words_in_descriptions_and_comments_of_specs_are_found() -> None:
    source = "# nobody\na: {description: told, x-assumed: anew, enum: [whoever], example: heard}\n"
    found = [*_comments_after_hash(source), *_prose_of_yaml(yaml.compose(source, Loader=LOADER))]
    assert [WORDS.findall(text) for _, _, text in found] == [["nobody"], ["told"], ["anew"]]
