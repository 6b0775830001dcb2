"""A program that owns a server: `python -m tests.sdk.agent.serve.owner API HOST END PROGRAM FOLDER`.

It writes the process ids to the file `pids` in the folder once the server runs, and then ends as `END` says, or waits
for a signal. `HOST` is the process that owns the server: this one (`program`), a test of pytest, a worker that is
forked or spawned, or one of two workers of a web server (`web`); or this one beside a forked child that lives on
(`beside`).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from tests.sdk.interrupts.ends import end_program
from trivet.agent import opencode

TEST = """
from tests.sdk.agent.serve.owner import own

def test_that_owns_a_server():
    own(*{arguments!r})
"""


def own(api: str, end: str, program: str, folder: str) -> None:
    """Start a server, and end this process within its block."""
    if api == "async":
        asyncio.run(own_async(end, program, folder))
        return
    server = opencode.serve(folder, program=program, env=environment(folder))
    with server as agent:
        agent.request("GET", "/config")
        report(folder, server.log)
        if end == "waits":
            time.sleep(600)
        end_program(end)


async def own_async(end: str, program: str, folder: str) -> None:
    server = opencode.async_serve(folder, program=program, env=environment(folder))
    async with server as agent:
        await agent.request("GET", "/config")
        report(folder, server.log)
        if end == "waits":
            await asyncio.sleep(600)
        end_program(end)


def environment(folder: str) -> dict[str, str]:
    """Return the environment of a server, whose family has a folder of its own for each owner."""
    family = Path(folder, str(os.getpid()))
    family.mkdir()
    return {"FAKE": "family", "FAMILY": str(family)}


def report(folder: str, log: Path | None) -> None:
    """Write the ids of this process, of the server and of its family, and the name of the log."""
    here = Path(folder, str(os.getpid()))
    family = [int((here / name).read_text("utf-8")) for name in ("server", "stubborn", "orphan")]
    written = here / "pids.new"
    written.write_text(json.dumps({"owner": os.getpid(), "family": family, "log": str(log)}), "utf-8")
    written.rename(Path(folder, "pids"))


@asynccontextmanager
async def lifespan(_: Any) -> AsyncGenerator[None]:
    """Own a server as long as a worker of a web server lives."""
    _, _, program, folder = json.loads(os.environ["OWNED"])
    server = opencode.async_serve(folder, program=program, env=environment(folder))
    async with server:
        report(folder, server.log)
        yield


app = Starlette(lifespan=lifespan)


def own_beside_a_child(arguments: tuple[str, str, str, str]) -> None:
    """Own a server, with a child that was forked within the block and lives on; another child leaves the block."""
    _, _, program, folder = arguments
    server = opencode.serve(folder, program=program, env=environment(folder))
    with server as agent:
        if (child := os.fork()) == 0:
            sys.exit()
        os.waitpid(child, 0)
        agent.request("GET", "/config")
        if (child := os.fork()) == 0:
            time.sleep(600)
        Path(folder, "child").write_text(str(child), "utf-8")
        report(folder, server.log)
        time.sleep(600)


def main(api: str, host: str, end: str, program: str, folder: str) -> None:
    """Own a server in a process of some kind."""
    arguments = (api, end, program, folder)
    if host == "pytest":
        Path(folder, "test_owner.py").write_text(TEST.format(arguments=arguments), "utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder])
    elif host in ("fork", "spawn"):
        worker = multiprocessing.get_context(host).Process(target=own, args=arguments)
        worker.start()
        worker.join()
        time.sleep(600)
    elif host == "web":
        import uvicorn  # noqa: PLC0415  # it takes as long as the other programs

        os.environ["OWNED"] = json.dumps(arguments)
        uvicorn.run("tests.sdk.agent.serve.owner:app", port=0, workers=2, log_level="error")
    elif host == "beside":
        own_beside_a_child(arguments)
    else:
        own(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
