"""Law 11: everything that a contract leaves open is a freedom, with the words that leave it open."""

import re

import pytest

from codegen.read.freedom_files import FreedomFile, read_freedoms
from tests.laws.statements.coverage import collapsed
from tests.laws.statements.law import IN_WORDS
from tests.laws.test_rules import contract, routes, rules
from tests.laws.tree import ROOT

_OPEN = re.compile(r"[^.|]*\bnot (?:shown|listed)\b")
"""Words with which a contract says that it leaves something open."""


def freedoms(service: str) -> FreedomFile:
    path = ROOT / "spec" / "freedoms" / f"{service}.yaml"
    return read_freedoms(path, list(routes(service).values()), [rule.id for rule in rules(service).rules])


def quotes(service: str) -> list[str]:
    everything = freedoms(service)
    quoted = [quote for freedom in everything.freedoms for quote in freedom.quotes]
    return [*map(collapsed, quoted), *map(collapsed, everything.unseen)]


@pytest.mark.parametrize("service", IN_WORDS)
def test_quotes_of_freedoms_are_words_of_the_contract(service: str) -> None:
    text = collapsed(contract(service))

    assert [quote for quote in quotes(service) if quote not in text] == []


@pytest.mark.parametrize("service", IN_WORDS)
def test_everything_that_a_contract_does_not_show_is_a_freedom(service: str) -> None:
    lines = [collapsed(line).lstrip("- ") for line in contract(service).splitlines()]
    open_places = [match[0].strip() for line in lines for match in _OPEN.finditer(line)]

    assert len(open_places) > 4
    assert [words for words in open_places if not any(words in quote for quote in quotes(service))] == []


@pytest.mark.parametrize("service", IN_WORDS)
def test_rule_that_a_choice_leaves_untried_concerns_one_of_its_operations(service: str) -> None:
    operations = {rule.id: {*rule.operations} for rule in rules(service).rules}
    operations |= {operation: {operation} for operation in routes(service).values()}
    wrong = [
        f"{freedom.name}: {rule}"
        for freedom in freedoms(service).freedoms
        for choice in freedom.choices.values()
        for rule in choice.untried
        if not operations[rule] & {*freedom.operations}
    ]

    assert wrong == []
