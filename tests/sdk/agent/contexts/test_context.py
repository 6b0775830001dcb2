"""Context keys and the query parameters of a context."""

import pytest

from trivet import InvalidArgumentError
from trivet.agent import context_key
from trivet.agent._contexts.context import context_query


@pytest.mark.parametrize(
    ("directory", "workspace", "key"),
    [("/home/dev/orchard", None, "local:/home/dev/orchard"), ("/d", "wrk_1", "wrk_1:/d"), ("a:b", "c:d", "c:d:a:b")],
)
def test_key_is_the_workspace_or_local_and_the_directory(directory, workspace, key):
    assert context_key(directory, workspace) == key


@pytest.mark.parametrize("wrong", ["", 5, b"/d", ["/d"]])
def test_key_part_that_is_empty_or_not_text_raises(wrong):
    with pytest.raises(InvalidArgumentError, match=r"^directory must be text"):
        context_key(wrong)
    with pytest.raises(InvalidArgumentError, match=r"^workspace must be text"):
        context_key("/d", wrong)


def test_key_without_directory_raises():
    with pytest.raises(InvalidArgumentError, match=r"^directory"):
        context_key(None)


def test_query_holds_only_the_given_parts():
    assert context_query(None, None) == ()
    assert context_query("/d", None) == (("directory", "/d"),)
    assert context_query(None, "wrk_1") == (("workspace", "wrk_1"),)
    assert context_query("/d", "wrk_1") == (("directory", "/d"), ("workspace", "wrk_1"))


@pytest.mark.parametrize("wrong", ["", 5])
def test_query_part_that_is_empty_or_not_text_raises(wrong):
    with pytest.raises(InvalidArgumentError, match=r"^directory"):
        context_query(wrong, None)
    with pytest.raises(InvalidArgumentError, match=r"^workspace"):
        context_query("/d", wrong)
