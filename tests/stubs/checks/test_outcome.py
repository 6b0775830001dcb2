"""How a check ends."""

from trivet_stubs.checks import Broken, Evidence


def test_broken_carries_its_message_and_evidence():
    evidence = Evidence("curl -i http://x", "200 {}")
    error = Broken("wrong", evidence)
    assert (str(error), error.message, error.evidence) == ("wrong", "wrong", evidence)
    assert isinstance(error, AssertionError)
    assert Broken("wrong").evidence is None
