"""Each extra of a wheel, alone in an empty environment: `python -m tests.extras` (`nox -s extras`).

Every environment runs the same programs. One whose extras are there works; another one fails with a message that names
a missing extra, and without a traceback if it is a command.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.install_lines import EXTRAS, ROOT

_STOPS = """
import httpx
from trivet import BusClient
stop = {"BusStopCode": "28009", "RoadName": "R", "Description": "D", "Latitude": 1.3, "Longitude": 103.8}
pages = iter([[stop], []])
respond = lambda request: httpx.Response(200, json={"odata.metadata": "", "value": next(pages)})
bus = BusClient(account_key="k", base_url="http://bus.test", transport=httpx.MockTransport(respond))
stops = bus.stops.list().all()
"""
_COMMAND = """
import subprocess, sys
done = subprocess.run([sys.executable, "-m", "trivet", *{words}], env={env}, capture_output=True, text=True)
sys.stdout.write(done.stdout)
sys.stderr.write(done.stderr)
"""


def _command(*words: str, env: str = "None") -> str:
    return _COMMAND.format(words=words, env=env)


@dataclass(frozen=True)
class Program:
    """A program that needs extras, and what it prints if it has them."""

    needs: frozenset[str]
    code: str
    prints: str
    command: bool = False


PROGRAMS = [
    Program(frozenset(), _STOPS + "print(stops[0].bus_stop_code)", "28009"),
    Program(frozenset({"cli"}), _command("bus", "stops", "list", "--help"), "--bus-stop-code", command=True),
    Program(frozenset({"stubs"}), "from trivet_stubs import BusStub\nprint(len(BusStub().contract.operations))", "7"),
    Program(
        frozenset({"stubs"}),
        "import subprocess, sys\n"
        'sys.exit(subprocess.run([sys.executable, "-m", "trivet_stubs", "bus", "--help"]).returncode)',
        "--page-size",
        command=True,
    ),
    Program(
        frozenset({"cli", "stubs"}),
        "import os\nenv = {**os.environ, 'TRIVET_BUS_ACCOUNT_KEY': 'k', 'TRIVET_BUS_USER_TOKEN': 'k'}\n"
        + _command("check", "bus", "--base-url", "http://127.0.0.1:9", env="env")
        + "print('it ran' if 'pip install' not in done.stderr and 'ncomplete' in done.stdout + done.stderr else '')",
        "it ran",
        command=True,
    ),
    Program(
        frozenset({"aiohttp"}),
        "import asyncio\nfrom trivet import AiohttpTransport\n"
        "async def main():\n    async with AiohttpTransport() as transport:\n        print(type(transport).__name__)\n"
        "asyncio.run(main())",
        "AiohttpTransport",
    ),
    Program(
        frozenset({"data"}),
        _STOPS + "from trivet.data import to_table\nprint(to_table(stops).num_rows, 'row')",
        "1 row",
    ),
    Program(
        frozenset({"otel"}),
        "from trivet.observe import otel\nprint(callable(otel().on_call_start), 'ready')",
        "True ready",
    ),
    Program(
        frozenset({"socks"}),
        "from trivet import APIConnectionError, BusClient\n"
        'bus = BusClient(account_key="k", proxy="socks5://127.0.0.1:9", max_retries=0)\n'
        "try:\n    bus.stops.list().page()\nexcept APIConnectionError:\n    print('no proxy there')",
        "no proxy there",
    ),
    Program(
        frozenset({"tools"}),
        "from trivet import AgentClient, APIConnectionError\n"
        "def lookup(order: int) -> str: ...\n"
        'agent = AgentClient(base_url="http://127.0.0.1:9", max_retries=0)\n'
        "try:\n    agent.session.start(tools=[lookup])\nexcept APIConnectionError:\n    print('no agent there')",
        "no agent there",
    ),
    Program(
        frozenset({"cli", "keyring"}),
        "import os, pathlib\npathlib.Path('trivet.toml').write_text('[default.bus]\\ntoken_keyring = true\\n')\n"
        "env = {**os.environ, 'TRIVET_CONFIG': 'trivet.toml'}\n"
        "env['PYTHON_KEYRING_BACKEND'] = 'keyring.backends.null.Keyring'\n"
        + _command("bus", "stops", "list", env="env")
        + "print('the keyring is empty' if 'keyring' in done.stderr and 'pip install' not in done.stderr else '')",
        "the keyring is empty",
        command=True,
    ),
    Program(
        frozenset({"cli", "stubs", "pictures"}),
        "import os\nfrom trivet_stubs import ChatStub\n"
        "with ChatStub() as stub, stub.serve() as served:\n"
        "    env = {**os.environ, 'TRIVET_CHAT_BASE_URL': served.url, 'TRIVET_CHAT_TOKEN': stub.admin_token}\n"
        + "    ".join(
            _command("chat", "ratings", "report", "--chart", "chart.png", env="env").splitlines(keepends=True)
        )
        + "\nif not done.returncode:\n    print(open('chart.png', 'rb').read(4))",
        "PNG",
    ),
]
BRINGS = {"tools": frozenset({"otel"})}
"""The extras whose packages another extra brings: mcp 2 requires opentelemetry-api."""
ENVIRONMENTS = ["", *EXTRAS, "cli,keyring", "cli,stubs", "cli,pictures,stubs", "cli,data"]


def failures(python: Path, extras: frozenset[str], folder: Path) -> list[str]:
    """Return what is wrong with the programs in an environment that has some extras."""
    wrong: list[str] = []
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TRIVET_", "PYTHON"))}
    environment |= {"XDG_CONFIG_HOME": str(folder), "NO_PROXY": "", "PYTHONWARNINGS": "error"}
    for program in PROGRAMS:
        done = subprocess.run(
            [python, "-c", program.code], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if program.needs <= extras:
            if done.returncode or program.prints not in done.stdout:
                wrong.append(f"{set(program.needs)} does not work:\n{done.stdout}{done.stderr}")
            continue
        named = set(re.findall(r"pip install '[^'\[]+\[(\w+)\]'", done.stderr))
        if len(named) != 1 or not named <= program.needs - extras:
            wrong.append(f"without {set(program.needs - extras)}, the error names {named}:\n{done.stdout}{done.stderr}")
        if program.command and "Traceback" in done.stderr:
            wrong.append(f"without {set(program.needs - extras)}, a traceback:\n{done.stderr}")
    return wrong


def main(chosen: Sequence[str]) -> int:
    """Print what is wrong in each environment, and return 1 if something is."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="trivet-extras-") as temporary:
        folder = Path(temporary)
        pip = [sys.executable, "-m", "pip"]
        subprocess.run([*pip, "wheel", "-q", "--no-deps", "-w", folder, ROOT], check=True)
        [wheel] = folder.glob("trivet-*.whl")
        for number, names in enumerate(chosen or ENVIRONMENTS):
            home = folder / f"env-{number}"
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
            python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
            source = f"{wheel}[{names}]" if names else str(wheel)
            subprocess.run([*pip, "--python", python, "install", "-q", source], check=True)
            extras = frozenset(names.split(",")) - {""}
            wrong = failures(python, extras.union(*(BRINGS.get(extra, ()) for extra in extras)), home)
            failed += len(wrong)
            print("FAILED" if wrong else "ok    ", names or "no extra", flush=True)
            print(*wrong, sep="\n", end="\n" if wrong else "")
    version = ".".join(map(str, sys.version_info[:2]))
    print(f"Python {version}: {len(PROGRAMS)} programs, {len(chosen or ENVIRONMENTS)} environments, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
