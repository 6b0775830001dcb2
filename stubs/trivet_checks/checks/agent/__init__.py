"""The checks of the agent service."""

from trivet_checks.checks.agent.service import Agent, find_leftovers, scheme, show_session, shown
from trivet_checks.checks.agent.walk import plan
from trivet_checks.checks.suite import Check, Suite, in_order
from trivet_checks.definitions import defined_in

SUITE = Suite(
    service="agent",
    facade=Agent,
    scheme=scheme,
    shown=shown,
    optional_callers=True,
    callers={"user": ["session.list"]},
    find_leftovers=find_leftovers,
    probe=show_session,
    walk=plan,
    checks=in_order("agent", defined_in(__name__, Check)),
)
