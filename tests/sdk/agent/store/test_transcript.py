"""Messages assembled from snapshots and deltas, one rule after the other."""

import pytest

from tests.sdk.agent.store.simulation import ID, Client, Server, event
from trivet import extra
from trivet.agent import AssistantMessage, MessageTime, TextPart


@pytest.fixture
def receive():
    """Send events to a client that has fetched no messages; return its only message's parts, and what is due."""
    client = Client(Server())
    for step in (client.start_fetch, client.get_answer, client.finish_fetch):
        step(0)

    def receive(*events):
        for kind, payload in events:
            client.state.apply(event(kind, **payload))
        assert client.fetches == 1
        return client.messages[0].content if client.messages else None, client.state.next_fetch()

    return receive


IDLE = ("session.idle", {})


def message(*parts, id_="m"):
    return "message.updated", {"info": {"id": id_, "type": "assistant", "content": [*parts]}}


def whole(id_, **fields):
    return {"id": id_, "type": "text", **fields}


def part(id_, **fields):
    return "message.part.updated", {"messageID": "m", "part": whole(id_, **fields)}


def delta(id_, text, field="text"):
    return "message.part.delta", {"messageID": "m", "partID": id_, "field": field, "delta": text}


def test_delta_before_its_part_and_message_is_kept(receive):
    assert receive(delta("p", "a")) == (None, None)
    assert receive(message(whole("q", text="z")))[0] == [TextPart(type="text", id="q", text="z")]
    assert receive(part("p", text=""))[0][1].text == "a"
    assert receive(delta("p", "b"))[0][1].text == "ab"
    assert receive(part("p", text="abc"))[0][1].text == "abc"


def test_first_snapshot_with_text_replaces_earlier_deltas(receive):
    assert receive(message(), delta("p", "a"), part("p", text="a"), delta("p", "b"))[0][0].text == "ab"
    assert receive(part("p", text=""))[0][0].text == ""


@pytest.mark.parametrize("before", [{}, {"text": None}, {"text": ""}])
def test_missing_or_null_field_counts_as_empty_text(receive, before):
    assert receive(message(), part("p", **before), delta("p", "a"))[0][0].text == "a"


def test_delta_extends_the_named_field_if_it_holds_text(receive):
    begun = (message(), part("p", text="t", note="n", count=5), delta("p", "+", "note"), delta("p", "+", "count"))
    [built], _ = receive(*begun, delta("p", "+", "other"))
    assert (built.text, extra(built)) == ("t", {"note": "n+", "count": 5, "other": "+"})


def test_built_message_does_not_change(receive):
    before = receive(message(), part("p", text="a"))[0]
    assert receive(delta("p", "b"))[0][0].text == "ab"
    assert before[0].text == "a"


@pytest.mark.parametrize(
    "uncertain",
    [
        (message(), delta("p", "a"), part("p", text="")),  # late, or trimmed to nothing
        (message(), delta("p", "a"), part("q", text="z"), part("p", text="a")),  # the order is unknown
        (message(), delta("p", "a")),  # the part is unknown
        (delta("p", "a"),),
        (part("p", text="a"), message()),  # late, or without its parts
        (part("p", text="a"),),
        (part("p", text="a"), message(id_="other"), message(whole("p", text="a"))),
    ],
)
def test_uncertain_messages_are_fetched_again_when_idle(receive, uncertain):
    assert receive(*uncertain)[1] is None
    assert receive(IDLE)[1] == ID


@pytest.mark.parametrize(
    "certain",
    [
        (message(), delta("p", "a"), part("p", text=""), part("p", text="a")),
        (message(), delta("p", "a"), part("q"), part("p", text="a"), message(whole("p", text="a"), whole("q"))),
        (message(), delta("p", "a"), ("message.part.removed", {"messageID": "m", "partID": "p"})),
        (delta("p", "a"), ("message.removed", {"messageID": "m"})),
    ],
)
def test_certain_messages_are_not_fetched_again(receive, certain):
    assert receive(*certain, IDLE)[1] is None


def answer(**fields):
    """Return the event of an answer without parts."""
    return "message.updated", {"info": {"id": "m", "type": "assistant", "content": [], **fields}}


def test_answer_without_its_end_is_fetched_once_when_idle(receive):
    """Its last record was not sent, for example by an adapter whose stream did not see its beginning."""
    assert receive(answer(time={"created": 1}))[1] is None
    assert receive(IDLE)[1] == ID


@pytest.mark.parametrize("during_a_fetch", [True, False])
def test_answer_that_stays_without_its_end_is_fetched_no_more(during_a_fetch):
    server = Server()
    client = Client(server)
    client.start_fetch(0)
    client.get_answer(0)
    if during_a_fetch:
        client.state.apply(event("session.idle"))
    client.state.finish_messages(ID, client.recording, broken_off())
    if not during_a_fetch:
        client.state.apply(event("session.idle"))
    assert client.state.next_fetch() == ID, "the list may be older than the end of the answer"
    recording = client.state.begin_messages(ID)
    client.state.finish_messages(ID, recording, broken_off())
    assert client.state.next_fetch() is None
    client.state.apply(event("session.idle"))
    assert client.state.next_fetch() is None


def broken_off():
    return [AssistantMessage(id="m", type="assistant", content=[], time=MessageTime(created=1))]


@pytest.mark.parametrize("ended", [{"time": {"created": 1, "completed": 2}}, {"time": {"created": 1}, "error": {}}, {}])
def test_answer_with_its_end_or_without_times_is_not_fetched_again(receive, ended):
    assert receive(answer(**ended), IDLE)[1] is None


def test_text_that_repeats_itself_is_uncertain_until_fetched_when_idle():
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(0)
    server.grow(0)
    server.stream.clear()
    for step in (client.start_fetch, client.get_answer, server.grow, client.finish_fetch):
        step(0)
    client.receive_events(4)
    assert client.messages != server.expected
    server.rest(0)
    client.receive_events(4)
    assert client.state.next_fetch() == ID
    client.settle()
    assert client.messages == server.expected


def test_late_empty_snapshot_keeps_the_fetched_text():
    server = Server()
    client = Client(server)
    server.answer(1)
    server.begin(0)
    server.grow(0)
    server.stream.clear()
    for step in (client.start_fetch, client.get_answer, client.finish_fetch):
        step(0)
    server.catch_up()
    client.receive_events(4)
    assert client.messages == server.expected
    server.rest(0)
    client.receive_events(4)
    assert client.state.next_fetch() == ID


def test_messages_fetched_before_a_gap_are_outdated():
    server = Server()
    client = Client(server)
    client.start_fetch(0)
    client.get_answer(0)
    server.prompt(0)
    client.miss(0)
    client.finish_fetch(0)
    assert client.state.next_fetch() == ID
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
def test_malformed_event_changes_no_message(kind, payload):
    client = Client(Server())
    client.server.answer(1)
    for step in (client.start_fetch, client.get_answer, client.finish_fetch):
        step(0)
    client.state.apply(event(kind, **payload))
    assert client.messages[0] == client.server.expected[0]
