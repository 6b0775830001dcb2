"""The section of CONTRIBUTING.md on adding a service, followed in a copy of the tree; and a larger service, parcel."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import httpx
import pytest

from .conftest import ROOT, Run, run_generator

SECTION = re.search(r"^## Adding a service\n(.*?)^## Rules", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S)
PARCEL = Path(__file__).with_name("parcel.md")
"""A service with uploads, lists and events, in the form of the section."""
ENTRY = re.compile(r"in `codegen/customizations\.py`[^:]*:\n\n```python\n(.*?)```", re.S)
FILES = [
    "spec/toy.yaml",
    "stubs/trivet_stubs/toy/__init__.py",
    "tests/sdk/toy/_async/test_toys.py",
    "tests/stubs/toy/test_stub.py",
]
CHECKED_BY_TYPES = ["checks", "type_completeness", "wheel"]
"""The laws that run a type checker, and the one that installs the wheel."""
OTHERS = ["agent", "bus", "chat"]
"""The services of which the laws hold already."""


def path_of(folder: Path) -> str:
    return os.pathsep.join([str(folder / "sdk"), str(folder / "stubs")])


@pytest.fixture(scope="module")
def with_toys(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A copy of the whole tree with the files of the section and of the service parcel, after `python -m codegen`."""
    folder = tmp_path_factory.mktemp("toys") / "trivet"
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)  # a law lists the files in the same way
    assert SECTION
    sections = [SECTION[1], PARCEL.read_text("utf-8")]
    entries = "".join(entry for section in sections for entry in ENTRY.findall(section))
    registry = folder / "codegen" / "customizations.py"
    start = "CUSTOMIZATIONS = {\n"
    assert start in registry.read_text("utf-8")
    registry.write_text(registry.read_text("utf-8").replace(start, start + entries), "utf-8")
    for name, text in [file for section in sections for file in written(section)]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    done = run(folder, "-m", "codegen")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def written(section: str) -> list[tuple[str, str]]:
    """Return the files of a section; the sentences before a block name its file."""
    blocks = re.findall(r"([^\n]+(?:\n[^\n]+)*):\n\n```(?:yaml|python)\n(.*?)```", section, re.S)
    named = [(re.findall(r"`([\w/]+\.(?:py|yaml))`", before), text) for before, text in blocks]
    return [(names[0], text) for names, text in named if names and names[0] != "codegen/customizations.py"]


def test_section_names_a_spec_a_stub_and_a_test():
    assert SECTION
    assert [name for name, _ in written(SECTION[1])] == FILES


def test_only_the_contract_of_an_unknown_service_is_a_stray(with_toys: Path):
    public = with_toys / "sdk" / "trivet" / "toy" / "__init__.py"
    public.write_text(public.read_text("utf-8").replace('"""Toy', '"""Our toy'), "utf-8")
    stray = with_toys / "stubs" / "trivet_stubs" / "contracts" / "tram.json"
    stray.write_text("{}", "utf-8")
    registry = run_path(str(with_toys / "codegen" / "customizations.py"))["CUSTOMIZATIONS"]
    try:
        done = run_generator(with_toys, "--check", registry=registry)
    finally:
        stray.unlink()
    line = "stray: stubs/trivet_stubs/contracts/tram.json\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, line, ""), "the package is by hand once it is written"
    assert public.read_text("utf-8").startswith('"""Our toy service')
    assert (with_toys / "tests/sdk/toy/_sync/test_toys.py").is_file()


def test_tests_of_the_new_service_and_laws_pass(with_toys: Path, run: Run):
    section = re.search(r"`pytest (tests/sdk/toy[^`]*)`", SECTION[1])[1].split()
    left_out = [f"--ignore=tests/laws/test_{law}.py" for law in CHECKED_BY_TYPES]
    options = ["-q", "-p", "no:cacheprovider", "-k", " and ".join(f"not {service}" for service in OTHERS), *left_out]
    paths = ["tests/sdk/parcel", "tests/stubs/parcel", *section]
    done = run(with_toys, "-m", "pytest", *options, *paths, PYTHONPATH=path_of(with_toys))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 200


def test_client_and_stub_are_imported_from_the_packages(with_toys: Path, run: Run):
    code = """
import trivet, trivet.toy, trivet_stubs
with trivet_stubs.ToyStub() as stub:
    options = {"base_url": "http://toy.test", "transport": stub.transport(), **stub.client_credentials()}
    with trivet.ToyClient(**options) as client:
        print(client.toys.create(name="bear") == trivet.toy.Toy(id=1, name="bear"), len(stub.requests))
"""
    done = run(with_toys, "-c", code, PYTHONPATH=path_of(with_toys))
    assert (done.stdout, done.stderr) == ("True 1\n", "")


def test_file_is_an_option_of_a_command(with_toys: Path, run: Run):
    code = """
import os, sys
from pathlib import Path
from trivet.cli.main import main
from trivet_stubs import ParcelStub
Path("label.pdf").write_bytes(b"label")
with ParcelStub() as stub, stub.serve() as served:
    os.environ |= {"TRIVET_PARCEL_BASE_URL": served.url, "TRIVET_PARCEL_TOKEN": "stub-token"}
    for words in (
        ["send", "--label", "label.pdf", "--weight", "5", "--papers", "label.pdf", "--papers", "label.pdf"],
        ["photo", "1", "--content", "label.pdf"],
        ["photo", "1", "--content", "nothing.pdf"],
    ):
        sys.argv = ["trivet", "parcel", "parcels", *words]
        try:
            main()
        except SystemExit as error:
            print(error.code)
    print(stub.photos, [paper.content for paper in stub.parcels[0]["papers"]])
"""
    done = run(with_toys, "-c", code, PYTHONPATH=path_of(with_toys), TRIVET_CONFIG=os.devnull)
    assert done.stdout.splitlines() == [
        '{"id":1,"weight":5,"photo_bytes":0}',
        '{"id":1,"weight":5,"photo_bytes":5}',
        "{1: b'label'} [b'label', b'label']",
    ]
    assert "nothing.pdf" in done.stderr
    assert "Traceback" not in done.stderr


def test_operations_of_the_new_service_are_commands(with_toys: Path, run: Run):
    code = """
import os, sys
from trivet.cli.main import main
from trivet_stubs import ToyStub
with ToyStub() as stub, stub.serve() as served:
    os.environ |= {"TRIVET_TOY_BASE_URL": served.url, "TRIVET_TOY_TOKEN": "stub-token", "TRIVET_CONFIG": os.devnull}
    for words in (["create", "--name", "bear"], ["get", "1", "-o", "yaml"], ["--help"]):
        sys.argv = ["trivet", "toy", "toys", *words]
        try:
            main()
        except SystemExit as error:
            assert not error.code, error.code
"""
    done = run(with_toys, "-c", code, PYTHONPATH=path_of(with_toys))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith('{"id":1,"name":"bear"}\nid: 1\nname: bear\n')
    assert "Make a toy." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot be interrupted, only ended, on Windows")
def test_command_serves_the_new_stub(with_toys: Path):
    command = [sys.executable, "-m", "trivet_stubs", "toy"]
    with subprocess.Popen(command, cwd=with_toys / "stubs", stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            lines = [process.stdout.readline().strip() for _ in range(3)]
            settings = dict(line.removeprefix("export ").split("=") for line in lines[1:])
            headers = {"Authorization": f"Bearer {settings['TRIVET_TOY_TOKEN']}"}
            url = f"{settings['TRIVET_TOY_BASE_URL']}/toys"
            answer = httpx.post(url, headers=headers, json={"name": "bear"}, trust_env=False)
            assert (answer.status_code, answer.json()) == (201, {"id": 1, "name": "bear"})
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
        finally:
            process.kill()


def test_new_packages_pass_the_type_checker(with_toys: Path, mypy: Run):
    packages = [f"{top}/{service}" for top in ("sdk/trivet", "stubs/trivet_stubs") for service in ("toy", "parcel")]
    done = mypy(with_toys, *packages)
    assert done.returncode == 0, done.stdout + done.stderr


def test_code_of_the_section_passes_the_linter(with_toys: Path, run: Run):
    names = ["stubs/trivet_stubs", "tests/sdk", "tests/stubs", "sdk/trivet", "codegen/customizations.py"]
    for command in (["check"], ["format", "--check"]):
        done = run(with_toys, "-m", "ruff", *command, "--no-cache", *names)
        assert done.returncode == 0, done.stdout
