"""Changes of a stub from outside its rules."""

import json

import pytest

from tests.stubs.checks.helpers import chat
from trivet_stubs.mutants.changes import change_answer, change_headers, change_query, do_nothing


def send(target, caller, operation, *segments, **options):
    return target.caller(caller).call(operation, *segments, **options)


def test_changed_answer_has_a_true_length_and_its_status():
    def change(stub):
        change_answer(stub, "conversations.list", lambda page: {**page, "total": 10**9, "items": []}, status=299)

    with chat(change) as (_, target):
        page = send(target, "user", "conversations.list")
        assert (page.status, page.json["total"]) == (299, 10**9)
        assert int(page.headers["content-length"]) == len(page.body)
        made = send(target, "user", "conversations.create", json={"title": "x"})
        assert made.status == 201
        assert target.anonymous.call("conversations.list").status == 401  # a refusal is left as it is


def test_answer_without_a_body_stays_without():
    with chat(lambda stub: change_answer(stub, "conversations.delete", lambda _: {"x": 1}, status=200)) as (_, target):
        made = send(target, "user", "conversations.create", json={"title": "x"}).json
        gone = send(target, "user", "conversations.delete", made["id"])
        assert (gone.status, gone.body) == (200, b"")


def test_operation_that_does_nothing_answers_all_the_same():
    with chat(lambda stub: do_nothing(stub, "conversations.delete", status=204)) as (stub, target):
        made = send(target, "user", "conversations.create", json={"title": "x"}).json
        assert send(target, "user", "conversations.delete", made["id"]).status == 204
        assert made["id"] in stub.records.conversations


@pytest.mark.parametrize("name", ["authorization", "Authorization"])
def test_changed_headers_are_those_of_another_caller(name):
    def change(stub):
        change_headers(stub, "admin.users.list", {name: f"Bearer {stub.admin_token}"})

    with chat(change) as (_, target):
        assert send(target, "user", "admin.users.list").ok
        assert not send(target, "user", "admin.ratings.summary").ok


def test_changed_query_is_what_the_stub_checks():
    with chat(lambda stub: change_query(stub, "conversations.list", lambda _: b"limit=0")) as (_, target):
        refused = send(target, "user", "conversations.list", query={"limit": 5})
        assert refused.status == 422
        assert "limit" in json.dumps(refused.json)
