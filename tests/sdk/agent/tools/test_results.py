"""The results of functions as the model reads them."""

from datetime import date

import pytest
from attrs import frozen

from trivet.agent._tools.results import MOST_BYTES, MOST_IMAGE_BYTES, ToolImage, ToolReply, reply_of


@frozen
class Order:
    number: int
    day: date


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("paid", "paid"),
        (None, "null"),
        ({"a": [1]}, '{"a": [1]}'),
        (Order(7, date(2026, 1, 2)), '{"number": 7, "day": "2026-01-02"}'),
        ("\ud83d", "?"),
    ],
)
def test_result_is_text_or_json(result, text):
    assert reply_of(result) == ToolReply(text)


def test_image_stays_an_image():
    assert reply_of(ToolImage(b"png")).content == ToolImage(b"png")


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ("x" * (MOST_BYTES + 1), "more than 1,000,000 bytes"),
        (ToolImage(b"x" * (MOST_IMAGE_BYTES + 1)), "more than 5,000,000 bytes"),
        (object(), "which JSON cannot say"),
        (float("nan"), "which JSON cannot say"),
    ],
)
def test_result_that_no_model_can_read_is_a_failure(result, why):
    reply = reply_of(result)
    assert reply.failed
    assert why in reply.content
