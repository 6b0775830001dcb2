"""The command."""

import os
import signal
import subprocess
import sys

import httpx
import pytest

from trivet_stubs.commands.serve import main


def settings_of(arguments, how, ask):
    """Return the output of the command and the answer to a request that uses its settings."""
    command = [sys.executable, "-m", "trivet_stubs", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            lines = [process.stdout.readline().strip() for _ in range(3)]
            settings = dict(line.removeprefix("export ").split("=") for line in lines[1:])
            answer = ask(settings)
            os.kill(process.pid, how)
            assert process.wait(10) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()
    return lines[0], settings, answer


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_command_serves_until_interrupted_and_prints_settings(how):
    def ask(settings):
        headers = {"AccountKey": settings["TRIVET_BUS_ACCOUNT_KEY"]}
        return httpx.get(f"{settings['TRIVET_BUS_BASE_URL']}/BusStops", headers=headers, trust_env=False)

    line, settings, answer = settings_of(["bus", "--page-size", "3", "--account-key", "mine"], how, ask)

    assert line == f"bus stub at {settings['TRIVET_BUS_BASE_URL']}"
    assert len(answer.json()["value"]) == 3


@pytest.mark.skipif(os.name == "nt", reason="another process cannot be interrupted, only ended, on Windows")
def test_command_serves_the_chat_service_and_prints_its_token():
    def ask(settings):
        headers = {"Authorization": f"Bearer {settings['TRIVET_CHAT_TOKEN']}"}
        return httpx.get(f"{settings['TRIVET_CHAT_BASE_URL']}/admin/users", headers=headers, trust_env=False)

    line, settings, answer = settings_of(["chat", "--seed", "2x2", "--users", "3"], signal.SIGTERM, ask)

    assert line == f"chat stub at {settings['TRIVET_CHAT_BASE_URL']}"
    assert answer.json()["total"] == 10
    assert answer.json()["items"][0]["created_at"][:4] >= "2026"  # its clock runs, from now


@pytest.mark.parametrize(
    ("service", "options"),
    [("bus", {"--data", "--page-size", "--account-key"}), ("chat", {"--seed", "--users"})],
)
def test_help_names_the_options(capsys, service, options):
    with pytest.raises(SystemExit) as end:
        main([service, "--help"])

    assert end.value.code == 0
    assert {"--port", "--host", *options} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: SERVICE"),
        (["tram"], "invalid choice: 'tram'"),
        (["bus", "--port", "http"], "argument --port: invalid int value: 'http'"),
        (["bus", "--page-size", "0"], "page_size: 0 is less than 1"),
        (["bus", "--data", "nowhere"], "data: nowhere is not a directory"),
        (["chat", "--seed", "big"], "seed: 'big' is neither empty nor small"),
        (["chat", "--users", "-1"], "users: -1 is less than 0"),
        (["chat", "--data", "nowhere"], "unrecognized arguments: --data nowhere"),
    ],
)
def test_wrong_arguments_are_a_message_and_exit_2(capsys, arguments, message):
    with pytest.raises(SystemExit) as end:
        main(arguments)

    assert end.value.code == 2
    assert message in capsys.readouterr().err
