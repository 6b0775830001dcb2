"""What every chat operation has in common: credentials, roles, inputs, error forms, request ids."""

import uuid
from typing import Any, NamedTuple

import httpx
import pytest

from trivet_stubs import ChatStub
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply

MISSING = "00000000-0000-4000-8000-ffffffffffff"


class Op(NamedTuple):
    """An operation as it is asked for in the small world; `{c}` is alice's travel plans, `{m}` an answer in them."""

    id: str
    method: str
    path: str
    body: Any = None
    status: int = 200

    @property
    def who(self) -> str:
        return "admin" if self.id.startswith("admin.") else "alice"


OPERATIONS = [
    Op("conversations.list", "GET", "/conversations"),
    Op("conversations.create", "POST", "/conversations", {}, 201),
    Op("admin.conversations.export", "GET", "/conversations/export"),
    Op("admin.conversations.list", "GET", "/conversations/admin-list"),
    Op("conversations.shared_with_me", "GET", "/conversations/shared-with-me"),
    Op("conversations.open_shared", "GET", "/conversations/shared/{t}"),
    Op("conversations.get", "GET", "/conversations/{c}"),
    Op("conversations.update", "PATCH", "/conversations/{c}", {"title": "New"}),
    Op("conversations.delete", "DELETE", "/conversations/{c}", None, 204),
    Op("conversations.archive", "POST", "/conversations/{c}/archive"),
    Op("conversations.messages.list", "GET", "/conversations/{c}/messages"),
    Op("conversations.messages.create", "POST", "/conversations/{c}/messages", {"role": "user", "content": "Hi"}, 201),
    Op("conversations.messages.rate", "POST", "/conversations/{c}/messages/{m}/rate", {"rating": 1}),
    Op("conversations.messages.unrate", "DELETE", "/conversations/{c}/messages/{m}/rate", None, 204),
    Op("conversations.shares.create", "POST", "/conversations/{c}/shares", {"generate_link": True}, 201),
    Op("conversations.shares.list", "GET", "/conversations/{c}/shares"),
    Op("conversations.shares.delete", "DELETE", "/conversations/{c}/shares/{s}", None, 204),
    Op("admin.ratings.list", "GET", "/admin/ratings"),
    Op("admin.ratings.summary", "GET", "/admin/ratings/summary"),
    Op("admin.ratings.export", "GET", "/admin/ratings/export"),
    Op("admin.users.list", "GET", "/admin/users"),
    Op("admin.users.get", "GET", "/admin/users/{u}"),
    Op("admin.users.update", "PATCH", "/admin/users/{u}", {"is_active": False}),
    Op("admin.users.delete", "DELETE", "/admin/users/{u}", None, 204),
    Op("admin.users.impersonate", "POST", "/admin/users/{u}/impersonate"),
]
SECURED = [each for each in OPERATIONS if each.id != "conversations.open_shared"]
every = pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.id)
every_secured = pytest.mark.parametrize("op", SECURED, ids=lambda op: op.id)


def names_in(stub):
    """What the names in a path stand for."""
    travel = next(row for row in stub.records.conversations.values() if row.title == "Travel plans")
    return {
        "c": travel.id,
        "m": next(message.id for message in travel.messages if message.role == "assistant"),
        "s": travel.shares[0].id,
        "t": travel.shares[1].share_token,
        "u": stub.user_id("bob"),
    }


@pytest.fixture
def ask(chat_stub):
    """One operation in the small world, asked by whom it is for or with other headers."""
    names = names_in(chat_stub)

    def ask(op, headers=None, transport=None, **changes):
        if headers is None:
            headers = {"Authorization": f"Bearer {chat_stub.token(op.who)}"}
        path = op.path.format(**{**names, **{key: changes.pop(key) for key in names.keys() & changes.keys()}})
        options = {} if op.body is None else {"json": op.body}
        with httpx.Client(transport=transport or chat_stub.transport(), base_url="http://chat.test") as client:
            return client.request(op.method, path, headers=headers, **{**options, **changes})

    return ask


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def place(answer):
    """Where the one input stands that the framework refuses."""
    [refused] = answer.json()["detail"]
    assert refused.keys() == {"type", "loc", "msg", "input"}
    return answer.status_code, refused["type"], refused["loc"]


def test_the_contract_has_no_operation_but_these(chat_stub):
    assert sorted(chat_stub.contract.operations) == sorted(op.id for op in OPERATIONS)


@every
def test_every_operation_answers_and_is_written_down(ask, chat_stub, op):
    answer = ask(op)

    assert answer.status_code == op.status
    assert answer.headers["content-type"] == "application/json"
    assert bool(answer.content) == (op.status != 204)
    assert [entry.operation for entry in chat_stub.requests] == [op.id]


@every
def test_a_wrong_answer_is_a_stub_bug(chat_stub, ask, op):
    class Wrong:
        @operation(op.id)
        def answer(self, request: ContractRequest) -> Reply:
            return Reply({"odd": True}, op.status if op.status != 204 else 200)

    stub = ChatStub()
    stub.override(Wrong())
    answer = ask(op, transport=stub.transport())

    assert code(answer) == (500, "INTERNAL_ERROR")
    assert answer.json()["error"]["message"].startswith(f"STUB BUG: {op.id} answered ")


# Credentials.


@every_secured
@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Basic YTpi"}, {"Cookie": "access_token=x"}, {"X-API-Key": ""}]
)
def test_without_a_bearer_token_the_framework_answers_401(ask, op, headers):
    answer = ask(op, headers)

    assert (answer.status_code, answer.json()) == (401, {"detail": "Not authenticated"})
    assert answer.headers["www-authenticate"] == "Bearer"


@every_secured
def test_an_unknown_token_is_401(ask, op):
    answer = ask(op, {"Authorization": "Bearer unknown-token"})

    assert code(answer) == (401, "AUTHENTICATION_ERROR")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "unknown-token" not in answer.text


def test_an_empty_token_is_401(ask):
    assert code(ask(OPERATIONS[0], {"Authorization": "Bearer"})) == (401, "AUTHENTICATION_ERROR")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_written_in_any_case(ask, chat_stub, scheme):
    assert ask(OPERATIONS[0], {"Authorization": f"{scheme} {chat_stub.token('alice')}"}).status_code == 200


def test_a_token_that_expires_is_valid_until_then(ask, chat_stub):
    headers = {"Authorization": f"Bearer {chat_stub.token('alice', expires_in=60)}"}

    chat_stub.clock.advance(59)
    assert ask(OPERATIONS[0], headers).status_code == 200
    chat_stub.clock.advance(1)
    assert code(ask(OPERATIONS[0], headers)) == (401, "AUTHENTICATION_ERROR")
    assert ask(OPERATIONS[0]).status_code == 200


def test_the_token_of_a_user_who_is_not_active_is_401(ask, chat_stub):
    answer = ask(OPERATIONS[0], {"Authorization": f"Bearer {chat_stub.token('carol')}"})

    assert code(answer) == (401, "AUTHENTICATION_ERROR")
    assert answer.json()["error"] == {
        "code": "AUTHENTICATION_ERROR",
        "message": "User account is disabled",
        "details": None,
    }


def test_the_token_of_a_deleted_user_is_401(ask, chat_stub, admin):
    headers = {"Authorization": f"Bearer {chat_stub.token('alice')}"}
    admin.delete(f"/admin/users/{chat_stub.user_id('alice')}")

    assert code(ask(OPERATIONS[0], headers)) == (401, "AUTHENTICATION_ERROR")


@pytest.mark.parametrize("op", [op for op in OPERATIONS if op.who == "admin"], ids=lambda op: op.id)
def test_administration_is_for_administrators(ask, chat_stub, op):
    assert code(ask(op, {"Authorization": f"Bearer {chat_stub.token('alice')}"})) == (403, "AUTHORIZATION_ERROR")
    assert ask(op, {"Authorization": f"Bearer {chat_stub.token('nadia')}"}).status_code == op.status


@pytest.mark.parametrize("headers", [{}, {"Authorization": "nonsense"}, {"Authorization": "Bearer unknown-token"}])
def test_a_public_link_needs_no_credentials_and_ignores_wrong_ones(ask, headers):
    assert ask(OPERATIONS[5], headers).status_code == 200


def test_credentials_come_before_inputs(ask):
    assert ask(OPERATIONS[0], {}, params={"limit": 0}).status_code == 401


def test_no_repr_holds_a_token(ask, chat_stub):
    for op in OPERATIONS[:8]:
        ask(op)
    link = next(share.share_token for share in chat_stub.records.shares() if share.share_token)
    shown = repr(
        [chat_stub, chat_stub.requests, *chat_stub.records.shares(), *chat_stub.records.conversations.values()]
    )

    assert chat_stub.admin_token not in shown
    assert link not in shown


# Inputs.

PAGED = {
    "/conversations": ("alice", 100),
    "/conversations/admin-list": ("admin", 100),
    "/conversations/shared-with-me": ("alice", 100),
    "/conversations/{c}/messages": ("alice", 500),
    "/admin/ratings": ("admin", 100),
    "/admin/users": ("admin", 500),
}
BOUNDS = [
    *((path, who, "limit", 1, most) for path, (who, most) in PAGED.items()),
    *((path, who, "skip", 0, None) for path, (who, _) in PAGED.items()),
    ("/admin/ratings", "admin", "rating_filter", -1, 1),
    ("/admin/ratings/export", "admin", "rating_filter", -1, 1),
    ("/admin/ratings/summary", "admin", "days", 1, 365),
]


@pytest.mark.parametrize(("where", "who", "name", "least", "most"), BOUNDS)
def test_a_bound_lets_in_its_ends_and_refuses_what_is_one_beyond(ask, where, who, name, least, most):
    op = Op("admin." if who == "admin" else "", "GET", where)
    for value in (least, most):
        if value is not None:
            assert ask(op, params={name: value}).status_code == 200
    assert place(ask(op, params={name: least - 1})) == (422, "greater_than_equal", ["query", name])
    if most is not None:
        assert place(ask(op, params={name: most + 1})) == (422, "less_than_equal", ["query", name])


@pytest.mark.parametrize(("length", "status"), [(100, 200), (101, 422)])
def test_a_search_of_conversations_has_at_most_100_characters(admin, length, status):
    assert admin.get("/conversations/admin-list", params={"search": "x" * length}).status_code == status


@pytest.mark.parametrize("worth", [-2, 0, 2, None, "1", True, 1.5])
def test_a_rating_is_1_or_minus_1(ask, worth):
    op = next(op for op in OPERATIONS if op.id == "conversations.messages.rate")

    assert place(ask(op, json={"rating": worth}))[::2] == (422, ["body", "rating"])


@pytest.mark.parametrize("worth", [-1, 1, 1.0])
def test_a_rating_is_an_integer_in_json(ask, worth):
    op = next(op for op in OPERATIONS if op.id == "conversations.messages.rate")

    assert ask(op, json={"rating": worth}).json()["rating"] == worth


@pytest.mark.parametrize(("where", "who"), [(path, who) for path, (who, _) in PAGED.items()])
@pytest.mark.parametrize("query", ["limit=abc", "limit=", "skip=1.5", "skip=1&skip=2"])
def test_a_number_that_is_none_is_refused(ask, where, who, query):
    answer = ask(Op("admin." if who == "admin" else "", "GET", f"{where}?{query}"))

    assert place(answer)[::2] == (422, ["query", query.partition("=")[0]])


def test_refused_input_is_shown_with_the_rule_it_breaks(alice):
    assert alice.get("/conversations?limit=101").json() == {
        "detail": [
            {
                "type": "less_than_equal",
                "loc": ["query", "limit"],
                "msg": "101 is greater than the maximum of 100",
                "input": "101",
            }
        ]
    }


def test_any_number_of_digits_can_be_refused_and_skipped(alice):
    assert place(alice.get(f"/conversations?limit={10**30}")) == (422, "less_than_equal", ["query", "limit"])
    assert alice.get(f"/conversations?skip={10**30}").json()["items"] == []


@every
def test_an_unknown_parameter_is_refused_by_name(ask, op):
    assert place(ask(op, params={"size": "red"})) == (422, "extra_forbidden", ["query", "size"])


@pytest.mark.parametrize("op", [op for op in OPERATIONS if op.body is not None], ids=lambda op: op.id)
def test_an_unknown_key_of_a_body_is_refused_by_name(ask, op):
    assert place(ask(op, json={**op.body, "size": "red"})) == (422, "extra_forbidden", ["body", "size"])


@pytest.mark.parametrize(
    ("op", "name", "key"),
    [
        pytest.param(op, name, key, id=f"{op.id}-{key}")
        for op in OPERATIONS
        for key, name in {"c": "conversation_id", "m": "message_id", "s": "share_id", "u": "user_id"}.items()
        if f"{{{key}}}" in op.path
    ],
)
def test_an_id_is_a_uuid_in_upper_or_lower_case(ask, chat_stub, op, name, key):
    for wrong in ("not-a-uuid", MISSING[:-1], f"{MISSING}0"):
        assert place(ask(op, **{key: wrong})) == (422, "uuid_parsing", ["path", name])
    assert ask(op, **{key: names_in(chat_stub)[key].upper()}).status_code == op.status


@pytest.mark.parametrize(
    ("op", "key"),
    [
        pytest.param(op, key, id=f"{op.id}-{key}")
        for op in OPERATIONS
        for key in "cmsu"
        if f"{{{key}}}" in op.path and (op.id, key) != ("conversations.shares.delete", "c")  # as observed
    ],
)
def test_what_does_not_exist_is_404(ask, op, key):
    assert code(ask(op, **{key: MISSING})) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("content", "headers", "where"),
    [
        (b"", {}, ["body"]),
        (b"{", {"content-type": "application/json"}, ["body"]),
        (b"[]", {"content-type": "application/json"}, ["body"]),
        (b"null", {"content-type": "application/json"}, ["body"]),
        (b"rating=1", {"content-type": "application/x-www-form-urlencoded"}, ["header", "content-type"]),
        (b"{}", {"content-type": "application/json"}, ["body", "rating"]),
    ],
)
def test_a_body_is_a_json_object(alice, path, content, headers, where):
    answer = alice.post(path("Travel plans", "/messages/{answer}/rate"), content=content, headers=headers)

    assert place(answer)[::2] == (422, where)


def test_an_unknown_route_and_another_method_are_the_frameworks(alice):
    unknown, other = alice.get("/conversation"), alice.put("/conversations")

    assert (unknown.status_code, unknown.json()) == (404, {"detail": "Not Found"})
    assert (other.status_code, other.json()) == (405, {"detail": "Method Not Allowed"})
    assert alice.get("/conversations/").status_code == 404
    assert alice.head("/conversations").status_code == 405


# Request ids, and what two stubs share.


@pytest.mark.parametrize("where", ["/conversations", "/nowhere", "/conversations?limit=0", "/conversations/export"])
def test_answer_has_the_request_id_of_the_caller_or_a_new_one(sign_in_anywhere, where):
    alice = sign_in_anywhere("alice")

    assert alice.get(where, headers={"X-Request-ID": "mine-1"}).headers["x-request-id"] == "mine-1"
    given = [alice.get(where).headers["x-request-id"] for _ in range(2)]
    assert len(set(given)) == 2
    assert [str(uuid.UUID(each)) for each in given] == given


def test_a_faults_answer_has_a_request_id_too(alice, chat_stub):
    chat_stub.faults.add(status=503)

    answer = alice.get("/conversations", headers={"X-Request-ID": "mine-2"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (503, "mine-2")


def run_everything(stub):
    found = []
    names = names_in(stub)
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test") as client:
        for op in sorted(OPERATIONS, key=lambda op: op.method == "DELETE"):
            headers = {"Authorization": f"Bearer {stub.token(op.who)}"}
            answer = client.request(op.method, op.path.format(**names), headers=headers, json=op.body)
            found.append((answer.status_code, answer.headers.raw, answer.content))
    return found


def test_two_stubs_that_are_asked_the_same_answer_the_same_bytes():
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
