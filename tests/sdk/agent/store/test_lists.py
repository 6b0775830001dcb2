"""Sessions and what they ask: events that come while the lists are fetched, and events of elsewhere."""

import pytest

from tests.sdk.agent.store.worked_on import typed
from trivet.agent import PermissionRequest, QuestionRequest, Reconnected, RuntimeContext, Session, SessionBusy
from trivet.agent._store.context_state import ContextState

HERE, ELSEWHERE = {"directory": "/d"}, {"directory": "/d", "workspaceID": "wrk_1"}


def event(kind, context=HERE, **payload):
    return typed({"id": "e", "type": kind, "context": context, "payload": {"sessionID": "a", **payload}})


def session(identity, **fields):
    return {"id": identity, **fields}


def changed(kind, identity, context=HERE, **fields):
    return event(f"session.{kind}", context, sessionID=identity, info=session(identity, **fields))


@pytest.fixture
def state():
    """A context that has two sessions, and a question of the first."""
    state = ContextState()
    fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")])
    return state


def fetch(state, identities, requests=(), meanwhile=()):
    begun = state.begin()
    for each in meanwhile:
        state.apply(each)
    here = RuntimeContext(directory="/d")
    return state.finish(begun, here, [Session(id=each) for each in identities], requests)


def names(state):
    return [each.session.id for each in state.views()]


@pytest.mark.parametrize("older", [True, False])
def test_what_happens_while_the_lists_are_fetched_counts_whether_it_is_in_them_or_not(state, older):
    meanwhile = [
        changed("created", "c", title="New"),
        changed("deleted", "b"),
        event("question.replied", requestID="que_1"),
        event("permission.v2.asked", id="per_1", action="bash"),
    ]
    if older:
        fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")], meanwhile)
    else:
        fetch(state, ["a", "c"], [PermissionRequest(id="per_1", session_id="a")], meanwhile)
    assert names(state) == ["a", "c"]
    assert state.view("c").session.title == "New"
    assert ([each.id for each in state.view("a").permissions], state.view("a").questions) == (["per_1"], ())


def test_a_session_that_was_fetched_by_itself_outlives_an_older_list(state):
    begun = state.begin()
    sought = state.seek("c")
    assert state.adopt(Session(id="c"))
    assert not sought.left
    state.finish(begun, None, [Session(id="a")], [])
    assert names(state) == ["a", "c"]


def test_what_was_missed_is_gone_with_the_next_list(state):
    fetch(state, ["b", "c"])
    assert names(state) == ["b", "c"]
    assert state.view("a") is None


@pytest.mark.parametrize(
    "leaves",
    [
        changed("updated", "a", location=ELSEWHERE),
        changed("updated", "a", directory="/d", workspaceID="wrk_1"),
        changed("updated", "a", ELSEWHERE),
        changed("deleted", "a"),
        event("session.next.moved", timestamp=1, location=ELSEWHERE),
    ],
)
def test_a_session_that_leaves_takes_along_what_it_asked(state, leaves):
    assert state.apply(leaves) == "a"
    assert names(state) == ["b"]
    state.apply(changed("created", "a"))
    assert state.view("a").questions == ()


@pytest.mark.parametrize(
    "strange",
    [
        changed("created", "c", ELSEWHERE),
        changed("created", "c", location=ELSEWHERE),
        event("permission.asked", ELSEWHERE, id="per_1", action="bash"),
        event("question.asked", None, sessionID="c", id="que_2", questions=[]),
        event("session.status", sessionID="c", status={"type": "busy"}),
        event("message.updated", info={"id": "msg_1", "type": "user"}),
        event("of.tomorrow"),
        typed({"id": "e", "type": "session.updated", "payload": {"sessionID": [], "info": None}}),
        event("session.updated", info={"id": ["a"]}),
        event("session.created", info={"id": {}}),
        event("permission.asked", id=["per_1"], action="bash"),
        event("permission.v2.asked", id=["per_1"], action="bash"),
        event("question.asked", id={}, questions=[]),
        event("question.replied", requestID=["que_1"]),
        event("session.next.moved", timestamp=1, location=HERE),
    ],
)
def test_what_is_elsewhere_or_of_no_use_changes_nothing(state, strange):
    before = state.views()
    assert state.apply(strange) is None
    assert state.views() == before


def test_what_asks_where_the_stream_says_no_context(state):
    assert state.apply(event("permission.asked", None, id="per_1", action="bash")) == "a"
    assert [each.id for each in state.view("a").permissions] == ["per_1"]


def test_what_comes_again_as_it_was_is_no_change(state):
    busy = event("session.status", status={"type": "busy"})
    assert state.apply(busy) == "a"
    assert state.apply(busy) is None
    assert fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")])
    seen = state.revision()
    assert fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")], [changed("created", "b")])
    assert state.revision() == seen


def test_a_list_from_before_another_one_was_begun_does_not_count(state):
    begun = state.begin()
    fetch(state, ["a"])
    assert not state.finish(begun, None, [], [])
    assert names(state) == ["a"]


def test_whoever_has_opened_a_session_learns_that_it_went_even_if_it_comes_back_at_once(state):
    opened = state.open("a")
    assert not state.gone("a", opened)
    state.apply(changed("deleted", "a"))
    state.apply(changed("created", "a"))
    assert state.news("a", opened, seen=state.revision())
    again = state.open("a")
    state.close("a", opened)
    assert not state.gone("a", again)


def test_how_a_session_is_counts_though_only_the_lists_will_say_that_it_is_here(state):
    fetch(state, ["a", "c"], meanwhile=[event("session.status", sessionID="c", status={"type": "busy"})])
    assert isinstance(state.view("c").status, SessionBusy)


def test_a_session_that_was_fetched_by_itself_is_no_newer_than_a_list_begun_later(state):
    begun = state.begin()
    state.adopt(Session(id="c", title="Old"))
    state.finish(begun, None, [Session(id="c", title="New")], [])
    assert state.view("c").session.title == "New"


@pytest.mark.parametrize(
    "leaves",
    [
        changed("deleted", "c"),
        event("session.next.moved", sessionID="c", timestamp=1, location=ELSEWHERE),
        Reconnected(None, 1),
    ],
)
def test_a_session_that_leaves_while_it_is_fetched_by_itself_is_noticed(state, leaves):
    other, sought = state.seek("d"), state.seek("c")
    state.apply(leaves)
    assert sought.left
    assert other.left == isinstance(leaves, Reconnected)


@pytest.mark.parametrize("listed", [True, False])
def test_a_session_that_has_moved_here_is_fetched_unless_it_was(state, listed):
    moved = event("session.next.moved", sessionID="c", timestamp=1, location=HERE)
    fetch(state, ["a", "c"] if listed else ["a"], meanwhile=[moved])
    assert state.wanted() == (None if listed else "")
    fetch(state, ["a"])
    assert state.wanted() is None
    state.apply(moved)
    assert state.wanted() == ""


def test_a_session_that_moves_away_while_the_lists_are_fetched_is_not_here(state):
    away = event("session.next.moved", sessionID="b", timestamp=1, location=ELSEWHERE)
    fetch(state, ["a", "b"], meanwhile=[away])
    assert names(state) == ["a"]


def test_what_could_not_be_fetched_comes_last(state):
    state.open("a")
    state.open("b")
    assert state.wanted() == "a"
    begun = state.begin_messages("a")
    assert state.wanted() == "b"
    state.give_up("a")
    assert not state.awaits("a", begun)
    assert (state.wanted(), state.wanted({"b"}), state.wanted({"a", "b"})) == ("b", "a", "b")


def test_ids_that_are_no_text_are_in_no_list(state):
    state.finish(state.begin(), None, [Session(id=["a"]), Session(id="b")], [QuestionRequest(id={}, session_id="b")])
    assert names(state) == ["b"]
    assert state.view("b").questions == ()
