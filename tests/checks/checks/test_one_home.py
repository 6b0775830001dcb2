"""A rule that one exchange shows has one home: its check asks the function by which the proxy judges, or needs more."""

import pytest

from trivet_checks.checks.suite import suite
from trivet_checks.exchange_rules.answer_rule import AnswerRule, Looks
from trivet_checks.exchange_rules.conversation import rules_of
from trivet_checks.exchanges.exchange import Exchange
from trivet_checks.mutants.trial import new_stub, try_rules
from trivet_stubs._generated.names import SERVICES


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The rules whose functions were asked."""
    rules: set[str] = set()
    ask = AnswerRule.__call__

    def note(rule: AnswerRule, exchange: Exchange) -> Looks:
        rules.add(rule.rule)
        return ask(rule, exchange)

    monkeypatch.setattr(AnswerRule, "__call__", note)
    return rules


@pytest.mark.long
@pytest.mark.parametrize("service", SERVICES)
def test_check_asks_the_function_of_its_rule_unless_it_needs_more(service: str, asked: set[str]) -> None:
    with new_stub(service) as stub:
        try_rules(stub)

    shown = {rule.rule for rule in rules_of(service) if isinstance(rule, AnswerRule)}
    own = {rule for rule, check in suite(service).checks.items() if check.own_condition}
    assert sorted(shown - asked) == sorted(own)
