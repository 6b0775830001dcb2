"""The handlers of permission requests."""

from trivet_stubs.agent.envelope import located
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.state import AgentState
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class PermissionHandlers:
    """The permissions that turns wait for."""

    def __init__(self, state: AgentState, runner: TurnRunner) -> None:
        self._state = state
        self._runner = runner

    @operation("permission.list")
    def list_permissions(self, request: ContractRequest) -> JsonObject:
        """Answer the requests that wait for a reply."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, [each.record for each in runtime.permissions.values()])

    @operation("permission.reply")
    def reply_permission(self, request: ContractRequest) -> None:
        """Reply to a request, and let its turn continue."""
        runtime = self._state.runtime_of(request)
        permission_id: str = request.path["permissionID"]
        pending = runtime.permissions.pop(permission_id, None)
        if pending is None:
            raise absent("Permission", "requestID", permission_id)
        reply: str = request.body["response"]
        self._state.publish(pending.session, "permission.replied", requestID=permission_id, reply=reply)
        self._runner.reply(pending.session, reply)
