"""The exports: their forms, that they come in pieces, and that faults strike them too."""

import csv
import io
from datetime import UTC, datetime

import httpx
import pytest

from trivet_stubs import ChatStub
from trivet_stubs.chat import wire

HEADER = (
    "ID,Message ID,Conversation ID,User ID,Rating,Comment,Message Content,Message Role,"
    "User Email,User Name,Created At,Updated At"
)
EXPORTS = ["/conversations/export", "/admin/ratings/export", "/admin/ratings/export?export_format=csv"]


@pytest.fixture(scope="module")
def load():
    """A stub whose exports are many pieces, and its administrator."""
    with ChatStub(seed="400x10") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            yield stub, client


def table(answer):
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline=""), strict=True))


# Conversations.


def test_conversations_are_exported_newest_first_with_all_they_hold(sign_in_anywhere, alice, path):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/conversations/export")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="conversations_export.json"'
    assert list(answer.json()) == ["conversations", "total"]
    rows = answer.json()["conversations"]
    assert len(rows) == answer.json()["total"] == 7
    created = [row["created_at"] for row in rows]
    assert created == sorted(created, reverse=True)
    travel = next(row for row in rows if row["title"] == "Travel plans")
    whole = alice.get(path("Travel plans")).json()
    assert {**travel, "messages": []} == {**{key: whole[key] for key in travel}, "messages": []}
    message = travel["messages"][2]
    assert message["content"] == "Three: at 08:04, 10:04 and 12:04."
    assert message["tool_calls"] == [
        {key: call[key] for key in ("tool_name", "args", "result", "status")}
        for call in whole["messages"][2]["tool_calls"]
    ]
    assert [(each["user_email"], each["rating"]) for each in message["ratings"]] == [
        ("alice@example.com", 1),
        ("bob@example.com", -1),
    ]


def test_empty_export_is_a_whole_document():
    with ChatStub(seed="empty") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            answers = [client.get(where) for where in EXPORTS]

    assert answers[0].json() == {"conversations": [], "total": 0}
    assert answers[1].json() == {"ratings": [], "total": 0, "exported_at": "2025-06-16T00:00:00.000000+00:00"}
    assert answers[2].text == HEADER + "\r\n"


# Ratings.


@pytest.mark.parametrize(("kind", "content_type"), [("json", "application/json"), ("csv", "text/csv; charset=utf-8")])
def test_ratings_file_is_named_by_the_time_in_utc(admin, chat_stub, kind, content_type):
    chat_stub.clock.set(datetime(2025, 7, 1, 3, 4, 5, tzinfo=UTC))
    answer = admin.get("/admin/ratings/export", params={"export_format": kind})

    assert answer.headers["content-type"] == content_type
    assert answer.headers["content-disposition"] == f'attachment; filename="ratings_export_20250701_030405.{kind}"'


def test_ratings_are_exported_as_json_by_default(sign_in_anywhere):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/admin/ratings/export").json()

    assert list(answer) == ["ratings", "total", "exported_at"]
    assert answer["total"] == 5
    assert answer["ratings"] == admin.get("/admin/ratings").json()["items"]


def test_ratings_are_exported_as_csv_with_words_for_the_ratings(sign_in_anywhere):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/admin/ratings/export?export_format=csv")

    assert answer.text.startswith(HEADER + "\r\n")
    assert answer.text.endswith("\r\n")
    rows = table(answer)
    listed = admin.get("/admin/ratings").json()["items"]
    assert [row["Rating"] for row in rows] == ["Like", "Dislike", "Dislike", "Like", "Like"]
    for name in ("ID", "Message ID", "Conversation ID", "User ID", "User Email", "Message Role", "Created At"):
        assert [row[name] for row in rows] == [row[name.lower().replace(" ", "_")] for row in listed]
    assert rows[0]["Comment"] == rows[0]["Updated At"] == ""


def test_line_breaks_in_a_cell_are_quoted(admin):
    rows = table(admin.get("/admin/ratings/export?export_format=csv"))

    assert rows[2]["Comment"] == "The 10:04 is cancelled,\nsays the station."


@pytest.mark.parametrize("first", ["=", "+", "-", "@"])
def test_cell_like_a_formula_gets_an_apostrophe_in_csv_only(admin, alice, path, first):
    alice.post(path("Travel plans", "/messages/{answer}/rate"), json={"rating": 1, "comment": f"{first}1+1"})

    cells = [row["Comment"] for row in table(admin.get("/admin/ratings/export?export_format=csv"))]
    fields = [row["comment"] for row in admin.get("/admin/ratings/export").json()["ratings"]]
    assert f"'{first}1+1" in cells
    assert f"{first}1+1" in fields


@pytest.mark.parametrize("first", ["\t", "\r"])
def test_cell_that_begins_with_a_tab_or_return_gets_an_apostrophe(admin, chat_stub, first):
    chat_stub.records.users[chat_stub.user_id("bob")].full_name = f"{first}Bob"

    assert table(admin.get("/admin/ratings/export?export_format=csv"))[0]["User Name"] == f"'{first}Bob"


@pytest.mark.parametrize("kind", ["xml", "CSV", ""])
def test_another_format_is_422(admin, kind):
    answer = admin.get("/admin/ratings/export", params={"export_format": kind})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["query", "export_format"])


# In pieces.


@pytest.mark.parametrize("where", EXPORTS)
def test_export_is_sent_in_pieces(load, where):
    _, client = load
    with client.stream("GET", where) as answer:
        pieces = list(answer.iter_raw())
        whole = b"".join(pieces)

    assert len(pieces) > 10
    assert max(map(len, pieces)) < len(whole) / 10
    assert "content-length" not in answer.headers


def test_pieces_of_an_export_join_to_a_whole_document(load):
    _, client = load
    conversations = client.get(EXPORTS[0]).json()
    ratings = client.get(EXPORTS[1]).json()
    rows = table(client.get(EXPORTS[2]))

    assert len(conversations["conversations"]) == conversations["total"] == 400
    assert {len(row["messages"]) for row in conversations["conversations"]} == {10}
    assert len({row["id"] for row in ratings["ratings"]}) == ratings["total"] == 2000
    assert [row["ID"] for row in rows] == [row["id"] for row in ratings["ratings"]]


@pytest.mark.parametrize("where", EXPORTS)
def test_cut_export_delivers_the_bytes_before_the_cut(sign_in_anywhere, chat_stub, where):
    admin = sign_in_anywhere("admin")
    whole = admin.get(where).content
    chat_stub.faults.add(cut_after=len(whole) - 1)
    received: list[bytes] = []
    with admin.stream("GET", where) as answer, pytest.raises(httpx.RemoteProtocolError):
        collect(answer, received)

    assert b"".join(received) == whole[:-1]


@pytest.mark.parametrize("where", EXPORTS)
@pytest.mark.parametrize("fault", [{"drop": True}, {"hang": True}])
def test_fault_replaces_or_drops_an_export(sign_in_anywhere, chat_stub, where, fault):
    admin = sign_in_anywhere("admin")
    chat_stub.faults.add(**fault)

    with pytest.raises(httpx.TransportError):
        admin.get(where, timeout=0.05)
    assert admin.get(where).status_code == 200


@pytest.mark.parametrize("where", EXPORTS)
def test_export_with_status_fault_is_refused_once(admin, chat_stub, where):
    chat_stub.faults.add(status=503, headers={"Retry-After": "1"})

    assert [admin.get(where).status_code for _ in range(2)] == [503, 200]


@pytest.mark.parametrize(
    ("where", "record", "broken"),
    [
        (EXPORTS[0], "ExportedConversation", "exported_conversation"),
        (EXPORTS[1], "AdminRating", "admin_rating"),
        (EXPORTS[2], "AdminRating", "admin_rating"),
    ],
)
def test_wrong_record_in_export_is_a_stub_bug(admin, monkeypatch, where, record, broken):
    monkeypatch.setattr(wire, broken, lambda row, records: {"id": "not a uuid"})
    answer = admin.get(where)

    assert answer.status_code == 500
    assert answer.json()["error"]["message"].startswith(f"STUB BUG: {record} was written with a wrong ")


def test_wrong_envelope_of_an_export_is_a_stub_bug(admin, monkeypatch):
    monkeypatch.setattr(wire, "moment", lambda at: "today")
    answer = admin.get("/admin/ratings/export?rating_filter=0")

    assert answer.status_code == 500
    assert answer.json()["error"]["message"].startswith("STUB BUG: RatingsExport was written with a wrong exported_at")


def test_wrong_record_late_in_an_export_cuts_the_connection(load, monkeypatch):
    stub, client = load
    right = wire.admin_rating
    last = stub.records.ratings.newest_first()[-1]
    monkeypatch.setattr(wire, "admin_rating", lambda row, records: {} if row is last else right(row, records))

    with pytest.raises(httpx.RemoteProtocolError) as broken:
        client.get("/admin/ratings/export")
    assert "STUB BUG: AdminRating was written with a wrong " in repr(broken.value.__cause__.__cause__)


def test_changes_during_an_export_do_not_break_it():
    with ChatStub(seed="400x10") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            with client.stream("GET", "/admin/ratings/export") as answer:
                pieces = answer.iter_raw()
                first = next(pieces)
                client.delete(f"/admin/users/{stub.user_id('erin')}")
                rest = b"".join(pieces)
            document = httpx.Response(200, content=first + rest).json()

    assert len(document["ratings"]) == document["total"] == 2000


def collect(answer: httpx.Response, pieces: list[bytes]) -> None:
    for piece in answer.iter_raw():
        pieces.append(piece)  # extend would lose the pieces before an error
