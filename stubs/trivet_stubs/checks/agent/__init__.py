"""The checks of the agent service."""

from trivet_stubs.checks.agent import (
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
from trivet_stubs.checks.agent.service import Agent, scheme, shown
from trivet_stubs.checks.check import checks_in
from trivet_stubs.checks.suite import Suite, in_order

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

SUITE = Suite(
    service="agent",
    facade=Agent,
    scheme=scheme,
    shown=shown,
    optional_callers=True,
    callers={"user": ["session.list"]},
    checks=in_order("agent", [each for module in _MODULES for each in checks_in(module)]),
)
