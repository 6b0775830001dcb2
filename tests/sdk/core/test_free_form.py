"""Records that hold values of any form, whose long integers are exact."""

import pytest

from trivet._core.free_form import FREE_FORM, SHORT, loads_record
from trivet._core.record import without
from trivet.agent import Config, MessagePartDeltaEvent, PermissionAskedEvent, Workspace
from trivet.bus import BusStop
from trivet.chat import Conversation


@pytest.mark.parametrize(
    ("record", "free_form"),
    [
        (Workspace, True),
        (Config, True),
        (PermissionAskedEvent, True),
        (MessagePartDeltaEvent, False),
        (BusStop, False),
        (Conversation, False),
    ],
)
def test_record_with_a_field_of_any_form_is_free_form(record: type, free_form: bool):
    assert FREE_FORM[record] == free_form


def test_classes_of_incomplete_records_are_not_kept():
    incomplete = without(Workspace, frozenset({"name"}))
    assert FREE_FORM[incomplete]
    assert incomplete not in FREE_FORM


@pytest.mark.parametrize("padding", [0, SHORT])
def test_long_integer_in_metadata_is_exact(padding: int):
    body = b'{"metadata": {"balance": 123456789012345678901234}}' + b" " * padding
    assert loads_record(body, Workspace) == {"metadata": {"balance": 123456789012345678901234}}
