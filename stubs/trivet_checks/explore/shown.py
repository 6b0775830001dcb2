"""A walk as people follow it: numbered lines, a script of curl commands, and a test for pytest."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote, urlencode

from trivet_checks.checks.target import Target
from trivet_checks.exchanges.request import query_pairs
from trivet_checks.explore.findings import Found
from trivet_checks.explore.steps import Ref, Step
from trivet_checks.explore.walked_server import WalkedServer
from trivet_stubs.kernel.validation import is_list

_RUN, _DIRECTORY = "$run", "$directory"
"""In place of the characters that distinguish the records of one run, and of the directory that it may use."""
_PROMPTS = ("session.prompt", "session.compact")
_REF = re.compile(r"\$([a-z]+)\.([a-z]+|\d+)(?:\[:(\d+)\])?")
_FIELDS = {
    "grant": '["access_token"]',
    "link": '[name for name in record if "token" in name or "link" in name or "url" in name][0]',
}


def lines(finding: Found, target: Target) -> list[str]:
    """The steps as numbered lines, and the two answers to the last one.

    >>> print(*lines(finding, target), sep="\\n")
    1. user: POST /conversations {"title": "trivet-check-5f3a9c21 walk 0001."}
    2. user: GET /conversations/{the conversation of step 1}
    """
    shown = [f"{step.number}. {_line(step, target)}" for step in finding.steps]
    difference = finding.difference
    same = [f"   The same:   {', '.join(finding.others)}"] if finding.others else []
    return [*shown, *same, f"   The server: {difference.found}", f"   The model:  {difference.expected}"]


def _line(step: Step, target: Target) -> str:
    operation = target.shapes.contract.operations[step.operation]
    values = iter(step.path)
    path = "/".join(f"{{{next(values)}}}" if part.startswith("{") else part for part in operation.segments)
    query = "&".join(f"{name}={value}" for name, value in query_pairs(step.query))
    body = "" if step.body is None else f" {_json(step.body)}"
    who = step.caller if step.grant is None else f"{step.caller}, by {step.grant}"
    return f"{who}: {operation.method} {path}{f'?{query}' if query else ''}{body}"


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, default=lambda ref: f"{{{ref}}}", ensure_ascii=False)


def curl(finding: Found, target: Target, server: WalkedServer) -> str:
    """A script for `sh`; it asks for the tokens by the names of their environment variables."""
    base, ids = target.client.base_url, server.ids
    script = ["set -e", f"BASE_URL={shlex.quote(base)}"]
    read = "python3 -c 'import json, sys; record = json.load(sys.stdin); print({})'"
    used = {ref for step in finding.steps for ref in step.refs()}
    for step in finding.steps:
        operation = target.shapes.contract.operations[step.operation]
        values = iter(step.path)
        path = "/".join(_shell(next(values), ids) if part.startswith("{") else part for part in operation.segments)
        query = {name: _shell(value, ids) if isinstance(value, Ref) else value for name, value in step.query.items()}
        pairs = "&".join(
            f"{name}={value}" if value.startswith(("${", "$(")) else urlencode([(name, value)])
            for name, value in query_pairs(query)
        )
        command = f'curl -s -X {operation.method} "$BASE_URL{path}{f"?{pairs}" if pairs else ""}"'
        header = _header(step, target)
        command += f' -H "{header}"' if header else ""
        if step.body is not None:
            text = json.dumps(server.sent(step.body), default=lambda ref: _shell(ref, ids), ensure_ascii=False)
            command += ' -H "content-type: application/json" -d ' + _double(text)
        makes = [ref for ref in used if ref.of == step.number]
        if not makes:
            script.append(command)
            continue
        name = f"ANSWER_{step.number}"
        script.append(f"{name}=$({command})")
        for kind in sorted({ref.kind for ref in makes}):
            field = 'record.get("data", record)["id"]' if kind not in _FIELDS else "record" + _FIELDS[kind]
            if kind == "link":
                field = f"record[{_FIELDS[kind]}]"
            script.append(f'{_variable(kind, step.number)}=$(printf %s "${name}" | {read.format(field)})')
    return "\n".join([*script, f"# by the model: {finding.difference.expected}"]) + "\n"


def _header(step: Step, target: Target) -> str:
    credentials = None if step.caller == "anonymous" else target.callers[step.caller]
    if credentials is None:
        return ""
    if step.grant is None:
        return f"{credentials.header}: {credentials.shown}"
    return f"{credentials.header}: {credentials.shown.partition('$')[0]}${_variable('grant', step.grant.of)}"


def _variable(kind: str, number: object) -> str:
    return f"{kind.upper()}_{number}"


def _shell(value: Any, ids: Mapping[str, str]) -> str:
    """A value in a command; a record of an earlier step is its variable."""
    if not isinstance(value, Ref):
        return quote(str(value), safe="")
    if value.kind == "user":
        return ids[str(value.of)]
    variable = _variable(value.kind, value.of)
    return f"${{{variable}}}" if value.characters is None else f"$(printf %.{value.characters}s ${{{variable}}})"


def _double(text: str) -> str:
    """A text in double quotes for a shell, in which variables of the script alone are replaced."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`")
    return '"' + re.sub(r"\$(?!\{[A-Z]+_\d)", r"\\$", escaped) + '"'


def pytest(finding: Found, target: Target) -> str:
    """A module with a test that takes the walk on a server, and compares it with the model."""
    difference = finding.difference
    name = re.sub(r"\W+", "_", f"{difference.operation} {difference.kind} {difference.place}".strip())
    rows = "".join(f"            {_written(step, target)},\n" for step in finding.steps)
    directory, prompts = target.options.get("directory"), sum(step.operation in _PROMPTS for step in finding.steps)
    options = f"        directory={directory!r},\n" if directory else ""
    options += f"        max_prompts={prompts},\n" if prompts else ""
    return (
        "from trivet_checks import check_walk\n\n\n"
        f"def test_{name}() -> None:\n"
        f"    check_walk(\n        {target.service!r},\n        [\n{rows}        ],\n"
        f"        base_url={target.client.base_url!r},\n{options}    )\n"
    )


def _written(step: Step, target: Target) -> str:
    row: dict[str, Any] = {"caller": step.caller, "operation": step.operation}
    for name, value in (
        ("path", [*step.path]),
        ("query", dict(step.query)),
        ("body", step.body),
        ("grant", step.grant),
    ):
        if value or (name == "body" and value is not None):
            row[name] = _plain(value, target)
    return repr(row)


def _plain(value: Any, target: Target) -> Any:
    if isinstance(value, Ref):
        cut = "" if value.characters is None else f"[:{value.characters}]"
        return f"${value.kind}.{value.of}{cut}"
    if isinstance(value, Mapping):
        return {name: _plain(one, target) for name, one in cast(Mapping[str, Any], value).items()}
    if is_list(value):
        return [_plain(one, target) for one in value]
    if not isinstance(value, str):
        return value
    plain = value.replace(target.prefix[-8:], _RUN)
    directory = target.options.get("directory")
    return plain.replace(directory, _DIRECTORY) if directory and plain.startswith(directory) else plain


def read_steps(rows: Sequence[Mapping[str, Any]], target: Target) -> list[Step]:
    """The steps that `pytest` has written, for a run of its own.

    Raises:
        ValueError: A row has no operation of the service.
    """
    steps: list[Step] = []
    for number, row in enumerate(rows, 1):
        if row.get("operation") not in target.shapes.contract.operations:
            raise ValueError(f"steps: row {number} has no operation of the {target.service} service")
        read = {name: _read(row[name], target) for name in ("query", "body", "grant") if name in row}
        path = tuple(_read(value, target) for value in row.get("path", ()))
        steps.append(Step(number=number, operation=row["operation"], caller=row["caller"], path=path, **read))
    return steps


def _read(value: Any, target: Target) -> Any:
    if isinstance(value, Mapping):
        return {name: _read(one, target) for name, one in cast(Mapping[str, Any], value).items()}
    if is_list(value):
        return [_read(one, target) for one in value]
    if not isinstance(value, str):
        return value
    if match := _REF.fullmatch(value):
        of = int(match[2]) if match[2].isdecimal() else match[2]
        return Ref(match[1], of, int(match[3]) if match[3] else None)
    plain = value.replace(_RUN, target.prefix[-8:])
    return plain.replace(_DIRECTORY, target.options.get("directory", _DIRECTORY))
