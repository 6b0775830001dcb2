import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import pytest


def _waits(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "wait_in_slices":
            return True
        frame = frame.f_back
    return False


@pytest.fixture
def until_it_waits() -> Callable[[threading.Thread], None]:
    """Return once a thread is waiting in slices."""

    def wait(thread: threading.Thread) -> None:
        pause = threading.Event()
        while thread.is_alive() and not _waits(sys._current_frames().get(thread.ident or 0)):
            pause.wait(0.001)

    return wait


@pytest.fixture
def interrupt_wait() -> Iterator[Callable[[], None]]:
    """Start a thread that sends SIGINT to the main thread once the main thread is waiting in slices."""
    main = threading.main_thread().ident
    assert main is not None
    threads: list[threading.Thread] = []
    pause, over = threading.Event(), threading.Event()

    def send() -> None:
        while not _waits(sys._current_frames()[main]):
            if over.is_set():
                return
            pause.wait(0.001)
        signal.pthread_kill(main, signal.SIGINT)

    def start() -> None:
        threads.append(threading.Thread(target=send, daemon=True))
        threads[-1].start()

    yield start
    over.set()
    for thread in threads:
        thread.join(10)
