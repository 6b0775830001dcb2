"""The state of a context ends equal to the server, in every order of events, fetches and failures."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sdk.agent.store.simulation import Client, Server

ACTIONS = [getattr(Server, name) for name in ("prompt", "answer", "begin", "grow", "snapshot", "whole", "rest", "work")]
GROWTH = [Server.begin, Server.grow, Server.grow, Server.grow]
REMOVALS = [Server.trim, Server.drop_part, Server.drop_message]
FETCHES = [
    Client.start_fetch,
    Client.get_answer,
    Client.finish_fetch,
    Client.start_fetch,
    Client.get_answer,
    Client.finish_fetch,
    Client.fail,
    Client.reload,
]


def steps(*kinds):
    """Thirty to sixty steps with an argument each, from one draw of bytes; two draws a step would be slower."""

    def decoded(data):
        return [(kinds[kind % len(kinds)], pick % 60) for kind, pick in zip(data[::2], data[1::2], strict=False)]

    return st.binary(min_size=60, max_size=120).map(decoded)


def run(server, client, chosen):
    for step, pick in chosen:
        step(server if hasattr(server, step.__name__) else client, pick)


@pytest.mark.long
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(steps(*ACTIONS, *GROWTH, *REMOVALS, *FETCHES, Client.receive_events, Client.receive_events))
def test_idle_state_equals_the_server(chosen):
    server = Server()
    client = Client(server)
    for step in (server.answer, server.begin):
        step(1)
    run(server, client, chosen)
    server.rest(0)
    client.settle()
    assert client.messages == server.expected
    assert client.state.next_fetch() is None


@pytest.mark.long
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(steps(*ACTIONS, *GROWTH, *REMOVALS, Client.receive_events, Client.receive_events))
def test_events_without_a_gap_need_no_further_fetch(chosen):
    server = Server()
    client = Client(server)
    for step in (client.start_fetch, client.get_answer, client.finish_fetch):
        step(0)
    run(server, client, chosen)
    server.catch_up()
    while server.stream:
        client.receive_events(4)
    assert client.messages == server.expected
    assert client.fetches == 1


@pytest.mark.long
@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["one ", "two ", "three "]), unique=True),
    st.lists(st.sampled_from(["4 ", "5 ", "6 "]), unique=True),
)
def test_deltas_in_fetched_text_are_not_appended_again(before, after):
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(1)
    client.receive_events(4)
    client.start_fetch(0)
    for piece in before:
        server.part(0)[1]["text"] += piece
        server.send("message.part.delta", messageID="msg_1", partID="prt_2", field="text", delta=piece)
    client.get_answer(0)
    for piece in after:
        server.part(0)[1]["text"] += piece
        server.send("message.part.delta", messageID="msg_1", partID="prt_2", field="text", delta=piece)
    client.finish_fetch(0)
    while server.stream:
        client.receive_events(1)
    assert client.messages == server.expected
