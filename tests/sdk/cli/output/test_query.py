"""`--query`: the result of a JMESPath expression in place of the data, in every format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.cli.operations.calls import env_of
from tests.wrong_rows import wrong_rows
from trivet.cli.failures import UsageError
from trivet.cli.output.query import Query

STOPS = "bus stops list --limit 2"


def run(server: Any, line: str, *words: str) -> Done:
    return run_here(*line.split(), *words, env=env_of(line.partition(" ")[0], server))


def test_result_is_written_in_the_format(bus_server: Any) -> None:
    rows = [
        (STOPS, "[].{code: bus_stop_code, x: `1`}", "json", '[\n{"code":"04121","x":1},\n{"code":"04129","x":1}\n]\n'),
        (STOPS, "[].{code: bus_stop_code, x: `1`}", "ndjson", '{"code":"04121","x":1}\n{"code":"04129","x":1}\n'),
        (STOPS, "[].{code: bus_stop_code, x: `1`}", "csv", "code,x\r\n04121,1\r\n04129,1\r\n"),
        (STOPS, "[].{code: bus_stop_code, x: `1`}", "yaml", "- code: '04121'\n  x: 1\n- code: '04129'\n  x: 1\n"),
        (STOPS, "[].{code: bus_stop_code, x: `1`}", "table", "code   x\n04121  1\n04129  1\n"),
        (STOPS, "[].bus_stop_code", "json", '[\n"04121",\n"04129"\n]\n'),
        (STOPS, "[].bus_stop_code", "csv", "value\r\n04121\r\n04129\r\n"),
        (STOPS, '[[0].bus_stop_code, `{"a": 1}`]', "csv", "a,value\r\n,04121\r\n1,\r\n"),
        (STOPS, "[0].bus_stop_code", "json", '"04121"\n'),
        (STOPS, "[0].bus_stop_code", "table", "04121\n"),
        (STOPS, "[0].bus_stop_code", "yaml", "'04121'\n"),
        (STOPS, "length(@)", "ndjson", "2\n"),
        (STOPS, "[0].nothing", "json", "null\n"),
        (STOPS, "[0].nothing", "csv", 'value\r\n""\r\n'),
        (STOPS, "[?latitude > `90`]", "json", "[]\n"),
        ("bus stops list --all", "length(@)", "json", "18\n"),
        ("bus arrivals get 54009", "services[0].service_no", "json", '"23"\n'),
        ("bus request GET /BusStops", "length(value)", "json", "18\n"),
        ("bus route 302", "[-1].weekday_last_bus", "json", '"24:16"\n'),  # not the text of a table
        (f"{STOPS} --fields bus_stop_code", "[0]", "json", '{"bus_stop_code":"04121"}\n'),
        (f"{STOPS} --raw", "[0].bus_stop_code", "json", "04121\n"),
        (f"{STOPS} --raw", "[].bus_stop_code", "json", '[\n"04121",\n"04129"\n]\n'),
        (f"{STOPS} --raw", "[[0].bus_stop_code, `2`]", "ndjson", "04121\n2\n"),
        ("bus arrivals 54009 --watch --rounds 1", "type(next_after)", "ndjson", '"number"\n'),
        ("bus arrivals 54009 --watch --rounds 1", "nothing", "ndjson", ""),
        ("bus arrivals 54009 --watch --rounds 1 --raw", "stops[0].bus_stop_code", "ndjson", "54009\n"),
    ]
    with wrong_rows() as row:
        for line, expression, form, expected in rows:
            with row((line, expression, form)):
                done = run(bus_server, line, "--query", expression, "-o", form)
                assert (done.status, done.out) == (0, expected), done.err


def test_export_and_report_are_queried_as_records(chat_server: Any) -> None:
    assert run(chat_server, "chat admin ratings export", "--query", "type(@)").out == '"array"\n'
    report = json.loads(run(chat_server, "chat ratings report").out)
    for form in ("json", "csv", "table"):
        done = run(chat_server, "chat ratings report", "--query", "total_ratings", "-o", form)
        assert str(report["total_ratings"]) in done.out.split(), done


def test_wrong_expression_sends_nothing(bus_server: Any) -> None:
    bus_server.stub.requests.clear()
    for expression, reason in (
        ("[", "'[' is not a JMESPath expression: Incomplete expression"),
        ("", "'' is not a JMESPath expression: cannot be empty."),
        ("(" * 9000, "the expression is nested too deeply"),
        ("a" * 10_001, "the expression is longer than 10,000 characters"),
    ):
        assert run(bus_server, STOPS, "--query", expression) == (2, "", f"trivet: --query: {reason}\n")
    assert not bus_server.stub.requests


def test_record_that_was_created_is_shown_if_the_query_does_not_fit(chat_server: Any) -> None:
    done = run(chat_server, "chat conversations create --title Talk", "--query", "sum(title)")
    assert (done.status, json.loads(done.out)["title"]) == (2, "Talk")
    assert done.err == "trivet: --query: sum() takes array-number, got string\n"


@pytest.mark.parametrize(
    ("expression", "data", "message"),
    [
        ("sum(@)", ["s3cret"], "sum() takes array-number, got str"),
        ("[::0]", [1], "slice step cannot be zero"),
        ("ceil(`1e999`)", None, "cannot convert float infinity to integer"),
        ("&a", {}, "the result is not data, as `&` is only for arguments of functions"),
    ],
)
def test_message_about_data_has_no_value_of_it(expression: str, data: Any, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Query(expression).result(data)
    assert str(caught.value) == f"--query: {message}"
