"""Where an event stream is cut: after a number of events, or in the middle of the next one."""


class EventCut:
    """Passes the bytes of an event stream on until it has to be cut.

    >>> cut = EventCut(1)
    >>> cut.feed(b"data: 1\\n\\ndata: 2\\n\\n")
    (b'data: 1\\n\\n', True)

    Comments, such as heartbeats, are no events and pass.
    """

    def __init__(self, events: int, *, mid_frame: bool = False) -> None:
        self._left = events
        self._mid_frame = mid_frame
        self._frame = b""

    def feed(self, chunk: bytes) -> tuple[bytes, bool]:
        """Take bytes of the stream; return those to send, and whether to cut after them."""
        if self._left == 0 and not self._mid_frame:
            return b"", True
        passed: list[bytes] = []
        lines = (self._frame + chunk).split(b"\n")
        self._frame = b""
        begun: list[bytes] = []
        for line in lines[:-1]:
            begun.append(line + b"\n")
            if line.strip(b"\r"):
                continue
            frame, begun = b"".join(begun), []
            if _is_event(frame):
                if self._left == 0:
                    return b"".join([*passed, frame[: len(frame) // 2]]), True
                self._left -= 1
            passed.append(frame)
            if self._left == 0 and not self._mid_frame:
                return b"".join(passed), True
        self._frame = b"".join([*begun, lines[-1]])
        return b"".join(passed), False


def _is_event(frame: bytes) -> bool:
    return any(line.startswith(b"data") for line in frame.split(b"\n"))
