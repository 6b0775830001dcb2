"""What is known of a context ends equal to what the server has, whatever the events and the fetches do on their way."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sdk.agent.store.worked_on import Client, Server

HAPPENS = [getattr(Server, name) for name in ("prompt", "answer", "begin", "grow", "snapshot", "whole", "rest", "work")]
GROWS = [Server.begin, Server.grow, Server.grow, Server.grow]
TAKES_AWAY = [Server.trim, Server.drop_part, Server.drop_message]
FETCHES = [Client.ask, Client.get, Client.take, Client.ask, Client.get, Client.take, Client.fail, Client.reload]


def steps(*kinds):
    return st.lists(st.tuples(st.sampled_from([*kinds]), st.integers(0, 59)), min_size=30, max_size=60)


def run(server, client, chosen):
    for step, pick in chosen:
        step(server if hasattr(server, step.__name__) else client, pick)


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(steps(*HAPPENS, *GROWS, *TAKES_AWAY, *FETCHES, Client.hear, Client.hear))
def test_at_rest_it_is_what_the_server_has(chosen):
    server = Server()
    client = Client(server)
    for step in (server.answer, server.begin):
        step(1)
    run(server, client, chosen)
    server.rest(0)
    client.settle()
    assert client.shown == server.had
    assert client.state.wanted() is None


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(steps(*HAPPENS, *GROWS, *TAKES_AWAY, Client.hear, Client.hear))
def test_events_alone_are_enough_where_nothing_was_missed(chosen):
    server = Server()
    client = Client(server)
    for step in (client.ask, client.get, client.take):
        step(0)
    run(server, client, chosen)
    server.catch_up()
    while server.stream:
        client.hear(4)
    assert client.shown == server.had
    assert client.fetches == 1


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["one ", "two ", "three "]), unique=True),
    st.lists(st.sampled_from(["4 ", "5 ", "6 "]), unique=True),
)
def test_deltas_that_were_fetched_already_are_not_appended_again(before, after):
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(1)
    client.hear(4)
    client.ask(0)
    for piece in before:
        server.part(0)[1]["text"] += piece
        server.tell("message.part.delta", messageID="msg_1", partID="prt_2", field="text", delta=piece)
    client.get(0)
    for piece in after:
        server.part(0)[1]["text"] += piece
        server.tell("message.part.delta", messageID="msg_1", partID="prt_2", field="text", delta=piece)
    client.take(0)
    while server.stream:
        client.hear(1)
    assert client.shown == server.had
