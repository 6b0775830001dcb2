"""The observer of the proxy: a thread that judges and records the traffic, so that the traffic does not wait for it."""

import queue
import threading
from collections import Counter
from collections.abc import Callable

from trivet_checks.proxy.judge import Dropped, Judge
from trivet_checks.proxy.passed import EVENT_STREAM, Passed, Room
from trivet_checks.proxy.recorder import Recording
from trivet_checks.proxy.result import Tally

_MAX_WAITING = 20_000
"""The number of exchanges and events that may wait to be judged; of further ones, only their number is kept."""
_SETTLE_WITHIN = 1.0


class Observer:
    """Judges and records in a thread of its own, in the order in which exchanges end."""

    def __init__(self, judge: Judge, tally: Tally, recording: Recording | None) -> None:
        self._judge = judge
        self._tally = tally
        self._recording = recording
        self.room: Room = Room()
        """The room that the copies of all bodies and events share."""
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._lock = threading.Condition()
        self._open: set[Passed] = set()
        self._dropped: Counter[Dropped] = Counter()
        self._unrecorded = 0
        self._has_lost = False
        self._thread = threading.Thread(target=self._run, name="trivet-proxy-observer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Judge the waiting exchanges, and end the thread."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()

    def begin(self, passed: Passed) -> None:
        """Expect the end of an exchange."""
        with self._lock:
            self._open.add(passed)

    def settle(self) -> None:
        """Wait until all exchanges that have ended so far are judged.

        A client has its answer a moment before the proxy knows of its end, so that this also waits for the end of open
        exchanges: for a short time, and not for event streams.
        """
        with self._lock:
            begun = set(self._open)
            self._lock.wait_for(
                lambda: all(exchange.media_type == EVENT_STREAM for exchange in begun & self._open), _SETTLE_WITHIN
            )
        done = threading.Event()
        self._jobs.put(done.set)
        while self._thread.is_alive() and not done.wait(0.2):  # an endless wait can miss a signal
            pass

    def exchange(self, passed: Passed) -> None:
        """Judge and record an exchange that has ended."""
        try:
            self._put(passed)
        finally:
            with self._lock:
                self._open.discard(passed)
                self._lock.notify_all()

    def _put(self, passed: Passed) -> None:
        if self._jobs.qsize() > _MAX_WAITING:
            passed.release()
            self._drop(Dropped(self._judge.match(passed).operation_id or "", passed.status))
            self._has_lost = True
            return
        if self._has_lost:  # between the exchanges before it and those after it
            self._jobs.put(self._judge.lose)
            self._has_lost = False

        def work() -> None:
            try:
                self._judge.add(passed)
                if self._recording is not None:
                    self._recording.add(self._judge.match(passed), passed)
            finally:
                passed.release()

        self._jobs.put(work)

    def event(self, passed: Passed, data: bytes) -> None:
        """Judge an event of a stream that passes."""
        if self._jobs.qsize() > _MAX_WAITING or not self.room.take(len(data)):
            self._drop(Dropped(self._judge.match(passed).operation_id or "", passed.status, is_event=True))
            return

        def work() -> None:
            try:
                self._judge.add_event(passed, data)
            finally:
                self.room.give_back(len(data))

        self._jobs.put(work)

    def refused(self, sentence: str) -> None:
        """Count a request that was not passed on, with the reason."""
        self._jobs.put(lambda: self._judge.add_refused(sentence))

    def unjudged(self, passed: Passed, reason: str) -> None:
        """Count an answer or an event that cannot be judged, with the reason."""
        self._jobs.put(lambda: self._judge.add_unjudged(passed, reason))

    def _drop(self, dropped: Dropped) -> None:
        """Count what there is no memory to judge."""
        with self._lock:
            self._dropped[dropped] += 1

    def _count_dropped(self) -> None:
        if self._dropped:
            with self._lock:
                dropped, self._dropped = self._dropped, Counter()
            for kind, count in dropped.items():
                self._judge.add_dropped(kind, count)
                self._unrecorded += count if kind.operation and not kind.is_event else 0

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._work(job)
        self._count_dropped()
        if self._recording is not None and self._unrecorded:
            problem = f"{self._unrecorded} exchanges were not recorded: too many passed at once"
            self._tally.result.problems.append(problem)

    def _work(self, job: Callable[[], None]) -> None:
        try:
            self._count_dropped()
            job()
        except Exception as error:  # the thread must go on with the other exchanges
            problem = f"an exchange could not be judged: {type(error).__name__}"
            if problem not in self._tally.result.problems:
                self._tally.result.problems.append(problem)
