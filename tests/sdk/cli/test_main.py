"""The console script `trivet` and `python -m trivet`, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import trivet
from trivet._core.extras import how_to_install


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=600)


def without(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where a package is not installed."""
    code = f"""
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

real = __import__("importlib.util").util.find_spec
__import__("importlib.util").util.find_spec = lambda name, *rest: None if name == {package!r} else real(name, *rest)
sys.meta_path.insert(0, Missing())
sys.argv = ["trivet", *{arguments!r}]
from trivet.cli.main import main
sys.exit(main())
"""
    return run("-W", "error", "-c", code)


def test_version_is_printed_by_the_module() -> None:
    result = run("-W", "error", "-m", "trivet", "--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"trivet {trivet.__version__}\n", "")


def test_without_arguments_the_command_exits_with_2() -> None:
    result = run("-m", "trivet")
    assert (result.returncode, result.stdout) == (2, "")
    assert "trivet COMMAND --help" in result.stderr


def test_without_the_extra_cli_one_line_names_the_packages() -> None:
    result = without("rich", "check", "chat")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"trivet: the command needs more packages: {how_to_install('cli')}\n"


def test_without_the_extra_stubs_a_command_names_the_packages() -> None:
    result = without("jsonschema_rs", "check", "chat", "--base-url", "http://x.test")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("trivet check: the stubs need jsonschema-rs, which is not installed: ")
    assert how_to_install("stubs") in result.stderr


def test_without_the_extra_stubs_a_command_still_has_its_help() -> None:
    result = without("jsonschema_rs", "check", "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert "--base-url" in result.stdout


def test_import_of_trivet_loads_nothing_of_the_command() -> None:
    result = run("-c", "import sys, trivet; trivet.BusClient; print(*sys.modules)")
    assert not {
        module for module in result.stdout.split() if module.startswith(("trivet.cli", "typer", "importlib.metadata"))
    }
