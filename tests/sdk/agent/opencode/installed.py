"""A program that takes the place of `opencode` in tests: it understands `serve`, and behaves as `FAKE` says.

`works` answers with its configuration. `dies` prints its password and ends. `mute` never listens, and `hangs` accepts
connections without an answer. `elsewhere` first prints the address in `ELSEWHERE`, as a plugin might, `floods` 2 MB.
`refuses` answers with an error. `prints` prints the file `printed` in the folder `FAMILY`, and ends. `family` also
starts a process in a session of its own that ignores SIGTERM, and one whose parent ends at once; `FAMILY` names the
folder for their process ids. A request for `/die` ends the program with its last words and the status 9.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from base64 import b64encode
from pathlib import Path

CHILD = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(600)"


def start_family() -> None:
    """Start a child, and a grandchild without its parent, and wait until they run."""
    stubborn, orphan = (Path(os.environ["FAMILY"], name) for name in ("stubborn", "orphan"))
    Path(os.environ["FAMILY"], "server").write_text(str(os.getpid()), "utf-8")
    ignoring = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {CHILD}"
    command = [sys.executable, "-S", "-c", ignoring, stubborn]
    subprocess.Popen(command, start_new_session=True)
    starting = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
    subprocess.run([sys.executable, "-S", "-c", starting, sys.executable, "-S", "-c", CHILD, orphan], check=True)
    while not all(path.exists() and path.read_text("utf-8") for path in (stubborn, orphan)):
        time.sleep(0.01)


def answer(request: bytes) -> bytes:
    """Return the response to a request."""
    password = os.environ["OPENCODE_SERVER_PASSWORD"]
    credentials = b64encode(f"opencode:{password}".encode())
    config = json.loads(os.environ.get("OPENCODE_CONFIG_CONTENT", "{}"))
    status, body = "200 OK", {"config": config, "cwd": str(Path.cwd())}
    if os.environ["FAKE"] == "refuses":
        status, body = "400 Bad Request", {"name": "ConfigInvalidError", "data": {"message": f"not {password}"}}
    if b"Basic " + credentials not in request:
        status, body = "401 Unauthorized", {}
    content = json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
    return head.encode() + content


def main() -> None:
    """Behave as `FAKE` says."""
    behaviour = os.environ["FAKE"]
    print("starts", *sys.argv[1:], flush=True)
    if behaviour == "dies":
        print(
            "\x1b[91mno space left for", os.environ["OPENCODE_SERVER_PASSWORD"], os.environ["MODEL_API_KEY"], flush=True
        )
        sys.exit(7)
    if behaviour == "prints":
        print(Path(os.environ["FAMILY"], "printed").read_text("utf-8"), flush=True)
        sys.exit(7)
    if behaviour == "family":
        start_family()
    if behaviour == "elsewhere":
        print(f"listening on {os.environ['ELSEWHERE']}", flush=True)
    if behaviour == "floods":
        print(f"{'x' * 99}\n" * 20_000, flush=True)
    if behaviour == "mute":
        signal.pause()
    with socket.create_server(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1]))) as listener:
        print(f"opencode server listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        while True:
            connection, _ = listener.accept()
            if behaviour == "hangs":
                signal.pause()
            with connection:
                request = b""
                while b"\r\n\r\n" not in request and (chunk := connection.recv(65536)):
                    request += chunk
                if request.startswith(b"GET /die"):
                    print("out of memory", os.environ["OPENCODE_SERVER_PASSWORD"], flush=True)
                    os._exit(9)
                connection.sendall(answer(request))


if __name__ == "__main__":
    main()
