# Derived from tests/real/_async/transports.py by `python -m codegen`; do not edit.
"""The scenarios of control and of the agent's work over the transports that users pass to the adapter.

`control.py` and `scenarios.py` run them over connections of the adapter's own.
"""

import pytest

from tests.real._sync import driving
from tests.real.transports import transports


@pytest.fixture(autouse=True, params=[name for name in transports() if name != "own"])
def transport(request, monkeypatch):
    """Let the clients of the scenarios use a transport."""
    monkeypatch.setattr(driving, "below", transports()[request.param])
