"""The supervisor of a server: a process that starts the server, and ends it once its owner has ended.

    python -I -S -c "…; from supervisor import main; main()"

A program that is killed runs no clean-up. So the owner holds the write end of a pipe, and the supervisor its read end:
the pipe ends with the owner, however that ends. The supervisor is the parent of the server, and on Linux it also adopts
the processes below the server whose own parents end, so that it finds them all and signals no others. It imports the
standard library alone, because it starts before the server does, each time.

The pipe carries lines: first the job, a JSON object, with the environment of the server, which no list of arguments
may show; then the words `tail`, `stop` and `kill`. The supervisor reports JSON objects, a line each: `pid` or `error`,
`url`, `exit` with the server's status, and `tail`, the end of its output. Where there is no interpreter for another
process, a thread of the owner does the same, as long as the owner lives.
"""

from __future__ import annotations

import json
import os
import queue
import re
import select
import signal
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress

# ruff: noqa: PTH108, PTH110, PTH115, PTH123, PTH208
TYPE_CHECKING = False  # importing typing and pathlib would take a third of the time of a start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

LONGEST_TAIL = 20_000
"""The most bytes of the output that are kept for an error."""

LOOK = 0.05
"""Seconds between two looks at processes that are about to end, and at a port that is not open yet."""

LAST = 3.0
"""Seconds in which processes that are killed have to end."""

DRAIN = 0.2
"""Seconds for the rest of an output whose server has ended, because a process below it may hold the pipe."""

WAITING_CHUNKS = 200
"""The number of chunks that wait for the reader of a log that is a pipe; the rest is left out."""

_LISTENING = re.compile(rb"listening on http://127\.0\.0\.1:(\d{1,5})(?=/?\s)")
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER, of <linux/prctl.h>."""


class Supervisor:
    """Starts a server for an owner, and ends it.

    >>> Supervisor(control=0, report=1, alone=True).run()

    Attributes:
        adopts: Whether processes below this one whose parents end become its children.
    """

    def __init__(self, control: int, report: int, *, alone: bool) -> None:
        """Start nothing yet.

        Args:
            control: The read end of the owner's pipe.
            report: The write end of the pipe for reports.
            alone: Whether all children of this process belong to the server.
        """
        self._control = control
        self._report_end = report
        self._alone = alone
        self.adopts = alone and _adopt_orphans()
        self._events: queue.SimpleQueue[tuple[str, int | None]] = queue.SimpleQueue()
        self._tail = bytearray()
        self._tail_is_cut = False
        self._ports: list[int] = []
        self._listens = False
        self._known: set[tuple[int, str]] = set()
        self._exited = False
        self._stopping = False
        self._kill_at: float | None = None
        self._grace = 0.0
        self._pid = 0

    def run(self) -> None:
        """Start the server, and return once it has ended and its owner has, or wants its end."""
        lines = _lines(self._control)
        first = next(lines, None)
        if first is None:
            return
        job = json.loads(first)
        self._grace = job["grace"]
        log = _Log(job["log"])
        try:
            if self._start(job, log):
                threading.Thread(target=self._read_control, args=(lines,), daemon=True).start()
                self._loop()
                self._reader.join(DRAIN)
                if not self._reader.is_alive():  # a process that got away may hold the pipe
                    self._output.close()
            else:
                os.close(self._control)
        except BaseException:
            self._signal("SIGKILL")
            raise
        finally:
            log.close()
            if job["temporary"] is not None:
                with suppress(OSError):
                    os.unlink(job["temporary"])

    def _start(self, job: dict[str, Any], log: _Log) -> bool:
        try:
            if sys.platform == "win32":
                self._job = _WindowsJob()
                if self._alone:  # then all processes that it starts are in the job from their beginning
                    self._job.add(os.getpid())
            server = subprocess.Popen(
                [_native(word) for word in job["command"]],
                cwd=_native(job["directory"]),
                env={_native(name): _native(value) for name, value in job["environment"].items()},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                # A supervisor of its own has a session, with a group that no other process can be in.
                start_new_session=not self._alone,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError, TypeError) as error:
            self._report(error=str(error))
            return False
        if sys.platform == "win32" and not self._alone:
            self._job.add(server.pid)
        self._pid = server.pid
        self._report(pid=server.pid)
        assert server.stdout is not None
        self._output = server.stdout
        self._reader = threading.Thread(target=self._read_output, args=(self._output.fileno(), log), daemon=True)
        self._reader.start()
        threading.Thread(target=self._wait_for_exit, args=(server,), daemon=True).start()
        return True

    def _loop(self) -> None:
        """Handle the events until nothing is left to end, and the owner has ended or wants the end."""
        while True:
            is_waiting = self._kill_at is not None or (bool(self._ports) and not self._listens)
            try:
                name, value = self._events.get(timeout=LOOK if is_waiting else None)
            except queue.Empty:
                name, value = "", 0
            if name == "exit":
                self._drain()
                self._report(exit=value, tail=self._last_words())
            elif name == "tail":
                self._report(tail=self._last_words())
            elif name == "port":
                self._ports = [*self._ports[-9:], value or 0]
            if name in ("exit", "stop", "kill"):
                self._stopping = self._stopping or name != "exit"
                self._begin_end(0.0 if name == "kill" else self._grace)
            self._find_port()
            if self._kill_at is not None and self._has_ended():
                self._kill_at = None
                if self._stopping:
                    return

    def _drain(self) -> None:
        """Wait until the output of a server that has ended is read, also on a busy machine."""
        end = time.monotonic() + LAST
        self._reader.join(DRAIN)
        while self._reader.is_alive() and _is_readable(self._output.fileno()) and time.monotonic() < end:
            self._reader.join(LOOK)

    def _begin_end(self, grace: float) -> None:
        now = time.monotonic()
        if self._kill_at is None:
            self._kill_at = now + grace
            self._signal("SIGTERM")
        self._kill_at = min(self._kill_at, now + grace)

    def _has_ended(self) -> bool:
        """Whether all processes have ended, or are not to be waited for any longer; kill them when it is time."""
        assert self._kill_at is not None
        left = self._kill_at - time.monotonic()
        if self._exited and not self._family():
            return True
        if sys.platform == "win32" and self._alone:
            return self._stopping
        if left <= 0:
            self._signal("SIGKILL")
        return left < -LAST

    # The server's output and its end.

    def _read_output(self, output: int, log: _Log) -> None:
        line = b""
        while chunk := _read(output):
            log.write(chunk)
            self._tail += chunk
            self._tail_is_cut = self._tail_is_cut or len(self._tail) > LONGEST_TAIL
            del self._tail[:-LONGEST_TAIL]
            line = (line + chunk)[-LONGEST_TAIL:]
            for match in _LISTENING.finditer(line):
                self._events.put(("port", int(match[1])))
            line = line[line.rfind(b"\n") + 1 :]

    def _wait_for_exit(self, server: subprocess.Popen[bytes]) -> None:
        if sys.platform == "win32":
            status = server.wait()
            self._exited = True
            self._events.put(("exit", status))
            return
        with suppress(ChildProcessError):  # there is no child any more, or the owner's program has waited for it
            while True:
                pid, status = os.waitpid(-1 if self.adopts else server.pid, 0)
                if pid == server.pid:
                    self._exited = True  # from now on, its id may be that of another process
                    server.returncode = os.waitstatus_to_exitcode(status)
                    self._events.put(("exit", server.returncode))
        if not self._exited:
            self._exited = True
            self._events.put(("exit", None))

    def _read_control(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            self._events.put((line.decode("ascii"), None))
        os.close(self._control)
        self._events.put(("stop", None))

    def _find_port(self) -> None:
        """Report the URL that the server has printed, once the server itself listens there."""
        for port in () if self._listens else self._ports:
            if _is_listener(port, self._family()) is not False:
                self._listens = True
                self._report(url=f"http://127.0.0.1:{port}")
                return

    def _last_words(self) -> str:
        text = bytes(self._tail).decode("utf-8", "replace")
        return text.partition("\n")[2] if self._tail_is_cut else text  # a line that is cut may begin inside a secret

    def _report(self, **fields: object) -> None:
        line = json.dumps(fields).encode() + b"\n"
        with suppress(OSError):  # the owner has ended
            while line:
                line = line[os.write(self._report_end, line) :]

    # The processes.

    def _family(self) -> list[_Process]:
        """Return the processes below the supervisor, or the server and those below it."""
        processes = [*_processes()]
        if self.adopts:
            return _below(_own_number(), processes)
        # A process whose parent has ended is known from an earlier look.
        roots = [process for process in processes if process.pid == self._pid and not self._exited]
        if self._alone:
            roots = _below(_own_number(), processes)
        known = [process for process in processes if process.identity in self._known]
        for root in (*roots, *known):
            self._known |= {process.identity for process in (root, *_below(root.number, processes))}
        return [process for process in processes if process.identity in self._known]

    def _signal(self, name: str) -> None:
        """Send a signal to the server and all processes below it, and to no other process."""
        if sys.platform == "win32":
            if not self._alone:  # the job of a supervisor ends with it
                self._job.end()
            return
        number = signal.Signals[name]
        for process in self._family():
            _send(process, number)
        if self.adopts:
            return
        with suppress(OSError):
            if not self._alone:
                if not self._exited:  # until then, no other group can have its number
                    os.killpg(self._pid, number)
            elif name != "SIGKILL":  # the supervisor is in this group; `main` kills it last
                os.killpg(0, number)


class _Log:
    """The log of a server. A pipe that is not read neither delays nor ends the server: the rest is left out."""

    def __init__(self, log: int | str) -> None:
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = log if isinstance(log, int) else os.open(log, flags)
        self._chunks: queue.Queue[bytes] | None = None
        self._omitted = 0
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            self._chunks = queue.Queue(WAITING_CHUNKS)
            self._writer = threading.Thread(target=self._write_chunks, args=(self._chunks,), daemon=True)
            self._writer.start()

    def write(self, chunk: bytes) -> None:
        """Append a chunk."""
        if self._chunks is None:
            self._write(chunk)
            return
        note = f"\n({self._omitted} bytes of the output are left out here)\n".encode() if self._omitted else b""
        try:
            self._chunks.put_nowait(note + chunk)
        except queue.Full:
            self._omitted += len(chunk)
        else:
            self._omitted = 0

    def close(self) -> None:
        """Close the log; a pipe has a moment to take the rest."""
        if self._chunks is not None:
            with suppress(queue.Full):
                self._chunks.put(b"", timeout=DRAIN)
            self._writer.join(DRAIN)
            if self._writer.is_alive():  # the file is closed at the end of the process
                return
        os.close(self._file)

    def _write(self, chunk: bytes) -> None:
        with suppress(OSError):  # no space is left, or the reader has gone
            while chunk:
                chunk = chunk[os.write(self._file, chunk) :]

    def _write_chunks(self, chunks: queue.Queue[bytes]) -> None:
        while chunk := chunks.get():
            self._write(chunk)


class _Process:
    """A process that has not ended.

    Attributes:
        number: Its id in `/proc`, which may show the ids of another namespace.
        parent: The id of its parent there.
        pid: Its id for this process.
        start: The moment of its start: a later process with the same id has another one.
    """

    __slots__ = ("number", "parent", "pid", "start")

    def __init__(self, number: int, parent: int, pid: int, start: str) -> None:
        self.number = number
        self.parent = parent
        self.pid = pid
        self.start = start

    @property
    def identity(self) -> tuple[int, str]:
        """The id and the start, which no other process has."""
        return self.number, self.start


def _below(root: int, processes: list[_Process]) -> list[_Process]:
    """Return the processes below a process."""
    children: dict[int, list[_Process]] = {}
    for process in processes:
        children.setdefault(process.parent, []).append(process)
    family: list[_Process] = []
    pending = [root]
    while pending:
        below = children.pop(pending.pop(), [])
        family += below
        pending += [process.number for process in below]
    return family


def _processes() -> Iterator[_Process]:
    """Yield the processes that have not ended; one that has may still wait for its parent to notice."""
    if sys.platform == "win32":
        return
    if _has_proc():
        is_own = _own_number() == os.getpid()
        for name in filter(str.isdigit, os.listdir("/proc")):
            fields = _stat(name)
            pid = int(name) if is_own else _pid_here(name)
            if fields and fields[0] not in "ZX" and pid is not None:
                yield _Process(int(name), int(fields[1]), pid, fields[19])
        return
    with suppress(OSError):
        command = ["ps", "-A", "-o", "pid=,ppid=,stat=,lstart="]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as ps:
            for line in ps.communicate()[0].splitlines():
                number, parent, state, start = line.split(None, 3)
                if not state.startswith("Z") and int(number) != ps.pid:
                    yield _Process(int(number), int(parent), int(number), start)


def _has_proc() -> bool:
    return os.path.exists("/proc/self/stat")


def _own_number() -> int:
    try:
        return int(os.readlink("/proc/self"))
    except (OSError, ValueError):
        return os.getpid()


def _stat(process: str) -> list[str]:
    """Return the state of a process, its parent, and 18 other fields up to its start; nothing if it has ended."""
    with suppress(OSError):
        return _text(f"/proc/{process}/stat").rpartition(")")[2].split()
    return []


def _pid_here(process: str) -> int | None:
    """Return the id that a process in a `/proc` of another namespace has here; None if it is outside of this one."""
    with suppress(OSError, IndexError):
        own, other = (
            _text(f"/proc/{name}/status").partition("\nNSpid:")[2].partition("\n")[0].split()
            for name in ("self", process)
        )
        return int(other[len(own) - 1])
    return None


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _send(process: _Process, number: int) -> None:
    """Send a signal to a process, unless a later process has its id by now."""
    if sys.platform == "win32":
        return
    handle = None
    try:
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):
                handle = os.pidfd_open(process.pid)
        if _has_proc() and _stat(str(process.number))[19:20] != [process.start]:
            return
        if handle is None:
            os.kill(process.pid, number)
        else:
            signal.pidfd_send_signal(handle, number)  # to the process that had the id before the look, or to none
    except OSError:  # it has ended, or belongs to another user
        pass
    finally:
        if handle is not None:
            os.close(handle)


def _is_listener(port: int, family: list[_Process]) -> bool | None:
    """Whether the processes listen on a port of 127.0.0.1, and no other does; None if the system does not say so."""
    try:
        lines = _text("/proc/self/net/tcp").splitlines()[1:]
        listeners = [fields for line in lines if (fields := line.split())[3] == "0A"]  # TCP_LISTEN
    except (OSError, IndexError):
        return None
    for address in (b"\x7f\0\0\1", b"\0\0\0\0"):
        own = f"{int.from_bytes(address, sys.byteorder):08X}:{port:04X}"
        if sockets := {f"socket:[{fields[9]}]" for fields in listeners if fields[1] == own}:
            break
    else:
        return False
    held: set[str] = set()
    for process in family:
        try:
            for file in os.listdir(f"/proc/{process.number}/fd"):
                with suppress(OSError):  # it was closed meanwhile
                    held.add(os.readlink(f"/proc/{process.number}/fd/{file}"))
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return sockets <= held


def _adopt_orphans() -> bool:
    """Let processes below this one whose parents end become its children; return whether the system does that."""
    if not sys.platform.startswith("linux") or not _has_proc():
        return False
    try:
        import ctypes  # noqa: PLC0415  # some builds of Python lack it

        prctl: Callable[..., int] = ctypes.CDLL(None).prctl
        return prctl(_SUBREAPER, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


class _WindowsJob:
    """A job object: Windows ends its processes when its last handle is closed, as at the end of this process."""

    def __init__(self) -> None:
        import ctypes  # noqa: PLC0415

        self._ctypes: Any = ctypes  # whose names depend on the system
        self._kernel: Any = self._ctypes.WinDLL("kernel32", use_last_error=True)
        self._kernel.CreateJobObjectW.restype = self._kernel.OpenProcess.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._kernel.CreateJobObjectW(None, None))
        # JOBOBJECT_EXTENDED_LIMIT_INFORMATION: 16 bytes of times, the flags, and numbers that are all zero.
        limits = bytearray(144 if ctypes.sizeof(ctypes.c_void_p) == 8 else 112)
        limits[16:20] = (0x2000).to_bytes(4, "little")  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        buffer = (ctypes.c_char * len(limits)).from_buffer(limits)
        self._check(self._kernel.SetInformationJobObject(self._handle, 9, buffer, len(limits)))

    def add(self, pid: int) -> None:
        """Add a process, and with it the processes that it starts from now on."""
        handle = self._kernel.OpenProcess(0x0101, 0, pid)  # PROCESS_SET_QUOTA and PROCESS_TERMINATE
        self._check(self._kernel.AssignProcessToJobObject(self._handle, self._ctypes.c_void_p(handle)))

    def end(self) -> None:
        """End all processes of the job."""
        self._kernel.TerminateJobObject(self._handle, 1)

    def _check(self, succeeded: int) -> None:
        if not succeeded:
            raise OSError("a job object that ends the server with its owner could not be made")


def _native(text: str) -> str:
    """Return a text of the system, whose bytes the job holds as characters."""
    return os.fsdecode(text.encode("latin-1"))


def _lines(file: int) -> Iterator[bytes]:
    """Yield the lines of a pipe, without their ends, until it is closed."""
    rest = b""
    while chunk := _read(file):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def _read(file: int) -> bytes:
    """Wait for bytes of a pipe; no bytes at its end."""
    try:
        return os.read(file, 65536)
    except OSError:
        return b""


def _is_readable(pipe: int) -> bool:
    """Return whether a pipe has unread bytes, or has ended; False where the system does not tell."""
    if sys.platform == "win32":
        return False
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    return bool(waiting.poll(0))


def _ignore(*_: object) -> None:
    """Ignore a signal. SIG_IGN would be inherited by the server."""


def main() -> None:
    """Supervise a server for the process at the other ends of stdin and stdout."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _ignore)
    if sys.platform != "win32":
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a program may have it ignored, and then no status is known
    supervisor = Supervisor(control=0, report=1, alone=True)
    supervisor.run()
    if sys.platform != "win32" and not supervisor.adopts and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # the last act: the processes of this group, this one included
    os._exit(0)  # without the threads that wait


if __name__ == "__main__":
    main()
