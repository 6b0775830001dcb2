"""Switches for what was observed of agent servers."""

from dataclasses import dataclass

from trivet_stubs.kernel.state import Observed


@dataclass(slots=True, kw_only=True)
class AgentObserved(Observed):
    """What was observed of agent servers; each switch is off at first, and may be set between requests.

    >>> stub = AgentStub(observed=AgentObserved(html_elsewhere=True))
    """

    __module__ = "trivet_stubs.agent"

    bare_unauthorized: bool = False
    """A caller without credentials gets an empty 401, as from the older half of the observed server."""
    html_elsewhere: bool = False
    """A path that is no route gets a web page with status 200."""
    ignored_context: bool = False
    """The query parameters of a runtime context are ignored: every request means the default one."""
    lost_requests: bool = False
    """No event says that an agent asks for a permission or an answer; the lists of requests have it all the same."""
    no_idle_events: bool = False
    """No event says that a session is idle."""
    no_wait: bool = False
    """`session.wait` is always refused with a 503, as the observed server has not made it yet."""
    parent_ids: bool = False
    """A message of the agent names the prompt that it answers, as from the older half of the observed server."""
