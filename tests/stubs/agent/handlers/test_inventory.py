"""The operations of a context's inventory."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE


@pytest.mark.parametrize("path", ["agent", "command", "skill", "provider", "formatter", "lsp", "config", "mcp/server"])
def test_inventory_names_its_context(http, path):
    here, there = http.get(f"/api/{path}").json(), http.get(f"/api/{path}", params=LIGHTHOUSE).json()

    assert here["location"] == {"directory": "/home/dev/orchard"}
    assert there["location"] == LIGHTHOUSE
    assert here["data"]
