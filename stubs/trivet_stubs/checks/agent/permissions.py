"""Permission requests of a turn. A check rejects them: nothing is run on the user's machine."""

from trivet_stubs.checks.agent.answers import field, ids
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.agent.turns import conversation, ended, messages_when, permission, reject
from trivet_stubs.checks.check import check


@check("agent.permissions.reply-answers-the-request")
def reply_answers_a_permission_request(agent: Agent) -> None:
    """A rejected request is pending no longer, and its turn goes to its end."""
    session = conversation(agent, asks=True)
    request = permission(agent, session)
    reject(agent, request).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("permission.list", query=agent.here),
        lambda reply: field(request, "id") not in ids(reply),
        "a permission request is pending after its reply",
    )
    messages_when(agent, session, lambda found: bool(ended(found)))
