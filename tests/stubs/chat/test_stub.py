"""The chat stub as a whole: its operations, its users by name, and the independence of two stubs."""

import httpx
import pytest

from tests.stubs.chat.helpers import (
    OPERATIONS,
    code,
    every,
    names_in,
)
from trivet_stubs import ChatStub
from trivet_stubs.chat import ChatObserved
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply


@pytest.mark.rule("chat.answers.each-operation-answers-its-record", "chat.answers.other-statuses-are-200")
@every
def test_every_operation_answers_and_is_logged(ask, chat_stub, op):
    answer = ask(op)

    assert answer.status_code == op.status
    assert answer.headers.get("content-type", "application/json" if op.status == 204 else "") == "application/json"
    assert bool(answer.content) == (op.status != 204)
    assert [entry.operation for entry in chat_stub.requests] == [op.id]


@every
def test_wrong_answer_is_a_stub_bug(chat_stub, ask, op):
    class Wrong:
        @operation(op.id)
        def answer(self, request: ContractRequest) -> Reply:
            return Reply({"odd": True}, op.status if op.status != 204 else 200)

    stub = ChatStub()
    stub.override(Wrong())
    answer = ask(op, transport=stub.transport())

    assert code(answer) == (500, "INTERNAL_ERROR")
    assert answer.json()["error"]["message"].startswith(f"STUB BUG: {op.id} answered ")


def test_user_is_found_by_name_email_or_id(chat_stub):
    alice = chat_stub.user_id("alice")

    assert chat_stub.user_id("alice@example.com") == chat_stub.user_id(alice) == alice
    assert chat_stub.token("alice") == chat_stub.token("alice@example.com") == chat_stub.token(alice)
    assert chat_stub.admin_token == chat_stub.token("admin")


def test_error_for_an_unknown_user_names_the_users(chat_stub):
    with pytest.raises(ValueError, match="who: there is no user 'zoe'; there are admin, nadia, alice"):
        chat_stub.token("zoe")


def run_everything(stub):
    answers = []
    names = names_in(stub)
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test") as client:
        for op in sorted(OPERATIONS, key=lambda op: op.method == "DELETE"):
            headers = {"Authorization": f"Bearer {stub.token(op.who)}"}
            answer = client.request(op.method, op.path.format(**names), headers=headers, json=op.body)
            answers.append((answer.status_code, answer.headers.raw, answer.content))
    return answers


@every
def test_every_operation_answers_with_every_switch_on(ask, chat_stub, op):
    chat_stub.observed = ChatObserved.all()

    assert ask(op).status_code == op.status


def test_two_stubs_answer_the_same_requests_with_the_same_bytes():
    with ChatStub() as first, ChatStub() as second:
        assert run_everything(first) == run_everything(second)


def test_two_stubs_share_no_state():
    with ChatStub() as first, ChatStub() as second:
        before = [wire.content for wire in everything_listed(second)]
        run_everything(first)
        assert [wire.content for wire in everything_listed(second)] == before
        assert [wire.content for wire in everything_listed(first)] != before


def everything_listed(stub):
    headers = {"Authorization": f"Bearer {stub.admin_token}"}
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
        return [client.get(path) for path in ("/conversations/export", "/admin/ratings", "/admin/users")]
