"""A session at terminals of three widths, without styles, and in a pipe: `python -m tests.sdk.cli.terminal_session`.

It prints each line with its status and what it shows, against stubs, so that two versions can be compared by diff:

    python -m tests.sdk.cli.terminal_session > after.txt
    PYTHONPATH=../before/sdk:../before/stubs python -m tests.sdk.cli.terminal_session > before.txt
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from tempfile import TemporaryDirectory

from tests.sdk.cli.console import environment, in_terminal
from trivet_stubs import BusStub, ChatStub

__all__ = ["main"]

WIDTHS = (60, 80, 200)
HEIGHT = 30
LINES = (
    "bus stops list --limit 3",
    "bus route 23 --direction 1",
    "bus arrivals 28009",
    "bus arrivals 2800",
    "bus arrivals --help",
    "chat admin users list --limit 3",
    "chat users list",
    "chat admin users delete 00000000-0000-4000-8000-000000000000",
    "config show",
    "-h",
    "--json",
    "login",
)


def shown(line: str, env: Mapping[str, str], width: int | None) -> tuple[int, str]:
    """Return the status of a line and its output; without a width, in a pipe, with messages below the results."""
    if width is not None:
        with in_terminal(*shlex.split(line), env=env, size=(width, HEIGHT)) as terminal:
            if "delete" in line:
                terminal.read_until(r"\[y/N\] |\n")
                terminal.type("n\n")
            status = terminal.wait()
        return status, terminal.output.replace("\r\n", "\n")
    command = [sys.executable, "-m", "trivet", *shlex.split(line)]
    result = subprocess.run(
        command, env=environment(env), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60
    )
    return result.returncode, f"{result.stdout}-- stderr:\n{result.stderr}"


def main() -> None:
    """Print the session."""
    with (
        TemporaryDirectory(prefix="trivet-session-") as cache,
        BusStub() as bus,
        ChatStub() as chat,
        bus.serve() as bus_server,
        chat.serve() as chat_server,
    ):
        servers = {
            "TRIVET_BUS_BASE_URL": bus_server.url,
            "TRIVET_BUS_ACCOUNT_KEY": "stub-key",
            "TRIVET_CHAT_BASE_URL": chat_server.url,
            "TRIVET_CHAT_TOKEN": chat.admin_token,
            "XDG_CACHE_HOME": cache,
        }
        places: list[tuple[str, Mapping[str, str], int | None]] = [(f"{width} columns", {}, width) for width in WIDTHS]
        places += [("80 columns, NO_COLOR", {"NO_COLOR": "1"}, 80), ("a pipe", {}, None)]
        for place, env, width in places:
            for line in LINES:
                status, output = shown(line, {**servers, **env}, width)
                text = re.sub(r"127\.0\.0\.1:\d+", "HOST", re.sub(r"\d\d:\d\d:\d\d", "TIME", output))
                print(f"==== {place}: trivet {line} → {status}\n{text.replace(chr(27), '^[')}")


if __name__ == "__main__":
    main()
