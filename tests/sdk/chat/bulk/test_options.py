"""The options of bulk jobs: what is allowed."""

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.options import JobOptions


def test_options_without_arguments_set_no_limits() -> None:
    options = JobOptions()
    assert (options.concurrency, options.rate, options.max_failures, options.verify) == (8, None, None, False)


def test_account_has_no_blanks_around_it_and_keeps_its_letters() -> None:
    assert JobOptions(own=" Ann@Example.com\n").own == "Ann@Example.com"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("concurrency", 0, "a whole number not below 1"),
        ("rate", 0, "a number not below"),
        ("rate", float("inf"), "a number"),
        ("rate", "10", "a number"),
        ("progress", 7, "something to call"),
        ("retry_failed", 1, "True or False"),
        ("max_failures", 0, "a whole number not below 1"),
        ("max_failures", 1.0, "a whole number"),
        ("verify", None, "True or False"),
        ("own", "bob", "a UUID as text"),
        ("own", "", "a UUID as text"),
        ("own", b"a@b.example", "a UUID as text"),
        ("own", "\ud83d@b.example", "text without half a surrogate"),
    ],
)
def test_option_that_breaks_a_rule_is_refused(name: str, value: object, rule: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^{name} must be {rule}"):
        JobOptions(**{name: value})  # type: ignore[arg-type]
