"""The options that steer a stub."""

import pytest

from trivet_stubs.commands.steering import fault_of


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stops.list status=503 times=2", {"operation": "stops.list", "status": 503, "times": 2}),
        ("/files/ drop", {"operation": "/files/", "drop": True}),
        ("hang", {"hang": True}),
        ("delay=0.5 times=null", {"delay": 0.5, "times": None}),
        ("missing_field=/value/0/RoadName", {"missing_field": "/value/0/RoadName"}),
        ("""status=429 'headers={"Retry-After": "3"}'""", {"status": 429, "headers": {"Retry-After": "3"}}),
        ('{"operation": "stops.list", "body": "busy"}', {"operation": "stops.list", "body": "busy"}),
        ("'body=so busy'", {"body": "so busy"}),
    ],
)
def test_fault_is_read_as_words_or_as_json(text, fault):
    assert fault_of(text) == fault


def test_fault_that_is_no_json_object_raises():
    with pytest.raises(ValueError, match="fault: not JSON"):
        fault_of("{}x")
