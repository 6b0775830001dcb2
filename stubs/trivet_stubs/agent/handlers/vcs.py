"""The handlers of version control: the repository, its changed files, diffs and patches."""

from starlette.responses import Response

from trivet_stubs.agent.context import located
from trivet_stubs.agent.patch import Change, Malformed, NotClean, changes
from trivet_stubs.agent.refusals import conflict, invalid
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JSON, preferred
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

PATCH = "text/x-diff"

_WATCHED = {"added": "add", "modified": "change", "deleted": "unlink"}


class VcsHandlers:
    """The repository of a context's directory."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("vcs.get")
    def get_repository(self, request: ContractRequest) -> JsonObject:
        """Answer the branches of the repository."""
        context = self._state.runtime_of(request).context
        repository = self._state.disk.repository(context.directory)
        return located(context, {"branch": repository.branch, "default_branch": repository.default_branch})

    @operation("vcs.status")
    @applies("agent.vcs.status-lists-changed-files")
    def list_changes(self, request: ContractRequest) -> JsonObject:
        """Answer the changed files."""
        context = self._state.runtime_of(request).context
        return located(context, [_counted(change) for change in self._state.disk.changes(context.directory)])

    @operation("vcs.diff")
    def get_diff(self, request: ContractRequest) -> JsonObject | Response:
        """Answer the diff, file by file as JSON or as one patch."""
        context = self._state.runtime_of(request).context
        changed = self._state.disk.changes(context.directory, request.query.get("mode", "worktree"))
        media_type = preferred(request.logged.headers.get("accept", ""), request.operation.media_types)
        requested: str | None = {"json": JSON, "patch": PATCH}.get(request.query.get("format", ""), media_type)
        value = located(context, [{**_counted(change), "patch": change.patch()} for change in changed])
        if requested == media_type == JSON:
            return value
        text = "".join(change.patch() for change in changed)
        request.operation.check_answer(200, requested, text if requested == PATCH else value)
        body = text.encode() if requested == PATCH else dumps(value)
        return Response(body, headers={"content-type": requested or JSON})

    @operation("vcs.patch")
    @applies("agent.vcs.patch-is-applied")
    def apply_patch(self, request: ContractRequest) -> JsonObject:
        """Apply a patch as a whole, or refuse it."""
        context, disk = self._state.runtime_of(request).context, self._state.disk
        directory = context.directory

        def read(path: str) -> bytes | None:
            return disk.files.get(disk.locate(directory, path, kind="Payload"))

        try:
            changed = changes(request.body["patch"], read)
        except Malformed as error:
            raise invalid("patch", str(error), by="agent.vcs.patch-is-well-formed") from error
        except NotClean as error:
            message, rule = f"Patch does not apply: {error}", "agent.vcs.patch-applies-as-a-whole"
            raise conflict(message, directory, tag="VcsApplyError", by=rule) from error
        for change in changed:
            disk.write(directory, disk.locate(directory, change.path), change.after)
            event = {"file": change.path, "event": _WATCHED[change.status]}
            self._state.events.publish(context, "file.watcher.updated", event)
        return located(context, {"applied": True})


def _counted(change: Change) -> JsonObject:
    additions, deletions = change.counts()
    return {"file": change.path, "additions": additions, "deletions": deletions, "status": change.status}
