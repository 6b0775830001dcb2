"""The results of a run of the matrix, as tables."""

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
    lines = [header, ["---"] * len(header), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def figures(report: Report) -> str:
    """Return the figures of a run: the problems of each transport, and the results of each group of behaviours."""
    transports = [
        transport for transport in TRANSPORTS if any(outcome.case.transport == transport for outcome in report.outcomes)
    ]
    chosen = {
        transport: [outcome for outcome in report.outcomes if outcome.case.transport == transport]
        for transport in transports
    }
    rows: list[list[object]] = [
        ["cases", *(len(chosen[transport]) for transport in transports)],
        ["calls", *(sum(len(outcome.results) for outcome in chosen[transport]) for transport in transports)],
        *([what, *(report.count(kind, transport) for transport in transports)] for kind, what in PROBLEMS.items()),
        [
            "longest call, in seconds",
            *(f"{max(outcome.seconds for outcome in chosen[transport]):.1f}" for transport in transports),
        ],
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
                        len({one.case.behaviour.name for one in outcomes}),
                        len(outcomes),
                        _results(outcomes, ", "),
                    ]
                    for group, outcomes in sorted(groups.items())
                ),
            ),
        ]
    )


def by_behaviour(report: Report) -> str:
    """Return the results of the calls for each behaviour and transport."""
    rows = []
    for name in BEHAVIOURS:
        outcomes = [outcome for outcome in report.outcomes if outcome.case.behaviour.name == name]
        if outcomes:
            cells = [
                _results((outcome for outcome in outcomes if outcome.case.transport == transport), ", ")
                for transport in TRANSPORTS
            ]
            problems = Counter(kind for one in outcomes for kind, _ in one.problems)
            rows.append([name, *cells, _counted(problems, ", ")])
    return table(["behaviour", *TRANSPORTS, "problems"], rows)


def problems(report: Report) -> str:
    """Return a line for each problem; problems that differ only in their case share a line with their number."""
    similar: dict[tuple[str, ...], list[str]] = {}
    for outcome in report.outcomes:
        for kind, what in outcome.problems:
            name = what if kind == "secret" else outcome.case.behaviour.name
            similar.setdefault((kind, outcome.case.transport, name), []).append(f"{outcome.case}: {what}")
    lines = [
        f"{kind} {len(lines_alike)} times: {lines_alike[0]}" for (kind, _, _), lines_alike in sorted(similar.items())
    ]
    others = [line for line in report.problems() if line.startswith(("log:", "asyncio:", "sockets:"))]
    return "\n".join(lines + others)


def write(page: Path, report: Report) -> None:
    """Put the figures of a run into a page of the docs."""
    text = page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{figures(report)}\n\n{END}{after}", "utf-8")


def _results(outcomes: Iterable[Outcome], between: str) -> str:
    return _counted(Counter(result for outcome in outcomes for result in outcome.results), between)


def _counted(counts: Counter[str], between: str) -> str:
    return between.join(f"{name} {count}" for name, count in counts.most_common())
