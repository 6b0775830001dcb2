"""The limits in time of the proxy for its upstream."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long the proxy waits for its upstream.

    >>> Proxy("chat", "http://127.0.0.1:8000", patience=Patience(answer_timeout=10.0))

    Raises:
        ValueError: A timeout is not greater than 0.
    """

    __module__ = "trivet_checks"

    answer_timeout: float = 120.0
    """Real seconds for the head of an answer, from the end of the request; then the client gets a 504."""
    silence_timeout: float = 120.0
    """Real seconds without data within a body; an event stream may be silent for any time."""

    def __post_init__(self) -> None:
        for name in ("answer_timeout", "silence_timeout"):
            value: float = getattr(self, name)
            if not value > 0:
                raise ValueError(f"{name}: {value} is not greater than 0")
