"""Answers in general: which record an operation answers, with which status, and how errors are written."""

from typing import Any
from uuid import uuid4

from trivet_stubs.checks.chat.replies import object_of, prepared
from trivet_stubs.checks.chat.service import Chat
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply


def _is_record(reply: Reply, record_id: str | None = None) -> None:
    """An answer is one record, that of this id if it is known."""
    record = object_of(reply.succeeds().json) or {}
    reply.expect(bool(record), "the answer is no record")
    if record_id is not None:
        reply.expect(record.get("id") == record_id, f"the answer is not the record {record_id}")


@check("chat.answers.each-operation-answers-its-record")
def each_operation_answers_its_record(chat: Chat) -> None:
    """What makes or changes a record answers that record."""
    reply = chat.create(chat.user, {"title": chat.target.name("conversation")})
    _is_record(reply)
    conversation = prepared(reply)
    here = conversation["id"]
    _is_record(chat.user.call("conversations.update", here, json={"title": chat.target.name("changed")}), here)
    _is_record(chat.user.call("conversations.shares.create", here, json={"generate_link": True}))
    message = chat.assistant_message(conversation)
    _is_record(chat.rate(chat.user, message))
    _is_record(chat.user.call("conversations.messages.create", here, json={"role": "user", "content": "x"}))
    _is_record(chat.user.call("conversations.archive", here), here)
    other = chat.id_of(chat.other)
    _is_record(chat.admin.call("admin.users.get", other), other)
    _is_record(chat.admin.call("admin.users.update", other, json={}), other)


@check("chat.answers.other-statuses-are-200")
def other_statuses_are_200(chat: Chat) -> None:
    """Each success of which the contract names no status is a 200."""
    conversation = chat.conversation(chat.user)
    token, here = chat.link(conversation), conversation["id"]
    chat.user.call("conversations.list").succeeds(200)
    chat.user.call("conversations.get", here).succeeds(200)
    chat.user.call("conversations.update", here, json={"title": chat.target.name("changed")}).succeeds(200)
    chat.user.call("conversations.messages.list", here).succeeds(200)
    chat.user.call("conversations.shares.list", here).succeeds(200)
    chat.user.call("conversations.shared_with_me").succeeds(200)
    chat.anonymous.call("conversations.open_shared", token).succeeds(200)
    other = chat.id_of(chat.other)
    chat.admin.call("admin.users.list").succeeds(200)
    chat.admin.call("admin.users.get", other).succeeds(200)
    chat.admin.call("admin.users.update", other, json={}).succeeds(200)
    chat.admin.call("admin.users.impersonate", other).succeeds(200)
    chat.admin.call("admin.conversations.list").succeeds(200)
    chat.admin.call("admin.ratings.list").succeeds(200)
    chat.admin.call("admin.ratings.summary").succeeds(200)
    chat.admin.call("admin.ratings.export").succeeds(200)


@check("chat.answers.errors-have-two-forms")
def errors_have_two_forms(chat: Chat) -> None:
    """An error of either form is whole: a code and a message, or a detail. Servers with other forms are not tried."""
    for reply in (
        chat.user.call("conversations.get", uuid4()),
        chat.user.call("conversations.list", query={"limit": 0}),
        chat.anonymous.call("conversations.list"),
    ):
        body = object_of(reply.is_refused().json) or {}
        if "error" in body:
            error = object_of(body["error"]) or {}
            whole = isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
            reply.expect(whole, "the error has no code or no message")
        elif "detail" in body:
            found: Any = body["detail"]
            whole = isinstance(found, str) or all(each.keys() >= {"type", "loc", "msg"} for each in found)
            reply.expect(whole, "a detail has no type, no loc or no msg")
        else:
            raise NotTried("the server writes errors in another form")
