"""Dishonest edits of stated rules: each lets a sentence say what its quotes do not, or deny what they say."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from attrs import evolve

from codegen.read.rule_files import NamedRule
from tests.laws.statements.rule_words import denies, stems, words

FACTS = (
    ", sorted by name",
    " at once",
    " within 60 seconds",
    " of minutes",
    ", and only once",
    ", and its turn continues",
    " by the time of the last update",
    " of the default branch",
)
"""Ends of sentences that no contract has."""
FIGURE = re.compile(r"(?<![\w.])\d+(?![\w.])")
SAME_WORDS = {
    ("chat.access.admin-operations-need-role-admin", "chat.users.role-is-admin-or-user"),
    ("chat.access.others-read-only-their-own", "chat.messages.missing-is-404"),
    ("chat.conversations.missing-is-404", "chat.messages.missing-is-404"),
}
"""Stated rules, and assumptions that say something else with the words of their quotes: a law of words takes both."""
DENIAL = re.compile(r" (?:not|no|without|but|except)\b")
VERB = re.compile(r"\b(?:is|are|has|have)\b")


class RuleEdit(NamedTuple):
    """A changed rule."""

    kind: str
    rule: NamedRule

    def __str__(self) -> str:
        return f"{self.kind} at {self.rule.id}: {self.rule.sentence}"


def rule_edits(rules: Iterable[NamedRule]) -> Iterator[RuleEdit]:
    """Yield every edit of the sentences of stated rules.

    Args:
        rules: The rules of a service.
    """
    every = [*rules]
    for rule in (rule for rule in every if rule.basis == "stated"):
        for kind, sentence in _sentences(rule):
            yield RuleEdit(kind, evolve(rule, sentence=sentence))
        for other in every:
            is_near = bool({*other.operations} & {*rule.operations}) and (rule.id, other.id) not in SAME_WORDS
            if other.basis != "stated" and is_near:
                yield RuleEdit("assumption called stated", evolve(rule, sentence=other.sentence))


def _sentences(rule: NamedRule) -> Iterator[tuple[str, str]]:
    sentence = rule.sentence
    for fact in (fact for fact in FACTS if not {*words(fact)} <= {*words(sentence)}):
        yield "fact added to a rule", f"{sentence.removesuffix('.')}{fact}."
    for found in FIGURE.finditer(sentence):
        yield "figure of a rule changed", f"{sentence[: found.start()]}{int(found[0]) + 7}{sentence[found.end() :]}"
    denials = stems(sentence).count("not")
    if not denies(rule.quotes) and not denials:
        for found in VERB.finditer(sentence):
            yield "rule denied", f"{sentence[: found.end()]} not{sentence[found.end() :]}"
    elif denies(rule.quotes) and denials == 1:
        yield "denial of a rule dropped", DENIAL.sub("", sentence)
