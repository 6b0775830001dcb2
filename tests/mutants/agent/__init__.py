"""Mutants of the agent stub."""

from tests.mutants.agent import (
    accounts,
    config,
    contexts,
    events,
    files,
    limits,
    mcp,
    permissions,
    projects,
    prompts,
    ptys,
    questions,
    requests,
    sessions,
    vcs,
    workspaces,
)
from trivet_stubs.mutants.mutant import mutants_in

_MODULES = (
    contexts,
    requests,
    limits,
    accounts,
    config,
    projects,
    workspaces,
    files,
    vcs,
    mcp,
    permissions,
    questions,
    ptys,
    sessions,
    prompts,
    events,
)

MUTANTS = tuple(mutant for module in _MODULES for mutant in mutants_in(module))
