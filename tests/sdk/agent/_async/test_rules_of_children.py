"""The rules of a session in its children, and rules of one spelling that prevent and that answer."""

import pytest

from trivet.agent import PermissionRule, PermissionRules, Prompt
from trivet_stubs.agent import Task, Text, Tool

WRITES = Tool("bash", {"command": "touch a"}, asks="bash", edits={"a.txt": "pears\n"})


@pytest.mark.parametrize(
    ("effect", "denials_alone", "asked"),
    [("allow", False, 0), ("ask", False, 1), ("deny", False, 0), ("allow", True, 1), ("deny", True, 0)],
)
async def test_child_of_the_stub_inherits_rules(agent_stub, async_agent_client, effect, denials_alone, asked):
    agent_stub.observed.denials_alone = denials_alone
    agent_stub.script(Task("Below", WRITES), Text("Done."))
    async with async_agent_client as agent:
        rules = [PermissionRule(action="bash", resource="*", effect=effect)]
        session = await agent.session.create(permission=rules)
        requests = []
        on_permission = lambda request: requests.append(request.session_id) or "once"  # noqa: E731
        turn = agent.session.turn(session.id, "Write.", on_permission=on_permission)
        await turn.run()
        files = [file.path for file in await agent.fs.tree(path=".")]
    [child] = [row for row in agent_stub.sessions.values() if row.parent_id == session.id]
    assert requests == [child.id] * asked
    assert ("a.txt" in files) is (effect != "deny")
    assert turn.text == "Done."


async def test_rules_of_one_spelling_prevent_and_answer(agent_stub, async_agent_client):
    rules = PermissionRules(allow=["bash:touch *"], ask=["edit"], deny=["bash:rm *"], otherwise="reject")
    agent_stub.script(WRITES, Tool("bash", {"command": "rm a"}, asks="bash"), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create(permission=rules.session_rules())
        await agent.session.prompt(session.id, prompt=Prompt(text="Go."))
        assert await agent.permission.list() == [], "the server decides by itself"
        [_, answer] = await agent.session.message.list(session.id, order="asc").all()
        assert [part.state.status for part in answer.content if part.type == "tool"] == ["completed", "error"]
        agent_stub.script(Tool("edit", {"path": "b"}, asks="edit"), Text("Never."))
        turn = agent.session.turn(session.id, "Edit.", on_permission=rules)
        await turn.run()
    assert (turn.outcome.status, turn.outcome.finish_reason) == ("interrupted", "rejected")
