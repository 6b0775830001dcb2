"""What a handler is given and returns."""

import dataclasses

import pytest

from trivet_stubs.kernel.messages import Reply


def test_reply_is_the_ordinary_answer_by_default():
    assert Reply({"a": 1}) == Reply({"a": 1}, status=None, headers={})


def test_reply_is_not_changed_afterwards():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Reply().status = 204
