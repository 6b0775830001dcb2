"""A program that holds something and ends: `python -m tests.sdk.interrupts.holder API WHAT END URL FOLDER`.

It writes `ready` to stdout once it holds it. `END` is a way to end within the block; `interpreter` is the end of the
program without leaving it, and `waits` waits for a signal, which `line` handles by the line of docs/hardening.md.
"""

from __future__ import annotations

import asyncio
import importlib
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.sdk.interrupts.ends import end_program
from trivet_stubs import BusStub

LINE = r"^ +(signal\.signal\(signal\.SIGTERM, .*\))$"
"""The line of the page."""


def leave(end: str) -> bool:
    """End within the block, or return whether the block is to be left."""
    end_program(end)
    return end != "interpreter"


def main(api: str, what: str, end: str, url: str, folder: str) -> None:
    """Hold something, and end."""
    if end == "line":
        page = Path(__file__).parents[3] / "docs" / "hardening.md"
        [line] = re.findall(LINE, page.read_text("utf-8"), re.M)
        exec(line, {"signal": signal, "sys": sys})
    waits = end in ("waits", "line")
    if what == "port":
        hold_port(end, folder, waits=waits)
        return
    held: Any = importlib.import_module(f"tests.sdk.interrupts._{api}.held")

    async def end_async() -> bool:
        if waits:
            await asyncio.sleep(600)
        return leave(end)

    def end_sync() -> bool:
        if waits:
            time.sleep(600)
        return leave(end)

    if api == "async":
        asyncio.run(held.run(what, url, folder, end_async))
    else:
        held.run(what, url, folder, end_sync)


def hold_port(end: str, folder: str, *, waits: bool) -> None:
    served = BusStub().serve()
    Path(folder, "url").write_text(served.__enter__().url, "utf-8")
    print("ready", flush=True)
    try:
        if waits:
            time.sleep(600)
        left = leave(end)
    except BaseException:
        served.__exit__(*sys.exc_info())
        raise
    if left:
        served.__exit__(None, None, None)


if __name__ == "__main__":
    main(*sys.argv[1:])
