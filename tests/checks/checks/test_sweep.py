"""Removal of the records that earlier runs have left."""

import pytest

from tests.checks.checks.agent_trial import LIGHTHOUSE, target_of
from tests.checks.checks.helpers import chat
from trivet_checks import suite
from trivet_checks.checks.run import sweep
from trivet_checks.mutants.changes import do_nothing
from trivet_stubs import AgentStub


def create(target, name, title):
    return target.caller(name).call("conversations.create", json={"title": title}).succeeds().json["id"]


def test_conversations_of_earlier_runs_are_removed_and_all_others_stay():
    with chat() as (stub, target):
        before = set(stub.records.conversations)
        for number in range(120):  # more than a page
            create(target, "user", f"trivet-check-{number:08x} conversation")
        archived = create(target, "other", "trivet-check-0a0a0a0a conversation")
        target.caller("other").call("conversations.archive", archived).succeeds()
        kept = {create(target, "user", "My trivet-check-list"), create(target, "other", "Tides")}
        result = sweep(suite("chat"), target)
        assert set(stub.records.conversations) == before | kept
    assert (len(result.made), result.left) == (121, [])


def test_record_that_cannot_be_removed_is_left():
    with chat() as (stub, target):
        conversation = create(target, "user", "trivet-check-0a0a0a0a conversation")
        do_nothing(stub, "conversations.delete", status=500)
        result = sweep(suite("chat"), target)
    assert result.left == [f"conversation {conversation}"]


def test_sessions_workspaces_and_accounts_of_earlier_runs_are_removed():
    with AgentStub() as stub, target_of(stub) as target:
        user = target.caller("user")
        kept = []
        for name in ("trivet-check-0a0a0a0a one", "Mine"):
            session = (
                user.call("session.create", query={"directory": target.options["directory"]}, json={"title": name})
                .succeeds()
                .json["data"]
            )
            account = {"serviceID": name, "credential": {"type": "api", "key": "k"}}
            saved = user.call("auth.create", json=account).succeeds().json["data"]
            workspace = {"type": "local", "name": name, "directory": f"{LIGHTHOUSE}/docs"}
            made = user.call("workspace.create", json=workspace).succeeds().json["data"]
            kept = [session["id"], saved["id"], made["id"]]
        result = sweep(suite("agent"), target)
        assert sorted(stub.sessions) == kept[:1]
        assert [account["id"] for account in user.call("auth.list").json["data"]] == kept[1:2]
        assert [workspace["id"] for workspace in user.call("workspace.list").json["data"]] == kept[2:]
    assert (len(result.made), result.left) == (3, [])


def test_service_whose_runs_only_read_has_nothing_to_sweep():
    with chat() as (_, target), pytest.raises(ValueError, match=r"sweep: a run of bus makes no records"):
        sweep(suite("bus"), target)
