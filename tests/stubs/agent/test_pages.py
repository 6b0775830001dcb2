"""Pages of lists: limits, cursors and orders."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, create, data, prompt, refusal


def all_pages(http, path, **params):
    """Return the ids of every page of a list, and the answers."""
    pages, cursor = [], None
    while True:
        answer = http.get(
            path, params=params if cursor is None else {"limit": params["limit"], "cursor": cursor}
        ).json()
        pages.append(answer)
        cursor = answer["cursor"]["next"]
        if cursor is None:
            return [[row["id"] for row in page["data"]] for page in pages], pages


@pytest.mark.rule("agent.limits.limit-is-a-number", "agent.limits.limit-is-whole-and-bounded")
@pytest.mark.parametrize("limit", [0, -3, 2.5, "many"])
@pytest.mark.parametrize("path", ["session", "session/ses_000001/message"])
def test_limit_other_than_a_positive_integer_is_refused(http, path, limit):
    create(http)

    assert refusal(http.get(f"/api/{path}", params={"limit": limit}))[:2] == (400, "InvalidRequestError")


@pytest.mark.rule("agent.limits.limit-is-whole-and-bounded")
def test_messages_have_a_largest_limit_and_sessions_none(http):
    session = create(http)

    assert http.get("/api/session", params={"limit": 100_000}).status_code == 200
    assert refusal(http.get(f"/api/session/{session['id']}/message", params={"limit": 201}))[0] == 400


def test_number_beyond_64_bits_stands_in_a_cursor(http):
    ids = [create(http)["id"] for _ in range(3)]

    pages, _ = all_pages(http, "/api/session", limit=2, start=-(10**30))
    assert sorted(id_ for page in pages for id_ in page) == ids


@pytest.mark.rule("agent.limits.order-is-asc-or-desc", "agent.limits.cursors-page-through")
@pytest.mark.parametrize("null_at_end", [False, True])
@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("below", ["", "/{id}/message"])
def test_cursors_lead_through_all_pages_in_both_orders(http, agent_stub, below, order, null_at_end):
    agent_stub.null_at_end = null_at_end
    session = create(http)
    for _ in range(2):
        create(http)
        prompt(http, session)
    create(http)
    path = f"/api/session{below}".format(id=session["id"])
    pages, _ = all_pages(http, path, order=order, limit=2)
    ids = sorted(row["id"] for row in data(http.get(path)))

    assert len(ids) == 4
    assert [row_id for page in pages for row_id in page] == (ids if order == "asc" else ids[::-1])
    assert [len(page) for page in pages] == ([2, 2] if null_at_end else [2, 2, 0])


def test_previous_cursor_leads_back(http):
    for _ in range(5):
        create(http)
    pages, answers = all_pages(http, "/api/session", limit=2)
    back = http.get("/api/session", params={"limit": 2, "cursor": answers[2]["cursor"]["previous"]}).json()

    assert [row["id"] for row in back["data"]] == pages[1]
    first = http.get("/api/session", params={"limit": 2, "cursor": back["cursor"]["previous"]}).json()
    assert [row["id"] for row in first["data"]] == pages[0]


def test_rows_created_or_deleted_meanwhile_do_not_shift_a_page(http):
    for _ in range(3):
        create(http)
    first = http.get("/api/session", params={"limit": 2, "search": "session"}).json()
    create(http)
    http.delete(f"/api/session/{first['data'][-1]['id']}")
    second = http.get("/api/session", params={"cursor": first["cursor"]["next"]}).json()

    assert [row["id"] for row in first["data"] + second["data"]] == ["ses_000003", "ses_000002", "ses_000001"]


@pytest.mark.rule("agent.limits.cursor-belongs-to-its-list")
def test_cursor_of_another_list_or_no_cursor_is_refused(http):
    session = create(http)
    prompt(http, session)
    cursor = http.get("/api/session", params={"order": "asc"}).json()["cursor"]["next"]

    def refused(path="session", **params):
        return refusal(http.get(f"/api/{path}", params={"cursor": cursor, **params}))[:2]

    assert refused(cursor="nonsense") == (400, "InvalidCursorError")
    assert refused(cursor="") == (400, "InvalidCursorError")
    assert refused(cursor=cursor[:8] + "x" + cursor[9:]) == (400, "InvalidCursorError")
    assert refused(order="asc") == (400, "InvalidCursorError")
    assert refused(search="x") == (400, "InvalidCursorError")
    assert refused(**LIGHTHOUSE) == (400, "InvalidCursorError")
    assert refused(f"session/{session['id']}/message") == (400, "InvalidCursorError")
    assert http.get("/api/session", params={"cursor": cursor}).status_code == 200
