"""The traffic between a run and the server, and the removal of records."""

import pytest

from tests.checks.checks.bad_server import BadServer, answer
from tests.checks.checks.helpers import url_target
from trivet_checks import Broken, Budget, CouldNotRun, LostWrite, NotTried
from trivet_checks.checks.traffic import Made
from trivet_stubs import Clock


def get(target, path="/"):
    return target.caller("user").request("GET", path)


def test_any_answer_reaches_a_server_however_large_and_endless():
    def respond(server, _method, _path, _body, send):
        send(b"HTTP/1.1 500 X\r\n\r\n")
        while not server.stopping.wait(0.01):
            send(bytes(1000))

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            target.traffic.reach()
        assert target.budget.sent == 1


def test_closed_port_could_not_run(closed_url):
    target = url_target(closed_url)
    with target.client, pytest.raises(CouldNotRun, match=f"{closed_url} does not answer: ConnectError"):
        target.traffic.reach()


def test_server_that_dies_ends_the_run_with_the_next_request():
    def respond(server, _method, _path, _body, send):
        send(answer(200, {}))
        server.die()

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            get(target)
            assert server.dead.wait(30)
            for _ in range(2):  # a request that reaches no server breaks no rule
                with pytest.raises(CouldNotRun, match="the server has stopped answering"):
                    get(target)


def test_server_that_hangs_everywhere_ends_the_run_after_three_requests():
    def respond(server, *_):
        server.stopping.wait(30)

    with BadServer(respond) as server:
        target = url_target(server.url, timeout=0.05)
        with target.client:
            for _ in range(3):
                with pytest.raises(Broken, match="did not answer in time"):
                    get(target)
            with pytest.raises(CouldNotRun, match="has stopped answering"):
                get(target)


def test_one_operation_that_hangs_does_not_end_the_run(monkeypatch):
    def respond(server, _method, path, _body, send):
        if path == "/hangs":
            server.stopping.wait(30)
        send(answer(200, {}))

    with BadServer(respond) as server:
        target = url_target(server.url)
        send = target.client.send

        def send_impatiently(method, path, **options):
            return send(method, path, **options, timeout=0.05 if path == "/hangs" else None)

        monkeypatch.setattr(target.client, "send", send_impatiently)
        with target.client:
            for _ in range(4):  # after three, the server is asked whether it is still there
                with pytest.raises(Broken, match="did not answer in time"):
                    get(target, "/hangs")
            assert get(target).status == 200


def test_lost_server_that_is_back_at_the_end_is_cleaned():
    gone = [True]

    def respond(_server, method, _path, _body, send):
        if method == "POST":
            send(answer(201, {"id": "c1"}))
        elif not gone[0]:
            send(answer(204))

    clock = Clock()
    with BadServer(respond) as server:
        target = url_target(server.url, budget=Budget(monotonic=clock.monotonic, pause=clock.advance))
        with target.client:
            user = target.caller("user")
            user.call("conversations.create", json={})
            user.will_remove("conversation", "conversations.delete", "c1")
            with pytest.raises(CouldNotRun, match="has stopped answering"):
                get(target)
            target.made.remove_all()
            assert target.made.left == ["conversation c1"]
            gone[0] = False
            target.traffic.remove_what_is_left()
            assert target.made.left == []
        assert server.requests[-1] == ("DELETE", "/conversations/c1")


def test_server_without_time_is_asked_again_when_it_says_and_is_no_refusal():
    times = [2]

    def respond(_server, _method, _path, _body, send):
        times[0] -= 1
        send(answer(429, {}, headers="Retry-After: 7\r\n") if times[0] >= 0 else answer(200, {}))

    clock = Clock()
    with BadServer(respond) as server:
        target = url_target(server.url, budget=Budget(monotonic=clock.monotonic, pause=clock.advance))
        with target.client:
            assert get(target).status == 200
            assert clock.monotonic() == 14
            times[0] = 10**6
            with pytest.raises(NotTried, match="answers 429 to 3 attempts"):
                get(target)
            assert len(server.requests) == 6


@pytest.mark.parametrize(("pause", "seconds"), [("7.5", 15), ("0", 2), ("0.1", 2), ("soon", 2)])
def test_pause_of_a_server_without_time_is_a_second_at_least(pause, seconds):
    answers = [answer(429, {}, headers=f"Retry-After: {pause}\r\n")] * 2 + [answer(200, {})]
    clock = Clock()
    with BadServer(lambda *exchange: exchange[-1](answers.pop(0))) as server:
        target = url_target(server.url, budget=Budget(monotonic=clock.monotonic, pause=clock.advance))
        with target.client:
            assert get(target).status == 200
    assert clock.monotonic() == seconds


def test_wait_that_a_server_asks_for_is_bounded():
    with BadServer(lambda *exchange: exchange[-1](answer(429, headers="Retry-After: 999999999\r\n"))) as server:
        target = url_target(server.url)
        with target.client, pytest.raises(NotTried, match="takes 1e\\+09 s"):
            get(target)


@pytest.mark.parametrize(
    ("answers", "unsure"),
    [
        (answer(201, {"no": "id"}), True),
        (b"HTTP/1.1 201 X\r\nContent-Length: 100\r\n\r\ncut", True),
        (answer(500, {}), True),
        (answer(403, {}), False),
        (answer(501, {}), False),
    ],
)
def test_write_whose_record_is_not_remembered_is_listed(answers, unsure):
    with BadServer(lambda _server, _method, _path, _body, send: send(answers)) as server:
        target = url_target(server.url)
        with target.client:
            try:
                target.caller("user").call("conversations.create", json={}).succeeds().json["id"]
            except (Broken, LostWrite, NotTried):
                target.traffic.settle(failed=True)
        assert target.made.unsure == ([f"POST {server.url}/conversations"] if unsure else [])


def test_newest_record_is_removed_first():
    removed = []
    records = Made()
    for name in ("first", "second"):
        records.add(name, lambda name=name: not removed.append(name))
    records.remove_all()
    assert removed == ["second", "first"]
    assert records.left == []
    assert records.listed == ["first", "second"]


@pytest.mark.parametrize("error", [Broken("no"), KeyError("no"), RuntimeError("no")])
def test_record_that_cannot_be_removed_is_tried_once_more_at_the_end(error):
    tries = []

    def refuse():
        tries.append(error)
        raise error

    records = Made()
    records.add("stuck", refuse)
    records.add("gone", lambda: True)
    for _ in range(5):
        records.remove_all()
    assert (len(tries), records.left) == (1, ["stuck"])
    records.remove_all(again=True)
    assert (len(tries), records.left) == (2, ["stuck"])


def test_interruption_leaves_the_record_listed_and_the_next_try_removes_it():
    def interrupted():
        if not tries:
            tries.append(1)
            raise KeyboardInterrupt
        return True

    tries = []
    records = Made()
    records.add("record", interrupted)
    with pytest.raises(KeyboardInterrupt):
        records.remove_all()
    assert records.left == ["record"]
    records.remove_all()
    assert records.left == []


def test_records_that_are_set_aside_stay_until_they_are_taken_back():
    removed = []
    records = Made()
    records.add("watched", lambda: not removed.append("watched"), ["c1"])
    records.set_aside("chat.a")
    records.add("other", lambda: not removed.append("other"), ["c2"])
    assert (records.left, records.ids) == (["watched", "other"], {"c1", "c2"})
    records.remove_all()
    assert (removed, records.left, records.ids) == (["other"], ["watched"], {"c1"})
    records.take_back("chat.a")
    records.remove_all()
    assert (removed, records.left) == (["other", "watched"], [])


def test_records_that_are_set_aside_are_removed_at_the_end():
    records = Made()
    records.add("watched", lambda: True)
    records.set_aside("chat.a")
    records.remove_all(again=True)
    assert records.left == []


def test_nothing_is_tried_when_it_is_not_worth_trying():
    records = Made(worth_trying=lambda: False)
    records.add("record", lambda: pytest.fail("was tried"))
    records.remove_all(again=True)
    assert records.left == ["record"]


def test_unsure_request_below_a_removed_record_went_with_it():
    records = Made()
    records.add("conversation c1", lambda: True, ["c1"])
    records.add("conversation c2", lambda: False, ["c2"])
    for path in ("http://x/conversations/c1/messages", "http://x/conversations/c2/messages", "http://x/conversations"):
        records.add_unsure(f"POST {path}", path)
    records.remove_all(again=True)
    assert records.unsure == ["POST http://x/conversations/c2/messages", "POST http://x/conversations"]


def test_record_below_a_removed_one_is_gone_with_it_and_one_beside_it_is_not() -> None:
    records = Made()
    records.add("conversation c1", lambda: True, {"c1"})
    records.add("rating of message c1 m1", lambda: False, {"c1", "m1"})  # refused: a late server does not show it yet
    records.add("conversation c2", lambda: False, {"c2"})
    records.add("rating of message c2 m2", lambda: False, {"c2", "m2"})
    records.add("another rating of message c2 m2", lambda: True, {"c2", "m2"})
    records.remove_all()
    assert records.left == ["conversation c2", "rating of message c2 m2"]
