"""The server that is checked, and its callers."""

import pytest

from tests.checks.checks.bad_server import BadServer, answer
from tests.checks.checks.helpers import chat, url_target
from trivet_checks import Broken, NotTried
from trivet_checks.mutants.changes import do_nothing


def test_call_sends_credentials_query_and_json_and_judges_the_answer():
    with chat() as (stub, target):
        user = target.caller("user")
        title = target.name("one")
        created = user.call("conversations.create", json={"title": title}).succeeds(201).json
        user.will_remove("conversation", "conversations.delete", created["id"])
        page = user.call("conversations.list", query={"limit": 100, "skip": None}).succeeds().json
        assert title in [conversation["title"] for conversation in page["items"]]
        assert target.shapes.seen == {"conversations.create", "conversations.list"}
        assert title.startswith(target.prefix)
        target.made.remove_all()
        assert created["id"] not in stub.records.conversations
        assert target.made.listed == [f"conversation {created['id']}"]


def test_missing_caller_and_forbidden_write_are_not_tried():
    with chat(allow_writes=False, callers={}) as (stub, target):
        with pytest.raises(NotTried, match="needs the caller admin"):
            target.caller("admin")
        with pytest.raises(NotTried, match="writes are not allowed"):
            target.anonymous.call("conversations.create", json={})
        with pytest.raises(NotTried, match="writes are not allowed"):
            target.anonymous.request("DELETE", "/no/such/path")
        assert len(stub.requests) == 0
        assert repr(target.anonymous) == "<Caller anonymous>"


def test_eventually_waits_for_a_late_write_and_breaks_after_some_seconds():
    with chat() as (stub, target):
        user = target.caller("user")
        looks = []

        def look():
            looks.append(user.call("conversations.list"))
            return looks[-1]

        target.eventually(look, lambda _: len(looks) == 3, "never")
        assert len(looks) == 3
        with pytest.raises(Broken, match="it never came"):
            target.eventually(look, lambda _: False, "it never came")
        assert stub.clock.monotonic() < 5


def test_what_stays_is_looked_at_now_and_once_more_when_a_late_write_would_be_seen():
    with chat() as (stub, target):
        user = target.caller("user")
        refused = user.call("conversations.get", "6f1c0000-0000-4000-8000-000000000001")
        with pytest.raises(Broken, match="it is there"):
            target.stays(lambda: refused, lambda reply: reply.ok, "it is there")
        assert target.looks == []

        before = stub.clock.monotonic()
        target.stays(lambda: user.call("conversations.list"), lambda reply: reply.ok, "it is gone", after=refused)
        assert stub.clock.monotonic() == before  # the run waits, and for all rules at once
        [look] = target.looks
        assert look.since == target.budget.elapsed
        look.take()
        do_nothing(stub, "conversations.list", status=500)
        with pytest.raises(Broken, match="it is gone") as raised:
            look.take()
    assert raised.value.evidence == refused.evidence()


def test_other_credentials_stand_in_the_same_header_and_are_hidden():
    with chat(header="AccountKey") as (_, target):
        stranger = target.caller("user").presenting("Bearer 0123456789")
        refused = stranger.call("conversations.list").is_refused(401)
        assert '-H "authorization: Bearer <hidden>"' in refused.evidence().request
        named = target.anonymous.presenting("wrong", "wrong").request("GET", "/conversations")
        assert '-H "AccountKey: wrong"' in named.evidence().request


def test_another_host_gets_no_credentials():
    with BadServer(lambda *exchange: exchange[-1](answer(200, {}))) as server:
        target = url_target("http://127.0.0.1:9")
        with target.client:
            reply = target.caller("user").request("GET", f"{server.url}/file")
    assert reply.status == 200
    assert "authorization" not in server.heads[0].lower()
    assert reply.request.curl() == f"curl -i {server.url}/file"


def test_token_that_an_answer_gave_is_hidden_where_it_is_shown_again():
    with chat() as (_, target):
        user = target.caller("user")
        created = user.call("conversations.create", json={"title": "x"}).json
        share = user.call("conversations.shares.create", created["id"], json={"generate_link": True}).json
        opened = target.anonymous.call("conversations.open_shared", share["share_token"]).succeeds()
        assert "<share_token>" in opened.evidence().request
        assert share["share_token"] not in str(opened.evidence())


@pytest.mark.parametrize("conversation", ["..", ".", ""])
def test_id_of_a_server_that_leads_elsewhere_removes_nothing(conversation):
    def respond(_server, _method, _path, _body, send):
        send(answer(201, {"id": conversation}))

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            user = target.caller("user")
            created = user.call("conversations.create", json={}).json
            user.will_remove("conversation", "conversations.delete", created["id"])
            target.made.remove_all(again=True)
        assert [method for method, _ in server.requests] == ["POST"]
        assert len(target.made.left) == 1


def test_stream_is_read_piece_by_piece_and_its_head_is_judged():
    def respond(server, _method, _path, _body, send):
        send(b"HTTP/1.1 200 X\r\nContent-Type: text/plain\r\n\r\n")
        while not server.stopping.wait(0.01):
            send(b": beat\n\n")

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            with target.caller("user").stream("admin.conversations.export") as stream:
                assert stream.status == 200
                assert stream.take().startswith(b": beat")
            assert "text/plain" in target.shapes.wrong["admin.conversations.export"].message

            def wait_for_nothing():
                with target.caller("user").stream("admin.conversations.export") as stream:
                    while True:
                        stream.take(timeout=0.0)

            with pytest.raises(Broken, match="did not answer in time"):
                wait_for_nothing()
