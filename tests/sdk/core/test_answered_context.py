"""Whether an answer is that of the runtime context that was asked for."""

from types import SimpleNamespace as Record

import pytest

from trivet._core.answered_context import other_context

HERE = (("directory", "/home/dev/orchard"),)


def location(directory="/home/dev/orchard", workspace_id=None):
    return Record(directory=directory, workspace_id=workspace_id)


@pytest.mark.parametrize(
    ("asked", "record"),
    [
        (HERE, Record(location=location())),
        (HERE, Record(location=location("/home/dev/orchard/"))),
        (HERE, Record(location=location("/home/dev/./orchard"))),
        ((("directory", "C:\\orchard"),), Record(location=location("C:/orchard"))),
        (HERE, Record(location=location(workspace_id="wrk_1"))),
        ((("workspace", "wrk_1"),), Record(location=location(workspace_id="wrk_1"))),
        (HERE, Record(location=None, data=[])),
        (HERE, Record(data=Record(location=location()))),
        (HERE, Record(location=Record(directory=7))),
        (HERE, None),
        ((), Record(location=location("/elsewhere"))),
    ],
)
def test_same_or_unnamed_context_is_no_difference(asked, record):
    assert other_context(asked, record) == ""


@pytest.mark.parametrize(
    ("asked", "record", "shown"),
    [
        (HERE, Record(location=location("/elsewhere")), "directory is '/elsewhere', not '/home/dev/orchard'"),
        (HERE, Record(location=location("/home/dev/\x1b[2J")), r"directory is '/home/dev/\x1b[2J', not"),
        (HERE, Record(data=Record(location=location("/elsewhere"))), "directory is '/elsewhere'"),
        ((("workspace", "wrk_1"),), Record(location=location()), "workspace is none, not 'wrk_1'"),
        ((*HERE, ("workspace", "wrk_1")), Record(location=location(workspace_id="wrk_2")), "workspace is 'wrk_2'"),
    ],
)
def test_other_context_is_shown_with_the_one_asked_for(asked, record, shown):
    assert shown in other_context(asked, record)
