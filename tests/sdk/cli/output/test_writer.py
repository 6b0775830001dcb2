"""Records and values in every format."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import yaml

from tests.sdk.cli.probe import ESCAPES
from trivet.cli.failures import UsageError
from trivet.cli.options import Format, Options
from trivet.cli.output.fields import Column
from trivet.cli.output.writer import LOOKAHEAD, write_one, write_records

RECORDS = [{"id": 1, "name": ESCAPES, "nested": {"text": ESCAPES}, ESCAPES: ["名前 🚌"]}, {"id": 2, "name": None}]
Capture = pytest.CaptureFixture[str]


def write(records: Iterable[Any], form: Format | None, *, on_terminal: bool = False, **options: Any) -> int:
    columns = options.pop("columns", ())
    live = options.pop("live", False)
    shared = Options(output=form, **options)
    return write_records(records, shared, columns=columns, on_terminal=on_terminal, live=live)


@pytest.mark.parametrize("on_terminal", [False, True])
def test_json_ndjson_and_yaml_hold_the_same_records(capsys: Capture, on_terminal: bool) -> None:
    expected = json.loads(json.dumps(RECORDS))
    assert write(iter(RECORDS), Format.JSON, on_terminal=on_terminal) == 2
    assert json.loads(capsys.readouterr().out) == expected
    write(RECORDS, Format.NDJSON, on_terminal=on_terminal)
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == expected
    write(RECORDS, Format.YAML, on_terminal=on_terminal)
    assert yaml.safe_load(capsys.readouterr().out) == expected


@pytest.mark.parametrize("form", list(Format))
@pytest.mark.parametrize("is_single", [False, True])
def test_no_format_shows_a_control_character_on_a_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, form: Format, is_single: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    if is_single:
        write_one(RECORDS[0], Options(output=form), columns=(), on_terminal=True)
    else:
        write(RECORDS, form, on_terminal=True)
    out = capsys.readouterr().out.replace("\r\n", "\n")
    assert all(line.isprintable() for line in out.split("\n")), ascii(out)
    assert "名前" in out or form is Format.YAML
    assert "red" in out


def test_raw_writes_text_unchanged(capsys: Capture) -> None:
    write(RECORDS[:1], Format.TABLE, on_terminal=True, raw=True, fields=("name",))
    write(RECORDS[:1], Format.CSV, on_terminal=True, raw=True, fields=("name",))
    assert capsys.readouterr().out.count(ESCAPES) == 1 + 1
    write([{"a": "=1+1"}], Format.CSV, raw=True)
    assert capsys.readouterr().out == "a\r\n=1+1\r\n"


def test_default_is_a_table_on_a_terminal_and_json_elsewhere(capsys: Capture) -> None:
    write([{"a": 1}], None, on_terminal=True)
    write([{"a": 1}], None)
    assert capsys.readouterr().out == 'a\n1\n[\n{"a":1}\n]\n'


def test_empty_list_is_a_document_or_a_note_of_the_table(capsys: Capture) -> None:
    outputs = []
    for form in Format:
        assert write([], form, columns=(Column("a"),)) == 0
        outputs.append((form.value, capsys.readouterr()))
    assert {form: tuple(output) for form, output in outputs} == {
        "table": ("", "trivet: no records\n"),
        "json": ("[]\n", ""),
        "ndjson": ("", ""),
        "csv": ("a\r\n", ""),
        "yaml": ("[]\n", ""),
    }


def test_fields_choose_and_order_in_every_format(capsys: Capture) -> None:
    records = [{"a": 1, "b": {"c": True}}]
    for form in Format:
        write(records, form, fields=("b.c", "a"))
    assert capsys.readouterr().out == (
        'b.c  a\nyes  1\n[\n{"b.c":true,"a":1}\n]\n{"b.c":true,"a":1}\nb.c,a\r\ntrue,1\r\n- b.c: true\n  a: 1\n'
    )


@pytest.mark.parametrize("fields", [(), ("at", "buses")])
def test_text_of_a_column_is_for_tables_only(capsys: Capture, fields: tuple[str, ...]) -> None:
    columns = (Column("at", "At", lambda row: f"{row['at']} h", right=True), Column("buses", "Buses", _joined))
    for form in Format:
        write([{"at": 24, "buses": ["10", "NR5"]}], form, columns=columns, fields=fields)
    assert capsys.readouterr().out == (
        '  At  Buses\n24 h  10 NR5\n[\n{"at":24,"buses":["10","NR5"]}\n]\n{"at":24,"buses":["10","NR5"]}\n'
        'at,buses\r\n24,"[""10"",""NR5""]"\r\n- at: 24\n  buses:\n  - \'10\'\n  - NR5\n'
    )


def _joined(row: Any) -> str:
    return " ".join(row["buses"])


@pytest.mark.parametrize("form", list(Format))
def test_unknown_field_writes_nothing(capsys: Capture, form: Format) -> None:
    with pytest.raises(UsageError, match="there is no field 'idd'; did you mean id"):
        write(RECORDS, form, fields=("idd",))
    assert capsys.readouterr().out == ""


def test_field_that_the_first_live_record_lacks_is_noted(capsys: Capture) -> None:
    write([{"type": "a"}, {"type": "b", "text": "x"}], Format.NDJSON, live=True, fields=("text",))
    assert capsys.readouterr() == (
        '{"text":null}\n{"text":"x"}\n',
        "note: --fields: there is no field 'text'; known: type; later records may have it\n",
    )


def test_unknown_field_of_one_value_does_not_lose_the_value(capsys: Capture) -> None:
    with pytest.raises(UsageError, match="there is no field 'idd'"):
        write_one({"id": 1}, Options(output=Format.JSON, fields=("idd",)), columns=(), on_terminal=False)
    assert capsys.readouterr().out == '{"id":1}\n'


def test_format_without_its_package_shows_the_line_for_pip(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    monkeypatch.delitem(sys.modules, "trivet.cli.output.yaml", raising=False)
    with pytest.raises(UsageError, match=r"yaml is not installed: pip install '/path/to/trivet\[cli\]'"):
        write(RECORDS, Format.YAML)
    assert capsys.readouterr().out == ""


def test_one_value_is_not_a_list(capsys: Capture) -> None:
    for form in Format:
        write_one({"id": 1, "tags": ["a", "b"]}, Options(output=form), columns=(), on_terminal=False)
    assert capsys.readouterr().out == (
        'id    1\ntags  a, b\n{"id":1,"tags":["a","b"]}\n{"id":1,"tags":["a","b"]}\n'
        'id,tags\r\n1,"[""a"",""b""]"\r\nid: 1\ntags:\n- a\n- b\n'
    )


def test_csv_can_be_read_back_and_has_no_formula(capsys: Capture) -> None:
    write([{"a": '=1,"2"', "b": -1, "c": "line\nend", "d": {"e": [1]}}, {"a": None, "x": 1}], Format.CSV)
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out, newline="")))
    assert rows == [
        ["a", "b", "c", "d", "x"],
        ['\'=1,"2"', "-1", "line\nend", '{"e":[1]}', ""],
        ["", "", "", "", "1"],
    ]


def test_list_that_breaks_off_keeps_its_records_and_json_stays_open(capsys: Capture) -> None:
    def cut() -> Iterator[dict[str, int]]:
        yield {"a": 1}
        raise ConnectionError

    outputs = {}
    for form in Format:
        with pytest.raises(ConnectionError):
            write(cut(), form)
        outputs[form.value] = capsys.readouterr().out
    assert outputs == {
        "table": "a\n1\n", "json": '[\n{"a":1}\n', "ndjson": '{"a":1}\n', "csv": "a\r\n1\r\n", "yaml": "- a: 1\n",
    }  # fmt: skip


def test_list_that_fails_at_once_writes_nothing(capsys: Capture) -> None:
    def fail() -> Iterator[Any]:
        raise ConnectionError
        yield

    for form in Format:
        with pytest.raises(ConnectionError):
            write(fail(), form)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("form", list(Format))
def test_only_the_first_records_are_held_in_memory(monkeypatch: pytest.MonkeyPatch, form: Format) -> None:
    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            self.written = getattr(self, "written", 0) + text.count("n0")
            return len(text)

    stream = Stream()
    monkeypatch.setattr(sys, "stdout", stream)
    most = 0

    def records() -> Iterator[dict[str, str]]:
        nonlocal most
        for n in range(1000):
            most = max(most, n - getattr(stream, "written", 0))
            yield {"a": f"n0{n}"}

    assert write(records(), form) == 1000
    assert most <= LOOKAHEAD


@pytest.mark.parametrize("form", list(Format))
def test_live_record_is_written_and_flushed_before_the_next(monkeypatch: pytest.MonkeyPatch, form: Format) -> None:
    class Stream(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    stream = Stream()
    monkeypatch.setattr(sys, "stdout", stream)
    seen = []

    def records() -> Iterator[dict[str, str]]:
        yield {"a": "first"}
        yield {"a": "second", "b": "later"}
        seen.append("second" in stream.flushed)
        yield {"a": "third"}

    write(records(), form, live=True)
    assert seen == [True]
