"""Which class the records of a list have, before any of them is there."""

from __future__ import annotations

import pytest

import trivet.agent
from trivet import AgentClient, BusClient, ChatClient, InvalidArgumentError
from trivet.bus import BusRoute
from trivet.chat import AdminRating, AdminUser, ExportedConversation, converter
from trivet.data._records.kinds import fields_of
from trivet.data._records.listing import fields_from, fields_given


def test_pagers_and_exports_know_the_class_of_their_records() -> None:
    with BusClient(account_key="k") as bus, ChatClient(token="t", base_url="http://chat.test") as chat:
        assert fields_given(bus.routes.list(), None) is fields_of(BusRoute)
        assert fields_given(chat.admin.users.list(), None) is fields_of(AdminUser)
        assert fields_given(chat.admin.ratings.export(), None) is fields_of(AdminRating)
        assert fields_given(chat.admin.conversations.export(), None) is fields_of(ExportedConversation)
        assert fields_given(chat.admin.ratings.export(format="csv"), None) is None
        assert fields_given([], None) is None
    with AgentClient() as agent:
        found = fields_given(agent.session.message.list("s1"), None)
    assert found is not None
    assert found.schema == fields_of(trivet.agent.Message).schema


def test_given_class_comes_first() -> None:
    assert fields_given([], AdminUser) is fields_of(AdminUser)
    with pytest.raises(InvalidArgumentError, match="record must be a class of records"):
        fields_given([], dict)


def test_class_of_the_first_record_is_that_of_a_complete_one() -> None:
    lacking = converter.structure({"id": "1", "full_name": "Ada"}, AdminUser)
    assert type(lacking) is not AdminUser
    assert fields_from(lacking) is fields_of(AdminUser)
    assert fields_from({"ID": "1", "Comment": ""}).schema.names == ["ID", "Comment"]
    with pytest.raises(InvalidArgumentError, match="records must be records of trivet"):
        fields_from(3)
