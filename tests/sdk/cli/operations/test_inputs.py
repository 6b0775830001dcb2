"""The inputs of an operation as the arguments of a method."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of
from trivet import InvalidArgumentError
from trivet.agent import ApiCredential, PermissionRule, Prompt, PtySize
from trivet.cli.failures import UsageError
from trivet.cli.operations import inputs
from trivet.cli.operations.inputs import Arguments, Sources, gather, of_json, parse, type_of
from trivet.cli.operations.table import Input, Operation, load

CREATE = load("chat").operations["conversations", "messages", "create"]
UPDATE = load("chat").operations["conversations", "update"]


def gathered(operation: Operation, values: dict[str, Any], service: str = "chat", **extra: Any) -> Arguments:
    return gather(operation, values, Sources(), service, extra)


def test_left_out_null_and_value_are_three_states() -> None:
    assert gathered(UPDATE, {"conversation_id": "c", "title": None}) == {"conversation_id": "c"}
    assert gathered(UPDATE, {"conversation_id": "c"}, null=["title"])["title"] is None
    assert gathered(UPDATE, {"conversation_id": "c", "title": ""})["title"] == ""


def test_options_take_precedence_over_files_and_files_over_the_body(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "answer.md"
    text.write_text("from a file", "utf-8")
    body = '{"role": "user", "content": "from the body", "thinking": "body", "model_name": null}'
    monkeypatch.setattr(sys, "stdin", io.StringIO(body))
    arguments = gathered(
        CREATE,
        {"conversation_id": "c", "role": "assistant"},
        body="-",
        from_file=[f"content={text}"],
        null=["thinking"],
    )
    assert arguments == {
        "conversation_id": "c",
        "role": "assistant",
        "content": "from a file",
        "thinking": None,
        "model_name": None,
    }


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("[]", "--body: expected a JSON object, got list"),
        ('{"titel": 1}', "--body: 'titel' is not an input of conversations.update, which takes title, is_archived"),
        ('{"is_archived": null}', "--body: is_archived cannot be null; leave it out"),
    ],
)
def test_body_that_the_operation_does_not_take_is_refused(
    body: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(body))
    with pytest.raises(UsageError) as caught:
        gathered(UPDATE, {"conversation_id": "c"}, body="-")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"null": ["is-archived"]}, "--null: 'is-archived' cannot be null; inputs that can: title"),
        ({"null": ["title"], "given": {"title": "t"}}, "--title and --null title exclude each other"),
        ({"from_file": ["title"]}, "--from-file: 'title' is not NAME=FILE; the names are title"),
        ({"from_file": ["is-archived=x"]}, "--from-file: 'is-archived=x' is not NAME=FILE; the names are title"),
    ],
)
def test_option_without_effect_is_refused(extra: dict[str, Any], message: str) -> None:
    values = extra.pop("given", {})
    with pytest.raises(UsageError) as caught:
        gathered(UPDATE, {"conversation_id": "c", **values}, **extra)
    assert str(caught.value) == message


def test_missing_inputs_are_named_as_the_user_writes_them() -> None:
    with pytest.raises(UsageError, match=r"missing --role and --content; --body FILE can have it too"):
        gathered(CREATE, {"conversation_id": "c"})
    shared = load("chat").operations["conversations", "open-shared"]
    with pytest.raises(UsageError, match=r"missing --shared-token-file FILE$"):
        gathered(shared, {})


def test_json_in_an_option_and_in_the_body_become_records(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = load("agent").operations["session", "prompt"]
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"prompt": {"text": "Go."}}'))
    from_body = gathered(prompt, {"session_id": "s"}, "agent", body="-")
    from_option = gathered(prompt, {"session_id": "s", "prompt": '{"text": "Go."}'}, "agent")
    assert from_body == from_option == {"session_id": "s", "prompt": Prompt(text="Go.")}


def test_secret_record_is_read_from_a_variable_and_never_as_a_file_name(monkeypatch: pytest.MonkeyPatch) -> None:
    create = load("agent").operations["auth", "create"]
    monkeypatch.setenv("CREDENTIAL", "@/etc/hostname")
    with pytest.raises(UsageError, match="--credential-file is not JSON"):
        gathered(create, {"service_id": "s", "credential.env": "CREDENTIAL"}, "agent")


def test_refusal_of_the_client_names_the_option() -> None:
    arguments = Arguments()
    arguments.put("limit", 0, "--page-size")
    arguments.put("prompt", None, "--body: prompt")
    rule = "a whole number from 1 to 100"
    assert str(arguments.refusal(InvalidArgumentError("limit", rule, 0))) == f"--page-size must be {rule}, got 0"
    inner = arguments.refusal(InvalidArgumentError("prompt.files[0].uri", "text", 1))
    assert str(inner) == "--body: prompt (files[0].uri) must be text, got 1"
    assert str(arguments.refusal(InvalidArgumentError("base_url", "a URL", ""))) == "base_url must be a URL, got ''"


def test_time_is_read_with_and_without_an_offset() -> None:
    moment = Input("at", "at", "query", "at", "datetime", "When.")
    operation = Operation(
        "x.list", "GET", "/x", "X.", "value", "trivet chat x list", "client.x.list()", [{**_fields(moment)}]
    )
    assert gathered(operation, {"at": "2026-03-01T08:00:00Z"})["at"].utcoffset().total_seconds() == 0
    assert gathered(operation, {"at": "2026-03-01"})["at"].tzinfo is not None
    with pytest.raises(UsageError, match="--at: 'soon' is not a time"):
        gathered(operation, {"at": "soon"})


def _fields(input_: Input) -> dict[str, Any]:
    return {name: getattr(input_, name) for name in ("name", "wire", "place", "option", "kind", "help")}


@pytest.mark.parametrize("identity", ["..", ".", "a/b", "-x", "%2e%2e", "a?b#c", "\u202e", "x" * 3000])
def test_strange_id_stays_one_segment_of_the_path(agent_server: Any, identity: str) -> None:
    result = run_here("agent", "session", "delete", "--yes", "--", identity, env=env_of("agent", agent_server))
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert "session.delete: 400" in result.err
    assert "\u202e" not in result.err
    assert [request.operation for request in agent_server.stub.requests] == ["session.delete"]


def test_empty_id_and_option_without_its_dashes_are_refused(agent_server: Any) -> None:
    env = env_of("agent", agent_server)
    empty = run_here("agent", "session", "delete", "--yes", "", env=env)
    assert (empty.status, empty.out) == (2, "")
    assert "SESSION_ID must be text that is not empty" in empty.err
    assert run_here("agent", "session", "delete", "--yes", "-x", env=env).status == 2
    assert len(agent_server.stub.requests) == 0


SIZE = {"kind": "record", "name": "PtySize"}
RULES = {"kind": "list", "of": [{"kind": "record", "name": "PermissionRule"}]}


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    [
        ({"columns": 80, "rows": 24}, SIZE, PtySize(columns=80, rows=24)),
        ([], RULES, []),
        (
            [{"action": "bash", "resource": "*", "effect": "ask"}],
            RULES,
            [PermissionRule(action="bash", resource="*", effect="ask")],
        ),
        ({"type": "api", "key": "k"}, {"kind": "union", "name": "Credential"}, ApiCredential(type="api", key="k")),
        ({"a": [1]}, {"kind": "map", "of": [{"kind": "any"}]}, {"a": [1]}),
        ("tall", {"kind": "anyof", "of": [{"kind": "int"}, {"kind": "literal", "values": ["tall"]}]}, "tall"),
        ([None], {"kind": "any"}, [None]),
    ],
)
def test_value_becomes_the_argument_of_the_method(value: Any, shape: dict[str, Any], expected: Any) -> None:
    assert of_json("--x", value, shape, "agent") == expected


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ({"columns": "s3cret", "rows": 24}, SIZE),
        ({"columns": 80}, SIZE),
        (["s3cret"], SIZE),
        ({"s3cret": 1}, RULES),
        ({"type": "api", "key": ["s3cret"]}, {"kind": "union", "name": "Credential"}),
        ({"a": 1}, {"kind": "map", "of": [{"kind": "str"}]}),
    ],
)
def test_value_that_does_not_fit_is_refused_without_showing_it(value: Any, shape: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"--x: .*@ \$") as caught:
        of_json("--x", value, shape, "agent")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "shape", "message"),
    [
        ({"columns": 80, "rows": 24, "colour": 1}, SIZE, "no key 'colour'; did you mean columns"),
        (
            [{"action": "a", "resource": "*", "effect": "ask", "efect": "deny"}],
            RULES,
            "no key 'efect'; did you mean effect",
        ),
        (
            {"text": "t", "files": [{"uri": "u", "source": {"start": 0, "end": 1, "text": "t", "from": 1}}]},
            {"kind": "record", "name": "Prompt"},
            "no key 'from'",
        ),
    ],
)
def test_key_that_the_contract_does_not_name_is_refused(value: Any, shape: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        of_json("--x", value, shape, "agent")


@pytest.mark.parametrize(
    ("value", "name", "message"),
    [
        ({"providerID": 1}, "ModelReference", "expected str, got int @ $.providerID"),
        ({"providerID": "p"}, "ModelReference", "required field missing @ $.modelID"),
        ({"text": "t", "files": [{"uri": "u", "source": {"start": 0}}]}, "Prompt", "missing @ $.files[0].source.end"),
    ],
)
def test_place_of_a_fault_has_the_names_of_the_contract(value: Any, name: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        of_json("--x", value, {"kind": "record", "name": name}, "agent")
    assert message in str(caught.value)


def test_type_of_plain_kinds() -> None:
    assert type_of({"kind": "list", "of": [{"kind": "int"}]}, "chat") == list[int]
    assert type_of({"kind": "map", "of": [{"kind": "str"}]}, "chat") == dict[str, str]


def test_json_comes_from_a_file_from_stdin_or_from_the_option_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "size.json"
    file.write_text('\ufeff{"rows": 24}' if os.name == "nt" else '{"rows": 24}', "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"rows": 3}'))
    sources = Sources()
    assert [sources.inline("--size", value) for value in ('{"rows": 1}', f"@{file}", "-")] == [
        {"rows": 1},
        {"rows": 24},
        {"rows": 3},
    ]


@pytest.mark.parametrize("digits", [20, 308, 309, 400, 4300])
def test_integers_of_any_size_are_read_exactly(digits):
    number = 10**digits - 1
    assert parse("--body", b'{"n": [%d, %d], "text": "%d"}' % (number, -number, number)) == {
        "n": [number, -number],
        "text": str(number),
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "--body: there is nothing in it; JSON is expected"),
        (b"{", "--body is not JSON: unexpected end of data at line 1, column 2"),
        (b'\xff{"a": 1}', "--body is not JSON"),
        (b"[" * 100_000, "--body is not JSON"),
        (b"NaN", "--body is not JSON"),
        (b"[1e400]", "--body is not JSON"),
        (
            b'{"n": %d, "loss": NaN}' % 10**400,
            "--body is not JSON: unexpected character, expected a JSON value at line 1, column 418",
        ),
        (b"[0%s]" % (b"9" * 400), "--body is not JSON"),
        (b"[%s]" % (b"9" * 4301), "--body: an integer has too many digits"),
        (b'{"a": {"title": 1, "title": 2}}', "--body: an object has the key 'title' twice"),
    ],
)
def test_file_that_is_not_json_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "body"
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        Sources().json("--body", str(file))
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200


def test_secret_is_neither_in_the_error_nor_in_its_context() -> None:
    with pytest.raises(UsageError) as caught:
        parse("--credential-file", b'{"key": "s3cret"')
    assert "s3cret" not in str(caught.value)
    assert caught.value.__context__ is None


def test_file_longer_than_the_bound_is_refused_without_reading_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "huge"
    with file.open("wb") as open_file:
        open_file.truncate(1024**3)  # a gigabyte that takes no room on the disk
    monkeypatch.setattr(inputs, "MOST", 1024 * 1024)
    with pytest.raises(UsageError, match=r"--body: it is longer than 1 MB"):
        Sources().data("--body", str(file))


@pytest.mark.parametrize("name", ["", "absent", "a\0b", "x" * 5000])
def test_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--body: .*(is a directory|cannot be read)"):
        Sources().data("--body", str(tmp_path / name) if name else str(tmp_path))


def test_two_inputs_from_stdin_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("{}"))
    sources = Sources()
    sources.json("--body", "-")
    with pytest.raises(UsageError, match=r"--code-file: --body reads stdin already"):
        sources.text("--code-file", "-")
    with pytest.raises(UsageError, match=r"--body: --token-file reads stdin already"):
        Sources("--token-file").json("--body", "-")


def test_closed_stdin_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(UsageError, match=r"--body: stdin is closed; give a file"):
            Sources().json("--body", "-")


def test_secret_comes_from_a_file_or_a_variable_not_from_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "code"
    file.write_text("c0de\n", "utf-8")
    monkeypatch.setenv("CODE", "from the environment")
    sources = Sources()
    assert sources.secret("--code", str(file), None) == "c0de"
    assert sources.secret("--code", None, "CODE") == "from the environment"
    assert sources.secret("--code", None, None) is None
    for variable, message in (("CODE", "exclude each other"), ("ABSENT", "no variable ABSENT")):
        with pytest.raises(UsageError, match=message):
            sources.secret("--code", str(file) if variable == "CODE" else None, variable)


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not text in UTF-8"):
        Sources().text("--from-file content", str(file))
