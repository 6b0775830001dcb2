"""The page about the adapter agrees with the adapter, and with the tests on the real server."""

import pytest

from tests.docs.opencode_table import PAGE, TABLES, written
from tests.real.observed import observations
from tests.real.refusals import REQUESTS
from trivet.agent._opencode.table import RULES, VERSION


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_the_page_are_generated(name):
    assert written(name) == TABLES[name](), "python -m tests.docs.opencode_table"


def test_page_names_the_version():
    assert f"version {VERSION}" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("api", ["_async", "_sync"])
def test_each_operation_has_a_test_on_the_real_server(api):
    assert observations(api).keys() == {rule.operation for rule in RULES if rule.supported}


def test_each_refusal_has_recorded_answers():
    refused = {rule.operation for rule in RULES if not rule.supported}
    lacking = {rule.operation for rule in RULES if rule.lacks}
    recorded = {request.operation.partition(" ")[0] for request in REQUESTS}
    assert refused | lacking <= recorded
