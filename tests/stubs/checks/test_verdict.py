"""The end of a check, verdicts and results."""

import pytest

from trivet_stubs.checks import Broken, Evidence, Result, Verdict


def verdict(outcome, basis):
    return Verdict(kind="rule", id=f"{outcome}-{basis}", outcome=outcome, basis=basis, sentence="It holds.")


@pytest.mark.parametrize(
    ("outcome", "basis", "fails"),
    [
        ("broken", "stated", True),
        ("broken", "assumed", False),
        ("broken", "observed", False),
        ("holds", "stated", False),
    ],
)
def test_only_a_broken_stated_rule_fails(outcome, basis, fails):
    assert verdict(outcome, basis).fails is fails


def test_verdicts_of_one_outcome():
    verdicts = [verdict("holds", "stated"), verdict("broken", "assumed"), verdict("broken", "stated")]
    result = Result(service="chat", base_url="http://x.test", verdicts=verdicts, requests=0, seconds=0.0)
    assert result.of("broken") == verdicts[1:]
    assert (result.left, result.unsure, result.signal) == ((), (), None)


def test_broken_carries_its_message_and_evidence():
    evidence = Evidence("curl -i http://x", "200 {}")
    error = Broken("wrong", evidence)
    assert (str(error), error.message, error.evidence) == ("wrong", "wrong", evidence)
    assert isinstance(error, AssertionError)
    assert Broken("wrong").evidence is None
