"""The table of effects as text: each write, each place that shows its records, the caller, and the expected value."""

from collections.abc import Iterator

from trivet_checks.checks.agent import walk as agent_walk
from trivet_checks.checks.effects import chat_walk
from trivet_checks.checks.effects.world import THERE
from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.rule_catalogue import Rule, rules

TABLES = {"agent": agent_walk.TABLE, "chat": chat_walk.TABLE}
"""The tables of the services that have writes."""
_COLUMNS = (34, 44, 10, 28, 24)


def table(service: str, contract: Contract | None = None) -> Iterator[str]:
    """Yield the lines of the table: write, place, caller, field, expected value, and the words that state it.

    >>> next(table("chat")).split()
    ['WRITE', 'PLACE', 'CALLER', 'FIELD', 'IS', 'WORDS']

    Args:
        service: The service.
        contract: Its contract; without it, the installed one.

    Raises:
        ValueError: The service has no table.
    """
    if service not in TABLES:
        raise ValueError(f"{service!r} has no table of effects, as it has no writes; {' and '.join(TABLES)} have one")
    known = rules(service)
    yield _row("WRITE", "PLACE", "CALLER", "FIELD", "IS", "WORDS")
    for cell, expected in TABLES[service].cells(contract or load(service)).items():
        name = f"{cell.kind} {cell.field}"
        yield _row(
            cell.write, cell.place, cell.caller, name, _shown(cell.field, expected.value), _words(known[expected.rule])
        )


def _row(*texts: str) -> str:
    return "  ".join([*(text.ljust(width) for text, width in zip(texts[:-1], _COLUMNS, strict=True)), texts[-1]])


def _shown(field: str, value: object) -> str:
    if field == THERE:
        return "there" if value else "not there"
    return str(value)


def _words(rule: Rule) -> str:
    """The first words of the contract that state a rule, or that it is assumed, with its id."""
    return f'"{rule.quotes[0]}"  {rule.id}' if rule.quotes else f"{rule.basis}  {rule.id}"
