"""Planted faults take effect: plain HTTP to a right and to a faulty server on a port."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.other_make.agent_files import PROJECT
from tests.other_make.bus_records import stop_code
from tests.other_make.planted.servers import CALLERS
from tests.other_make.planted.serving import served


class Http:
    """Requests of one caller to a server."""

    def __init__(self, client: httpx.Client, service: str, caller: str = "user") -> None:
        self.client, self.service = client, service
        self.headers = CALLERS[service].get(caller, {})

    def by(self, caller: str) -> "Http":
        return Http(self.client, self.service, caller)

    def ask(self, method: str, url: str, body: Any = None, **query: Any) -> httpx.Response:
        return self.client.request(method, url, json=body, params=query, headers=self.headers)

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, None, **query).json()

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        return self.ask("POST", path, body, **query).json()

    def conversation(self, title: str = "Sea") -> str:
        return f"/conversations/{self.post('/conversations', {'title': title})['id']}"


def archive(http: Http) -> Any:
    conversation = http.conversation()
    http.post(f"{conversation}/archive")
    return http.get(conversation)["is_archived"]


def create_twice(http: Http) -> Any:
    before = http.get("/conversations")["total"]
    http.conversation()
    return http.get("/conversations")["total"] - before


def update_a_neighbour(http: Http) -> Any:
    conversation = http.conversation()
    http.ask("PATCH", conversation, {"title": "Lake"})
    return http.get(conversation)["title"]


def undone(http: Http) -> Any:
    conversation = http.conversation()
    first = http.ask("GET", conversation).status_code
    return first, [http.ask("GET", conversation).status_code for _ in range(4)][-1]


def stranger_deletes(http: Http) -> Any:
    conversation = http.conversation()
    refusal = http.by("other").ask("DELETE", conversation).status_code
    return refusal, http.ask("GET", conversation).status_code


def messages_of_a_deleted(http: Http) -> Any:
    conversation = http.conversation()
    message = http.post(f"{conversation}/messages", {"role": "assistant", "content": "Wet."})
    http.post(f"{conversation}/messages/{message['id']}/rate", {"rating": 1})
    first = http.by("admin").get("/admin/ratings")["total"]
    http.ask("DELETE", conversation)
    return http.by("admin").get("/admin/ratings")["total"] - first


def second_rating(http: Http) -> Any:
    conversation = http.conversation()
    message = http.post(f"{conversation}/messages", {"role": "assistant", "content": "Wet."})
    rate = f"{conversation}/messages/{message['id']}/rate"
    http.post(rate, {"rating": 1, "comment": "Good."})
    http.post(rate, {"rating": -1, "comment": "Bad."})
    row = next(row for row in http.by("admin").get("/admin/ratings")["items"] if row["message_id"] == message["id"])
    return row["rating"], row["comment"]


def removed_rating(http: Http) -> Any:
    """The ratings of a message after requests that follow a removal: without a new rating, and with one."""
    conversation, seen = http.conversation(), list[Any]()
    for is_rated_again in (False, True):
        message = http.post(f"{conversation}/messages", {"role": "assistant", "content": "Wet."})
        rate = f"{conversation}/messages/{message['id']}/rate"
        http.post(rate, {"rating": 1})
        http.ask("DELETE", rate)
        if is_rated_again:
            http.post(rate, {"rating": -1})
        rows = [http.by("admin").get("/admin/ratings", limit=100)["items"] for _ in range(4)][-1]
        seen.append([row["rating"] for row in rows if row["message_id"] == message["id"]])
    return seen


def title_after_a_message(http: Http) -> Any:
    conversation = http.conversation()
    http.post(f"{conversation}/messages", {"role": "user", "content": "Wet?"})
    return http.get(conversation)["title"]


def token_in_a_list(http: Http) -> Any:
    admin = http.by("admin")
    user = next(row for row in admin.get("/admin/users", limit=500)["items"] if row["username"] == "piet")
    token = admin.post(f"/admin/users/{user['id']}/impersonate")["access_token"]
    rows = http.by("other").get("/conversations")["items"]
    return [row.get("access_token") == token for row in rows[:1]]


def arrivals(http: Http, **query: str) -> Any:
    return http.get("/v3/BusArrival", BusStopCode=stop_code(7), **query)["Services"]


def stops_of_the_second_page(http: Http) -> Any:
    first = http.get("/BusStops", **{"$skip": "0"})["value"]
    return [row["BusStopCode"] for row in http.get("/BusStops", **{"$skip": str(len(first))})["value"]][:2]


def second_active_account(http: Http) -> Any:
    account = {"serviceID": "harbour", "credential": {"type": "api", "key": "k"}, "active": True}
    first, second = http.post("/api/auth", account)["id"], http.post("/api/auth", account)["id"]
    http.post(f"/api/auth/{first}/activate")
    return {first: "first", second: "second"}[http.get("/api/auth")["active"]["harbour"]]


def sessions_of_a_directory(http: Http) -> Any:
    http.post("/api/session", {"title": "Here"}, directory=PROJECT)
    http.post("/api/session", {"title": "There"})
    return [row["title"] for row in http.get("/api/session", directory=PROJECT)["data"]]


def prompts(http: Http) -> Any:
    session = http.post("/api/session", {})["data"]["id"]
    http.post(f"/api/session/{session}/prompt", {"prompt": {"text": "Say hello"}})
    return [row["type"] for row in http.get(f"/api/session/{session}/message")["data"]]


def patch(http: Http) -> Any:
    text = "diff --git a/n.txt b/n.txt\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+New.\n"
    status = http.ask("POST", "/api/vcs/patch", {"patch": text}, directory=PROJECT).status_code
    return status, http.ask("GET", "/api/fs/file", path="n.txt", directory=PROJECT).status_code


def found_rows(http: Http) -> Any:
    return len(http.post("/api/fs/search", {"query": "e", "limit": 1}, directory=PROJECT)["data"])


def is_read_by_strangers(http: Http) -> Any:
    return http.by("a stranger").ask("GET", "/api/config").status_code


def kind_of_event(http: Http) -> Any:
    with http.client.stream("GET", "/api/event", headers=http.headers) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        return '"type": null' in next(lines)


EXAMPLES: dict[str, tuple[Callable[[Http], Any], Any, Any]] = {
    "chat:left-out:conversations.archive": (archive, True, False),
    "chat:twice:conversations.create": (create_twice, 1, 2),
    "chat:neighbour:conversations.update:path/conversation_id": (update_a_neighbour, "Lake", "Sea"),
    "chat:undone-later:conversations.create": (undone, (200, 200), (200, 404)),
    "chat:undone-later:conversations.messages.unrate": (removed_rating, [[], [-1]], [[1], [-1]]),
    "chat:not-permitted:conversations.delete:another/in-secret": (stranger_deletes, (404, 200), (404, 404)),
    "chat:left-out-in:conversations.delete:ratings/*": (messages_of_a_deleted, -1, 0),
    "chat:left-out-in:conversations.messages.rate:ratings/*/comment": (second_rating, (-1, "Bad."), (-1, "Good.")),
    "chat:field-reset:conversations.messages.create:conversations/*/title": (title_after_a_message, "Sea", ""),
    "chat:secret-shown:conversations.list:access_token": (token_in_a_list, [False], [True]),
    "chat:total-ignored:conversations.list:total": (
        lambda http: http.get("/conversations", limit=3)["total"] > 3,
        True,
        False,
    ),
    "chat:off-by-one:admin.users.list:query/limit/maximum": (
        lambda http: http.by("admin").ask("GET", "/admin/users", limit=501).status_code,
        400,
        200,
    ),
    "bus:filter-ignored:arrivals.get:query/ServiceNo": (
        lambda http: len(arrivals(http, ServiceNo="10")) > 1,
        False,
        True,
    ),
    "bus:page-late:stops.list:value": (
        stops_of_the_second_page,
        [stop_code(20), stop_code(21)],
        [stop_code(18), stop_code(19)],
    ),
    "bus:row-lost:stops.list:value/first": (
        lambda http: http.get("/BusStops")["value"][0]["BusStopCode"],
        stop_code(0),
        stop_code(1),
    ),
    "bus:field-type:arrivals.get:Services/*/NextBus/Monitored": (
        lambda http: type(arrivals(http)[0]["NextBus"]["Monitored"]).__name__,
        "int",
        "str",
    ),
    "agent:left-out:auth.activate": (second_active_account, "first", "second"),
    "agent:row-of-another:session.list:data/context": (sessions_of_a_directory, ["Here"], ["Here", "There"]),
    "agent:order-ignored:session.message.list:rows/data": (prompts, ["user", "assistant"], ["assistant", "user"]),
    "agent:left-out:vcs.patch": (patch, (204, 200), (204, 404)),
    "agent:row-repeated:fs.search:data": (found_rows, 1, 2),
    "agent:not-permitted:config.get:anonymous/answered": (is_read_by_strangers, 401, 200),
    "agent:field-null:event.subscribe:type": (kind_of_event, False, True),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name.startswith("chat:") else []) for name in EXAMPLES]
)
def test_planted_fault_shows_over_http(name: str) -> None:
    observe, right, faulty = EXAMPLES[name]
    service = name.split(":", maxsplit=1)[0]
    with served(service) as url, httpx.Client(base_url=url) as client:
        assert observe(Http(client, service)) == right
    with served(service, name) as url, httpx.Client(base_url=url) as client:
        assert observe(Http(client, service)) == faulty
