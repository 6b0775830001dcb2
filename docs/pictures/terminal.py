"""What a command shows on a terminal, as a picture."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

__all__ = ["run_in_terminal", "save_terminal"]

_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.S)
_MOVES = re.compile(r"\x1b\[[0-9;?]*[A-HJKSTfhln]|\x1b\][^\x07]*\x07")
"""Cursor movements and titles; colours end with `m`."""


def run_in_terminal(command: Sequence[str], environment: Mapping[str, str], *, columns: int = 92, rows: int = 40) -> str:
    """Run `trivet` in a pseudo-terminal, and return what it wrote, colours included.

    >>> run_in_terminal(["bus", "arrivals", "54009"], {"TRIVET_BUS_BASE_URL": server.url})
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    shown = {**os.environ, **environment, "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(columns)}
    shown.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "trivet", *command], stdin=theirs, stdout=theirs, stderr=theirs, env=shown
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the program has ended
                break
            if not piece:
                break
            written += piece
        status = process.wait(60)
    os.close(ours)
    if status:
        raise SystemExit(f"trivet {' '.join(command)}: exit status {status}\n{written.decode('utf-8', 'replace')}")
    return written.decode("utf-8").replace("\r\n", "\n")


def save_terminal(path: Path, shown: str, *, title: str, columns: int = 92) -> None:
    """Save what a terminal showed as SVG, in a window of a terminal, without fonts of a network.

    >>> save_terminal(Path("board.svg"), shown, title="trivet bus arrivals 54009")
    """
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    lines = [line.rpartition("\r")[2] for line in _MOVES.sub("", shown).rstrip().split("\n")]
    console.print(Text.from_ansi("\n".join(lines)), soft_wrap=True)
    svg = console.export_svg(title=title, unique_id=path.stem)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_FONTS.sub("", svg).replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace"), "utf-8")
