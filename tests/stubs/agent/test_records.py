"""The records of the agent stub."""

from trivet_stubs.agent.context import Context
from trivet_stubs.agent.records import Account, Project, QueuedPrompt, Session, Workspace
from trivet_stubs.agent.script import Hold
from trivet_stubs.agent.turn.machine import TurnMachine


def session(**fields):
    return Session(
        **{
            "id": "ses_1",
            "number": 1,
            "context": Context("/r/a"),
            "home": "/r",
            "project_id": "prj_1",
            "worktree": "/r",
            "title": "One",
            "created": 1,
            "updated": 2,
            "agent": "build",
            "model": {},
            **fields,
        }
    )


def queued(text, *, deferred=False):
    return QueuedPrompt(message_id="msg_1", text=text, steps=(), deferred=deferred)


def test_account_is_written_without_its_credential():
    account = Account(id="acc_1", service_id="x", credential={"type": "api", "key": "k-secret"})

    assert account.wire() == {"id": "acc_1", "serviceID": "x", "type": "api", "active": False}
    assert "secret" not in repr(account)


def test_project_is_written_without_the_fields_that_it_lacks():
    assert Project(id="prj_1", worktree="/r", created=1, updated=2).wire() == {
        "id": "prj_1",
        "worktree": "/r",
        "vcs": "git",
        "time": {"created": 1, "updated": 2},
        "sandboxes": [],
    }


def test_workspace_is_written_without_its_status():
    workspace = Workspace(id="wrk_1", type="t", name="n", project_id="prj_1", directory="/w", used=3)

    assert workspace.wire().keys() == {"id", "type", "name", "projectID", "directory", "timeUsed", "archived"}


def test_session_names_its_path_below_its_project():
    assert session().wire()["subpath"] == "a"
    assert "subpath" not in session(context=Context("/r")).wire()
    assert "subpath" not in session(context=Context("/elsewhere/a", "wrk_1")).wire()


def test_immediate_prompts_stand_before_deferred_ones():
    row = session()
    for prompt in (queued("1", deferred=True), queued("2"), queued("3", deferred=True), queued("4")):
        row.enqueue(prompt)

    assert [waiting.text for waiting in row.queue] == ["2", "4", "1", "3"]


def test_session_is_busy_with_a_turn_or_a_prompt():
    assert not session().busy
    assert session(running=TurnMachine([Hold()], None, None)).busy
    waiting = session()
    waiting.enqueue(queued("x"))
    assert waiting.busy


def test_messages_since_the_last_compaction_start_with_it():
    types = ["user", "compaction", "user", "compaction", "assistant"]
    row = session(messages=[{"type": kind} for kind in types])

    assert [message["type"] for message in row.since_compaction()] == ["compaction", "assistant"]
    assert session(messages=[{"type": "user"}]).since_compaction() == [{"type": "user"}]
    assert session().since_compaction() == []
