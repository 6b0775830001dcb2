# Derived from tests/sdk/agent/_async/test_store.py by `python -m codegen`; do not edit.
"""The live view: contexts, sessions and messages while the stub works on them."""

from contextlib import closing

import pytest

from tests.sdk.agent._sync.watching import texts, until
from trivet import (
    DecodeError,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    TrivetError,
)
from trivet.agent import CompactionMessage, Prompt, QuestionResponse, SessionBusy, SessionIdle, Store
from trivet_stubs.agent import Hold, Question, Reasoning, Text, Todos, Tool

ORCHARD, LIGHTHOUSE = "/home/dev/orchard", "/home/dev/lighthouse"


def idle(view):
    return isinstance(view.status, SessionIdle)


def test_watch_shows_a_turn_until_it_ends(agent_stub, agent_client):
    agent_stub.script(
        Reasoning("Hm."), Text("Hello ", "there."), Hold(), Text("Bye."), Tool("bash", output="README.md")
    )
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create(title="Hello")
        with closing(view.watch(session.id)) as watch:
            now = next(watch)
            assert (now.session, now.messages, now.loaded, now.status) == (session, (), True, None)
            agent.session.prompt(session.id, prompt=Prompt(text="Say hello."))
            now = until(watch, lambda latest: texts(latest) == ["Hello there."])
            assert isinstance(now.status, SessionBusy)
            agent_stub.resume(session.id)
            now = until(watch, idle)
            assert texts(now) == ["Hello there.", "Bye."]
            assert list(now.messages) == agent.session.message.list(session.id, order="asc").all()
            assert now.session == agent.session.get(session.id)
            assert view.session(session.id) == now
        assert not view.session(session.id).loaded


def test_follow_fetches_existing_sessions_and_requests(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        sessions = [agent.session.create() for _ in range(51)]
        for number in range(26):
            agent.session.prompt(sessions[0].id, prompt=Prompt(text=f"Prompt {number}"))
        agent_stub.script(Tool("bash", asks="bash"))
        agent.session.prompt(sessions[1].id, prompt=Prompt(text="Look."))
        view = store.follow()
        assert [entry.session.id for entry in view.sessions] == [session.id for session in sessions]
        assert [permission.id for permission in view.session(sessions[1].id).permissions] == ["per_000001"]
        with closing(view.watch(sessions[0].id)) as watch:
            now = next(watch)
        assert list(now.messages) == agent.session.message.list(sessions[0].id, order="asc").all()
        assert len(now.messages) == 52


def test_watch_opened_during_a_turn_shows_all_of_it(agent_stub, agent_client):
    agent_stub.script(Text("One ", "two "), Hold(), Text("three."))
    with agent_client as agent, Store(agent) as store:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Count."))
        view = store.follow()
        with closing(view.watch(session.id)) as watch:
            assert texts(next(watch)) == ["One two "]
            agent_stub.resume(session.id)
            assert texts(until(watch, idle)) == ["One two ", "three."]


def test_each_context_has_one_view_of_its_own(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        orchard, lighthouse = store.follow(), store.follow(directory=LIGHTHOUSE)
        assert list(store) == [f"local:{ORCHARD}", f"local:{LIGHTHOUSE}"]
        assert store[orchard.key] is orchard
        assert lighthouse.key in store
        assert store.follow(directory=f"{LIGHTHOUSE}/.") is lighthouse
        asked = len(agent_stub.requests)
        assert store.follow(directory=LIGHTHOUSE) is lighthouse
        assert len(agent_stub.requests) == asked
        assert store.follow() is orchard
        assert len(store) == len(agent_stub.events) == 2
        session = agent.at(directory=LIGHTHOUSE).session.create()
        with closing(lighthouse.changes()) as changes:
            assert (next(changes)).session == session
        assert orchard.sessions == []
        store.unfollow(orchard.key)
        with pytest.raises(KeyError):
            store[orchard.key]
        assert store.follow() is not orchard
    assert len(agent_stub.events) == 0


def test_bound_client_follows_its_own_context(agent_client):
    with agent_client as agent, Store(agent.at(directory=LIGHTHOUSE)) as store:
        assert (store.follow()).key == f"local:{LIGHTHOUSE}"


def test_follow_uses_the_given_directory_if_the_server_names_none(agent_stub, agent_client):
    agent_stub.faults.add("session.list", body={"data": []})
    with agent_client as agent, Store(agent) as store:
        assert (store.follow(directory="/d", workspace=None)).key == "local:/d"


def test_moved_session_changes_from_one_view_to_the_other(agent_client):
    with agent_client as agent, Store(agent) as store:
        workspace = agent.workspace.create(type="worktree", directory="/home/dev/elsewhere")
        here, there = store.follow(), store.follow(workspace=workspace.id)
        assert there.key == f"{workspace.id}:/home/dev/elsewhere"
        session = agent.session.create()
        with closing(here.watch(session.id)) as watch, closing(there.changes()) as arrivals:
            next(watch)
            agent.workspace.warp(session_id=session.id, workspace_id=workspace.id, copy_changes=False)
            assert [update for update in watch][1:] == []
            assert (next(arrivals)).session.id == session.id
        assert here.session(session.id) is None
        with pytest.raises(InvalidArgumentError, match="a session of local:/home/dev/orchard"):
            next(here.watch(session.id))


def test_deleting_a_session_ends_its_watches(agent_stub, agent_client):
    agent_stub.script(Tool("bash", asks="bash"))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Look."))
        with closing(view.watch(session.id)) as watch:
            until(watch, lambda latest: len(latest.permissions) == 1)
            agent.session.delete(session.id)
            for update in watch:
                assert update.session.id == session.id
        assert view.sessions == []
        with pytest.raises(NotFoundError):
            next(view.watch(session.id))


def test_view_shows_requests_until_they_are_answered(agent_stub, agent_client):
    agent_stub.script(Tool("bash", asks="bash"), Question("Which?"), Question("Why?"), Todos(["x"]))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        with closing(view.watch(session.id)) as watch:
            agent.session.prompt(session.id, prompt=Prompt(text="Look."))
            now = until(watch, lambda latest: latest.permissions)
            assert now.permissions[0].action == "bash"
            agent.permission.reply(now.permissions[0].id, response="once")
            now = until(watch, lambda latest: latest.questions)
            assert (now.permissions, now.questions[0].questions[0].question) == ((), "Which?")
            agent.question.reply(now.questions[0].id, response=QuestionResponse(answers=[["x"]]))
            now = until(watch, lambda latest: latest.questions and latest.questions != now.questions)
            agent.question.reject(now.questions[0].id)
            assert (until(watch, idle)).questions == ()


def test_compaction_appears_as_a_message(agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="Hello."))
        with closing(view.watch(session.id)) as watch:
            agent.session.compact(session.id)
            now = until(watch, lambda latest: len(latest.messages) == 3)
            assert isinstance(now.messages[-1], CompactionMessage)


def test_slow_watch_gets_the_latest_state(agent_stub, agent_client):
    agent_stub.script(Text(*"abcdefghij"))
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        with closing(view.watch(session.id)) as slow, closing(view.watch(session.id)) as quick:
            next(slow)
            agent.session.prompt(session.id, prompt=Prompt(text="Spell."))
            last = until(quick, idle)
            assert next(slow) == last
            agent.session.update(session.id, title="Spelled")
            assert (next(slow)).session.title == "Spelled"


def test_failed_fetch_is_repeated_until_it_succeeds(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent_stub.faults.add("session.message.list", status=500, times=3)
        with closing(view.watch(session.id)) as watch:
            assert (next(watch)).loaded
        assert 1.75 <= agent_stub.clock.monotonic() <= 3.5, "0.5, 1 and 2 s, each cut by chance to a half at least"


def test_watch_of_a_session_deleted_meanwhile_ends(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        next(view.changes())  # the event that it was created has come
        agent_stub.faults.add("session.message.list", status=404)
        assert [update for update in view.watch(session.id)] == []
        assert view.session(session.id) is None
        assert view.failure is None


def test_refused_fetch_ends_the_view_and_raises_in_its_watches(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent_stub.faults.add("session.message.list", status=403)
        with pytest.raises(PermissionDeniedError):
            next(view.watch(session.id))
        assert isinstance(view.failure, PermissionDeniedError)
        with pytest.raises(PermissionDeniedError):
            next(view.changes())
        again = store.follow()
        assert again is not view
        assert (next(again.watch(session.id))).session.id == session.id


def test_failure_not_yet_raised_is_raised_when_the_store_closes(agent_stub, agent_client):
    def follow(agent):
        with Store(agent) as store:
            view = store.follow()
            agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
            for _ in range(1000):
                agent.project.list()
                if view.failure is not None:
                    break

    with agent_client as agent:
        with pytest.raises(DecodeError, match="not a JSON object"):
            follow(agent)


def test_failures_of_several_contexts_are_raised_as_one_with_notes(agent_stub, agent_client):
    def follow(agent):
        with Store(agent) as store:
            views = [store.follow(directory=directory) for directory in (ORCHARD, LIGHTHOUSE)]
            for directory in (ORCHARD, LIGHTHOUSE):
                agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6, agent_stub.context(directory))
            for _ in range(1000):
                agent.project.list()
                if all(view.failure is not None for view in views):
                    break

    with agent_client as agent:
        with pytest.raises(DecodeError) as raised:
            follow(agent)
    [note] = raised.value.__notes__
    assert note.startswith(f"also, local:{LIGHTHOUSE}: DecodeError(")


def test_follow_raises_the_first_failure(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        for operation in ("event.subscribe", "session.list", "permission.list", "question.list"):
            agent_stub.faults.add(operation, status=500)
            with pytest.raises(InternalServerError, match=operation):
                store.follow()
        assert len(store) == 0
        assert (store.follow()).sessions == []


def test_closed_store_ends_its_watches_and_refuses_new_ones(agent_client):
    with agent_client as agent:
        with Store(agent) as store:
            view = store.follow()
            session = agent.session.create()
            watch = view.watch(session.id)
            changes = view.changes()
            next(watch)
            next(changes)
        assert [update for update in watch] == []
        assert [update for update in changes] == []
        with pytest.raises(TrivetError, match="closed"):
            store.follow()
        with pytest.raises(TrivetError, match="closed"):
            next(view.watch(session.id))
        store.close()
