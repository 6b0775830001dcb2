"""CONTRIBUTING.md has a screen for each task of a developer, and `nox -l` says in a sentence what each session does."""

import ast
import re

from tests.laws.tree import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TASKS = ["Set up", "Change", "Test", "Add an operation", "Add a service"]
SCREEN = 45
"""The lines of a screen, the heading included."""


def sessions() -> dict[str, str]:
    """Return the docstring of each session of nox by the name with which it is called."""
    found: dict[str, str] = {}
    for node in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            assert isinstance(node, ast.FunctionDef)
            named = {key.arg: key.value for key in decorator.keywords} if isinstance(decorator, ast.Call) else {}
            name = ast.literal_eval(named["name"]) if "name" in named else node.name
            found[name] = ast.get_docstring(node) or ""
    return found


def test_each_task_is_on_one_screen() -> None:
    sections = [section.strip().split("\n") for section in re.split(r"^## ", PAGE, flags=re.M)]
    assert [title for title, *_ in sections[1:6]] == TASKS
    assert {title: len(lines) for title, *lines in sections if len(lines) >= SCREEN} == {}


def test_first_line_of_a_session_is_a_sentence() -> None:
    first = {name: text.split("\n\n")[0] for name, text in sessions().items()}
    assert len(first) > 30
    wrong = {name: text for name, text in first.items() if not re.fullmatch(r"[A-Z][^\n]+[.]", text)}
    assert wrong == {}, "`nox -l` shows the first line alone"


def test_sessions_that_pages_name_exist() -> None:
    pages = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    named = {name for page in pages for name in re.findall(r"nox -s ([\w-]+)", page.read_text("utf-8"))}
    assert {name for name in named if name.partition("-3")[0] not in sessions()} == set()
