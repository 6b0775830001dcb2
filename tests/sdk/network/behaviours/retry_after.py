"""`Retry-After` that is negative, huge, or neither a number nor a date: no client waits beyond its deadline."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import behaviour
from tests.sdk.network.raw_server import Conversation

VALUES = {
    "zero": "0",
    "negative": "-30",
    "fraction": "0.5",
    "sixty_seconds": "60",
    "huge": "9" * 30,
    "of_5000_digits": "9" * 5000,
    "not_a_number": "NaN",
    "infinite": "inf",
    "in_exponents": "1e400",
    "not_ascii_digits": "\xb2\xb3",
    "date_in_the_past": "Wed, 21 Oct 2015 07:28:00 GMT",
    "date_in_the_far_future": "Fri, 31 Dec 9999 23:59:59 GMT",
    "date_out_of_range": "Fri, 31 Dec 99999 99:99:99 +9999",
    "date_without_zone": "Wed, 21 Oct 2099 07:28:00",
    "list": "1, 2, 3",
    "empty": "",
}


def with_retry_after(name: str, value: str, status: str) -> None:
    """Add the behaviour of one value."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(f"retry-after: {value}", status=status))

    behaviour(name=name, fails="wire", refused=status.startswith("429"))(run)


for _number, (_name, _value) in enumerate(VALUES.items()):
    with_retry_after(f"retry_after_{_name}", _value, "503 Busy" if _number % 2 else "429 Too Many Requests")


@behaviour(fails="wire", refused=True)
def retry_after_twice(talk: Conversation) -> None:
    for _ in talk.requests():
        talk.send(talk.answer("retry-after: 0", "retry-after: 3600", status="429 Too Many Requests"))
