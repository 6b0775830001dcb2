"""JSON for programs, and the difference between two such reports."""

import json as standard

import pytest

from tests.checks.reports.findings import HOSTILE, VERDICTS, judgement
from trivet_checks.reports.json import Report, differences, json


def test_document_has_every_finding_with_what_it_means():
    document = standard.loads(json(judgement([verdict for verdict in VERDICTS if not verdict.reason])))
    assert (document["service"], document["exit_status"], document["requests"]) == ("chat", 1, 7)
    assert document["counts"] == {"holds": 2, "healed": 1}
    findings = {finding["id"]: finding for finding in document["findings"]}
    assert (findings["chat.healed"]["standing"], findings["chat.healed"]["fails"]) == ("healed", True)
    assert findings["chat.holds"] == {
        "kind": "rule",
        "id": "chat.holds",
        "standing": "holds",
        "fails": False,
        "outcome": "holds",
        "basis": "stated",
        "sentence": "The sentence of chat.holds.",
        "section": "Shares",
        "reason": "",
        "seconds": 0.0,
        "cells": None,
        "request": None,
        "answer": None,
        "departure": None,
        "parts": [],
    }


def test_hostile_text_is_valid_json():
    document = standard.loads(json(judgement(callers={"user": HOSTILE})))
    assert document["callers"]["user"].startswith("\x1b")
    assert document["left"][0].startswith("conversation c2")
    assert document["findings"][1]["request"].startswith("curl -i")
    assert standard.loads(json(judgement((), stopped="the time is up")))["incomplete"].endswith("the time is up")


def reason_of(standing):
    return "" if standing in ("holds", "healed") else f"why {standing}"


def write(path, **outcomes):
    listed = [
        {"id": name.replace("_", "-"), "standing": standing, "reason": reason_of(standing), "parts": []}
        for name, standing in outcomes.items()
    ]
    path.write_text(standard.dumps({"service": "chat", "base_url": "http://x.test", "findings": listed}), "utf-8")
    return Report.read(path)


def test_changes_are_listed_by_kind(tmp_path):
    old = write(
        tmp_path / "old.json",
        same="holds",
        still="broken",
        breaks="holds",
        heals="broken",
        first="not tried",
        first_broken="not tried",
        stops="holds",
        gone="broken",
    )
    new = write(
        tmp_path / "new.json",
        same="holds",
        still="broken",
        breaks="broken",
        heals="holds",
        first="holds",
        first_broken="broken",
        stops="not tried",
        added="holds",
    )

    assert [str(difference) for difference in differences(old, new)] == [
        "broken: breaks  why broken",
        "broken: first-broken  why broken",
        "healed: heals",
        "newly tried: first",
        "newly tried: added",
        "no longer tried: stops  why not tried",
        "no longer tried: gone  the report does not have it",
    ]
    assert differences(new, new) == []


def test_report_of_a_run_can_be_compared(tmp_path):
    path = tmp_path / "report.json"
    path.write_bytes(json(judgement()))

    states = {name: state for name, (state, _) in Report.read(path).states.items()}
    assert (states["chat.broken"], states["chat.assumed"], states["chat.known"], states["chat.healed"]) == (
        "broken",
        "differs",
        "differs",
        "holds",
    )


def test_rule_that_fails_no_run_is_not_newly_broken(tmp_path):
    old = write(tmp_path / "old.json", assumed="holds", known="broken", untried="not tried", back="departs")
    new = write(tmp_path / "new.json", assumed="differs", known="departs", untried="differs", back="healed")

    assert [str(difference) for difference in differences(old, new)] == [
        "healed: back",
        "differs: assumed  why differs",
        "differs: known  why departs",
        "differs: untried  why differs",
    ]


@pytest.mark.parametrize("before", ["broken", "departs"])
def test_part_that_is_newly_broken_is_hidden_by_no_other(tmp_path, before):
    paths = [tmp_path / "old.json", tmp_path / "new.json"]
    for path, viewer in zip(paths, ("holds", "broken"), strict=True):
        parts = [
            {"name": "a stranger: the answer", "standing": before, "reason": "404"},
            {"name": "a recipient: the answer", "standing": viewer, "reason": "200"},
        ]
        standing = "broken" if viewer == "broken" else before
        finding = {"id": "chat.r", "standing": standing, "reason": "all", "parts": parts}
        path.write_text(standard.dumps({"service": "chat", "base_url": "", "findings": [finding]}), "utf-8")

    [difference] = differences(*map(Report.read, paths))

    assert (difference.change, difference.id) == ("broken", "chat.r")
    assert difference.reason == ("a recipient: the answer: 200" if before == "broken" else "all")


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"service": "chat"}', '{"service": 1, "base_url": "", "findings": []}']
)
def test_file_that_is_not_a_report_is_refused_by_its_name(tmp_path, content):
    path = tmp_path / "old.json"
    path.write_text(content, "utf-8")

    with pytest.raises(ValueError, match=r"old\.json: not a report of --json: "):
        Report.read(path)


def test_reports_of_different_services_are_refused(tmp_path):
    old = write(tmp_path / "old.json", same="holds")

    with pytest.raises(ValueError, match="different services: chat and bus"):
        differences(old, Report(service="bus", base_url="http://x.test"))
