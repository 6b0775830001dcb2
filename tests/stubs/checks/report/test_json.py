"""JSON for programs."""

import json as standard

from tests.stubs.checks.report.findings import HOSTILE, VERDICTS, judgement
from trivet_stubs.checks.report.json import json


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
