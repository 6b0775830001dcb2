"""Refusals and their messages."""

from trivet_stubs.kernel.refusal import Refusal


def test_refused_argument_names_input_rule_and_place():
    refusal = Refusal.argument("skip", "is odd", place=("query", "skip"), keyword="multipleOf", value=3)

    assert (str(refusal), refusal.kind) == ("skip: is odd", "argument")
    assert (refusal.input.place, refusal.input.keyword, refusal.input.value) == (("query", "skip"), "multipleOf", 3)


def test_refused_argument_without_place_stands_at_its_name():
    assert Refusal.argument("body", "is odd").input.place == ("body",)


def test_stub_bug_is_500_and_says_so():
    refusal = Refusal.stub_bug("stops.list answered 204")

    assert (refusal.status, refusal.message) == (500, "STUB BUG: stops.list answered 204")
