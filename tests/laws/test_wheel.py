"""The built wheel works in an empty environment."""

import contextlib
import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel
from hatchling.builders.sdist import SdistBuilder

from trivet._core.extras import how_to_install

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]

PROGRAM = """
from trivet import BusClient, ChatClient
from trivet_stubs import BusStub, ChatStub

with BusStub(page_size=5) as stub, stub.serve() as served:
    with BusClient(account_key=stub.account_key, base_url=served.url, strict=True) as bus:
        print(len(bus.stops.list().all()))
with ChatStub(seed="7x2") as stub, stub.serve() as served:
    with ChatClient(token=stub.admin_token, base_url=served.url, strict=True) as chat:
        print(len(list(chat.admin.conversations.export())))
"""

DOCUMENTS = """
from trivet_stubs import rules, spec

print(spec("chat")["openapi"], rules("chat")["chat.shares.only-the-sharer-revokes"].basis)
"""

NO_COMMAND = """
import subprocess, sys
done = subprocess.run([sys.executable, "-m", "trivet", "check", "chat"], capture_output=True, text=True, check=False)
print(done.returncode, done.stderr.strip(), end="")
"""


def run(*command: object, cwd: Path) -> str:
    # Modules of the checkout must not be importable.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with contextlib.chdir(ROOT):  # as pip calls the hook of PEP 517, without the processes of pip
        return folder / build_wheel(str(folder))


def test_wheel_holds_both_packages_and_the_contracts(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    files = [path for top in ("sdk", "stubs") for path in (ROOT / top).rglob("*") if path.is_file()]
    packed = {path.relative_to(ROOT).as_posix().partition("/")[2] for path in files if "__pycache__" not in path.parts}
    assert {"trivet/py.typed", "trivet_checks/py.typed", "trivet_stubs/py.typed"} <= packed
    assert {"trivet_stubs/contracts/chat.json", "trivet_stubs/contracts/rules/chat.json"} <= packed
    assert packed <= names
    assert {name.partition("/")[0] for name in names} == {
        "trivet",
        "trivet_checks",
        "trivet_stubs",
        f"{wheel.name[:12]}.dist-info",
    }


def test_wheel_has_of_the_mutants_what_users_need_to_make_their_own(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    mutants = {name.rpartition("/")[2] for name in names if name.startswith("trivet_checks/mutants/")}
    assert mutants == {"__init__.py", "changes.py", "mutant.py", "trial.py"}


def test_source_distribution_has_no_cache() -> None:
    names = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert {"tests/mutants/__main__.py", "stubs/trivet_checks/mutants/trial.py"} <= names
    assert {name for name in names if name.startswith(".")} <= {".gitignore"}


@pytest.mark.long
def test_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = next(path for path in (home / "bin" / "python", home / "Scripts" / "python.exe") if path.exists())
    run(*PIP, "--python", python, "install", "-q", "--no-compile", wheel, cwd=tmp_path)
    without = subprocess.run(
        [python.parent / "trivet-stub", "bus"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (without.returncode, without.stderr.count("\n")) == (2, 1)
    assert "pip install '/path/to/trivet[stubs]'" in without.stderr
    assert run(python, "-c", DOCUMENTS, cwd=tmp_path) == "3.1.0 stated\n"
    run(*PIP, "--python", python, "install", "-q", "--no-compile", f"{wheel}[stubs]", cwd=tmp_path)
    assert run(python, "-W", "error", "-c", PROGRAM, cwd=tmp_path) == "18\n7\n"
    assert (
        run(python, "-c", NO_COMMAND, cwd=tmp_path)
        == f"2 trivet: the command needs more packages: {how_to_install('cli')}"
    )
    assert "--page-size" in run(python.parent / "trivet-stub", "bus", "--help", cwd=tmp_path)
