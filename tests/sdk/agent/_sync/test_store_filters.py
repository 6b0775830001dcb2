# Derived from tests/sdk/agent/_async/test_store_filters.py by `python -m codegen`; do not edit.
"""Views of a part of a context's sessions."""

from contextlib import closing

import pytest

from trivet import InvalidArgumentError
from trivet.agent import Prompt, Store
from trivet_stubs.agent import Subtask

ORCHARD = "/home/dev/orchard"


def first(changes, condition):
    for view in changes:
        if condition(view):
            return view
    raise AssertionError("the changes ended before the condition was met")


def test_filtered_view_holds_sessions_that_match_now_and_later(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        agent.session.create(title="Pears")
        apples = agent.session.create(title="Apples")
        view = store.follow(directory=ORCHARD, roots=True, search="apple")
        assert view.key == f"local:{ORCHARD}?roots=true&search=apple"
        assert [entry.session.id for entry in view.sessions] == [apples.id]
        with closing(view.changes()) as changes:
            assert (next(changes)).session.id == apples.id
            agent_stub.script(Subtask("Peel the apple"))
            agent.session.prompt(apples.id, prompt=Prompt(text="Peel."))
            late = agent.session.create(title="More apples")
            first(changes, lambda change: change.session.id == late.id)
            assert len(agent.session.list(search="apple").all()) == 3, "one of them is a subtask"
            assert [entry.session.id for entry in view.sessions] == [apples.id, late.id]
            agent.session.update(apples.id, title="Plums")
            assert (first(changes, lambda change: change.gone)).session.id == apples.id
        assert [entry.session.id for entry in view.sessions] == [late.id]
        with pytest.raises(InvalidArgumentError, match="a session of local:"):
            next(view.watch(apples.id))


def test_each_filter_of_a_context_has_a_view_of_its_own(agent_stub, agent_client):
    with agent_client as agent, Store(agent) as store:
        agent.session.create()
        whole, roots = store.follow(directory=ORCHARD), store.follow(directory=ORCHARD, roots=True)
        late = store.follow(start=agent_stub.now() + 1)
        assert list(store) == [f"local:{ORCHARD}", f"local:{ORCHARD}?roots=true", late.key]
        assert store.follow(directory=ORCHARD, roots=True) is roots
        assert (len(whole.sessions), len(roots.sessions), len(late.sessions)) == (1, 1, 0)
        deep = agent.at(directory=f"{ORCHARD}/src").session.create()
        below = store.follow(directory=ORCHARD, path="src")
        assert [entry.session.id for entry in below.sessions] == [deep.id]
        for wrong in ({"roots": "yes"}, {"start": "now"}, {"path": 5}, {"search": b"x"}):
            with pytest.raises(InvalidArgumentError, match=next(iter(wrong))):
                store.follow(**wrong)
