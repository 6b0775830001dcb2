"""Two services added to a copy of the tree: the first files of a toy service as they are, and parcel, a larger one."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import httpx
import pytest

from codegen.write.files import written
from codegen.write.new_service import new_service

from .conftest import Run, run_generator
from .fourth_service import copy_of_the_tree, path_of, steps, texts

pytestmark = pytest.mark.long

CHECKED_BY_TYPES = ["checks", "type_completeness", "wheel"]
"""The laws that run a type checker, and the one that installs the wheel."""
LEFT_OUT = ["agent", "bus", "chat", "dishonest"]
"""The services for which the laws hold already, and the law about contracts in words, which the new services lack."""


@pytest.fixture(scope="module")
def with_toys(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A copy of the whole tree with the services toy and parcel, as `python -m codegen --new toy` leaves it."""
    folder = copy_of_the_tree(tmp_path_factory.mktemp("toys") / "trivet")
    with written(folder, new_service(folder, "parcel")):
        pass
    for text in texts():
        text.write(folder)
    done = run(folder, "-m", "codegen", "--new", "toy")
    assert (done.returncode, done.stderr) == (0, "")
    assert "new: spec/toy.yaml\n" in done.stdout
    return folder


def test_steps_name_every_file_that_a_developer_writes():
    named = [file for step in steps() for file in step.files]
    assert [text.file for text in texts() if named.count(text.file) != 1] == []
    assert len(steps()) == 9


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
    rooms = [f"tests/{room}/{service}" for room in ("sdk", "stubs") for service in ("toy", "parcel")]
    rooms += [f"tests/checks/checks/test_{service}.py" for service in ("toy", "parcel")]
    left_out = [f"--ignore=tests/laws/test_{law}.py" for law in CHECKED_BY_TYPES]
    options = ["-q", "-p", "no:cacheprovider", "-k", " and ".join(f"not {word}" for word in LEFT_OUT), *left_out]
    done = run(with_toys, "-m", "pytest", *options, *rooms, "tests/laws", PYTHONPATH=path_of(with_toys))
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
    print(stub.records.photos, [paper.content for paper in stub.records.forms[1]["papers"]])
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
    assert "Create a toy." in done.stdout


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


def test_code_of_the_new_services_passes_the_linter(with_toys: Path, run: Run):
    names = ["stubs/trivet_stubs", "tests/sdk", "tests/stubs", "sdk/trivet", "codegen/customizations.py"]
    for command in (["check"], ["format", "--check"]):
        done = run(with_toys, "-m", "ruff", *command, "--no-cache", *names)
        assert done.returncode == 0, done.stdout
