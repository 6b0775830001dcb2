"""Mutants of version control."""

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import change_answer, change_query, change_status, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.handlers.vcs import VcsHandlers
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject


class PiecemealHandlers:
    """Writes the first file of a patch that is refused."""

    def __init__(self, stub: AgentStub) -> None:
        self._state = stub.state
        self._whole = VcsHandlers(stub.state)

    @operation("vcs.patch")
    def apply_patch(self, request: ContractRequest) -> JsonObject:
        """Apply a patch file by file."""
        try:
            return self._whole.apply_patch(request)
        except Refusal:
            patch: str = request.body["patch"]
            path = patch.partition("+++ b/")[2].partition("\n")[0]
            directory = self._state.runtime_of(request).context.directory
            self._state.disk.write(directory, path, b"One line.\n")
            raise


@mutant("agent.vcs.status-lists-changed-files", shown_by="missed: another client may have undone the change")
def status_is_empty(stub: AgentStub) -> None:
    """No file has changed, whatever was written."""
    change_answer(stub, "vcs.status", lambda answer: {**answer, "data": []})


@mutant("agent.vcs.diff-is-json-or-a-patch", shown_by="one")
def diff_is_always_json(stub: AgentStub) -> None:
    """The diff is answered as JSON, whatever format is named."""
    change_query(stub, "vcs.diff", without("format"))


@mutant("agent.vcs.mode-is-worktree-or-default", shown_by="one")
def mode_of_a_diff_is_ignored(stub: AgentStub) -> None:
    """The diff compares the worktree, whatever mode is named."""
    change_query(stub, "vcs.diff", without("mode"))


@mutant("agent.vcs.diff-compares-by-mode", shown_by="neither: the branch is not seen")
def default_branch_is_the_last_commit(stub: AgentStub) -> None:
    """The diff with the default branch is that of the worktree; an unknown mode is refused."""
    change_query(stub, "vcs.diff", lambda query: query.replace(b"mode=default", b"mode=worktree"))


@mutant("agent.vcs.diff-compares-by-mode", shown_by="neither: the branch is not seen")
def worktree_is_compared_with_the_default_branch(stub: AgentStub) -> None:
    """The diff of the worktree is that with the default branch."""
    change_query(stub, "vcs.diff", lambda query: query.replace(b"mode=worktree", b"mode=default"))


@mutant("agent.vcs.patch-is-applied", shown_by="missed: another client may have undone the change")
def patch_is_not_applied(stub: AgentStub) -> None:
    """A patch is answered and not applied."""
    do_nothing(stub, "vcs.patch", status=200, json={"data": {"applied": True}})


@mutant("agent.vcs.patch-is-well-formed", shown_by="one")
def malformed_patch_is_422(stub: AgentStub) -> None:
    """A malformed patch is a 422."""
    change_status(stub, "vcs.patch", {400: 422})


@mutant("agent.vcs.patch-applies-as-a-whole", shown_by="missed: another client may have written the file")
def part_of_a_refused_patch_is_applied(stub: AgentStub) -> None:
    """The first file of a patch that does not apply is written."""
    stub.override(PiecemealHandlers(stub))
