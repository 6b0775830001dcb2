"""CONTRIBUTING's section on adding a service, done in a copy of the tree."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import ROOT, Run

SECTION = re.search(r"^## Adding a service\n(.*?)^## ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S)
ENTRY = re.compile(r"in `codegen/customizations\.py`[^:]*:\n\n```python\n(.*?)```", re.S)
FILE = re.compile(r"`([\w/]+\.(?:py|yaml))`:\n\n```\w+\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def with_toys(tmp_path_factory: pytest.TempPathFactory, copy: Callable[[Path], Path], run: Run) -> Path:
    """A copy of the tree with what the section says to write, and generated."""
    folder = copy(tmp_path_factory.mktemp("toys") / "trivet")
    assert SECTION
    [entry] = ENTRY.findall(SECTION[1])
    registry = folder / "codegen" / "customizations.py"
    start = "CUSTOMIZATIONS = {\n"
    assert start in registry.read_text("utf-8")
    registry.write_text(registry.read_text("utf-8").replace(start, start + entry), "utf-8")
    for name, text in FILE.findall(SECTION[1]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    done = run(folder, "-m", "codegen")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_section_names_a_spec_a_stub_and_a_test():
    assert SECTION
    assert [name for name, _ in FILE.findall(SECTION[1])] == [
        "spec/toy.yaml",
        "stubs/trivet_stubs/toy.py",
        "tests/sdk/toy/test_toys.py",
    ]


def test_tests_of_the_new_service_and_laws_pass(with_toys: Path, run: Run):
    tests = ["tests/sdk/toy", "tests/laws/test_imports.py", "tests/laws/test_reachable.py"]
    path = f"{with_toys / 'sdk'}:{with_toys / 'stubs'}"
    done = run(with_toys, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "toy", *tests, PYTHONPATH=path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 20
    assert "failed" not in done.stdout


def test_code_of_the_section_passes_the_linter(with_toys: Path, run: Run):
    names = ["stubs/trivet_stubs/toy.py", "tests/sdk/toy/test_toys.py", "sdk/trivet/toy", "codegen/customizations.py"]
    for command in (["check"], ["format", "--check"]):
        done = run(with_toys, "-m", "ruff", *command, "--no-cache", *names)
        assert done.returncode == 0, done.stdout


def test_package_of_the_new_service_is_not_written_again(with_toys: Path, run: Run):
    public = with_toys / "sdk" / "trivet" / "toy" / "__init__.py"
    public.write_text(public.read_text("utf-8").replace('"""Toy', '"""Our toy'), "utf-8")
    done = run(with_toys, "-m", "codegen", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert public.read_text("utf-8").startswith('"""Our toy service')
