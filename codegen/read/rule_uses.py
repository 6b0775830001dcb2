"""Where the code of the stubs names the id of a rule: in the refusals that apply it, in its check, in its mutants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

__all__ = ["rule_uses"]


_APART = ("checks", "mutants")


def rule_uses(stubs: Path, service: str, part: Literal["checks", "mutants"] | None = None) -> dict[str, list[str]]:
    """From each id of a service's rules to the functions that name it: `chat/access.py::Access.owned`.

    Args:
        stubs: The folder of the package.
        service: The service; ids begin with its name and have three parts at least, unlike operations.
        part: Only what stands in this folder of the package; None means all but these folders.
    """
    wanted = re.compile(rf"{service}(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){{2,}}")
    found: dict[str, list[str]] = {}
    for path in sorted(stubs.rglob("*.py")):
        folder = path.relative_to(stubs).parts[0]
        if (folder != part) if part else (folder in _APART):
            continue
        text = path.read_text("utf-8")
        if wanted.search(text) is None:
            continue
        for where, rule_id in _strings(ast.parse(text), ""):
            if wanted.fullmatch(rule_id) and not rule_id.endswith(".py"):
                place = f"{path.relative_to(stubs).as_posix()}::{where or '<module>'}"
                places = found.setdefault(rule_id, [])
                if place not in places:
                    places.append(place)
    return found


def _strings(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
    """The texts in a piece of code, each with the function or class that it stands in."""
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{where}.{child.name}" if where else child.name
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield inner, child.value
        yield from _strings(child, inner)
