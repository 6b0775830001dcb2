"""Every file, folder and name in docs/architecture.md exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.laws.tree import ROOT, SDK, SERVICES, opening, relative, tree_of

PAGE = ROOT / "docs" / "architecture.md"
BASES = (ROOT, SDK)
PATH = re.compile(r"(?P<path>[\w.*/<>-]+/|[\w./-]+\.(?:py|ya?ml|json|md|jinja))(?:::(?P<name>[\w.]+))?")


def spans() -> list[str]:
    """Return the code spans of the page that name a single file or folder, without `<…>` and `*`."""
    prose = re.sub(r"^```.*?^```", "", PAGE.read_text("utf-8"), flags=re.M | re.S)
    code = dict.fromkeys(re.findall(r"`([^`]+)`", prose))
    return [span for span in code if PATH.fullmatch(span) and "<" not in span and "*" not in span]


def find(path: str) -> list[Path]:
    """Return the files or folders of a path below the root or the SDK, or all folders with this name in the SDK."""
    paths = [base / path for base in BASES if (base / path).exists()]
    return paths or [folder for folder in SDK.rglob(path.rstrip("/")) if path.endswith("/")]


def defines(path: Path, name: str) -> bool:
    """Whether a Python file defines a class, a function, a method or a constant of this name."""
    body = tree_of(path).body
    for step in name.split("."):
        inside = [node for node in body if step in _names(node)]
        if not inside:
            return False
        body = getattr(inside[0], "body", [])
    return True


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign():
            return [target.id for target in node.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def test_every_file_and_name_of_the_map_exists() -> None:
    missing: list[str] = []
    for span in spans():
        match = PATH.fullmatch(span)
        assert match
        path, name = match["path"], match["name"]
        files = find(path)
        if not files or (name and not any(file.is_file() and defines(file, name) for file in files)):
            missing.append(span)
    assert not missing, "\n".join(missing)


def test_row_of_a_law_names_exactly_its_tests() -> None:
    rows = re.findall(r"^\| (\d+)\. .+ \| (.+) \|$", PAGE.read_text("utf-8"), re.M)
    tests = {relative(path): opening(path) for path in (ROOT / "tests" / "laws").glob("test_*.py")}
    elsewhere = {path for _, paths in rows for path in re.findall(r"`(.+?)`", paths)} - tests.keys()
    openings = tests | {path: opening(ROOT / path) for path in elsewhere}
    laws = {path: match[1] for path, text in openings.items() if (match := re.match(r"Law (\d+): ", text))}
    assert {path: law for law, paths in rows for path in re.findall(r"`(.+?)`", paths)} == laws
    numbers = [int(law) for law, _ in rows]
    assert numbers == sorted(set(numbers))
    assert tests.keys() - set(spans()) == set()


def test_picture_names_every_room_of_the_sdk() -> None:
    [picture] = re.findall(r"^```text\n( \d .*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    rooms = {path.name for path in SDK.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    rooms -= set(SERVICES)
    features = {path.name for service in SERVICES for path in (SDK / service).glob("_*") if path.is_dir()}
    assert {room for room in rooms | features if room not in picture} - {"__pycache__"} == set()


@pytest.mark.parametrize("span", ["_core/retry.py", "_async/", "_core/retry.py::Attempts", "spec/"])
def test_span_is_read_as_a_path(span: str) -> None:
    assert PATH.fullmatch(span)


@pytest.mark.parametrize("span", ["file.py::name", "python -m codegen", "bus.stops.list()", "_async"])
def test_other_span_is_ignored_or_missing(span: str) -> None:
    match = PATH.fullmatch(span)
    assert match is None or not find(match["path"])
