"""The thread that judges what has passed."""

import threading

from tests.checks.proxy.judging import passed
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy import observer_thread as module
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.observer_thread import Observer
from trivet_checks.proxy.passed import MAX_ROOM
from trivet_checks.proxy.result import Tally


def made():
    tally, shapes = Tally("bus", "http://up.test"), Shapes("bus")
    return Observer(Judge(shapes, tally, Gate(shapes.contract)), tally, None), tally.result


def exchange():
    return passed("GET", "/BusStops", answer={"value": []})


def test_what_has_ended_is_judged_when_it_settles_and_at_the_end():
    observer, result = made()
    observer.start()
    first = exchange()
    observer.begin(first)
    threading.Timer(0.05, observer.exchange, [first]).start()
    observer.settle()
    assert result.requests == 1
    observer.exchange(exchange())
    observer.close()
    assert result.requests == 2
    observer.settle()  # after the end there is nothing to wait for
    observer.close()


def test_stream_that_is_open_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(module, "_SETTLE_WITHIN", 3600.0)
    observer, result = made()
    observer.start()
    observer.begin(passed("GET", "/BusStops", headers={"content-type": "text/event-stream"}))
    observer.settle()
    observer.close()
    assert result.requests == 0


def test_more_than_may_wait_is_counted_and_not_judged(monkeypatch):
    monkeypatch.setattr(module, "_MAX_WAITING", 0)
    observer, result = made()
    for _ in range(3):
        observer.exchange(exchange())
    observer.event(exchange(), b"{}")
    observer.start()
    observer.close()
    traffic = result.operations["stops.list"]
    assert (traffic.requests, traffic.judged) == (3, 1)
    assert traffic.unjudged["too many exchanges wait to be judged"] == 2
    assert traffic.unjudged["too many events at once"] == 1
    assert observer.room.take(MAX_ROOM)


def test_exchange_that_cannot_be_judged_does_not_end_the_others(monkeypatch):
    observer, result = made()
    broken = exchange()
    monkeypatch.setattr(module.Judge, "add", lambda self, passed: 1 / 0 if passed is broken else judge(self, passed))
    observer.exchange(broken)
    observer.exchange(exchange())
    observer.start()
    observer.close()
    assert (result.requests, result.problems) == (1, ["an exchange could not be judged: ZeroDivisionError"])


judge = module.Judge.add
