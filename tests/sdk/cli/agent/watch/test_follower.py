"""A directory that is followed in the background."""

import time

import pytest

from tests.sdk.cli.agent.agents import client_of
from trivet.agent import Prompt, Store
from trivet.cli.agent.watch import follower as module
from trivet.cli.agent.watch.follower import Follower
from trivet_stubs.agent import Hold, Todos


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.01)
    monkeypatch.setattr(module, "AGAIN", 0.01)


def until(condition):
    """Wait until a condition is true; only a hang takes half a minute."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.fixture
def followed(agent_stub):
    with client_of(agent_stub) as client:
        store = Store(client)
        made = Follower(client, store, "/home/dev/orchard", archived=False)
        yield agent_stub, client.at(directory="/home/dev/orchard"), made
        made.close()
        store.close()


def test_what_no_list_has_is_fetched(followed):
    stub, client, follower = followed
    stub.script(Todos(["Look"]), Hold())
    session = client.session.create(title="T")
    client.session.prompt(session.id, prompt=Prompt(text="Go."))
    client.session.update(client.session.create().id, archived=5)
    assert follower.place().connection == "starting"
    follower.start()
    until(lambda: follower.place().rows and follower.place().rows[session.id].status == "busy?")
    place = follower.place()
    assert (place.directory, place.connection, list(place.rows)) == ("/home/dev/orchard", "live", [session.id])
    assert place.rows[session.id].todos == "0/1"


def test_directory_that_fails_says_why_and_is_followed_again(followed):
    stub, _, follower = followed
    stub.faults.add("session.list", status=403, times=2)
    follower.start()
    assert follower.tried.wait(30)
    until(lambda: follower.place().connection == "live")
    stub.faults.add("event.subscribe", status=403)
    stub.events.cut()
    until(lambda: stub.requests.count("event.subscribe") >= 4 and follower.place().connection == "live")
    assert stub.requests.count("session.list") >= 4


def test_place_of_a_failure_has_its_message(followed):
    stub, _, follower = followed
    stub.faults.add("session.list", status=403, times=None, body="not yours")
    follower.start()
    assert follower.tried.wait(30)
    until(lambda: follower.place().connection == "failed")
    assert "403" in follower.place().error
    assert "not yours" in follower.place().error
