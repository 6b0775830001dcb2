"""`Retry-After` of every kind: no client waits beyond its deadline, and none is in more of a hurry than it may be."""

from __future__ import annotations

from tests.sdk.network.behaviours.registry import VALUE, behaviour
from tests.sdk.network.raw_server import Conversation

OBEYED = 1
"""The attempts of a read if the pause is longer than its deadline."""

AT_ONCE = 2
"""The attempts of a read if the pause is short, over or not valid."""

VALUES = {
    "zero": ("0", AT_ONCE),
    "negative": ("-30", AT_ONCE),
    "fraction": ("0.5", AT_ONCE),
    "sixty_seconds": ("60", OBEYED),
    "huge": ("9" * 30, OBEYED),
    "of_5000_digits": ("9" * 5000, OBEYED),
    "not_a_number": ("NaN", AT_ONCE),
    "infinite": ("inf", AT_ONCE),
    "in_exponents": ("1e400", AT_ONCE),
    "not_ascii_digits": ("\xb2\xb3", AT_ONCE),
    "date_in_the_past": ("Wed, 21 Oct 2015 07:28:00 GMT", AT_ONCE),
    "date_in_the_far_future": ("Fri, 31 Dec 9999 23:59:59 GMT", OBEYED),
    "date_out_of_range": ("Fri, 31 Dec 99999 99:99:99 +9999", AT_ONCE),
    "date_without_zone": ("Wed, 21 Oct 2099 07:28:00", OBEYED),
    "list": ("1, 2, 3", AT_ONCE),
    "empty": ("", AT_ONCE),
    "with_leading_zeros": ("0" * 30 + "3600", OBEYED),
    "in_seconds_since_1970": ("4102444799", OBEYED),
    "with_sign": ("+3600", AT_ONCE),
    "hexadecimal": ("0xE10", AT_ONCE),
    "with_underscore": ("3_600", AT_ONCE),
    "with_unit": ("3600s", AT_ONCE),
    "as_a_duration": ("PT1H", AT_ONCE),
    "quoted": ('"3600"', AT_ONCE),
    "in_arabic_digits": ("٣٦٠٠".encode().decode("latin-1"), AT_ONCE),
    "in_wide_digits": ("\uff13\uff16\uff10\uff10".encode().decode("latin-1"), AT_ONCE),
    # The three forms of a date of HTTP (RFC 9110, 5.6.7); the years of the second have two digits.
    "date_of_rfc_850": ("Friday, 31-Dec-60 23:59:59 GMT", OBEYED),
    "date_of_rfc_850_in_the_past": ("Sunday, 06-Nov-94 08:49:37 GMT", AT_ONCE),
    "date_of_asctime": ("Thu Dec 31 23:59:59 2099", OBEYED),
    "date_of_asctime_in_the_past": ("Sun Nov  6 08:49:37 1994", AT_ONCE),
    "date_with_an_offset": ("Thu, 31 Dec 2099 23:59:59 -0800", OBEYED),
    "date_of_iso_8601": ("2099-12-31T23:59:59Z", AT_ONCE),
    "date_in_february": ("Tue, 30 Feb 2100 00:00:00 GMT", AT_ONCE),
    "number_and_date": ("3600, Thu, 31 Dec 2099 23:59:59 GMT", OBEYED),
    "long_fraction": ("3600.5", OBEYED),
    "list_with_a_long_fraction": ("0.5, 3600.5", OBEYED),
    "list_with_a_word": ("3600, soon", AT_ONCE),
}


def with_retry_after(name: str, attempts: int, status: str, *fields: str) -> None:
    """Add the behaviour of a busy service that sends these headers."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer(*fields, status=status))

    refused = status.startswith("429")
    outcomes = ("RateLimitError",) if refused else ("InternalServerError",)
    add = behaviour(name=f"retry_after_{name}", fails="wire", refused=refused, outcomes=outcomes, attempts=attempts)
    add(run)


for _number, (_name, (_value, _attempts)) in enumerate(VALUES.items()):
    _status = "503 Busy" if _number % 2 else "429 Too Many Requests"
    with_retry_after(_name, _attempts, _status, f"retry-after: {_value}")

with_retry_after("twice", OBEYED, "429 Too Many Requests", "retry-after: 0", "retry-after: 3600")
with_retry_after("a_hundred_times", OBEYED, "503 Busy", *["retry-after: 3600"] * 100)
with_retry_after("folded", OBEYED, "503 Busy", "retry-after:", " 3600")


def with_status(status: str, outcomes: tuple[str, ...], attempts: int) -> None:
    """Add the behaviour of a status with `Retry-After: 0`, which makes no other status one to be sent again."""

    def run(talk: Conversation) -> None:
        for _ in talk.requests():
            talk.send(talk.answer("retry-after: 0", status=status))

    behaviour(name=f"retry_after_with_{status[:3]}", outcomes=outcomes, attempts=attempts)(run)


with_status("200 OK", VALUE, 1)
with_status("307 Temporary Redirect", ("APIStatusError",), 1)
with_status("400 Bad Request", ("BadRequestError",), 1)
with_status("408 Request Timeout", ("APIStatusError",), 2)
with_status("413 Content Too Large", ("APIStatusError",), 1)
with_status("425 Too Early", ("APIStatusError",), 1)
with_status("500 Oops", ("InternalServerError",), 1)
with_status("502 Bad Gateway", ("InternalServerError",), 2)
with_status("504 Gateway Timeout", ("InternalServerError",), 2)
