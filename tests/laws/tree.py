"""The files of the project, with their modules and imports, and whether they are written by hand."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[2]
SDK = ROOT / "sdk" / "trivet"
STUBS = ROOT / "stubs" / "trivet_stubs"
CHECKS = ROOT / "stubs" / "trivet_checks"
CODEGEN = ROOT / "codegen"
TOPS = (SDK, STUBS, CHECKS, CODEGEN)
SERVICES = tuple(sorted(path.stem for path in (ROOT / "spec").glob("*.yaml")))

Kind = Literal["at import", "when used", "for type checkers"]


@dataclass(frozen=True)
class Import:
    """An import statement, or a module that `lazy` or `lazy_exports` load later."""

    importer: str
    imported: str
    kind: Kind
    line: int


def relative(path: Path) -> str:
    """Return a path relative to the root, as in the docs."""
    return path.relative_to(ROOT).as_posix()


def python_files(*tops: Path) -> list[Path]:
    """Return all Python files below some folders."""
    return sorted(path for top in tops or TOPS for path in top.rglob("*.py"))


def first_line(path: Path) -> str:
    """Return the line that marks a file as generated or derived."""
    with path.open(encoding="utf-8") as file:
        return file.readline().rstrip("\n")


def is_hand_written(path: Path) -> bool:
    """Whether a file is neither generated nor derived."""
    return not first_line(path).startswith(("# Generated from", "# Derived from"))


def module_name(path: Path) -> str:
    """Return the dotted name under which a file is imported."""
    top = next(top for top in TOPS if path.is_relative_to(top))
    parts = (top.name, *path.relative_to(top).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules(top: Path) -> Mapping[str, Path]:
    """Return the modules and packages of one distribution, by their dotted names."""
    return {module_name(path): path for path in python_files(top)}


# If all trees were kept, each collection of garbage in this process would visit a million nodes.
@lru_cache(maxsize=8)
def tree_of(path: Path) -> ast.Module:
    """Parse a file."""
    return ast.parse(path.read_text("utf-8"))


def lines_with(source: str, *parts: str) -> list[int]:
    """Return the numbers of the lines of a source that contain any of some texts."""
    there = [part for part in parts if part in source]
    lines = enumerate(source.split("\n"), 1) if there else ()
    return [number for number, line in lines if any(part in line for part in there)]


def nodes_on(module: ast.Module, lines: Sequence[int]) -> Iterator[ast.AST]:
    """Yield the nodes of the statements that have any of some lines, as `ast.walk` does of all.

    A law is mostly about few statements of a file, and visiting every expression takes longer than parsing the file.
    """
    waiting = deque[ast.AST]([module])
    while waiting:
        node = waiting.popleft()
        yield node
        children = ast.iter_child_nodes(node)
        waiting.extend(child for child in children if not isinstance(child, ast.stmt) or is_on(child, lines))


def is_on(statement: ast.stmt, lines: Sequence[int]) -> bool:
    """Whether a statement, decorators included, has any of some lines, which are in order."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= (statement.end_lineno or first)


def opening(path: Path) -> str:
    """Return the first paragraph of the docstring of a module."""
    match = re.match(r'(?:#[^\n]*\n|\n)*r?"""(.*?)(?:"""|\n\n)', path.read_text("utf-8"), re.DOTALL)
    return match[1] if match else ""


def is_type_checking(node: ast.If) -> bool:
    """Whether a block is only for type checkers."""
    match node.test:
        case ast.Name("TYPE_CHECKING") | ast.Attribute(ast.Name("typing"), "TYPE_CHECKING"):
            return True
        case _:
            return False


def _statements(
    body: Iterable[ast.stmt | ast.ExceptHandler | ast.match_case], kind: Kind, lines: Sequence[int]
) -> Iterator[tuple[ast.stmt, Kind]]:
    """Yield the statements that have any of some lines, with the time at which they run."""
    for node in body:
        later = kind
        if isinstance(node, ast.stmt):
            if not is_on(node, lines):
                continue
            if isinstance(node, ast.If) and is_type_checking(node):
                yield from _statements(node.body, "for type checkers", lines)
                yield from _statements(node.orelse, kind, lines)
                continue
            yield node, kind
            later = "when used" if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else kind
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(node, part, ()), later, lines)


def imports(path: Path) -> Iterator[Import]:
    """Yield the imports of a file with absolute names, and the time at which each runs."""
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]

    def absolute(module: str, level: int) -> str:
        if not level:
            return module
        steps = package.split(".")
        return ".".join([*steps[: len(steps) - level + 1], *([module] if module else [])])

    def deferred(call: ast.Call) -> Iterator[str]:
        function = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        texts = [
            constant.value
            for constant in ast.walk(call)
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
        ]
        if function in ("lazy", "import_module"):
            yield from (absolute(text.lstrip("."), len(text) - len(text.lstrip("."))) for text in texts)
        elif function == "lazy_exports":
            yield from (
                absolute(text.lstrip("."), len(text) - len(text.lstrip("."))) for text in texts if text[0] == "."
            )

    source = path.read_text("utf-8")
    lines, later = lines_with(source, "import", "lazy"), lines_with(source, "import_module", "lazy")
    for node, kind in _statements(ast.parse(source).body, "at import", lines):
        if isinstance(node, ast.Import):
            yield from (Import(name, alias.name, kind, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node.module or "", node.level)
            inside = modules(next(top for top in TOPS if path.is_relative_to(top)))
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield Import(name, full if full in inside else base, kind, node.lineno)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and is_on(node, later):
            for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
                yield from (Import(name, module, "when used", call.lineno) for module in deferred(call))


@cache
def all_imports(top: Path) -> tuple[Import, ...]:
    """Return every import in a distribution, from its own modules and from other packages."""
    return tuple(statement for path in modules(top).values() for statement in imports(path))


def graph(top: Path, *kinds: Kind) -> dict[str, set[str]]:
    """Map each module of a distribution to the other modules of it that it imports."""
    inside = modules(top)
    edges: dict[str, set[str]] = defaultdict(set)
    for statement in all_imports(top):
        if statement.kind in kinds and statement.imported in inside and statement.imported != statement.importer:
            edges[statement.importer].add(statement.imported)
    return edges


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one module (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    components: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = lowest[node] = len(index)
        stack.append(node)
        for after in sorted(edges.get(node, ())):
            if after not in index:
                visit(after)
                lowest[node] = min(lowest[node], lowest[after])
            elif after in stack:
                lowest[node] = min(lowest[node], index[after])
        if lowest[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                components.append(sorted(component))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return sorted(components)
