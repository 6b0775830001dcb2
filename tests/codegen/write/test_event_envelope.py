"""The envelope of events: the fields that all events of a stream share, and the groups of their kinds."""

import pytest

from codegen.customizations import Customizations
from codegen.read.ir import Union
from codegen.write.event_envelope import envelope, groups

from ..conftest import CUSTOMIZATIONS, service_of


def union(*kinds: str) -> Union:
    return Union("Event", "type", tuple((kind, "Record") for kind in kinds), "")


def test_envelope_has_the_fields_that_all_events_share():
    stream = envelope(service_of("orchard"), CUSTOMIZATIONS)
    assert stream is not None
    assert (stream.operation, stream.union.name, stream.base.name, stream.payload) == (
        "news.follow",
        "News",
        "NewsEnvelope",
        "news",
    )


def test_service_without_events_has_no_envelope():
    assert envelope(service_of("orchard"), Customizations()) is None


def test_kinds_are_grouped_by_their_first_word():
    group_of = groups(union("pty.created", "pty.deleted", "pty.exited"))
    assert set(group_of.values()) == {"pty"}


def test_kinds_of_a_word_that_few_share_are_in_other():
    assert groups(union("lsp.updated", "global.disposed"))["global.disposed"] == "other"


def test_many_kinds_with_two_common_words_are_a_group_of_their_own():
    many = [f"session.next.k{number}" for number in range(8)]
    group_of = groups(union("session.idle", "session.status", "session.error", *many))
    assert group_of["session.idle"] == "session"
    assert group_of["session.next.k1"] == "session_next"


@pytest.mark.parametrize("kind", ["installation.update-available"])
def test_dash_in_a_kind_becomes_an_underscore(kind: str):
    assert groups(union(*(f"update-{kind}{number}" for number in range(3)))).popitem()[1].isidentifier()
