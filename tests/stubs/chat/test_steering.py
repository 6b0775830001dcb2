"""The steering of the chat stub."""

from trivet_stubs import ChatStub
from trivet_stubs.chat import ChatObserved


def test_reset_brings_back_what_the_stub_was_made_with():
    with ChatStub(seed="5x2", users=3, observed=ChatObserved(late_commits=True)) as stub:
        before, ids = stub.steering.counts(), [*stub.records.users]
        expired = stub.token("alice", expires_in=60)
        stub.seed(seed="empty")
        stub.observed.late_commits = False
        stub.reset()

        assert (stub.steering.counts(), [*stub.records.users]) == (before, ids)
        assert stub.observed.late_commits
        assert expired not in str(stub.steering.callers())


def test_remembered_records_are_copies():
    with ChatStub() as stub:
        [first, *_] = stub.records.conversations.values()
        first.title = "Mine"
        stub.steering.remember()
        next_id = stub.records.copy(numbered_apart=True).new_id()
        for _ in range(2):
            stub.records.conversations[first.id].title = "Changed"
            stub.records.new_id()
            stub.reset()
            assert stub.records.conversations[first.id].title == "Mine"
            assert stub.records.new_id() == next_id


def test_records_are_json_without_link_tokens():
    with ChatStub() as stub:
        kinds = {kind: stub.steering.records(kind, 1000) for kind in stub.steering.counts()}

    assert {kind: len(rows) for kind, rows in kinds.items()} == stub.steering.counts()
    assert {row.get("share_token") for row in kinds["shares"]} == {None, "hidden"}
    assert kinds["conversations"][0]["messages"] == 3
