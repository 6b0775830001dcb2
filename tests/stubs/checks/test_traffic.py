"""The traffic between a run and the server."""

import pytest

from tests.stubs.checks.bad_server import BadServer, answer
from tests.stubs.checks.helpers import url_target
from trivet_stubs import Clock
from trivet_stubs.checks import Broken, Budget, CouldNotRun, NotTried


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


def test_one_operation_that_hangs_does_not_end_the_run():
    def respond(server, _method, path, _body, send):
        if path == "/hangs":
            server.stopping.wait(30)
        send(answer(200, {}))

    with BadServer(respond) as server:
        target = url_target(server.url, timeout=1.0)
        with target.client:
            for _ in range(4):  # after three, the server is asked whether it is still there
                with pytest.raises(Broken):
                    get(target, "/hangs")
            assert get(target).status == 200


def test_lost_server_that_is_back_at_the_end_is_cleaned():
    gone = [True]

    def respond(_server, method, _path, _body, send):
        if method == "POST":
            send(answer(201, {"id": "c1"}))
        elif not gone[0]:
            send(answer(204))

    with BadServer(respond) as server:
        target = url_target(server.url)
        with target.client:
            user = target.caller("user")
            user.call("conversations.create", json={})
            user.will_remove("conversation", "conversations.delete", "c1")
            for _ in range(3):
                with pytest.raises(Broken):
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
    ],
)
def test_write_whose_record_is_not_remembered_is_listed(answers, unsure):
    with BadServer(lambda _server, _method, _path, _body, send: send(answers)) as server:
        target = url_target(server.url)
        with target.client:
            try:
                target.caller("user").call("conversations.create", json={}).succeeds().json["id"]
            except (Broken, KeyError):
                target.traffic.settle(failed=True)
        assert target.made.unsure == ([f"POST {server.url}/conversations"] if unsure else [])
