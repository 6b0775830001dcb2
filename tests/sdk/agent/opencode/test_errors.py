"""The error for operations that the server does not support."""

import copy
import pickle

from trivet import APIError, agent
from trivet.agent.opencode import UnsupportedOperationError


def test_error_names_the_operation_and_what_there_is_instead():
    error = UnsupportedOperationError("auth.list", (), "GET /api/integration")
    assert isinstance(error, APIError)
    assert str(error) == "auth.list: the server does not have this operation; use GET /api/integration"
    error = UnsupportedOperationError("session.list", ("path", "roots"))
    assert "does not have the input path, roots of this operation; there is no alternative" in str(error)


def test_error_survives_pickle_and_copy():
    error = UnsupportedOperationError("session.list", ("roots",), "GET /session")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(other), other.operation, other.lacks) == (str(error), "session.list", ("roots",))
    assert agent.opencode.UnsupportedOperationError.__module__ == "trivet.agent"
