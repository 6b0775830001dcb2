"""Saves an export to a file, with progress, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trivet.chat import Export
from trivet.cli.chat.accounts.limits import check_file
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.terminal import progress

__all__ = ["save"]


def save(invocation: Invocation, document: Export[Any], out: Path | None, what: str, *, force: bool) -> None:
    """Save an export, and write where it is to stdout.

    >>> save(invocation, invocation.chat.admin.conversations.export(), Path("all.json"), "conversations", force=False)

    Args:
        invocation: The run of the command.
        document: What is saved.
        out: The file; without it, the service's name for it in the current folder.
        what: What its records are, in the plural.
        force: Whether an existing file is replaced.

    Raises:
        UsageError: The file is there already, or cannot be written; nothing was sent.
        APIError, OSError: The document did not arrive, or was not written whole; the file is as it was.
    """
    if out is not None:
        check_file("--out", out)
        if out.exists() and not force:
            raise UsageError(f"--out: {out} is there already; --force replaces it")
    with progress(f"Saving {what}", unit="B") as advance:
        saved = document.save(out, progress=advance)
    size = saved.path.stat().st_size
    invocation.show_one({"path": str(saved.path), what: saved.count, "bytes": size})
