# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The cattrs converter of the Agent Server: `converter.structure(data, cls)`, `converter.unstructure(o)`."""

from __future__ import annotations

from cattrs import Converter

from ..._core.converter import make_converter
from .events import message as events_message
from .events import other as events_other
from .events import permission as events_permission
from .events import pty as events_pty
from .events import question as events_question
from .events import session as events_session
from .events import session_next as events_session_next
from .events import shared as events_shared
from .events import tui as events_tui
from .events import workspace as events_workspace
from .models import (
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

__all__ = ["converter"]

converter: Converter = make_converter(
    events_message,
    events_other,
    events_permission,
    events_pty,
    events_question,
    events_session,
    events_session_next,
    events_shared,
    events_tui,
    events_workspace,
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
"""Its hooks are the client's own decoders, and `encode`."""
