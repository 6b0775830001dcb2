"""The outcomes of the steps of a run."""

from __future__ import annotations

from trivet.chat.bulk import Row
from trivet.cli.chat.leaving.recipe import Recipe
from trivet.cli.chat.leaving.steps import outcomes


def given(name: str, outcome: str = "planned", reason: str | None = None) -> dict[str, str | None]:
    found = None if outcome == "skipped" else name
    return {"id": found, "email": f"{name}@x.test", "role": "user", "outcome": outcome, "reason": reason}


RECIPE = Recipe((given("a"), given("b"), given("c"), given("x", "skipped", "no user")))


def test_account_is_done_if_its_last_step_is() -> None:
    saved = {"a": Row("a", "done", "3 conversations"), "b": Row("b", "failed", "403"), "c": Row("c", "done")}
    ended = {"a": Row("a", "done"), "c": Row("c", "unknown", "no answer")}
    found = outcomes(RECIPE, [("saved", saved), ("account", ended)])
    assert [(each["email"], each["outcome"], each["reason"]) for each in found] == [
        ("a@x.test", "done", None),
        ("b@x.test", "failed", "403"),
        ("c@x.test", "unknown", "no answer"),
        ("x@x.test", "skipped", "no user"),
    ]
    assert [each["saved"] for each in found] == ["3 conversations", "failed", "done", None]
    assert [each["account"] for each in found] == ["done", None, "unknown", None]


def test_step_that_has_not_begun_leaves_accounts_planned() -> None:
    assert [each["outcome"] for each in outcomes(RECIPE, [("saved", {})])] == ["planned"] * 3 + ["skipped"]
