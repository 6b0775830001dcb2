"""The findings of one run or of several, side by side, as one page of HTML without scripts and without other files."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, cast

import orjson

from trivet_checks.checks.verdict import Judgement
from trivet_checks.reports.json import json
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.validation import check

_LONGEST = 4000
_SIGNS = {"broken": "✗", "healed": "↻", "differs": "≠", "departs": "~", "holds": "✓", "not tried": "·"}
_ORDER = [*_SIGNS]
_STYLE = """\
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--bad:#c62828;--odd:#8a6100;--known:#00697a;--good:#2e7d32}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--odd:#ffcf66;--known:#80deea;--good:#a5d6a7}}
*{box-sizing:border-box}
body{background:Canvas;color:CanvasText;font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:80rem;padding:1rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}
code,pre{font:.85em/1.4 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
pre{background:var(--soft);margin:.25rem 0;padding:.5rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse}
colgroup+colgroup{border-left:1px solid var(--line)}
th,td{border-bottom:1px solid var(--line);padding:.25rem .5rem;text-align:center;vertical-align:top}
th:first-child,td:first-child{text-align:left}
td:first-child{overflow-wrap:anywhere;min-width:11rem}
th:first-child,td:first-child{background:Canvas;left:0;position:sticky}
details{border-bottom:1px solid var(--line);padding:.35rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
.standing{border:1px solid;border-radius:.6rem;display:inline-block;font-size:.8rem;margin-right:.35rem}
.standing{padding:0 .5rem;white-space:nowrap}
.sign{font-weight:bold}
.broken,.healed{color:var(--bad)}.differs{color:var(--odd)}.departs{color:var(--known)}.holds{color:var(--good)}
.not-tried{opacity:.7}
@media(max-width:40rem){
table,tbody,tr,th,td{display:block}
.heads,td:empty{display:none}
tr{border-bottom:1px solid var(--line);padding:.35rem 0}
td,th:first-child,td:first-child{border:0;padding:.1rem 0;position:static;text-align:left}
td[data-of]{display:inline-block;margin-right:1rem}
td[data-of]::before{color:CanvasText;content:attr(data-of) " ";font-weight:normal}
}
"""
"""The styles; on a narrow screen, a row of a table is a paragraph, in which each cell names its column."""

_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_PART: dict[str, Any] = {
    "standing": {"enum": _ORDER},
    "reason": _TEXT,
    "request": _TEXT_OR_NULL,
    "answer": _TEXT_OR_NULL,
    "departure": _TEXT_OR_NULL,
}
_NAMED: dict[str, Any] = {"name": _TEXT, **_PART}
_WALK: dict[str, Any] = {
    "type": "object",
    "required": ["lines"],
    "properties": {"lines": {"type": "array", "items": _TEXT}},
}
_FINDING: dict[str, Any] = {
    **_PART,
    "kind": {"enum": ["rule", "operation"]},
    **dict.fromkeys(("id", "basis", "sentence", "section"), _TEXT),
    "parts": {
        "type": "array",
        "items": {"type": "object", "required": [*_NAMED], "properties": {**_NAMED, "walk": _WALK}},
    },
}
_MEMBERS: dict[str, Any] = {
    **dict.fromkeys(("service", "base_url", "incomplete"), _TEXT),
    "exit_status": {"type": "integer"},
    "callers": {"type": "object", "additionalProperties": _TEXT},
    "left": {"type": "array", "items": _TEXT},
    "findings": {"type": "array", "items": {"type": "object", "required": [*_FINDING], "properties": _FINDING}},
}
_REPORT: dict[str, Any] = {"type": "object", "required": [*_MEMBERS], "properties": _MEMBERS}

Report = Mapping[str, Any]
"""A report of `trivet check --json`."""


def read_report(path: Path) -> Report:
    """Read a report of `trivet check --json`, for `comparison`.

    >>> read_report(Path("report.json"))["service"]
    'chat'

    Raises:
        OSError: The file cannot be read.
        ValueError: It is not such a report.
    """
    try:
        document: Any = loads(path.read_bytes())
        check(_REPORT, document)
    except ValueError as error:
        raise ValueError(f"{path}: not a report of --json: {error}") from None
    report: Report = document
    return report


def page(judgement: Judgement) -> bytes:
    """The findings of one run as a page.

    >>> Path("report.html").write_bytes(page(judgement))
    """
    return comparison([orjson.loads(json(judgement))])


def comparison(reports: Sequence[Report]) -> bytes:
    """Several reports side by side as a page; each has a column in every table.

    >>> Path("servers.html").write_bytes(comparison([read_report(path) for path in paths]))
    """
    services = ", ".join(dict.fromkeys(str(report["service"]) for report in reports))
    title = f"trivet check {services}"
    content = "\n".join(
        [
            f"<h1>{_text(title)}</h1>",
            _servers(reports),
            _matrix(reports),
            "<h2>Rules and operations</h2>",
            *_rules(reports),
        ]
    )
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_text(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
    )
    return f"{head}{content}\n</body>\n</html>\n".encode("utf-8", "replace")


def _servers(reports: Sequence[Report]) -> str:
    """The table of the runs: the server, the status, and how many rules have which standing."""
    heads = "".join(f"<th>{_text(standing)}</th>" for standing in _ORDER)
    rows: list[str] = []
    for number, report in enumerate(reports, 1):
        rules = [finding for finding in report["findings"] if finding["kind"] == "rule"]
        counts = Counter(finding["standing"] for finding in rules)
        cells = "".join(
            f'<td class="{_class(standing)}" data-of="{_text(standing)}">{counts[standing]}</td>' for standing in _ORDER
        )
        notes = [f"incomplete: {report['incomplete']}"] if report["incomplete"] else []
        notes += [f"caller {name}: {reason}" for name, reason in report["callers"].items()]
        notes += [f"left on the server: {record}" for record in report["left"]]
        listed = "".join(f"<br>{_text(note)}" for note in notes)
        place = f"{_name(reports, number)} <code>{_text(report['base_url'])}</code>{listed}"
        rows.append(f'<tr><td>{place}</td><td data-of="status">{report["exit_status"]}</td>{cells}</tr>')
    return _table(f"<th>server</th><th>status</th>{heads}", rows)


def _matrix(reports: Sequence[Report]) -> str:
    """The table of the rules that several callers have tried; a caller has a column for each server."""
    servers_of = _servers_by_caller(reports)
    if not servers_of:
        return ""
    rows: list[str] = []
    for name in _names(reports):
        callers = {number: _by_caller(_finding(report, name) or {}) for number, report in enumerate(reports, 1)}
        if any(callers.values()):
            cells = "".join(
                _sign(callers[number].get(caller), f"{_name(reports, number)} {caller}".strip())
                for caller, numbers in servers_of.items()
                for number in numbers
            )
            rows.append(f"<tr><td><code>{_text(name)}</code></td>{cells}</tr>")
    legend = ", ".join(f"{sign} {standing}" for standing, sign in _SIGNS.items())
    columns = "".join(f'<colgroup span="{len(numbers)}"></colgroup>' for numbers in servers_of.values())
    heads = "".join(f'<th colspan="{len(numbers)}">{_text(caller)}</th>' for caller, numbers in servers_of.items())
    if len(reports) == 1:
        table = _table(f"<th>rule</th>{heads}", rows)
    else:
        servers = "".join(f"<th>{_name(reports, number)}</th>" for numbers in servers_of.values() for number in numbers)
        head = f'<th>rule</th>{heads}</tr>\n<tr class="heads"><th></th>{servers}'
        table = _table(head, rows, columns=f"<colgroup></colgroup>{columns}")
    return f"<h2>Rules and callers</h2>\n<p>{legend}</p>\n{table}"


def _servers_by_caller(reports: Sequence[Report]) -> dict[str, list[int]]:
    """The numbers of the servers that each caller has tried rules on, for the columns of a table."""
    servers: dict[str, list[int]] = {}
    for number, report in enumerate(reports, 1):
        for caller in dict.fromkeys(caller for finding in report["findings"] for caller in _by_caller(finding)):
            servers.setdefault(caller, []).append(number)
    return servers


def _by_caller(finding: Report) -> dict[str, str]:
    """The standing of each caller, the worst of the caller's parts; empty for a rule that is not about callers."""
    standings: dict[str, str] = {}
    for part in finding.get("parts", ()):
        caller, colon, _ = part["name"].partition(": ")
        if colon:
            worst = standings.get(caller, part["standing"])
            standings[caller] = min(worst, part["standing"], key=_ORDER.index)
    return standings


def _rules(reports: Sequence[Report]) -> Iterator[str]:
    """A block for each rule, which opens: what differs from the contract first."""
    for name in _names(reports):
        findings = [_finding(report, name) for report in reports]
        chips = "".join(
            f'<span class="standing {_class(finding["standing"])}">{_name(reports, number)} '
            f"{_text(finding['standing'])}</span>"
            for number, finding in enumerate(findings, 1)
            if finding is not None
        )
        first = next(finding for finding in findings if finding is not None)
        section = f" · {_text(first['section'])}" if first["section"] else ""
        details = "".join(
            f"<h3>{_name(reports, number)}</h3>{_details(finding)}" if len(reports) > 1 else _details(finding)
            for number, finding in enumerate(findings, 1)
            if finding is not None
        )
        yield (
            f"<details><summary>{chips}<code>{_text(name)}</code></summary>"
            f"<p>{_text(first['sentence'])} ({_text(first['basis'])}{section})</p>{details}</details>"
        )


def _details(finding: Report) -> str:
    parts = finding.get("parts") or [finding]
    return "".join(_part(cast(Report, part)) for part in parts)


def _part(part: Report) -> str:
    name = f"{_text(part['name'])}: " if "name" in part else ""
    lines = [f'<p><span class="{_class(part["standing"])}">{name}{_text(part["standing"])}</span>']
    lines.append(f" {_text(part['reason'])}</p>" if part["reason"] else "</p>")
    lines += [f"<p>Known departure: {_text(part['departure'])}</p>"] if part["departure"] else []
    lines += [f"<pre>{_text(part[key])}</pre>" for key in ("request", "answer") if part[key]]
    if walk := part.get("walk"):
        steps = "".join(f"{_text(line)}\n" for line in walk["lines"])
        lines.append(f"<pre>{steps}</pre>")
    return "".join(lines)


def _names(reports: Sequence[Report]) -> list[str]:
    """The ids of rules and operations, those with the worst standing first."""
    worst: dict[str, int] = {}
    for report in reports:
        for finding in report["findings"]:
            rank = _ORDER.index(finding["standing"])
            worst[finding["id"]] = min(rank, worst.get(finding["id"], rank))
    return sorted(worst, key=worst.__getitem__)


def _finding(report: Report, name: str) -> Report | None:
    return next((finding for finding in report["findings"] if finding["id"] == name), None)


def _name(reports: Sequence[Report], number: int) -> str:
    """The letter of a server, if there are several."""
    return f"{number}." if len(reports) > 1 else ""


def _sign(standing: str | None, column: str) -> str:
    if standing is None:
        return "<td></td>"
    names = f'class="sign {_class(standing)}" title="{_text(standing)}" data-of="{_text(column)}"'
    return f"<td {names}>{_SIGNS[standing]}</td>"


def _table(head: str, rows: Sequence[str], *, columns: str = "") -> str:
    lines = "\n".join([f'<tr class="heads">{head}</tr>', *rows])
    return f'<div class="scroll"><table>{columns}\n{lines}\n</table></div>'


def _class(standing: str) -> str:
    return standing.replace(" ", "-")


def _text(text: object) -> str:
    return escape(printable(str(text), _LONGEST))
