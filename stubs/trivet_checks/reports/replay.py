"""The report of a replay of requests, as text."""

from collections.abc import Iterator

from trivet_checks.recordings.replayed_requests import ReplayDifference, ReplayResult
from trivet_checks.reports.table import table
from trivet_stubs.kernel.printable_text import printable

_LONGEST = 200


def as_text(result: ReplayResult) -> str:
    """Return the report: the answers that differ, and the requests that were not replayed."""
    return "".join(f"{line}\n" for line in _lines(result))


def _lines(result: ReplayResult) -> Iterator[str]:
    sent = "1 request was sent" if result.sent == 1 else f"{result.sent} requests were sent"
    count = "1 difference" if len(result.differences) == 1 else f"{len(result.differences)} differences"
    bodies = f", {result.omitted} not sent: the recording omits a body" if result.omitted else ""
    yield f"{result.service} stub, {result.recording}: {sent}, {count}{bodies}"
    if result.callers:
        yield f"Callers: {', '.join(f'{recorded} is {name}' for recorded, name in result.callers.items())}"
    if result.differences:
        yield ""
        yield from table(
            ("request", "recorded", "stub", "rule"),
            [_cells(difference) for difference in result.differences],
        )
    if result.not_replayed:
        yield ""
        yield "Not replayed:"
    for skipped in result.not_replayed:
        number = f"{skipped.exchange} " if skipped.exchange else ""
        yield printable(f"  {number}{skipped.operation}: {skipped.reason}", _LONGEST)


def _answers(difference: ReplayDifference) -> tuple[str, str]:
    place = f"{difference.place}: " if difference.place else ""
    return f"{place}{difference.recorded}", f"{place}{difference.stub}"


def _rule(difference: ReplayDifference) -> str:
    return f"{difference.rule} ({difference.basis})" if difference.rule else f"{difference.operation} (no rule)"


def _cells(difference: ReplayDifference) -> list[str]:
    cells = (f"{difference.exchange} {difference.request}", *_answers(difference), _rule(difference))
    return [printable(text, _LONGEST) for text in cells]
