"""The rules of a session, of the configuration and of a prompt, in the session itself and in a child.

Each test looks at the file that a command writes, the requests that a program gets, and what the server has stored.
"""

from pathlib import Path

import pytest

from tests.real._async.driving import client
from tests.real.model import ANSWER
from tests.real.rule_cells import CELLS
from tests.real.server import make_repository
from trivet.agent import PermissionRule, PermissionRules


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.place}-{cell.effect}-{cell.child}-{cell.elsewhere}")
async def test_rule_binds_or_does_not_bind_by_the_table(server, model, tmp_path, cell):
    folder = tmp_path / "orchard"
    own = {"permission": {"bash": cell.effect if cell.place == "configuration" else cell.elsewhere}}
    if cell.place == "agents":
        own["agent"] = {name: {"permission": {"bash": cell.effect}} for name in ("build", "general")}
    make_repository(folder, model.url, own)
    rules = [PermissionRule(action="task" if cell.place == "task" else "bash", resource="*", effect=cell.effect)]
    asked = []
    async with client(server) as agent:
        here = agent.at(directory=str(folder))
        session = await here.session.create(permission=rules if cell.place in ("create", "task") else None)
        if cell.place == "update":
            await here.session.update(session.id, permission=rules)
        words = f"{'TASK ' if cell.child else ''}BASH touch written.txt"

        def on_permission(request):
            asked.append((request.action, request.session_id != session.id))
            return "once"

        if cell.place == "tools":
            body = {"parts": [{"type": "text", "text": words}], "tools": {"bash": False}}
            await agent.request("POST", "/session/{id}/message", segments={"id": session.id}, json=body)
        else:
            await agent.session.turn(session.id, words, on_permission=on_permission, deadline=60).run()
        children = await agent.request("GET", "/session/{id}/children", segments={"id": session.id})
        assert (tuple(asked), Path(folder, "written.txt").exists()) == (cell.asked, cell.written)
        assert len(children.value) == (1 if cell.child and cell != CELLS[-1] else 0)
        assert await here.permission.list() == []


async def test_rules_of_one_spelling_prevent_and_answer(server):
    rules = PermissionRules(allow=["bash:touch *"], deny=["bash:touch *-denied.txt"], ask=["edit"], otherwise="reject")
    async with client(server) as agent:
        session = await agent.at(directory=server.directory).session.create(permission=rules.session_rules())
        written = []
        for words in ("BASH touch {}-denied.txt", "BASH touch {}-allowed.txt", "WRITE {}-edited.txt"):
            name = words.format(session.id).split()[-1]
            turn = agent.session.turn(session.id, words.format(session.id), on_permission=rules, deadline=60)
            await turn.run()
            written.append(Path(server.directory, name).exists())
        assert written == [False, True, False]
        turn = agent.session.turn(session.id, f"TASK WRITE {session.id}-child.txt", on_permission=rules, deadline=60)
        await turn.run()
        assert turn.text == ANSWER
        assert not Path(server.directory, f"{session.id}-child.txt").exists()
