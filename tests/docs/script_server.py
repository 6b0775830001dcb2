"""Runs each script in a process of its own, forked from a process that has loaded the libraries.

The parent has also loaded the SDK and the stubs, which otherwise takes half of a script's time. A script does not see
these modules without an import, because it has its own namespace; attributes of packages exist anyway (law 10).
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

LIBRARIES = ["attrs", "cattrs", "httpx", "hypothesis", "jsonschema_rs", "orjson", "pytest", "pytest_httpx", "uvicorn"]
LIBRARIES += ["_hypothesis_pytestplugin", "respx", "xdist.plugin"]
LIBRARIES += ["anyio._backends._asyncio", "encodings.idna", "uvicorn.lifespan.off", "uvicorn.protocols.http.h11_impl"]
LIBRARIES += ["trivet._sync.http.connections", "trivet_stubs.pytest_plugin"]
CONTRACTS = ("agent", "bus", "chat")
PACKAGES = [
    "trivet",
    "trivet.bus",
    "trivet.chat",
    "trivet.chat.bulk",
    "trivet.agent",
    "trivet_stubs",
    "trivet_stubs.agent",
]
"""The packages to load with all their public names, including the classes of every record and event."""
SECONDS = 60


class ScriptServer:
    """The process that forks; on systems without fork, each script gets a new interpreter.

    >>> with serving() as scripts:
    ...     status, output = scripts.run(path, is_test=False)
    """

    def __init__(self, process: "subprocess.Popen[str] | None") -> None:
        self._process = process

    def run(self, script: Path, *arguments: str, is_test: bool) -> tuple[int, str]:
        """Run a script, or its tests without arguments, in its folder; return the exit status and the output."""
        if self._process is None:
            runner = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if is_test else []
            command = [sys.executable, "-W", "error", *runner, script.name, *([] if is_test else arguments)]
            done = subprocess.run(
                command, cwd=script.parent, capture_output=True, text=True, check=False, timeout=SECONDS
            )
            return done.returncode, done.stdout + done.stderr
        assert self._process.stdin
        assert self._process.stdout
        output = script.with_suffix(".output")
        request: dict[str, Any] = {
            "script": str(script),
            "arguments": arguments,
            "output": str(output),
            "is_test": is_test,
        }
        request["environment"] = dict(os.environ)
        print(json.dumps(request), file=self._process.stdin, flush=True)
        status = int(self._process.stdout.readline())
        return status, output.read_text("utf-8")


@contextlib.contextmanager
def serving() -> Iterator[ScriptServer]:
    """Start a script server, and end it with the block."""
    if not hasattr(os, "fork"):
        yield ScriptServer(None)
        return
    command = [sys.executable, "-W", "error", __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield ScriptServer(process)
        finally:
            assert process.stdin
            process.stdin.close()
            process.wait(SECONDS)


def _serve() -> None:
    for library in LIBRARIES:
        __import__(library)
    from trivet_stubs.kernel.contract import load  # noqa: PLC0415  # only the process that forks needs it

    for service in CONTRACTS:
        load(service)
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            getattr(module, name)
    gc.freeze()  # so that the garbage collection of a child skips inherited objects
    while line := sys.stdin.readline():
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _end(_status_of(request))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _status_of(request: dict[str, Any]) -> int:
    """Run a script, and return the exit status of an interpreter that had run it."""
    try:
        _run(request)
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
            return 1
        return int(leaving.code or 0)
    except BaseException:  # printed as by an interpreter
        traceback.print_exc()
        return 1
    return 0


def _end(status: int) -> NoReturn:
    """Exit like an interpreter, but without clearing all inherited modules, which takes half a second."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    gc.collect()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _run(request: dict[str, Any]) -> None:
    script = Path(request["script"])
    signal.alarm(SECONDS)
    opened = os.open(request["output"], os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((0, nothing), (1, opened), (2, opened)):
        os.dup2(file, number)
    os.chdir(script.parent)
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = [script.name, *request["arguments"]]
    sys.path[0] = str(script.parent)
    if request["is_test"]:
        import pytest  # noqa: PLC0415  # the parent has loaded it

        sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", script.name]))
    runpy.run_path(script.name, run_name="__main__")


if __name__ == "__main__":
    _serve()
