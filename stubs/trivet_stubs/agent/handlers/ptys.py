"""The handlers of pseudo-terminals."""

import posixpath

from trivet_stubs.agent.context import Context, located
from trivet_stubs.agent.records import Runtime
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class PtyHandlers:
    """The pseudo-terminals of each context; nothing runs in them."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("pty.list")
    def list_ptys(self, request: ContractRequest) -> JsonObject:
        """Answer the pseudo-terminals of a context."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, list(runtime.ptys.values()))

    @operation("pty.create")
    @applies("agent.ptys.create-in-the-context")
    def create_pty(self, request: ContractRequest) -> JsonObject:
        """Create a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        body: JsonObject = request.body or {}
        number = self._state.number("pty")
        command: str = body.get("command") or body.get("shell") or runtime.config.get("shell", "/bin/sh")
        pty: JsonObject = {
            "id": f"pty_{number:06d}",
            "title": f"Terminal {number}",
            "command": command,
            "args": [],
            "cwd": posixpath.normpath(posixpath.join(runtime.context.directory, body.get("cwd", ""))),
            "status": "running",
            "pid": 1000 + number,
        }
        runtime.ptys[pty["id"]] = pty
        self._state.events.publish(runtime.context, "pty.created", {"info": pty})
        return located(runtime.context, pty)

    @operation("pty.get")
    def get_pty(self, request: ContractRequest) -> JsonObject:
        """Answer one pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, _pty(runtime, request.path["ptyID"]))

    @operation("pty.update")
    @applies("agent.ptys.update-changes-title-or-size")
    def update_pty(self, request: ContractRequest) -> JsonObject:
        """Change the title or the size of a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        body: JsonObject = request.body or {}
        pty = _pty(runtime, request.path["ptyID"])
        pty["title"] = body.get("title", pty["title"])
        if "size" in body:
            runtime.sizes[pty["id"]] = body["size"]
        self._state.events.publish(runtime.context, "pty.updated", {"info": pty})
        return located(runtime.context, pty)

    @operation("pty.delete")
    @applies("agent.ptys.delete-removes-it")
    def delete_pty(self, request: ContractRequest) -> None:
        """Delete a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        pty = _pty(runtime, request.path["ptyID"])
        del runtime.ptys[pty["id"]]
        runtime.sizes.pop(pty["id"], None)
        self._state.events.publish(runtime.context, "pty.deleted", {"id": pty["id"]})

    def exit(self, pty_id: str, code: int, context: Context | None) -> None:
        """End the command of a pseudo-terminal of a context, by default the default runtime's."""
        runtime = self._state.runtime(context or self._state.default)
        _pty(runtime, pty_id).update(status="exited", exitCode=code)
        self._state.events.publish(runtime.context, "pty.exited", {"id": pty_id, "exitCode": code})


def _pty(runtime: Runtime, pty_id: str) -> JsonObject:
    if pty_id not in runtime.ptys:
        raise absent("Pty", "ptyID", pty_id)
    return runtime.ptys[pty_id]
