"""The sentences of a spec: each is marked, or listed in `spec/sentences/` below the words of the contract."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from tests.laws.statements.document import Document, Node

SENTENCE = re.compile(r"(?<=[.]) (?=[A-Z0-9`])")
MARKED = re.compile(r" \((?:assumed|observed)(?:: [^()]*)?\)\.$")
"""The words at the end of a sentence that mark all of it."""
FIGURE = re.compile(r"-?\d+(?:[.,]\d+)*")


class Sentence(NamedTuple):
    """A sentence of a spec that no mark covers, with its place: `GET /stops`, `GET /stops limit`, `Stop.name`."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return SENTENCE.split(" ".join(text.split()))


def unmarked(document: Document, answered: Collection[str] = ()) -> Iterator[Sentence]:
    """Yield the sentences that neither a mark of their node nor their own words call assumed or observed.

    Args:
        document: The spec.
        answered: The operations whose answers the contract states; the mark of a success is about its status there.
    """
    for place, node in _nodes(document, answered):
        for key in ("summary", "description"):
            for sentence in sentences(node.get(key, "")):
                if sentence and not MARKED.search(sentence):
                    yield Sentence(place, sentence)


def _nodes(document: Document, answered: Collection[str]) -> Iterator[tuple[str, Node]]:
    """Yield the nodes outside of whole marks, once each, with their places."""
    yield "info", document.raw["info"]
    for about, operation in document.operations:
        if "x-assumed" not in operation:
            yield about, operation
            for parameter in operation.get("parameters", []):
                yield from _unless_marked(f"{about} {parameter.get('name')}", parameter)
            yield from _unless_marked(f"{about} body", operation.get("requestBody", {}))
            for status, response in operation["responses"].items():
                if about in answered and status.startswith("2") and "x-assumed" in response:
                    yield f"{about} {status}", response
                else:
                    yield from _unless_marked(f"{about} {status}", response)
    components = document.raw.get("components", {})
    for kind in ("parameters", "requestBodies", "responses", "securitySchemes", "schemas"):
        for name, node in components.get(kind, {}).items():
            yield from _unless_marked(name, node)


def _unless_marked(place: str, node: Any) -> Iterator[tuple[str, Node]]:
    if not isinstance(node, Mapping) or "x-assumed" in node:
        return
    yield place, node
    for wire, field in node.get("properties", {}).items():
        yield from _unless_marked(f"{place}.{wire}", field)
    for part in node.get("allOf", []):
        yield from _unless_marked(place, part)
    for key in ("schema", "items", "additionalProperties"):
        yield from _unless_marked(f"{place} {key}", node.get(key))


class Ledger:
    """A file of `spec/sentences/`: the sentences of a spec, below the words of the contract that state them.

    Attributes:
        quotes: Each sentence about the service, with the words on which it stands.
        client: The sentences about the client, on which a contract has no word. They name something in backticks.
    """

    def __init__(self, raw: Any) -> None:
        self.quotes = dict[Sentence, list[str]]()
        for entry in raw["stated"]:
            for sentence in _listed(entry["sentences"]):
                self.quotes.setdefault(sentence, []).append(entry["quote"])
        self.client = {*_listed(raw["client"])}

    def faults(self, contract: str) -> list[str]:
        """Return the quotes that the contract does not have, and the sentences with figures that their quotes lack."""
        text = " ".join(contract.split())
        quotes = {quote for found in self.quotes.values() for quote in found}
        lines = [f"not in the contract: {quote}" for quote in quotes if quote not in text]
        for sentence, words in self.quotes.items():
            if not {*FIGURE.findall(sentence.text)} <= {*FIGURE.findall(" ".join(words))}:
                lines.append(f"with a figure that the contract does not have: {sentence}")
        lines += [
            f"not about the client: {sentence}"
            for sentence in self.client
            if "`" not in sentence.text or FIGURE.search(sentence.text)
        ]
        return sorted(lines)

    def differences(self, spec: Document, answered: Collection[str]) -> list[str]:
        """Return the unmarked sentences of a spec that are not listed, and the listed ones that it does not have."""
        expected, written = {*self.quotes, *self.client}, {*unmarked(spec, answered)}
        lines = [f"not marked, and not listed: {sentence}" for sentence in written - expected]
        return sorted([*lines, *(f"listed, and not in the spec: {sentence}" for sentence in expected - written)])


def _listed(places: Mapping[str, str]) -> Iterator[Sentence]:
    for place, text in places.items():
        yield from (Sentence(place, sentence) for sentence in sentences(text))
