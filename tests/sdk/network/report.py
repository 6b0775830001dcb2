"""What a run of the matrix found, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.matrix import PROBLEMS, TRANSPORTS, Outcome, Report

__all__ = ["by_behaviour", "figures", "problems", "write"]

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *([str(each) for each in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def figures(report: Report) -> str:
    """Return the figures of a run: what was found on each transport, and what came of each group of behaviours."""
    transports = [each for each in TRANSPORTS if any(outcome.case.transport == each for outcome in report.outcomes)]
    chosen = {each: [one for one in report.outcomes if one.case.transport == each] for each in transports}
    rows: list[list[object]] = [
        ["cases", *(len(chosen[each]) for each in transports)],
        ["calls", *(sum(len(one.results) for one in chosen[each]) for each in transports)],
        *([what, *(report.count(kind, each) for each in transports)] for kind, what in PROBLEMS.items()),
        ["longest call, in seconds", *(f"{max(one.seconds for one in chosen[each]):.1f}" for each in transports)],
    ]
    others = [
        ["log records that show a secret, of " + str(report.log.records), len(report.log.exposed)],
        ["errors that asyncio logs", len(report.log.untidy)],
        ["sockets that are open after the run", report.sockets],
    ]
    groups: dict[str, list[Outcome]] = {}
    for outcome in report.outcomes:
        groups.setdefault(outcome.case.behaviour.group, []).append(outcome)
    return "\n\n".join(
        [
            table(["", *transports], rows),
            table(["of the whole run", "count"], others),
            table(
                ["behaviours", "kinds", "cases", "what came of the calls"],
                (
                    [
                        group.replace("_", " "),
                        len({one.case.behaviour.name for one in found}),
                        len(found),
                        _results(found, ", "),
                    ]
                    for group, found in sorted(groups.items())
                ),
            ),
        ]
    )


def by_behaviour(report: Report) -> str:
    """Return what came of the calls for each behaviour and transport."""
    rows = []
    for name in BEHAVIOURS:
        found = [each for each in report.outcomes if each.case.behaviour.name == name]
        if found:
            cells = [_results((one for one in found if one.case.transport == each), ", ") for each in TRANSPORTS]
            problems = Counter(kind for one in found for kind, _ in one.problems)
            rows.append([name, *cells, _counted(problems, ", ")])
    return table(["behaviour", *TRANSPORTS, "problems"], rows)


def problems(report: Report) -> str:
    """Return a line for each problem; of those that differ only in their case, the first one with their number."""
    found: dict[tuple[str, ...], list[str]] = {}
    for outcome in report.outcomes:
        for kind, what in outcome.problems:
            name = what if kind == "secret" else outcome.case.behaviour.name
            found.setdefault((kind, outcome.case.transport, name), []).append(f"{outcome.case}: {what}")
    lines = [f"{kind} {len(each)} times: {each[0]}" for (kind, _, _), each in sorted(found.items())]
    others = [each for each in report.problems() if each.startswith(("log:", "asyncio:", "sockets:"))]
    return "\n".join(lines + others)


def write(page: Path, report: Report) -> None:
    """Put the figures of a run into a page of the docs."""
    text = page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{figures(report)}\n\n{END}{after}", "utf-8")


def _results(outcomes: Iterable[Outcome], between: str) -> str:
    return _counted(Counter(result for each in outcomes for result in each.results), between)


def _counted(counts: Counter[str], between: str) -> str:
    return between.join(f"{name} {count}" for name, count in counts.most_common())
