"""Without the packages of the extra: advice instead of a traceback, and all that needs none of them."""

import re
import subprocess
import sys

import pytest

from trivet_stubs.kernel.optional_dependencies import HOW_TO_INSTALL, advice

BLOCK = "import sys\nfor name in ('jsonschema_rs', 'starlette', 'uvicorn'): sys.modules[name] = None\n"


def run(code, *arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-c", BLOCK + code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=cwd,
    )


@pytest.mark.parametrize(
    ("name", "known"), [("starlette", True), ("starlette.routing", True), ("jsonschema_rs", True), ("click", False)]
)
def test_advice_is_for_packages_of_the_extra(name, known):
    text = advice(ModuleNotFoundError(name=name))

    assert (text is not None) == known
    assert not known or (text.endswith(HOW_TO_INSTALL) and name.partition(".")[0].replace("_", "-") in text)
    assert advice(ImportError()) is None


def test_command_without_the_extra_says_what_to_install():
    done = run("from trivet_stubs.__main__ import main\nsys.exit(main())", "bus")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("trivet-stub: the stubs need ")
    assert done.stderr.endswith(f"{HOW_TO_INSTALL}\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "statement",
    [
        "from trivet_stubs import BusStub",
        "from trivet_checks import check_server",
        "from trivet_checks import contract_tests",
        "from trivet_checks import Proxy",
    ],
)
def test_import_without_the_extra_says_what_to_install(statement):
    done = run(statement)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: the stubs need ")
    assert done.stderr.endswith(f"{HOW_TO_INSTALL}\n")


def test_specs_and_rules_need_no_extra():
    done = run("from trivet_stubs import rules, spec\nprint(len(spec('bus')['paths']) >= 7, len(rules('bus')) > 10)")

    assert done.stdout == "True True\n", done.stderr


def test_fixture_without_the_extra_says_what_to_install(tmp_path):
    (tmp_path / "test_mine.py").write_text(
        "def test_bus(bus_client): pass\ndef test_port(chat_server): pass\ndef test_none(): pass\n"
    )
    code = "import os, pytest\nos.environ['PYTEST_DISABLE_PLUGIN_AUTOLOAD'] = '1'\nsys.exit(pytest.main(sys.argv[1:]))"
    done = run(code, "-q", "-p", "no:cacheprovider", "-p", "trivet_stubs.pytest_plugin", cwd=tmp_path)

    assert done.returncode == 1
    assert "1 passed, 2 errors" in done.stdout
    for name in ("BusStub", "ChatStub"):
        text = rf"^{name}: the stubs need [\w-]+, which is not installed: {re.escape(HOW_TO_INSTALL)}$"
        assert re.search(text, done.stdout, re.M)
    assert "Traceback" not in done.stdout
    assert ".py:" not in done.stdout.partition("short test summary")[0]
