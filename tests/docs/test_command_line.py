"""The page about the command line: its commands run against stubs and write the outputs of the page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.sdk.cli.console import environment, run_here
from trivet.cli.options import SHARED
from trivet.cli.settings.profiles import read_profiles
from trivet_stubs import BusStub, ChatStub

TEXT = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text("utf-8")
SHELL = ("|", ">", "$(", "set -o")


def blocks(language: str) -> list[str]:
    """Return the code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Yield the environment of a user: stubs, and the settings file of the page, with a stub as staging."""
    config = tmp_path_factory.mktemp("config") / "config.toml"
    with BusStub() as bus, ChatStub() as chat, bus.serve() as bus_served, chat.serve() as chat_served:
        text = blocks("toml")[0].replace("https://chat.staging.example.com/api/v1", chat_served.url)
        text = text.replace("token_keyring = true", "token_env = 'TRIVET_CHAT_TOKEN'")
        config.write_text(text, "utf-8")
        password = config.with_name("agent-password")
        password.write_text("secret")
        password.chmod(0o600)
        yield {
            "TRIVET_CONFIG": str(config),
            "TRIVET_BUS_BASE_URL": bus_served.url,
            "TRIVET_BUS_ACCOUNT_KEY": bus.account_key,
            "TRIVET_CHAT_BASE_URL": chat_served.url,
            "TRIVET_CHAT_TOKEN": chat.admin_token,
            "STAGING_TOKEN": chat.admin_token,
        }


@pytest.mark.parametrize("block", [block for block in blocks("sh") if not any(word in block for word in SHELL)])
def test_commands_run_and_print_the_outputs_of_the_page(servers: Mapping[str, str], block: str) -> None:
    out = ""
    for line in block.replace("\\\n", " ").splitlines()[block.startswith("# needs") :]:
        words = shlex.split(line)
        assert words[0] == "trivet"
        done = run_here(*words[1:], env=servers)
        assert done.status == 0, (line, done.err)
        out = done.out
    table = re.match(r"\s*```text\n(.*?)```", TEXT[TEXT.index(block) + len(block) + 3 :], re.S)
    assert table is None or out.replace("\r\n", "\n") == table[1]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_lines_of_a_shell_run(servers: Mapping[str, str], tmp_path: Path) -> None:
    scripts = [block for block in blocks("sh") if any(word in block for word in SHELL)]
    trivet = f'trivet() {{ "{sys.executable}" -m trivet "$@"; }}\n'
    env = {**environment(servers), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["bash", "-ec", trivet + "".join(scripts)]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "users.csv").read_text().startswith("id,email\n")


def test_errors_are_those_of_the_page(servers: Mapping[str, str]) -> None:
    lines = [line for block in blocks("text") if "No such command" in block for line in block.splitlines()]
    env = {**servers, "TRIVET_CHAT_TOKEN": "wrong"}
    for asked, answered in zip(*[iter(lines)] * 2, strict=True):
        done = run_here(*asked.split()[2:], env=env)
        assert (done.status, done.out) == (1 if "401" in answered else 2, "")
        message = done.err.strip().replace(env["TRIVET_CHAT_BASE_URL"], "https://chat.example.com/api/v1")
        assert re.sub(r"\(request .*?\)", "", message) == re.sub(r"\(request .*?\)", "", answered)


def test_profiles_of_the_page_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(blocks("toml")[0], "utf-8")
    assert read_profiles(path).problems() == []
    assert tomllib.loads(blocks("toml")[1])["project"]["entry-points"]["trivet.commands"]


def test_every_shared_option_and_status_is_on_the_page() -> None:
    named = {f"--{option.replace('_', '-')}" for option in SHARED} - {"--output"}
    assert [option for option in sorted(named) if option not in TEXT] == []
    assert re.findall(r"^\| (\d+) \|", TEXT, re.M) == ["0", "1", "2", "130", "143", "129"]
