"""Which server the commands talk to."""

import warnings

import pytest

from tests.sdk.cli.agent.agents import client_of
from trivet import TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.agent.adapter import Adapter, agent_of, interrupt, own_context
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options


def test_client_is_the_invocations_own_unless_an_adapter_is_named():
    with Invocation("agent", Options(base_url="http://agent.test")) as invocation:
        assert agent_of(invocation, None) is invocation.agent
        assert agent_of(invocation, Adapter.NONE) is invocation.agent
        with agent_of(invocation, Adapter.OPENCODE) as other:
            assert other is not invocation.agent
            assert other.context_key(directory="/a") == "local:/a"


def test_agent_is_stopped_only_where_the_server_can(agent_stub):
    with client_of(agent_stub) as client:
        assert not interrupt(client, "ses_1", None)
    assert len(agent_stub.requests) == 0


def test_server_that_answers_for_another_directory_is_an_error():
    with pytest.raises(TrivetError, match="other; of `opencode serve`, give --adapter opencode"), own_context():
        warnings.warn("other", IgnoredContextWarning, stacklevel=1)
