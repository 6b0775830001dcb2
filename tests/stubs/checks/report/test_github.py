"""The findings for GitHub Actions: annotations, and the summary of the job."""

import re

from tests.stubs.checks.report.findings import HOSTILE, VERDICTS, judgement
from trivet_stubs.checks.report.github import annotations, summary, write_summary


def test_what_fails_is_an_error_and_what_differs_a_warning():
    lines = list(annotations(judgement()))
    titles = [re.match(r"::(error|warning) title=([^:]*)::", line).groups() for line in lines]

    assert titles[:3] == [("error", "chat.broken"), ("error", "chat.healed"), ("warning", "chat.assumed")]
    assert "The sentence of chat.broken." in lines[0]
    assert "has healed: remove it from the file" in lines[1]
    assert not [title for title in titles if title[1] in ("chat.holds", "chat.known", "chat.untried")]


def test_text_of_a_server_is_no_command():
    hostile = judgement(callers={"user": "refused\n::error title=x::y\r::set-output::%0A"})

    for line in annotations(hostile):
        assert "\n" not in line
        assert "\r" not in line
        assert line.startswith(("::error title=", "::warning title="))
    [caller] = [line for line in annotations(hostile) if "caller user" in line]
    assert "%250A" in caller


def test_incomplete_run_is_an_error():
    lines = list(annotations(judgement(VERDICTS[:1], stopped="the time is up")))

    assert lines[-1] == "::error title=trivet check chat::incomplete: the run ended early: the time is up"


def test_summary_has_the_counts_and_what_is_not_as_the_contract_says():
    text = summary(judgement())

    assert text.startswith("## trivet check chat: exit status 1\n")
    assert "| rules | 1 | 1 | 1 | 1 | 1 | 1 |\n| operations | 1 | 0 | 0 | 0 | 0 | 0 |\n" in text
    headings = re.findall(r"^### (\S+): <code>([^<]*)</code>$", text, re.M)
    assert headings == [
        ("broken", "chat.broken"),
        ("healed", "chat.healed"),
        ("differs", "chat.assumed"),
        ("departs", "chat.known"),
    ]


def test_summary_has_no_markup_of_a_server():
    hostile = HOSTILE + "<img src=x>[link](javascript:x)`code`**bold**|cell|@team"
    text = summary(judgement(callers={"user": hostile}, left=[hostile]))

    assert set(re.findall(r"<[^>]*>", text)) == {"<code>", "</code>"}
    assert "[link]" not in text
    assert "**bold**" not in text
    assert "@team" not in text


def test_summary_is_appended_to_the_file_of_the_job(tmp_path, monkeypatch):
    path = tmp_path / "summary.md"
    path.write_text("# Before\n", "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    write_summary(judgement())

    assert path.read_text("utf-8").startswith("# Before\n## trivet check chat")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    write_summary(judgement())
    assert path.read_text("utf-8").count("## trivet check chat") == 1
