"""What a run comes to."""

from types import SimpleNamespace

import pytest

from trivet.agent import ErrorInfo, TokenUsage, TurnOutcome
from trivet.cli.agent.run.report import FIELDS, Reply, Report


@pytest.mark.parametrize(
    ("outcome", "status", "exit_status"),
    [
        (TurnOutcome("finished"), "finished", 0),
        (TurnOutcome("failed"), "failed", 1),
        (TurnOutcome("interrupted"), "interrupted", 3),
        (None, "left", 130),
    ],
)
def test_exit_status_says_how_the_turn_has_ended(outcome, status, exit_status):
    report = Report("ses_1")
    report.end(SimpleNamespace(text="So.", outcome=outcome))
    assert (report.status, report.exit_status, report.text) == (status, exit_status, "So.")


def test_line_has_figures_rejections_and_the_error_escaped():
    report = Report("ses_1")
    usage = TokenUsage(input=10, output=3)
    outcome = TurnOutcome("failed", ErrorInfo(type="quota", message="no\x1b ink"), usage=usage, cost=0.01)
    report.end(SimpleNamespace(text="", outcome=outcome))
    report.replies += [
        Reply("permission", "per_1", "bash", "reject", "user"),
        Reply("permission", "per_2", "bash", None, "other client"),
    ]
    line = "failed in 3 s, 3 tokens written, $0.0100, 1 rejected; session ses_1: quota: no\\x1b ink"
    assert report.line(3.2) == line
    assert report.record()["tokens"] == {"input": 10, "output": 3, "reasoning": None}
    assert tuple(report.record()) == FIELDS
