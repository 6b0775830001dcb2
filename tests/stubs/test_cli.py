"""The command."""

import os
import signal
import subprocess
import sys

import httpx
import pytest

from trivet_stubs.cli import main


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_interrupted_and_says_how_to_reach_it(how):
    command = [sys.executable, "-m", "trivet_stubs", "bus", "--page-size", "3", "--account-key", "mine"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            lines = [process.stdout.readline().strip() for _ in range(3)]
            settings = dict(line.removeprefix("export ").split("=") for line in lines[1:])
            answer = httpx.get(
                f"{settings['TRIVET_BUS_BASE_URL']}/BusStops",
                headers={"AccountKey": settings["TRIVET_BUS_ACCOUNT_KEY"]},
                trust_env=False,
            )
            os.kill(process.pid, how)
            assert process.wait(10) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()

    assert lines[0] == f"bus stub at {settings['TRIVET_BUS_BASE_URL']}"
    assert len(answer.json()["value"]) == 3


def test_help_names_the_options(capsys):
    with pytest.raises(SystemExit) as end:
        main(["bus", "--help"])

    assert end.value.code == 0
    assert {"--port", "--host", "--data", "--page-size", "--account-key"} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: SERVICE"),
        (["tram"], "invalid choice: 'tram'"),
        (["bus", "--port", "http"], "argument --port: invalid int value: 'http'"),
        (["bus", "--page-size", "0"], "page_size: 0 is less than 1"),
        (["bus", "--data", "nowhere"], "data: nowhere is not a directory"),
    ],
)
def test_wrong_arguments_are_a_message_and_exit_2(capsys, arguments, message):
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert message in capsys.readouterr().err
