"""Messages, parts and deltas, one rule after the other."""

import pytest

from tests.sdk.agent.store.worked_on import ID, Client, Server, event
from trivet import extra
from trivet.agent import TextPart


@pytest.fixture
def told():
    """A client that has fetched no messages, and the parts of the one message that it was told of since."""
    client = Client(Server())
    for step in (client.ask, client.get, client.take):
        step(0)

    def tell(*events):
        for kind, payload in events:
            client.state.apply(event(kind, **payload))
        assert client.fetches == 1
        return client.shown[0].content if client.shown else None, client.state.wanted()

    return tell


IDLE = ("session.idle", {})


def message(*parts, identity="m"):
    return "message.updated", {"info": {"id": identity, "type": "assistant", "content": [*parts]}}


def whole(identity, **fields):
    return {"id": identity, "type": "text", **fields}


def part(identity, **fields):
    return "message.part.updated", {"messageID": "m", "part": whole(identity, **fields)}


def delta(identity, text, field="text"):
    return "message.part.delta", {"messageID": "m", "partID": identity, "field": field, "delta": text}


def test_a_delta_comes_before_its_part_and_before_its_message(told):
    assert told(delta("p", "a")) == (None, None)
    assert told(message(whole("q", text="z")))[0] == [TextPart(type="text", id="q", text="z")]
    assert told(part("p", text=""))[0][1].text == "a"
    assert told(delta("p", "b"))[0][1].text == "ab"
    assert told(part("p", text="abc"))[0][1].text == "abc"


def test_a_first_snapshot_that_holds_text_takes_the_place_of_the_deltas_before_it(told):
    assert told(message(), delta("p", "a"), part("p", text="a"), delta("p", "b"))[0][0].text == "ab"
    assert told(part("p", text=""))[0][0].text == ""


@pytest.mark.parametrize("before", [{}, {"text": None}, {"text": ""}])
def test_a_field_that_is_missing_or_null_begins_as_nothing(told, before):
    assert told(message(), part("p", **before), delta("p", "a"))[0][0].text == "a"


def test_a_delta_extends_the_field_that_it_names_and_only_a_text(told):
    begun = (message(), part("p", text="t", note="n", count=5), delta("p", "+", "note"), delta("p", "+", "count"))
    [shown], _ = told(*begun, delta("p", "+", "other"))
    assert (shown.text, extra(shown)) == ("t", {"note": "n+", "count": 5, "other": "+"})


def test_what_was_handed_out_does_not_change(told):
    before = told(message(), part("p", text="a"))[0]
    assert told(delta("p", "b"))[0][0].text == "ab"
    assert before[0].text == "a"


@pytest.mark.parametrize(
    "doubtful",
    [
        (message(), delta("p", "a"), part("p", text="")),  # late, or trimmed to nothing
        (message(), delta("p", "a"), part("q", text="z"), part("p", text="a")),  # in which order
        (message(), delta("p", "a")),  # of which part
        (delta("p", "a"),),
        (part("p", text="a"), message()),  # late, or without its parts
        (part("p", text="a"),),
        (part("p", text="a"), message(identity="other"), message(whole("p", text="a"))),
    ],
)
def test_what_is_in_doubt_is_fetched_again_at_rest(told, doubtful):
    assert told(*doubtful)[1] is None
    assert told(IDLE)[1] == ID


@pytest.mark.parametrize(
    "clear",
    [
        (message(), delta("p", "a"), part("p", text=""), part("p", text="a")),
        (message(), delta("p", "a"), part("q"), part("p", text="a"), message(whole("p", text="a"), whole("q"))),
        (message(), delta("p", "a"), ("message.part.removed", {"messageID": "m", "partID": "p"})),
        (delta("p", "a"), ("message.removed", {"messageID": "m"})),
    ],
)
def test_what_came_out_clear_is_not(told, clear):
    assert told(*clear, IDLE)[1] is None


def test_text_that_repeats_itself_is_in_doubt_until_it_is_fetched_at_rest():
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(0)
    server.grow(0)
    server.stream.clear()
    for step in (client.ask, client.get, server.grow, client.take):
        step(0)
    client.hear(4)
    assert client.shown != server.had
    server.rest(0)
    client.hear(4)
    assert client.state.wanted() == ID
    client.settle()
    assert client.shown == server.had


def test_an_empty_snapshot_that_comes_late_does_not_empty_what_was_fetched():
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(0)
    server.grow(0)
    server.stream.clear()
    for step in (client.ask, client.get, client.take):
        step(0)
    server.catch_up()
    client.hear(4)
    assert client.shown == server.had
    server.rest(0)
    client.hear(4)
    assert client.state.wanted() == ID


def test_an_answer_from_before_a_gap_does_not_count():
    server = Server()
    client = Client(server)
    client.ask(0)
    client.get(0)
    server.prompt(0)
    client.lose(0)
    client.take(0)
    assert client.state.wanted() == ID
    assert not client.state.view(ID).loaded


@pytest.mark.parametrize("kind", ["message.updated", "message.part.updated", "message.part.delta", "message.removed"])
@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"info": None, "part": None, "messageID": None, "partID": None, "field": None, "delta": None},
        {"info": {"role": "user"}, "part": {"type": "text"}, "messageID": "m", "partID": [], "field": "f", "delta": 5},
        {"info": {"type": "assistant"}, "part": {}, "messageID": 5, "partID": "p", "field": [], "delta": "x"},
        {"info": {"id": "m", "type": "of.tomorrow", "content": [{}, 5]}, "part": {"id": 5}, "messageID": "m"},
    ],
)
def test_what_fits_no_shape_changes_nothing_else(kind, payload):
    client = Client(Server())
    client.server.answer(1)
    for step in (client.ask, client.get, client.take):
        step(0)
    client.state.apply(event(kind, **payload))
    assert client.shown[0] == client.server.had[0]
