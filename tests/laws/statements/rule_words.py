"""The sentences of stated rules: each word is one of the contract, or listed in `spec/sentences/` beside such words.

A report prints the sentence of a rule as the contract. So it says nothing beyond the words that the rule quotes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from codegen.read.rule_files import NamedRule
from tests.laws.statements.document import Document, Node
from tests.laws.statements.sentences import FIGURE

ASSUMED = "x-assumed"
DEPTH = 6
"""How many records deep fields are looked for."""
NOT_LISTED = re.compile(r"(?:values )?not (?:listed|shown)")
"""The words with which a contract leaves something open, which deny nothing."""
_DENIAL = "not"

_GRAMMAR = """
a an the and or if as of in on at to by for from with into there where when whether
is are be was were has have it its they them their this that these those which who whom whose does do can may
"""
_OF_EVERY_CONTRACT = "answer answers answered operation operations request contract"
FUNCTION_WORDS = frozenset(_GRAMMAR.split()) | frozenset(_OF_EVERY_CONTRACT.split())
"""Words that say nothing without others, and the words of every contract. Words of number are none: first, once."""
SAME: Mapping[str, str] = {
    **dict.fromkeys(["no", "none", "nothing", "without", "except", "but", "non"], "not"),
    **dict.fromkeys(["every", "each", "any"], "all"),
    "alone": "only",
}
"""Words that stand for each other, so that a sentence may use another one than its quotes."""
WORD = re.compile(r"-?\d+(?:\.\d+)*|[A-Za-z]+\d*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
ENDINGS = (("ies", "y"), ("ied", "y"), ("s", ""), ("ed", ""), ("ing", ""), ("e", ""))
"""The endings of plurals and verbs, in the order in which they are taken off."""
LEAST = 2
"""The letters of a word that no ending is taken off."""
VALUE = re.compile(r"`([^`]+)`")


class RuleWords(NamedTuple):
    """The words that a rule may use without a list.

    Attributes:
        quoted: The words that it quotes, and its heading.
        known: The stems of these words, and of the names of its operations and their inputs.
        named: The names of these operations, of their inputs, and of the fields of their answers, as they are written.
    """

    quoted: tuple[str, ...]
    known: frozenset[str]
    named: frozenset[str]

    def says(self, word: str) -> bool:
        """Whether they have a word of a sentence."""
        return word in self.named or {*stems(word)} <= self.known

    def names(self, value: str) -> bool:
        """Whether they have a value as it is written."""
        written = re.compile(rf"(?<![\w$]){re.escape(value)}(?!\w)")
        return value in self.named or any(written.search(text) for text in self.quoted)


def words(text: str) -> list[str]:
    """Return the words of a text that say something.

    >>> words("A `BusStopCode` of 5 digits is unique.")
    ['BusStopCode', '5', 'digits', 'unique']
    """
    return [word for word in WORD.findall(text.replace("'s ", " ")) if word.lower() not in FUNCTION_WORDS]


def stems(text: str) -> list[str]:
    """Return the words of a text without their endings; a name such as `BusStopCode` is several words.

    >>> stems("Each `BusStopCode` expires.")
    ['all', 'bus', 'stop', 'cod', 'expir']
    """
    return [_stem(part) for word in words(text) for part in _parts(word)]


def _parts(word: str) -> list[str]:
    """The words in a name, of which `No` denies nothing; or the word itself."""
    if FIGURE.fullmatch(word) or len(parts := PART.findall(word)) == 1:
        return [SAME.get(word.lower(), word.lower())]
    return [part.lower() for part in parts if part.lower() not in FUNCTION_WORDS]


def _stem(word: str) -> str:
    for ending, replacement in ENDINGS:
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")) and len(word) - len(ending) >= LEAST:
            word = word.removesuffix(ending) + replacement
    return word


def denies(quotes: Iterable[str]) -> bool:
    """Whether words of a contract deny something."""
    return any(_DENIAL in stems(NOT_LISTED.sub("", quote)) for quote in quotes)


class RuleList:
    """What the file of `spec/sentences/` says of rules: the words of each one, beside the words that they paraphrase.

    Args:
        raw: The file. Its `rules` map the id of a rule to a map from words that it quotes to words of its sentence, its
            `terms` words of the contract to words that stand for them in any rule.
        spec: The spec, which names the operations, their inputs and the fields of their answers.
    """

    def __init__(self, raw: Mapping[str, Any], spec: Document) -> None:
        self._listed: Mapping[str, Mapping[str, list[str]]] = raw["rules"]
        self._terms: Mapping[str, list[str]] = raw["terms"]
        self._names = {
            operation["operationId"]: frozenset(_names(about, operation, spec)) for about, operation in spec.operations
        }
        self._fields = {
            operation["operationId"]: frozenset(_fields_of_answers(operation, spec)) for _, operation in spec.operations
        }

    def faults(self, rules: Iterable[NamedRule]) -> Iterator[str]:
        """Yield what the sentences of stated rules say beyond their quotes, and what is listed without need.

        Args:
            rules: The rules of a service.
        """
        stated = {rule.id: rule for rule in rules if rule.basis == "stated"}
        yield from (f"{name}: lists words, and is not a stated rule" for name in self._listed.keys() - stated)
        for name, rule in stated.items():
            yield from (f"{name}: {fault}" for fault in self.of_rule(rule))

    def of_rule(self, rule: NamedRule) -> Iterator[str]:
        """Yield the faults of one stated rule."""
        listed = self._listed.get(rule.id, {})
        of_rule = self._words(rule)
        said = words(rule.sentence)
        paraphrases = {word for group in listed.values() for word in group}
        for quote, group in listed.items():
            if not any(" ".join(quote.split()) in text for text in of_rule.quoted):
                yield f"does not quote {quote!r}"
            yield from (f"lists {word!r} without need" for word in group if word not in said or of_rule.says(word))
        yield from (f"no quote has `{value}`" for value in VALUE.findall(rule.sentence) if not of_rule.names(value))
        for word in dict.fromkeys(said):
            if not of_rule.says(word) and (word not in paraphrases or FIGURE.search(word)):
                yield f"no quote says {word!r}"
        if denies(rule.quotes) and _DENIAL not in stems(" ".join([rule.sentence, *listed])):
            yield "a quote denies something, and the sentence does not"

    def _words(self, rule: NamedRule) -> RuleWords:
        quoted = tuple(" ".join(text.split()) for text in [*rule.quotes, rule.section])
        named = frozenset[str]().union(*(self._names[operation] for operation in rule.operations))
        fields = frozenset[str]().union(*(self._fields[operation] for operation in rule.operations))
        known = {stem for text in [*quoted, *named] for stem in stems(NOT_LISTED.sub("", text))}
        synonyms = (word for term, group in self._terms.items() if {*stems(term)} <= known for word in group)
        return RuleWords(
            quoted=quoted,
            known=frozenset(known.union(*map(stems, synonyms))),
            named=named | fields,
        )


def _names(about: str, operation: Node, spec: Document) -> Iterator[str]:
    """Yield the id and the path of an operation, and the names of the inputs that the contract names."""
    yield from (operation["operationId"], about)
    for parameter in map(spec.resolve, operation.get("parameters", [])):
        if ASSUMED not in parameter:
            yield parameter["name"]
    _, schema = spec.body(operation)
    yield from _fields(schema, spec)


def _fields_of_answers(operation: Node, spec: Document) -> Iterator[str]:
    for response in map(spec.resolve, operation["responses"].values()):
        for content in response.get("content", {}).values():
            yield from _fields(content.get("schema", {}), spec)


def _fields(schema: Node, spec: Document, depth: int = 0) -> Iterator[str]:
    """Yield the names of the fields of a record and of those in it, without those that this project assumes."""
    whole = spec.resolve(schema)
    if ASSUMED in whole or depth > DEPTH:
        return
    for name, field in whole.get("properties", {}).items():
        if ASSUMED not in field:
            yield name
            yield from _fields(field, spec, depth + 1)
    for key in ("allOf", "oneOf"):
        for part in whole.get(key, []):
            yield from _fields(part, spec, depth + 1)
    if isinstance(whole.get("items"), Mapping):
        yield from _fields(whole["items"], spec, depth + 1)
