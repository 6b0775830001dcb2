"""The command `trivet stub`."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from trivet_stubs import spec
from trivet_stubs.__main__ import main
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.commands import stub
from trivet_stubs.kernel.optional_dependencies import HOW_TO_INSTALL


def invoke(*arguments):
    app = typer.Typer()
    app.callback()(lambda: None)
    stub.add(app)
    return CliRunner().invoke(app, ["stub", *arguments])


def test_help_is_that_of_the_short_command():
    result = invoke("bus", "--help")
    assert result.exit_code == 0
    assert "\nUsage\n  trivet stub bus [OPTIONS]\n" in result.output
    assert "  --account-key KEY     the key of clients (default: stub-key)\n" in result.output


@pytest.mark.parametrize("service", SERVICES)
def test_spec_prints_the_document_that_the_stub_keeps(service):
    result = invoke("spec", service)
    assert result.exit_code == 0
    assert json.loads(result.output) == spec(service, as_kept=True)


def test_spec_of_no_service_exits_with_2():
    assert invoke("spec").exit_code == 2
    result = invoke("spec", "tram")
    assert result.exit_code == 2
    assert "invalid choice: 'tram'" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", [["spec", "chat"], ["chat"]])
@pytest.mark.parametrize("module", [["trivet", "stub"], ["trivet_stubs"]])
def test_full_disk_exits_with_1_and_blames_no_argument(module, arguments):
    command = [sys.executable, "-m", *module, *arguments]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.decode().endswith(f": the output cannot be written: {os.strerror(errno.ENOSPC)}\n")


@pytest.mark.parametrize("module", [["trivet", "stub"], ["trivet_stubs"]])
def test_pipe_that_is_closed_early_is_no_error(module):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        command = [sys.executable, "-m", *module, "spec", "chat"]
        done = subprocess.run(command, check=False, stdout=closed, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def test_wrong_arguments_exit_with_2():
    result = invoke("tram")
    assert result.exit_code == 2
    assert "invalid choice: 'tram'" in result.output


@pytest.mark.parametrize("program", ["trivet stub", "trivet-stub"])
def test_command_without_the_extra_says_what_to_install(monkeypatch, capsys, program):
    monkeypatch.setitem(sys.modules, "starlette", None)
    assert main(["bus"], program=program) == 2
    text = f"{program}: the stubs need starlette, which is not installed: {HOW_TO_INSTALL}\n"
    assert capsys.readouterr().err == text
