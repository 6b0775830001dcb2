"""The page about the adapter agrees with the adapter."""

from tests.docs.opencode_table import PAGE, render, written
from trivet.agent._opencode.table import RULES, VERSION


def test_table_of_the_page_is_the_table_of_the_adapter():
    assert written() == render(), "python -m tests.docs.opencode_table"


def test_page_names_the_version_and_the_number_of_operations():
    page = PAGE.read_text("utf-8")
    missing = [rule for rule in RULES if not rule.supported]
    assert f"version {VERSION}" in page
    assert f"{len(RULES) - len(missing)} of the contract's {len(RULES)} operations" in page
