"""Law 14: tests patch a lazily loaded module where it is used.

A proxy from `lazy` keeps every attribute that it has read. If its first read happens while a test has replaced the
attribute in the module itself, then the proxy keeps the replacement for all tests that follow in the process.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.laws.tree import ROOT, SDK, first_line, lines_with, nodes_on, python_files, relative


@cache
def attributes_read_through_proxies() -> dict[str, set[str]]:
    """Return the attributes that the SDK reads through proxies, by module."""
    attributes: dict[str, set[str]] = defaultdict(set)
    for path in python_files(SDK):
        text = path.read_text("utf-8")
        if "lazy(" not in text:
            continue
        tree = ast.parse(text)
        proxies = dict(_proxies(nodes_on(tree, lines_with(text, "lazy("))))
        for node in nodes_on(tree, lines_with(text, *proxies)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in proxies:
                attributes[proxies[node.value.id]].add(node.attr)
    return attributes


def _proxies(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the name and the module of each proxy: `rows = lazy("trivet.bus._volume.rows")`."""
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, call in pairs:
                match name, call:
                    case ast.Name(id=alias), ast.Call(func=ast.Name(id="lazy"), args=[ast.Constant(value=str(module))]):
                        yield alias, module


def patched(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the module and the attribute of each `setattr` of a patch on an imported module."""
    tree = ast.parse(source)
    modules: dict[str, str] = {}
    for node in nodes_on(tree, lines_with(source, "import")):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            modules |= {alias.asname: alias.name for alias in node.names if alias.asname}
    for node in nodes_on(tree, lines_with(source, "setattr")):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr"):
            continue
        match node.args:
            case [ast.Constant(value=str(path)), _]:
                yield node.lineno, *path.rpartition(".")[::2]
            case [ast.Name(id=alias), ast.Constant(value=str(attribute)), *_] if alias in modules:
                yield node.lineno, modules[alias], attribute
            case _:
                pass


def test_tests_patch_lazily_loaded_modules_where_they_are_used() -> None:
    read = attributes_read_through_proxies()
    assert "problem" in read["trivet.bus._volume.rows"]
    wrong = [
        f"{relative(path)}:{line}: patch {attribute!r} of {module} in the module that uses it, which keeps its own"
        for path in _tests()
        if "setattr" in (source := path.read_text("utf-8"))  # most have none, and need no parsing
        for line, module, attribute in patched(source)
        if attribute in read.get(module, ())
    ]
    assert not wrong, "\n".join(wrong)


def _tests() -> list[Path]:
    return [path for path in python_files(ROOT / "tests") if not first_line(path).startswith("# Derived from")]


def test_patch_of_a_module_is_seen_in_each_form() -> None:
    module = "from trivet.bus._volume import rows\n"
    assert list(patched(module + "monkeypatch.setattr(rows, 'problem', f)")) == [
        (2, "trivet.bus._volume.rows", "problem")
    ]
    assert list(patched("patch.setattr('trivet.bus._volume.rows.problem', f)")) == [
        (1, "trivet.bus._volume.rows", "problem")
    ]
    assert list(patched("import trivet.bus._volume.rows as r\nm.setattr(r, 'problem', f)")) == [
        (2, "trivet.bus._volume.rows", "problem")
    ]
    assert not list(patched(module + "monkeypatch.setattr(download.rows, 'problem', f)"))
