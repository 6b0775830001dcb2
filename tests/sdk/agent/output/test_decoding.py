"""Answers that are decoded by a type, and the faults of those that do not fit."""

from datetime import UTC, date, datetime, time

import jsonschema_rs
import pytest

from tests.sdk.agent.output import reports
from trivet.agent._output.decoding import MOST_FAULTS, decode
from trivet.agent._output.schema import schema_of

PETS = [{"kind": "cat", "friends": [{"kind": "cat", "name": "Tim"}]}, {"kind": "puppy", "age": 1}]
GOOD = {"title": "Pets", "pets": PETS, "score": 1, "counts": {"cats": 2}}
ALL = {
    **GOOD,
    "level": "high",
    "pick": None,
    "parent": {**GOOD, "pets": []},
    "day": "2026-01-02",
    "begins": "2026-01-02T03:04:05Z",
    "at": "08:30:00",
    "done": True,
    "notes": ["a"],
    "nothing": None,
}
SCHEMA = jsonschema_rs.Draft202012Validator(schema_of(reports.Report))


def test_answer_becomes_the_record_with_the_types_of_its_fields():
    report = decode(ALL, reports.Report)
    cat = reports.Cat("cat", "Tom", [reports.Cat("cat", "Tim")])
    assert report == reports.Report(
        title="Pets",
        pets=[cat, {"kind": "puppy", "age": 1}],
        score=reports.Score(1.0),
        counts={"cats": 2},
        level=reports.Level.HIGH,
        pick=None,
        parent=reports.Report("Pets", [], reports.Score(1.0), {"cats": 2}),
        day=date(2026, 1, 2),
        begins=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        at=time(8, 30),
        done=True,
        notes=["a"],
    )
    assert type(report.score) is float
    assert decode({"kind": "dog"}, reports.Dog) == {"kind": "dog"}


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"title": 3}, ["expected a text, got 3 @ $.title"]),
        ({"score": "1"}, ["expected a number, got '1' @ $.score"]),
        ({"score": True}, ["expected a number, got True @ $.score"]),
        ({"counts": {"a": True, "b": 1.0}}, [f"expected a whole number, got {wrong}" for wrong in ("True", "1.0")]),
        ({"counts": []}, ["expected a mapping @ $.counts"]),
        ({"pets": {}}, ["expected a list, got an object @ $.pets"]),
        ({"pets": [{"kind": "cow"}, 3]}, ["one of 'cat', 'dog', 'puppy', got 'cow' @ $.pets[0]", "got 3 @ $.pets[1]"]),
        ({"pets": [{"age": 1}]}, ["expected one of 'cat', 'dog', 'puppy', got None @ $.pets[0]"]),
        ({"pets": [{"kind": "dog", "age": "1"}]}, ["expected a whole number, got '1' @ $.pets[0].age"]),
        ({"level": "LOW"}, ["expected one of 'low', 'high', got 'LOW' @ $.level"]),
        ({"pick": True}, ["expected one of 'a', 1, None, got True @ $.pick"]),
        ({"parent": {**GOOD, "title": None}}, ["expected a text, got None @ $.parent.title"]),
        ({"day": "2026-13-01"}, ["expected a date in ISO 8601, got '2026-13-01' @ $.day"]),
        ({"extra": 1}, ["extra fields found (extra) @ $"]),
        ({"nothing": 0}, ["expected null, got 0 @ $.nothing"]),
        ({"done": "yes"}, ["expected true or false, got 'yes' @ $.done"]),
    ],
)
def test_answer_that_does_not_fit_has_faults_with_paths(change, faults):
    answer = {**GOOD, **change}
    with pytest.raises(ValueError) as caught:  # noqa: PT011  its arguments are compared
        decode(answer, reports.Report)
    assert len(caught.value.args) == len(faults)
    for fault, part in zip(caught.value.args, faults, strict=True):
        assert part in fault
    if "day" not in change:  # jsonschema-rs does not check formats by default
        assert not SCHEMA.is_valid(answer)


@pytest.mark.parametrize("answer", [None, [], "text", 3])
def test_answer_other_than_an_object_is_a_fault(answer):
    with pytest.raises(ValueError, match="expected an object"):
        decode(answer, reports.Report)


def test_missing_fields_are_listed_up_to_a_limit():
    with pytest.raises(ValueError, match=r"required field missing @ \$\.pets"):
        decode({"title": "x"}, reports.Report)
    with pytest.raises(ValueError) as caught:  # noqa: PT011  its arguments are counted
        decode({**GOOD, "notes": [1] * 1000}, reports.Report)
    assert len(caught.value.args) == MOST_FAULTS


def test_answers_that_fit_are_valid_by_the_schema():
    for answer in (GOOD, ALL):
        assert SCHEMA.is_valid(answer)
