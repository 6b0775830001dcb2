"""The findings as a page of HTML, of one server or of several side by side."""

import dataclasses
import re

import orjson
import pytest

from tests.checks.reports.findings import VERDICTS, judgement, verdict
from trivet_checks.checks.verdict import Part
from trivet_checks.exchanges.evidence import Evidence
from trivet_checks.reports.json import json
from trivet_checks.reports.page import comparison, page, read_report


def parts(name, **outcomes):
    listed = tuple(
        Part(
            name=f"{caller.replace('_', ' ')}: the answer", outcome=outcome, reason="" if outcome == "holds" else "seen"
        )
        for caller, outcome in outcomes.items()
    )
    outcome = "broken" if "broken" in outcomes.values() else "holds"
    return dataclasses.replace(verdict(name, outcome), parts=listed)


def test_page_has_every_finding_with_its_standing_the_worst_first():
    text = page(judgement()).decode()

    found = re.findall(r'<summary><span class="standing ([^"]*)"> ([^<]*)</span><code>([^<]*)</code>', text)
    assert [(standing, name) for _, standing, name in found] == [
        ("broken", "chat.broken"),
        ("healed", "chat.healed"),
        ("differs", "chat.assumed"),
        ("departs", "chat.known"),
        ("holds", "chat.holds"),
        ("holds", "stops.list"),
        ("not tried", "chat.untried"),
    ]
    assert "The sentence of chat.broken. (stated · Shares)" in text
    assert "Known departure: ticket" in text
    assert "left on the server: conversation c2" in text


def test_text_of_a_server_is_no_markup_and_the_page_loads_nothing():
    evidence = Evidence("curl '</pre><script>alert(1)</script>'", "200 <img src=x onerror=alert(1)>")
    hostile = dataclasses.replace(verdict("chat.<b>", "broken"), evidence=evidence)
    text = page(judgement([hostile, *VERDICTS], callers={"<i>": "<script>"})).decode()

    assert "<script" not in text
    assert "<img" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert not re.search(r"<(link|img|iframe|script)|url\(|@import", text)
    assert "default-src 'none'" in text


def test_rules_that_several_callers_have_tried_are_a_table_of_rules_and_callers():
    text = page(judgement([parts("chat.r", a_stranger="broken", an_administrator="holds"), *VERDICTS])).decode()

    [heads] = re.findall(r'<tr class="heads"><th>rule</th>(.*?)</tr>', text)
    assert re.findall(r'<th colspan="1">([^<]*)</th>', heads) == ["a stranger", "an administrator"]
    [row] = re.findall(r"<tr><td><code>chat.r</code></td>(.*?)</tr>", text)
    assert re.findall(r'title="([^"]*)"', row) == ["broken", "holds"]
    assert re.findall(r'data-of="([^"]*)"', row) == ["a stranger", "an administrator"]  # where the heads are hidden
    assert "Rules and callers" not in page(judgement()).decode()


def test_servers_are_side_by_side(tmp_path):
    paths = [tmp_path / "one.json", tmp_path / "two.json"]
    paths[0].write_bytes(json(judgement([parts("chat.r", a_stranger="broken"), verdict("chat.s", "holds", reason="")])))
    paths[1].write_bytes(json(judgement([parts("chat.r", a_stranger="holds")])))
    text = comparison([read_report(path) for path in paths]).decode()

    [heads] = re.findall(r'<tr class="heads"><th>rule</th>(.*?)</tr>', text)
    assert heads == '<th colspan="2">a stranger</th>'
    assert '<tr class="heads"><th></th><th>1.</th><th>2.</th></tr>' in text
    [row] = re.findall(r"<tr><td><code>chat.r</code></td>(.*?)</tr>", text)
    assert re.findall(r'title="([^"]*)"', row) == ["broken", "holds"]
    assert re.findall(r'<span class="standing [^"]*">([^<]*)</span>', text) == ["1. broken", "2. holds", "1. holds"]


def test_caller_has_a_column_for_each_server_on_which_it_tried_rules():
    one = orjson.loads(json(judgement([parts("chat.r", a_stranger="holds", a_guest="holds")])))
    two = orjson.loads(json(judgement([parts("chat.r", a_guest="broken", a_stranger="holds")])))
    three = orjson.loads(json(judgement([parts("chat.r", a_guest="holds")])))
    text = comparison([one, two, three]).decode()

    [heads] = re.findall(r'<tr class="heads"><th>rule</th>(.*?)</tr>', text)
    assert re.findall(r'<th colspan="(\d)">([^<]*)</th>', heads) == [("2", "a stranger"), ("3", "a guest")]
    [servers] = re.findall(r'<tr class="heads"><th></th>(.*?)</tr>', text)
    assert re.findall(r"<th>([^<]*)</th>", servers) == ["1.", "2.", "1.", "2.", "3."]
    assert re.findall(r'<colgroup span="(\d)">', text) == ["2", "3"]
    columns = ["1. a stranger", "2. a stranger", "1. a guest", "2. a guest", "3. a guest"]
    [row] = re.findall(r"<tr><td><code>chat.r</code></td>(.*?)</tr>", text)
    assert re.findall(r'data-of="([^"]*)"', row) == columns


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"service": "chat", "findings": [{}]}'])
def test_file_that_is_not_a_report_is_refused_by_its_name(tmp_path, content):
    path = tmp_path / "one.json"
    path.write_text(content, "utf-8")

    with pytest.raises(ValueError, match=r"one\.json: not a report of --json: "):
        read_report(path)
