# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""What reads and writes the records of the Agent Server, of all groups together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...._core.record import Record
from . import (
    agent,
    auth,
    catalog,
    command,
    config,
    formatter,
    fs,
    lsp,
    mcp,
    permission,
    project,
    provider,
    pty,
    question,
    session,
    shared,
    skill,
    vcs,
    workspace,
)

__all__ = ["RECORDS"]

RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    **agent.RECORDS,
    **auth.RECORDS,
    **catalog.RECORDS,
    **command.RECORDS,
    **config.RECORDS,
    **formatter.RECORDS,
    **fs.RECORDS,
    **lsp.RECORDS,
    **mcp.RECORDS,
    **permission.RECORDS,
    **project.RECORDS,
    **provider.RECORDS,
    **pty.RECORDS,
    **question.RECORDS,
    **session.RECORDS,
    **shared.RECORDS,
    **skill.RECORDS,
    **vcs.RECORDS,
    **workspace.RECORDS,
}
"""From each record to the functions that read and write its wire form."""
