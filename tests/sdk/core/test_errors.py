"""The classes of errors: their tree, their texts, and copies of them."""

import copy
import inspect
import pickle
from typing import Any

import pytest

import trivet
from trivet import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    DecodeError,
    Headers,
    InternalServerError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    StreamError,
    TrivetError,
    UnprocessableEntityError,
    errors,
)
from trivet._core.status_errors import status_class

HEADERS = Headers([(b"X-Request-ID", b"req-1"), (b"Set-Cookie", b"session=s3cret")])


def example(kind: type[TrivetError]) -> TrivetError:
    if issubclass(kind, APIStatusError):
        return kind("stops.list", 418, HEADERS, b"s3cret body", "SHORT", "and stout", 250_000)
    if issubclass(kind, DecodeError):
        return kind("stops.list", 200, HEADERS, b"s3cret body", "the body is empty", 250_000)
    if issubclass(kind, APIConnectionError):
        return kind("stops.list", "the line was cut", False)
    if issubclass(kind, InvalidArgumentError):
        return kind("skip", "a whole number", "s" * 200)
    return kind("the client is closed")


CLASSES = [cls for name in errors.__all__ if inspect.isclass(cls := getattr(errors, name)) and cls is not APIError]


def test_error_classes_form_the_documented_tree():
    tree = {
        TrivetError: Exception,
        InvalidArgumentError: TrivetError,
        APIError: TrivetError,
        APIConnectionError: APIError,
        APITimeoutError: APIConnectionError,
        StreamError: APIConnectionError,
        DecodeError: APIError,
        APIStatusError: APIError,
    } | dict.fromkeys([status_class(status) for status in (400, 401, 403, 404, 409, 422, 429, 500)], APIStatusError)
    assert {kind: kind.__base__ if kind is not InvalidArgumentError else TrivetError for kind in tree} == tree
    assert issubclass(InvalidArgumentError, ValueError)
    assert {kind.__name__ for kind in tree} == {cls.__name__ for cls in [*CLASSES, APIError]}


def test_every_error_is_public():
    assert {kind.__name__ for kind in CLASSES} <= set(trivet.__all__)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, BadRequestError),
        (401, AuthenticationError),
        (403, PermissionDeniedError),
        (404, NotFoundError),
        (409, ConflictError),
        (422, UnprocessableEntityError),
        (429, RateLimitError),
        (500, InternalServerError),
        (503, InternalServerError),
        (599, InternalServerError),
        (302, APIStatusError),
        (402, APIStatusError),
        (418, APIStatusError),
        (499, APIStatusError),
    ],
)
def test_status_class_is_the_error_of_a_status(status: int, kind: type[APIStatusError]):
    assert status_class(status) is kind


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_error_survives_pickle_and_copy(kind: type[TrivetError], twin: Any):
    error = example(kind)
    error.add_note("while testing")
    error_again = twin(twin(error))
    assert type(error_again) is kind
    assert (str(error_again), repr(error_again)) == (str(error), repr(error))
    assert vars(error_again) == vars(error)


@pytest.mark.parametrize("kind", CLASSES)
def test_repr_shows_only_the_message(kind: type[TrivetError]):
    error = example(kind)
    assert repr(error) == f"{kind.__name__}({str(error)!r})"
    assert "s3cret" not in repr(error)


def test_status_error_message_names_all_its_parts():
    error = example(APIStatusError)
    assert str(error) == "stops.list: 418 SHORT and stout (request req-1)"
    assert isinstance(error, APIStatusError)
    assert (error.code, error.message, error.request_id, error.body) == ("SHORT", "and stout", "req-1", b"s3cret body")
    assert error.headers["set-cookie"] == "session=s3cret"


def test_status_error_message_leaves_out_missing_parts():
    assert str(APIStatusError("stops.list", 418, Headers(), b"")) == "stops.list: 418"
    assert str(APIStatusError("stops.list", 418, Headers(), b"", None, "stout")) == "stops.list: 418 stout"


def test_messages_of_the_other_errors():
    assert str(example(DecodeError)) == "stops.list: 200, but the body is empty"
    assert str(example(StreamError)) == "stops.list: the line was cut"
    assert str(InvalidArgumentError("skip", "a whole number", "1")) == "skip must be a whole number, got '1'"


def test_request_counts_as_sent_by_default():
    assert APIConnectionError("stops.list", "cut").sent is True
    assert APIConnectionError("stops.list", "cut", sent=False).sent is False


def test_long_value_repr_is_cut():
    message = str(InvalidArgumentError("skip", "a whole number", "s" * 200))
    assert message == f"skip must be a whole number, got '{'s' * 76}..."


def test_error_of_a_value_that_does_not_pickle_can_be_pickled():
    error = InvalidArgumentError("skip", "a whole number", lambda: 0)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
