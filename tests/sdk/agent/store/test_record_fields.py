"""Fields of records that hold values of a wrong type."""

import pytest

from trivet.agent import RuntimeContext, Session
from trivet.agent._generated.models.session import decode_session
from trivet.agent._store.sessions import has_id, is_text, location_of

HERE = RuntimeContext(directory="/d", workspace_id="wrk_1")


@pytest.mark.parametrize(("value", "expected"), [("a", True), ("", True), (None, False), (5, False), (["a"], False)])
def test_only_text_is_text(value, expected):
    assert is_text(value) == expected
    assert has_id(Session(id=value)) == expected


def test_session_has_the_location_of_its_record():
    assert location_of(Session(id="a", location=HERE)) is HERE


def test_older_form_has_its_location_in_session_fields():
    assert location_of(decode_session({"id": "a", "directory": "/d", "workspaceID": "wrk_1"})) == HERE
    assert location_of(decode_session({"id": "a", "directory": "/d"})) == RuntimeContext(directory="/d")


@pytest.mark.parametrize("fields", [{}, {"directory": None}, {"directory": 5}, {"workspaceID": "wrk_1"}])
def test_session_without_directory_has_no_location(fields):
    assert location_of(decode_session({"id": "a", **fields})) is None
