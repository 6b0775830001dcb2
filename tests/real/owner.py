"""A program that owns a real server and lets its agent work, until its end at a moment that a test has chosen.

    python -m tests.real.owner async_serve program SIGKILL 2.5 PROGRAM DIRECTORY PROMPT

A timer ends it: by itself, or by a signal. It is a program, a test run of pytest, a worker that was forked or spawned,
or a worker of a web server.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from tests.sdk.interrupts.ends import end_program
from trivet.agent import opencode

CONFIG = {"permission": {"bash": "allow"}}

TEST = """
from tests.real.owner import own

def test_that_owns_a_server():
    own(*{arguments!r})
"""


class ProgramFailed(BaseException):
    """The program fails at whatever line runs: of an `Exception` there, a library may say that it is its own."""


def own(api: str, end: str, seconds: str, program: str, directory: str, prompt: str) -> None:
    """Own a server, from now on for some seconds."""
    if api == "async_serve" and end == "exception":  # raised by a handler of a signal, asyncio might only log it
        asyncio.run(fail_async(float(seconds), program, directory, prompt))
        return
    end_later(end, float(seconds))
    if api == "async_serve":
        asyncio.run(work_async(program, directory, prompt))
    else:
        work(program, directory, prompt)


def work(program: str, directory: str, prompt: str) -> None:
    with opencode.serve(directory, program=program, config=CONFIG) as agent:
        session = agent.session.create()
        agent.session.turn(session.id, prompt).run()
        time.sleep(600)  # the agent was quicker


async def work_async(program: str, directory: str, prompt: str) -> None:
    async with opencode.async_serve(directory, program=program, config=CONFIG) as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, prompt).run()
        await asyncio.sleep(600)


async def fail_async(seconds: float, program: str, directory: str, prompt: str) -> None:
    """Fail in a task next to the one that owns the server."""
    async with asyncio.TaskGroup() as group:
        group.create_task(work_async(program, directory, prompt))
        await asyncio.sleep(seconds)
        end_program("exception")


def end_later(end: str, seconds: float) -> None:
    """End this process some seconds later."""

    def end_now(*_: object) -> None:
        if end == "exception":
            raise ProgramFailed
        end_program(end)
        os.kill(os.getpid(), signal.Signals[end])

    signal.signal(signal.SIGALRM, end_now)
    signal.setitimer(signal.ITIMER_REAL, seconds)


@asynccontextmanager
async def lifespan(_: Any) -> AsyncGenerator[None]:
    """Own a server as long as one of two workers lives; the one that is first is killed."""
    api, end, seconds, *about = json.loads(os.environ["OWNER"])
    if _is_first(Path(os.environ["FIRST"])):
        end_later(end, float(seconds))
        working = asyncio.create_task(work_async(*about) if api == "async_serve" else asyncio.to_thread(work, *about))
        yield
        working.cancel()
    else:
        yield


def _is_first(path: Path) -> bool:
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    path.write_text(str(os.getpid()), "utf-8")
    return True


app = Starlette(lifespan=lifespan)


def main(api: str, host: str, *rest: str) -> None:
    """Own a server in a process of some kind."""
    arguments = (api, *rest)
    if host == "pytest":
        folder = Path(os.environ["FIRST"]).parent
        (folder / "test_owner.py").write_text(TEST.format(arguments=arguments), "utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)])
    elif host in ("fork", "spawn"):
        worker = multiprocessing.get_context(host).Process(target=own, args=arguments)
        worker.start()
        worker.join()
    elif host == "web":
        import uvicorn  # noqa: PLC0415

        os.environ["OWNER"] = json.dumps(arguments)
        uvicorn.run("tests.real.owner:app", port=0, workers=2, log_level="error")
    else:
        own(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
