# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The generated public names of the Agent Server, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .tables import RECORDS

_NAMES = {
    "._async.client": ("AsyncAgentClient "),
    "._sync.client": ("AgentClient "),
    ".converter": ("converter "),
}

MODULES: Mapping[str, str] = {**RECORDS, **{name: module for module, names in _NAMES.items() for name in names.split()}}
"""From each name to its module, relative to this package."""

if TYPE_CHECKING:
    from ._async.client import *
    from ._sync.client import *
    from .converter import *
    from .events.event import *
    from .events.message import *
    from .events.other import *
    from .events.permission import *
    from .events.pty import *
    from .events.question import *
    from .events.session import *
    from .events.session_next import *
    from .events.shared import *
    from .events.tui import *
    from .events.workspace import *
    from .models.agent import *
    from .models.auth import *
    from .models.catalog import *
    from .models.command import *
    from .models.config import *
    from .models.formatter import *
    from .models.fs import *
    from .models.lsp import *
    from .models.mcp import *
    from .models.permission import *
    from .models.project import *
    from .models.provider import *
    from .models.pty import *
    from .models.question import *
    from .models.session import *
    from .models.shared import *
    from .models.skill import *
    from .models.vcs import *
    from .models.workspace import *
else:
    __all__ = list(MODULES)
