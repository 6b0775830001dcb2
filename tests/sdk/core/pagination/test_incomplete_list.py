"""The error of an incomplete list: its message, and that it can be pickled and copied."""

import copy
import pickle

from trivet import APIError, IncompleteListError


def test_message_says_how_many_items_are_missing() -> None:
    assert str(IncompleteListError("admin.users.list", 3000, 28)) == "admin.users.list: 28 of 3000 items are missing"
    assert str(IncompleteListError("admin.users.list", 2, 1)) == "admin.users.list: 1 of 2 item is missing"


def test_error_is_kept_by_pickle_and_copy() -> None:
    error = IncompleteListError("admin.users.list", 3000, 28)
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert isinstance(other, APIError)
        assert (other.operation, other.total, other.missing) == ("admin.users.list", 3000, 28)
