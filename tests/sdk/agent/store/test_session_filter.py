"""The sessions that pass the filters of a view, and the key of these filters."""

import pytest

from trivet.agent import RuntimeContext, Session, SessionTime
from trivet.agent._store.sessions import SessionFilter

HERE = RuntimeContext(directory="/home/dev/orchard")


@pytest.mark.parametrize(
    ("filters", "suffix"),
    [
        ({}, ""),
        ({"roots": False}, ""),
        ({"roots": True, "search": "a b&c"}, "?roots=true&search=a+b%26c"),
        ({"path": "src", "start": 5}, "?path=src&start=5"),
    ],
)
def test_key_names_the_filters_that_are_given(filters, suffix):
    assert SessionFilter(**filters).suffix == suffix


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        ({}, True),
        ({"roots": True}, False),
        ({"roots": False}, True),
        ({"start": 5}, True),
        ({"start": 6}, False),
        ({"search": "HARVEST"}, True),
        ({"search": "pear"}, False),
    ],
)
def test_session_passes_the_filters_it_meets(filters, passes):
    session = Session(id="a", title="The harvest", parent_id="b", time=SessionTime(updated=5))
    assert SessionFilter(**filters).matches(session) == passes


def test_session_without_filtered_field_passes_except_for_title():
    assert SessionFilter(roots=True, start=5).matches(Session(id="a"))
    assert not SessionFilter(search="x").matches(Session(id="a"))


@pytest.mark.parametrize(
    ("path", "directory", "within"),
    [
        ("src", "/home/dev/orchard/src", True),
        ("src/", "/home/dev/orchard/src/deep", True),
        ("src", "/home/dev/orchard/srcs", False),
        ("src", "/home/dev/orchard", False),
        ("../lighthouse", "/home/dev/lighthouse", True),
        ("/srv", "/srv/x", True),
        ("../../../../..", "/anything", True),
    ],
)
def test_path_holds_the_directories_below_it(path, directory, within):
    assert SessionFilter(path=path).is_within(RuntimeContext(directory=directory), HERE) == within


def test_path_holds_no_other_workspace_and_decides_nothing_without_location():
    other = RuntimeContext(directory="/home/dev/orchard/src", workspace_id="wrk_1")
    assert SessionFilter(path="src").is_within(other, HERE) is False
    assert SessionFilter(path="src").is_within(None, HERE) is None
    assert SessionFilter().is_within(other, HERE) is None
