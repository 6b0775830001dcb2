"""Records of a test's own."""

from datetime import timedelta

import pytest

from trivet_stubs import ChatStub

OWN = {
    "users": [{"name": "zoe", "full_name": "<img src=x>", "role": "admin"}, {"name": "yan", "is_active": False}],
    "conversations": [
        {
            "owner": "zoe",
            "title": "<script>",
            "days_ago": 0.5,
            "is_archived": True,
            "messages": [
                {"role": "user", "content": "Hi."},
                {"role": "assistant", "content": "Yes?", "model_name": "m", "rating": -1, "comment": "No."},
            ],
            "shared_with": [{"user": "yan", "permission": "edit"}, {}],
        }
    ],
}


def test_own_records_are_added_to_the_seed():
    with ChatStub() as stub:
        stub.seed(seed="empty", records=OWN)
        [row] = stub.records.conversations.values()

        assert stub.steering.counts() == {"users": 3, "conversations": 1, "messages": 2, "ratings": 1, "shares": 2}
        assert (row.title, row.is_archived, row.user_id) == ("<script>", True, stub.user_id("zoe"))
        assert stub.clock.now() - row.created_at == timedelta(days=0.5)
        assert [each.shared_with for each in row.shares] == [stub.user_id("yan"), None]
        assert stub.token("zoe")


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ({"users": [{"name": "alice"}]}, r"records\.users\.0\.name: there is a user alice already"),
        ({"users": [{"name": "a b"}]}, r"records\.users\.0\.name: "),
        ({"conversations": [{}]}, r"records\.conversations\.0\.owner: is required"),
        (
            {"conversations": [{"owner": "bob", "shared_with": [{"user": "zoe"}]}]},
            r"records\.conversations\.0\.shared_with\.0\.user: there is no user zoe; there are admin, ",
        ),
    ],
)
def test_wrong_record_is_named_and_nothing_is_changed(own, sentence):
    with ChatStub() as stub:
        before = stub.records
        with pytest.raises(ValueError, match=sentence):
            stub.seed(records=own)
        assert stub.records is before
