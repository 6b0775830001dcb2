"""The findings of a run for people: what fails it first, then what differs, then a short summary."""

from collections import Counter
from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from trivet_stubs.checks.judgement import Finding, Judgement, PartFinding, Standing
from trivet_stubs.checks.secrets import printable

_LONGEST = 10_000
_LABELS: dict[Standing, tuple[str, str]] = {
    "broken": ("BROKEN", "bold red"),
    "healed": ("HEALED", "bold magenta"),
    "differs": ("DIFFERS", "yellow"),
    "departs": ("KNOWN", "cyan"),
    "holds": ("holds", "green"),
    "not tried": ("not tried", "dim"),
}
_COLUMNS: tuple[Standing, ...] = ("holds", "broken", "healed", "differs", "departs", "not tried")
_FAILING: tuple[Standing, ...] = ("broken", "healed")
_REASONS = 10


def table(judgement: Judgement, *, verbose: bool = False, quiet: bool = False) -> Iterator[RenderableType]:
    """Yield the parts of the report, each a paragraph; a text of a server is never read as markup.

    >>> for part in table(judgement):
    ...     console.print(part, soft_wrap=True)

    Args:
        judgement: The findings.
        verbose: Also show each rule that holds or was not tried.
        quiet: Show only what fails the run, and what it left on the server.
    """
    shown: tuple[Standing, ...] = _FAILING if quiet else (*_FAILING, "differs", "departs")
    for standing in shown:
        for each in judgement.of(standing):
            yield _block(each)
    if verbose and not quiet:
        for standing in ("holds", "not tried"):
            for each in judgement.of(standing):
                yield _line(each)
        yield Text()
    if not quiet:
        if judgement.findings:
            yield _counts(judgement)
        yield from _reasons(judgement)
        yield _figures(judgement)
        if judgement.advice:
            yield _plain(judgement.advice, "bold yellow")
    yield from _left(judgement)
    yield from _callers(judgement)
    if judgement.incomplete:
        yield _plain(f"Incomplete: {judgement.incomplete}", "bold red")
        yield from (_plain(f"  {missing.id}: {missing.reason}") for missing in judgement.missing)


def _block(finding: Finding) -> Text:
    verdict = finding.verdict
    found = _line(finding)
    rows = [
        ("Rule" if verdict.kind == "rule" else "Spec", verdict.sentence),
        ("Section", verdict.section),
        *(row for part in finding.parts if part.standing in (*_FAILING, "differs", "departs") for row in _rows(part)),
    ]
    for name, text in rows:
        if text:
            found.append(f"\n  {name + ':':<9}", "dim").append(_clean(text))
    return found.append("\n")


def _rows(finding: PartFinding) -> Iterator[tuple[str, str]]:
    part = finding.part
    yield "Part", part.name
    yield "Found", part.reason
    if part.evidence is not None:
        yield "Request", part.evidence.request
        yield "Answer", part.evidence.answer
    if finding.standing == "healed":
        yield "Do", "remove it from the file of known departures"
    if finding.departure is not None:
        yield "Known", finding.departure.reason


def _line(finding: Finding) -> Text:
    verdict = finding.verdict
    label, style = _LABELS[finding.standing]
    found = Text(f"{label:<9} ", style).append(_clean(verdict.id), "bold")
    if verdict.basis != "stated":
        found.append(f"  ({verdict.basis})", "dim")
    if finding.standing == "not tried":
        found.append(f"  {_clean(verdict.reason)}", "dim")
    return found


def _counts(judgement: Judgement) -> Table:
    found = Table(box=None, pad_edge=False, header_style="dim")
    found.add_column("")
    for standing in _COLUMNS:
        found.add_column(_LABELS[standing][0].lower(), justify="right", no_wrap=True)
    for kind in ("rule", "operation"):
        counts = Counter(each.standing for each in judgement.findings if each.verdict.kind == kind)
        if counts:
            found.add_row(f"{kind}s", *(str(counts[standing]) for standing in _COLUMNS))
    return found


def _reasons(judgement: Judgement) -> Iterator[Text]:
    counts = Counter(each.verdict.reason for each in judgement.of("not tried"))
    if not counts:
        return
    lines = [f"{count:>5}  {_clean(reason)}" for reason, count in counts.most_common(_REASONS)]
    if len(counts) > _REASONS:
        lines.append(f"       and {len(counts) - _REASONS} other reasons (--verbose)")
    yield Text("\nNot tried:\n" + "\n".join(lines), "dim")


def _figures(judgement: Judgement) -> Text:
    result = judgement.result
    made = f"{_counted(len(result.made), 'record')} made" if result.made else "nothing made"
    removed = f", {len(result.left)} of them left" if result.left else ", all removed" if result.made else ""
    return Text(f"\n{_counted(result.requests, 'request')} in {result.seconds:.1f} s; {made}{removed}.")


def _left(judgement: Judgement) -> Iterator[Text]:
    result = judgement.result
    if result.left:
        yield _plain("Could not be removed from the server:", "bold red")
        yield from (_plain(f"  {each}") for each in result.left)
    if result.unsure:
        yield _plain("May have left a record on the server (no answer, or one without its id):", "bold red")
        for each, count in Counter(result.unsure).items():
            yield _plain(f"  {each}" if count == 1 else f"  {each}  ({count} times)")


def _callers(judgement: Judgement) -> Iterator[Text]:
    callers = judgement.result.callers
    if callers:
        advice = " (--allow-untried goes on without them)" if judgement.incomplete else ""
        yield _plain(f"Callers that cannot be used{advice}:", "bold red" if judgement.incomplete else "yellow")
        yield from (_plain(f"  {name}: {reason}") for name, reason in callers.items())


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _plain(text: str, style: str = "") -> Text:
    return Text(_clean(text), style)


def _clean(text: str) -> str:
    return printable(text, _LONGEST)
