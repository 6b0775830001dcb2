"""The output of a command in a terminal, as a picture."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

__all__ = ["run_in_terminal", "save_terminal"]

_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.S)
_PIECES = re.compile(r"\n|\r|\x1b\[2K|\x1b\[(\d*)A|\x1b\[[0-9;?]*[B-HJKSTfhln]|\x1b\][^\x07]*\x07")
"""Control sequences that move the cursor or erase text; styles, which end with `m`, are not among them."""


def run_in_terminal(
    command: Sequence[str], environment: Mapping[str, str], *, columns: int = 92, rows: int = 40
) -> str:
    """Run `trivet` in a pseudo-terminal with an empty home, and return its output with styles, without progress.

    >>> run_in_terminal(["bus", "arrivals", "54009"], {"TRIVET_BUS_BASE_URL": server.url})
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as notes:
        own = {"HOME": home, "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home, "TERM": "xterm-256color"}
        variables = {**os.environ, **own, **environment, "COLORTERM": "truecolor", "COLUMNS": str(columns)}
        variables.pop("NO_COLOR", None)
        program = [sys.executable, "-m", "trivet", *command]
        process = subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=notes, env=variables)
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # raised on Linux when the program has ended
                break
            if not piece:
                break
            written += piece
        status = process.wait(60)
        os.close(ours)
        notes.seek(0)
        if status:
            raise SystemExit(
                f"trivet {' '.join(command)}: exit status {status}\n{notes.read().decode('utf-8', 'replace')}"
            )
    return written.decode("utf-8").replace("\r\n", "\n")


def save_terminal(path: Path, output: str, *, title: str, columns: int = 92) -> None:
    """Save the output of a terminal as an SVG picture of a window, without fonts from the network.

    >>> save_terminal(Path("board.svg"), shown, title="trivet bus arrivals 54009")
    """
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in Text.from_ansi("\n".join(_screen(output)).rstrip()).split("\n", allow_blank=True):
        for piece in line.divide(range(columns, len(line), columns)):  # as a terminal breaks long lines
            console.print(piece, soft_wrap=True)
    svg = console.export_svg(title=title, unique_id=path.stem)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        _FONTS.sub("", svg).replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace"), "utf-8"
    )


def _screen(written: str) -> list[str]:
    """Return the lines that remain in the terminal, after a live display has erased its own lines."""
    lines, row, start = [""], 0, 0
    rewind = False
    for match in [*_PIECES.finditer(written), None]:
        text = written[start : match.start() if match else None]
        if text:
            lines[row] = text if rewind else lines[row] + text
            rewind = False
        if match is None:
            break
        start = match.end()
        if match[0] == "\n":
            row, rewind = row + 1, False
            lines += [""] * (row + 1 - len(lines))
        elif match[0] == "\r":
            rewind = True
        elif match[0] == "\x1b[2K":
            lines[row] = ""
        elif match[0].endswith("A"):
            row = max(0, row - int(match[1] or 1))
    return lines
