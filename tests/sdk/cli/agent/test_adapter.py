"""What differs where the command talks to another server, and which client it has then."""

import warnings

import pytest

from tests.sdk.cli.agent.agents import client_of
from trivet import TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.agent.adapter import interrupt, own_context


def test_agent_is_stopped_only_where_the_server_can(agent_stub):
    with client_of(agent_stub) as client:
        assert not interrupt(client, "ses_1", None)
    assert len(agent_stub.requests) == 0


def test_server_that_answers_for_another_directory_is_an_error():
    with pytest.raises(TrivetError, match="other; of `opencode serve`, give --adapter opencode"), own_context():
        warnings.warn("other", IgnoredContextWarning, stacklevel=1)
