"""Runtime contexts and their directories."""

import pytest

from trivet_stubs.agent.context import Context, absolute, located, plain, within
from trivet_stubs.kernel.refusal import Refusal


@pytest.mark.rule("agent.contexts.directory-plus-optional-workspace")
def test_context_of_a_workspace_names_it():
    assert Context("/a").wire() == {"directory": "/a"}
    assert Context("/a", "wrk_1").wire() == {"directory": "/a", "workspaceID": "wrk_1"}


@pytest.mark.parametrize(
    ("directory", "normal"),
    [("/a/b", "/a/b"), ("/a/../b/", "/b"), ("//a", "/a"), ("/", "/"), ("/..", "/"), ("/a/./b//c", "/a/b/c")],
)
def test_absolute_directory_is_normalized(directory, normal):
    assert absolute(directory, "directory") == normal


@pytest.mark.parametrize("directory", ["", ".", "a/b", "~"])
def test_relative_directory_is_refused_by_its_field(directory):
    with pytest.raises(Refusal, match=f'where: "{directory}" is not an absolute path'):
        absolute(directory, "where")


@pytest.mark.parametrize(
    ("directory", "root", "inside"),
    [("/a", "/a", True), ("/a/b", "/a", True), ("/ab", "/a", False), ("/a", "/a/b", False), ("/a", "/", True)],
)
def test_directory_is_within_itself_and_its_parents(directory, root, inside):
    assert within(directory, root) is inside


def test_located_answer_names_its_context():
    assert located(Context("/a"), [1]) == {"location": {"directory": "/a"}, "data": [1]}


def test_later_change_of_the_data_does_not_reach_an_answer():
    rows = [{"id": 1}]
    answers = located(Context("/a"), rows), plain(rows)
    rows[0]["id"] = 2

    assert [answer["data"] for answer in answers] == [[{"id": 1}]] * 2
