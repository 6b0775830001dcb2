"""A program that owns a server: `python -m tests.sdk.agent.serve.owner API HOST END PROGRAM FOLDER`.

It writes the process ids to the file `pids` in the folder once the server runs, and then ends as `END` says, or waits
for a signal. `HOST` is the process that owns the server: this one (`program`), a test of pytest, or a worker that is
forked or spawned; or this one beside a forked child that lives on (`beside`).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import time
from pathlib import Path
from typing import Any

from trivet.agent import opencode

TEST = """
from tests.sdk.agent.serve.owner import own

def test_that_owns_a_server():
    own(*{arguments!r})
"""


def own(api: str, end: str, program: str, folder: str) -> None:
    """Start a server, and end this process within its block."""
    options: dict[str, Any] = {"program": program, "env": {"FAKE": "family", "FAMILY": folder}}
    if api == "async":
        asyncio.run(own_async(end, folder, options))
        return
    with opencode.serve(folder, **options) as agent:
        agent.request("GET", "/config")
        _started(folder)
        _end(end)


async def own_async(end: str, folder: str, options: dict[str, Any]) -> None:
    async with opencode.async_serve(folder, **options) as agent:
        await agent.request("GET", "/config")
        _started(folder)
        if end == "waits":
            await asyncio.sleep(600)
        _end(end)


def _started(folder: str) -> None:
    """Write the id of this process, which the server and the family have written theirs beside."""
    written = Path(folder, "pids.new")
    family = [int(Path(folder, name).read_text("utf-8")) for name in ("server", "stubborn", "orphan")]
    written.write_text(json.dumps({"owner": os.getpid(), "family": family}), "utf-8")
    written.rename(Path(folder, "pids"))


def _end(end: str) -> None:
    match end:
        case "waits":
            time.sleep(600)
        case "exception":
            raise RuntimeError("the program fails")
        case "sys.exit":
            sys.exit(5)
        case "os._exit":
            os._exit(5)
        case "crash":
            os.abort()


def main(api: str, host: str, end: str, program: str, folder: str) -> None:
    """Own a server in a process of some kind."""
    arguments = (api, end, program, folder)
    if host == "pytest":
        Path(folder, "test_owner.py").write_text(TEST.format(arguments=arguments), "utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder])
    if host in ("fork", "spawn"):
        worker = multiprocessing.get_context(host).Process(target=own, args=arguments)
        worker.start()
        worker.join()
        time.sleep(600)
    if host == "beside":
        own_beside_a_child(arguments)
        return
    own(*arguments)


def own_beside_a_child(arguments: tuple[str, str, str, str]) -> None:
    """Own a server, with a child that was forked within the block and lives on; another child leaves the block."""
    _, _, program, folder = arguments
    with opencode.serve(folder, program=program, env={"FAKE": "family", "FAMILY": folder}) as agent:
        if (child := os.fork()) == 0:
            sys.exit()
        os.waitpid(child, 0)
        agent.request("GET", "/config")
        if (child := os.fork()) == 0:
            time.sleep(600)
        Path(folder, "child").write_text(str(child), "utf-8")
        _started(folder)
        time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
