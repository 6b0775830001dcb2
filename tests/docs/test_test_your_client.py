"""The shell blocks and the files on the page about testing a client work as printed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "test_your_client.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("curl") is None, reason="bash and curl run the blocks")
def test_shell_blocks_run_one_after_the_other(tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "trivet").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trivet "$@"\n')
    (programs / "trivet").chmod(0o755)
    script = "set -eu\ntrap 'kill $(jobs -p)' EXIT\n" + "".join(blocks("sh"))
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    output = run.stdout + run.stderr
    assert "exit status 1" in run.stdout, output
    [example] = [block for block in blocks("text") if block.startswith("What the client got wrong:")]
    expected = re.sub(r"http://[0-9.:]+", "", example).splitlines()
    printed = re.sub(r"http://[0-9.:]+", "", output).splitlines()
    assert [line for line in expected if line not in printed] == [], output
    assert (tmp_path / "recorded" / "exchanges" / "000001.json").is_file()
    assert "chat stub, recorded: 1 request was sent, 0 differences" in run.stdout


@pytest.mark.long
def test_report_of_a_replay_is_the_one_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from tests.checks.proxy.sessions import recorded  # noqa: PLC0415
    from tests.other_make.chat_server import ORDER, chat_server  # noqa: PLC0415
    from tests.other_make.records import KEYS  # noqa: PLC0415
    from trivet_stubs.__main__ import main  # noqa: PLC0415  # it needs the extra

    monkeypatch.chdir(tmp_path)
    recorded(chat_server([ORDER]), KEYS, Path("recorded"))
    assert main(["replay", "recorded"]) == 1
    [example] = [block for block in blocks("text") if block.startswith("chat stub, recorded:")]
    printed = re.sub("[0-9a-f]{8}-[0-9a-f-]{27}", "ID", capsys.readouterr().out)
    assert [line.split() for line in printed.splitlines()] == [line.split() for line in example.splitlines()]


def test_command_accepts_the_file_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from trivet_stubs.__main__ import main  # noqa: PLC0415
    from trivet_stubs.kernel.interrupt_signals import Interruption  # noqa: PLC0415  # it needs the extra

    [config] = blocks("toml")
    # Any free port, and only this machine.
    (tmp_path / "stubs.toml").write_text(re.sub(r"port = \d+", "port = 0", config).replace("0.0.0.0", "127.0.0.1"))
    monkeypatch.setattr(Interruption, "wait", lambda _self: None)
    assert main(["all", "--json", "--config", str(tmp_path / "stubs.toml")]) == 0
    services = {service["service"]: service for service in json.loads(capsys.readouterr().out)["services"]}
    assert services["bus"]["environment"]["TRIVET_BUS_ACCOUNT_KEY"] == "local"
