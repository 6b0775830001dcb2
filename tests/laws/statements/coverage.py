"""The words of a contract that neither a rule nor a shape covers."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from codegen.read.rule_files import RuleFile
from tests.laws.statements.markdown import tables

SENTENCE = re.compile(r"(?<=[.])\s+(?=[A-Z$`])")
OPERATION = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/\S+)|(/\S+)")


@dataclass(frozen=True)
class Block:
    """A row of a table, or a sentence, with its heading."""

    section: str
    text: str
    operation: str | None = None
    cells: Mapping[str, str] | None = None


def collapsed(text: str) -> str:
    """Return a text in which every run of white space is one space."""
    return " ".join(text.split())


def blocks(text: str, routes: Mapping[str, str]) -> Iterator[Block]:
    """Yield the rows and sentences of a contract, without sentences about parts that are not shown.

    Args:
        text: The contract, as Markdown.
        routes: Maps each route, `GET /stops`, to the id of its operation.
    """
    for table in tables(text):
        for row in table.rows:
            operation = next((match for cell in row.values() for match in [_operation(cell, routes)] if match), None)
            line = "| " + " | ".join(row.values()) + " |"
            yield Block(table.heading, collapsed(line.replace("|  |", "| |")), operation, row)
    section = ""
    for line in text.splitlines():
        if line.startswith("#"):
            section = line.lstrip("#").strip()
        elif line.strip() and not line.startswith("|"):
            for sentence in SENTENCE.split(line.removeprefix("- ")):
                if "not shown" not in sentence:
                    yield Block(section, collapsed(sentence))


def _operation(cell: str, routes: Mapping[str, str]) -> str | None:
    """Return the operation of a row, if the cell is a route."""
    return routes.get(cell) or routes.get(f"GET {cell}")


def uncovered(text: str, rules: RuleFile, routes: Mapping[str, str]) -> list[str]:
    """Return the words of a contract that neither a rule quotes nor a shape names, with their row or sentence.

    In a row about one operation, a rule's quotes only count if the rule applies to this operation.
    """
    pieces: list[str] = []
    for block in blocks(text, routes):
        quotes = {
            quote
            for rule in rules.rules
            if block.operation is None or block.operation in rule.operations
            for quote in rule.quotes
        }
        quotes |= {quote for shape in rules.shapes for quote in shape.quotes}
        whole = any(shape.sections and not shape.columns and block.section in shape.sections for shape in rules.shapes)
        covered = {
            column
            for shape in rules.shapes
            if not shape.sections or block.section in shape.sections
            for column in shape.columns
        }
        if not whole:
            pieces += [f"{block.section}: {rest!r} in {block.text!r}" for rest in _rest(block, quotes, covered)]
    return pieces


def _rest(block: Block, quotes: Collection[str], covered: Collection[str]) -> Iterator[str]:
    marked = bytearray(len(block.text))
    for quote in map(collapsed, quotes):
        # A quote may be longer than the row or sentence, which it then covers completely.
        for at in _places(block.text, quote):
            marked[at : at + len(quote)] = b"\1" * len(quote)
        if block.cells is None and block.text in quote:
            return
    at = 0
    for column, cell in (block.cells or {}).items():
        start = block.text.index(collapsed(cell), at) if cell.strip() else at
        at = start + len(collapsed(cell))
        if column in covered:
            marked[start:at] = b"\1" * (at - start)
    rest = "".join(" " if mark else sign for sign, mark in zip(block.text, marked, strict=True))
    yield from (piece.strip() for piece in re.split(r"\s{2,}|[|;,:.]", rest) if re.search(r"\w", piece))


def _places(text: str, quote: str) -> Iterable[int]:
    if quote not in text:  # as most are not, and making an expression of each would take three quarters of the time
        return ()
    edges = (r"(?<!\w)" if quote[:1].isalnum() else "", r"(?!\w)" if quote[-1:].isalnum() else "")
    return (match.start() for match in re.finditer(f"{edges[0]}{re.escape(quote)}{edges[1]}", text))
