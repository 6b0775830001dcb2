"""The generated pages of the docs about rules and freedoms; and the copies of both for the wheel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from attrs import frozen

from ..read.freedom_files import Freedom, FreedomFile
from ..read.rule_files import NamedRule, RuleFile
from .docs_pages import escaped

_DEVELOPERS = Path(__file__).parent / "templates" / "rules_in_code.md"
_BASES = ("stated", "assumed", "observed")


@frozen(kw_only=True)
class RuleUses:
    """Where code names the rules of a service: functions by the id of the rule, each with its file.

    Attributes:
        refusals: The functions of the stub that refuse requests by the rule.
        applied: The functions and classes of the stub that apply it to answers and effects.
        checks: The functions that check it on a server.
        exchanges: The functions by which the proxy judges exchanges.
        mutants: The functions that make a stub break it.
        tests: The tests of the stub and of the client that show it.
    """

    refusals: Mapping[str, Sequence[str]]
    applied: Mapping[str, Sequence[str]]
    checks: Mapping[str, Sequence[str]]
    exchanges: Mapping[str, Sequence[str]]
    mutants: Mapping[str, Sequence[str]]
    tests: Mapping[str, Sequence[str]]


def rule_page(rules: RuleFile, breaches: Mapping[str, Sequence[str]], freedoms: FreedomFile | None = None) -> str:
    """Return the page of a service's rules for users, as Markdown without its first line.

    Args:
        rules: The rules of a service.
        breaches: From the id of a rule to sentences about servers that break it.
        freedoms: Everything that its contract leaves open, if that is written down.
    """
    sections: dict[str, list[NamedRule]] = {}
    for rule in rules.rules:
        sections.setdefault(rule.section, []).append(rule)
    counts = ", ".join(f"{sum(rule.basis == basis for rule in rules.rules)} {basis}" for basis in _BASES)
    lines = [
        f"# The rules of the {rules.service} service",
        "",
        f"{len(rules.rules)} rules: {counts}. [Rules by name](../rules.md) explains the entries. One rule alone is",
        f"tried by `trivet check {rules.service} --base-url URL --select ID`.",
    ]
    for section, rules_of_section in sections.items():
        lines += ["", f"## {section}"]
        for rule in rules_of_section:
            facts = _facts(rule, breaches.get(rule.id, ()))
            lines += ["", f"### `{rule.id}`", "", escaped(rule.sentence), "", *facts]
    lines += [
        "",
        "## Words of the contract without a rule",
        "",
        "Your server is not tried by these words alone, for the reasons given.",
        "",
    ]
    for shape in rules.shapes:
        where = [f"“{escaped(quote)}”" for quote in shape.quotes]
        where += [f"the column “{escaped(column)}”" for column in shape.columns]
        below = f" (below {', '.join(map(escaped, shape.sections))})" if shape.sections else ""
        lines.append(f"- {'; '.join(where)}{below}: {escaped(shape.why)}")
    lines += [] if freedoms is None else _freedoms(freedoms)
    return "\n".join(lines) + "\n"


def _freedoms(freedoms: FreedomFile) -> Iterator[str]:
    """Yield the lines of the section about everything that a contract leaves open."""
    yield from (
        "",
        "## Places that the contract leaves open",
        "",
        "The checks break no stated rule by any of these choices, alone or together.",
    )
    for freedom in freedoms.freedoms:
        yield from ("", f"### `{freedom.name}`", "", escaped(freedom.sentence), "")
        yield f"- Left open by: {_source(freedom)}"
        yield f"- Operations: {_operations(freedom.patterns)}"
        for word, scope in (("Input", freedom.input), ("Caller", freedom.caller)):
            if scope:
                yield f"- {word}: {escaped(scope)}"
        yield "- Choices:"
        for name, choice in freedom.choices.items():
            yield f"  - `{name}`: {escaped(choice.sentence)}"
            yield from (f"    - Not tried then: `{rule}`. {escaped(why)}" for rule, why in choice.untried.items())


def _source(freedom: Freedom) -> str:
    quotes = "; ".join(f"“{escaped(quote)}”" for quote in freedom.quotes)
    return f"{quotes}. {escaped(freedom.why)}" if quotes else f"silence. {escaped(freedom.why)}"


def developers_page(services: Iterable[tuple[RuleFile, RuleUses]]) -> str:
    """Return the page that lists for each rule the code that applies it, and its proofs, as Markdown."""
    lines = [_DEVELOPERS.read_text("utf-8").rstrip()]
    for rules, uses in services:
        lines += ["", f"## The {rules.service} service", ""]
        for rule in rules.rules:
            lines += [f"- `{rule.id}`", *(f"  - {place}" for place in _places(rule, uses))]
    return "\n".join(lines) + "\n"


def rule_copy(rules: RuleFile) -> str:
    """Return the rules as JSON, without the paths of this repository."""
    return json.dumps([_copied(rule) for rule in rules.rules], ensure_ascii=False, indent=1) + "\n"


def freedom_copy(freedoms: FreedomFile) -> str:
    """Return the freedoms as JSON."""
    copies = [
        {
            "name": freedom.name,
            "sentence": freedom.sentence,
            "operations": freedom.operations,
            **{name: scope for name, scope in (("input", freedom.input), ("caller", freedom.caller)) if scope},
            "quotes": freedom.quotes,
            "why": freedom.why,
            "choices": {
                name: {"sentence": choice.sentence, "untried": choice.untried}
                for name, choice in freedom.choices.items()
            },
        }
        for freedom in freedoms.freedoms
    ]
    return json.dumps(copies, ensure_ascii=False, indent=1) + "\n"


def _facts(rule: NamedRule, breaches: Sequence[str]) -> Iterator[str]:
    if len(breaches) == 1:
        yield f"- A server breaks it, for example: {escaped(breaches[0])}"
    elif breaches:
        yield from ("- A server breaks it, for example:", *(f"  - {escaped(breach)}" for breach in breaches))
    if rule.unseen:
        yield f"- Not checked: {escaped(rule.unseen)}"
    yield f"- Operations: {_operations(rule.patterns)}"
    if rule.basis == "stated":
        quotes = "; ".join(f"“{escaped(quote)}”" for quote in rule.quotes)
        yield f"- Source: the contract, under “{escaped(rule.section)}”: {quotes}"
    else:
        yield f"- Source: {rule.basis}. {escaped(rule.why or '')}"
    if rule.inputs or rule.refused:
        inputs = "any input" if "*" in rule.inputs else _codes(rule.inputs)
        yield f"- Stubs refuse requests by it{f', for {inputs}' if inputs else ''}"


def _places(rule: NamedRule, uses: RuleUses) -> Iterator[str]:
    if rule.marks:
        yield f"Marked in the spec: {_codes(rule.marks)}"
    named = {
        "Refused in": uses.refusals.get(rule.id, ()),
        "Applied in": uses.applied.get(rule.id, ()),
        "Check": uses.checks.get(rule.id, ()),
        "Judged by the proxy in": uses.exchanges.get(rule.id, ()),
        "Mutants": uses.mutants.get(rule.id, ()),
        "Tests": uses.tests.get(rule.id, ()),
    }
    yield from (f"{role}: {_codes(names)}" for role, names in named.items() if names)
    if rule.untested:
        yield f"No test: {escaped(rule.untested)}"


def _copied(rule: NamedRule) -> dict[str, object]:
    copy: dict[str, object] = {
        "id": rule.id,
        "sentence": rule.sentence,
        "basis": rule.basis,
        "section": rule.section,
        "operations": rule.operations,
        "refused": rule.refused or bool(rule.inputs),
    }
    lists = {"quotes": rule.quotes, "why": rule.why, "inputs": rule.inputs, "keywords": rule.keywords}
    lists["unseen"] = rule.unseen
    return copy | {name: value for name, value in lists.items() if value}


def _operations(patterns: Sequence[str]) -> str:
    words = ["all"] if patterns[0] == "*" else []
    for is_without, group in groupby(patterns[len(words) :], key=lambda pattern: pattern.startswith("!")):
        codes = ", ".join(map(_named, (pattern.removeprefix("!") for pattern in group)))
        words.append(f"without {codes}" if is_without else f"but with {codes}" if words else codes)
    return " ".join(words)


def _named(pattern: str) -> str:
    return f"those with `{pattern}`" if pattern.startswith(("path.", "query.", "body.")) else f"`{pattern}`"


def _codes(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
