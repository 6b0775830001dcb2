"""Walks write files by patches, and compare what a server shows of its directory; all files are removed."""

import pytest

from tests.checks.explore.agent.explorations import explore_other_make, explore_stub
from tests.checks.explore.chat.explorations import failing, walk_of
from tests.matrix import begun_by_ci
from tests.other_make.agent_faults import AgentFault
from trivet_checks.mutants.changes import answer_if, change_body, refuse
from trivet_stubs import AgentStub


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        (AgentFault.LIMIT_OF_SEARCHES_IGNORED, "agent.limits.limit-is-a-number"),
        (AgentFault.STATUS_OF_TRACKED_FILES, "agent.vcs.status-lists-changed-files"),
        *begun_by_ci(
            [
                (AgentFault.LIMIT_OF_GREPS_IGNORED, "agent.limits.limit-is-a-number"),
                (AgentFault.SEARCH_TYPE_IGNORED, "agent.files.search-finds-paths-by-name"),
                (AgentFault.GREP_INCLUDE_IGNORED, "agent.files.grep-finds-contents"),
                (AgentFault.FILE_IS_CUT, "agent.files.file-is-read"),
                (AgentFault.FILES_OF_THE_DEFAULT, "agent.files.file-is-read"),
                (AgentFault.TREE_IGNORES_ITS_PATH, "agent.files.tree-lists-a-directory"),
                (AgentFault.ANY_MODE, "agent.vcs.mode-is-worktree-or-default"),
                (AgentFault.DIFF_OF_ANY_FORMAT, "agent.vcs.diff-is-json-or-a-patch"),
            ]
        ),
    ],
)
def test_a_fault_of_files_is_found(fault: AgentFault, rule: str) -> None:
    result = explore_other_make((fault,), walks=30)
    assert rule in failing(result)
    assert len(walk_of(result, rule)) - 2 <= 4


def test_a_directory_without_patches_gets_no_files_and_no_finding() -> None:
    with AgentStub() as stub:
        refuse(stub, "vcs.patch", lambda request: True, status=501)
        before = {**stub.state.disk.files}
        result = explore_stub(stub, walks=2)
        assert stub.state.disk.files == before
    assert not result.of("broken")
    assert any("no file can be written: vcs.patch is answered with 501" in note for note in result.notes)


def test_a_search_that_finds_similar_names_is_no_finding() -> None:
    similar: list[str] = []

    def widen(body: dict[str, str]) -> dict[str, str]:
        start, hyphen, tree = body.get("query", "").rpartition("-")
        if tree in ("oak", "elm", "fir"):
            similar.append(tree)
            return {**body, "query": f"{start}{hyphen}"}
        return body

    with AgentStub() as stub:
        change_body(stub, "fs.search", widen)
        result = explore_stub(stub, walks=12)
    assert len(similar) > 2
    assert not result.of("broken")


def test_a_diff_with_the_default_branch_may_show_no_new_file() -> None:
    """The contract names the mode `default` without its meaning: the opencode server shows nothing on that branch."""
    asked = 0

    def is_default(query: bytes) -> bool:
        nonlocal asked
        asked += b"mode=default" in query
        return b"mode=default" in query

    with AgentStub() as stub:
        answer_if(stub, "vcs.diff", is_default, status=200, json={"data": []})
        result = explore_stub(stub, walks=40)
    assert asked > 2
    assert not result.of("broken")


def test_every_operation_is_asked_for_without_credentials() -> None:
    with AgentStub(credentials=("olga", "sea")) as stub:
        explore_stub(stub, credentials="olga:sea", walks=25, seed=3)
        refused = {request.operation for request in stub.requests if request.status == 401}
    assert len(refused) > 40
