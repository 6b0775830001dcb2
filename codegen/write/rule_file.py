"""The rules of a service as written files: the copy that the wheel holds, and the page of the docs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ..read.rule_file import NamedRule, RuleFile

__all__ = ["rule_copy", "rule_page"]

_BASES = {
    "stated": "The contract states it",
    "assumed": "This project assumes it",
    "observed": "Observed of servers",
}


def rule_copy(rules: RuleFile) -> str:
    """The rules as JSON, without the paths of this repository."""
    return json.dumps([_copied(each) for each in rules.rules], ensure_ascii=False, indent=1) + "\n"


def rule_page(
    rules: RuleFile,
    uses: Mapping[str, Sequence[str]],
    checks: Mapping[str, Sequence[str]],
    mutants: Mapping[str, Sequence[str]],
) -> str:
    """The page of the docs, as Markdown below its first line.

    Args:
        rules: The rules of a service.
        uses: From the ids of rules to the functions of the stub that refuse by them.
        checks: From the ids of rules to the functions that try them on a server.
        mutants: From the ids of rules to the functions that make a stub break them.
    """
    sections: dict[str, list[NamedRule]] = {}
    for each in rules.rules:
        sections.setdefault(each.section, []).append(each)
    counts = ", ".join(f"{sum(each.basis == basis for each in rules.rules)} {basis}" for basis in _BASES)
    lines = [
        f"# The rules of the {rules.service} service",
        "",
        f"{len(rules.rules)} rules: {counts}. [Rules by name](../rules.md) says how to read and to use them.",
    ]
    for section, found in sections.items():
        lines += ["", f"## {section}"]
        for each in found:
            lines += ["", f"### `{each.id}`", "", _escaped(each.sentence), "", *_facts(each, uses.get(each.id, ()))]
            lines += _trials(each, checks.get(each.id, ()), mutants.get(each.id, ()))
    lines += [
        "",
        "## Covered by the spec alone",
        "",
        "No rule has these words of the contract, for the reasons given.",
        "",
    ]
    for shape in rules.shapes:
        where = [f"“{_escaped(quote)}”" for quote in shape.quotes]
        where += [f"the column “{_escaped(column)}”" for column in shape.columns]
        below = f" (below {', '.join(map(_escaped, shape.sections))})" if shape.sections else ""
        lines.append(f"- {'; '.join(where)}{below}: {_escaped(shape.why)}")
    return "\n".join(lines) + "\n"


def _copied(rule: NamedRule) -> dict[str, object]:
    found: dict[str, object] = {
        "id": rule.id,
        "sentence": rule.sentence,
        "basis": rule.basis,
        "section": rule.section,
        "operations": rule.operations,
        "refused": rule.refused or bool(rule.inputs),
    }
    lists = {"quotes": rule.quotes, "why": rule.why, "inputs": rule.inputs, "keywords": rule.keywords}
    lists["unseen"] = rule.unseen
    return found | {name: value for name, value in lists.items() if value}


def _facts(rule: NamedRule, uses: Sequence[str]) -> Iterator[str]:
    if rule.basis == "stated":
        yield f"- {_BASES[rule.basis]}: {'; '.join(f'“{_escaped(each)}”' for each in rule.quotes)}"
    else:
        yield f"- {_BASES[rule.basis]}: {_escaped(rule.why or '')}"
    if rule.marks:
        yield f"- Marked in the spec: {_codes(rule.marks)}"
    yield f"- Operations: {'all' if rule.patterns == ('*',) else _codes(rule.patterns)}"
    if rule.inputs:
        how = f", by {_codes(rule.keywords)}" if rule.keywords else ""
        yield f"- The stub refuses by the spec: {_codes(rule.inputs)}{how}"
    if uses:
        yield f"- The stub refuses in {_codes(uses)}"
    if rule.applied:
        yield f"- The stub applies it in {_codes(rule.applied)}"
    yield f"- Tests: {_codes(rule.tests)}" if rule.tests else f"- No test: {_escaped(rule.untested or '')}"


def _trials(rule: NamedRule, checks: Sequence[str], mutants: Sequence[str]) -> Iterator[str]:
    if checks:
        yield f"- Check: {_codes(checks)}"
    elif rule.unseen:
        yield f"- No check: {_escaped(rule.unseen)}"
    if mutants:
        yield f"- Mutants: {_codes(mutants)}"


def _codes(names: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def _escaped(text: str) -> str:
    """Plain text as Markdown; code stays code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for sign in "\\*_<>[]{}":
            parts[at] = parts[at].replace(sign, f"\\{sign}")
    return "`".join(parts)
