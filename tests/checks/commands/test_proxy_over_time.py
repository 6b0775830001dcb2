"""A server's faults over time, which the proxy names unless the write of another caller explains them.

Each fault is planted in a server of another make. Its innocent twin is a right server, where another caller's write,
which passes the proxy or does not, gives answers that look alike.
"""

import base64
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.other_make import chat_server as other
from tests.other_make.records import KEYS, NEVER
from tests.stubs.serving.raw import HANGS
from trivet_stubs import serve

PLAIN = {"trust_env": False, "verify": False, "timeout": HANGS}
RULES = {
    other.REVOCATION: "chat.shares.revoked-opens-nothing",
    other.LINK: "chat.conversations.delete-takes-the-messages",
    other.LISTED: "chat.conversations.delete-takes-the-messages",
    other.USER: "chat.users.deletion-is-hard",
    other.VIEWER_ARCHIVES: "chat.conversations.only-the-owner-archives",
    other.TOTAL: "chat.paging.total-counts-every-match",
    other.COUNT: "chat.admin-conversations.list-has-a-message-count",
    other.RISE: "chat.paging.total-counts-every-match",
    other.FALL: "chat.paging.total-counts-every-match",
    other.RESTORES: "chat.conversations.update-sets-title-and-archived",
    other.UNTITLED: "chat.conversations.update-sets-title-and-archived",
    other.ACTIVATES: "chat.users.update-changes-role-and-activity",
    other.SECOND: "chat.ratings.new-is-201-and-update-is-200",
}


class Client:
    """A caller at one URL."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._headers = {"authorization": f"Bearer {key}"} if key else {}

    def __call__(self, method: str, path: str, body: object = None) -> Any:
        answer = httpx.request(method, self._url + path, json=body, headers=self._headers, **PLAIN)
        return answer.json() if answer.content else None

    def creates(self, title: str = "New") -> str:
        """Create a conversation, and return its path."""
        return f"/conversations/{self('POST', '/conversations', {'title': title})['id']}"

    def adds(self, path: str, role: str = "user") -> str:
        """Add a message, and return its path."""
        return f"{path}/messages/{self('POST', f'{path}/messages', {'role': role, 'content': 'Words.'})['id']}"


def jwt_of(user: str) -> str:
    """A token whose subject is a user, as other servers issue them."""
    claims = base64.urlsafe_b64encode(json.dumps({"sub": user}).encode()).decode().rstrip("=")
    return f"e30.{claims}.c2ln"


class Callers:
    """The callers through the proxy, and `aside` those who reach the server without it."""

    def __init__(self, url: str, keys: dict[str, str]) -> None:
        self.admin, self.user, self.other, self.spare = (Client(url, keys[name]) for name in KEYS)
        self.jwt = Client(url, keys["jwt"])
        self.anonymous = Client(url, "")
        self.ids: dict[str, str] = {}


def revoked_link(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates()
    first, second = (through.user("POST", f"{here}/shares", {"generate_link": True}) for _ in range(2))
    through.user("DELETE", f"{here}/shares/{first['id']}")
    through.anonymous("GET", f"/conversations/shared/{(second if twin else first)['share_token']}")


def link_of_a_deleted_conversation(through: Callers, aside: Callers, *, twin: bool) -> None:
    here, there = through.user.creates(), through.user.creates()
    links = [through.user("POST", f"{path}/shares", {"generate_link": True}) for path in (here, there)]
    (aside if twin else through).user("DELETE", there if twin else here)
    through.anonymous("GET", f"/conversations/shared/{links[0]['share_token']}")


def deleted_conversation_in_a_list(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates("Same")
    through.user("DELETE", here)
    if twin:
        aside.user.creates("Same")
    through.user("GET", "/conversations?limit=100")


def deleted_user_in_a_list(through: Callers, aside: Callers, *, twin: bool) -> None:
    guest = through.admin("GET", "/admin/users?search=guest1")["items"][0]["id"]
    (aside if twin else through).admin("DELETE", f"/admin/users/{guest}")
    through.admin("GET", "/admin/users?limit=500")


def recipient_archives(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates()
    through.user("POST", f"{here}/shares", {"shared_with": through.ids["jwt"], "permission": "view"})
    if twin:  # the owner has a second token
        here = aside.jwt.creates()
    through.jwt("GET", "/conversations/shared-with-me")
    through.jwt("POST", f"{here}/archive")


def messages_are_added(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates()
    for _ in range(3):
        through.user.adds(here)
        if twin:
            aside.user.adds(here)
            through.other("POST", f"{here}/messages", {"role": "user", "content": "refused"})
        through.user("GET", f"{here}/messages?limit=1")


def messages_are_counted(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates("Counted")
    for _ in range(3):
        through.user.adds(here)
        if twin:
            aside.user.adds(here)
        through.admin("GET", "/conversations/admin-list?search=Counted")


def conversations_are_added(through: Callers, aside: Callers, *, twin: bool) -> None:
    own = [f"/conversations/{row['id']}" for row in through.other("GET", "/conversations?limit=100")["items"]]
    for _ in range(3):
        own.append(through.other.creates())
        if twin:
            aside.other("DELETE", own[0])
        through.other("GET", "/conversations?limit=1")
        for here in own:
            through.other("GET", here)


def conversations_are_deleted(through: Callers, aside: Callers, *, twin: bool) -> None:
    for _ in range(3):
        here = through.other.creates()
        through.other("GET", "/conversations?limit=1")
        through.other("DELETE", here)
        if twin:
            aside.other.creates()
        total = through.other("GET", "/conversations?limit=1")["total"]
        through.other("GET", f"/conversations?limit=100&skip={total - 1}")


def titles_of_archived(through: Callers, aside: Callers, *, twin: bool) -> None:
    for number in range(3):
        here = through.user.creates()
        through.user("POST", f"{here}/archive")
        if twin and number < 2:
            (aside if number else through).user("PATCH", here, {"is_archived": False})
        through.user("PATCH", here, {"title": "Other"})


def archived_with_titles(through: Callers, aside: Callers, *, twin: bool) -> None:
    for number in range(3):
        here = through.user.creates("Old")
        if twin and number < 2:
            (aside if number else through).user("PATCH", here, {"title": None})
        through.user("PATCH", here, {"is_archived": True})


def roles_of_inactive(through: Callers, aside: Callers, *, twin: bool) -> None:
    for number in range(2, 5):
        user = f"/admin/users/{through.admin('GET', f'/admin/users?search=guest{number}')['items'][0]['id']}"
        through.admin("PATCH", user, {"is_active": False})
        if twin and number < 4:
            (aside if number == 3 else through).admin("PATCH", user, {"is_active": True})
        through.admin("PATCH", user, {"role": "user"})


def rating_is_changed(through: Callers, aside: Callers, *, twin: bool) -> None:
    here = through.user.creates()
    message = through.user.adds(here, "assistant")
    through.user("POST", f"{message}/rate", {"rating": 1})
    (aside.admin if twin else through.user)("POST", f"{message}/rate", {"rating": -1})
    through.admin("GET", "/admin/ratings")


SPOKEN: dict[str, Callable[..., None]] = {
    other.REVOCATION: revoked_link,
    other.LINK: link_of_a_deleted_conversation,
    other.LISTED: deleted_conversation_in_a_list,
    other.USER: deleted_user_in_a_list,
    other.VIEWER_ARCHIVES: recipient_archives,
    other.TOTAL: messages_are_added,
    other.COUNT: messages_are_counted,
    other.RISE: conversations_are_added,
    other.FALL: conversations_are_deleted,
    other.RESTORES: titles_of_archived,
    other.UNTITLED: archived_with_titles,
    other.ACTIVATES: roles_of_inactive,
    other.SECOND: rating_is_changed,
}
NOT_SHARED = {"chat.users.list-is-newest-first", "chat.shares.shared-with-me-is-latest-update-first"}
"""Rules that this project assumes, and the server of another make does not keep."""


@pytest.fixture
def judged(run, capsys):
    """Speak to a server of another make through the proxy; return the status, and what it names."""

    def judged(speak, faults, *, twin, settle="0", times=1):
        server = other.chat_server(faults)
        with serve(server) as served:
            data = server.state.chat.data
            jwt = next(user["id"] for user in data.users.values() if user["username"] == "guest0")
            data.keys[jwt_of(jwt)] = (jwt, NEVER)

            def ask(output):
                keys = {**KEYS, "jwt": jwt_of(jwt)}
                through, aside = (Callers(url, keys) for url in (json.loads(output.splitlines()[0])["url"], served.url))
                through.ids = {"jwt": jwt}
                for _ in range(times):
                    speak(through, aside, twin=twin)

            options = ["--json", "--judge", "server", "--fail-on", "assumed", "--settle", settle]
            _, status = run(["proxy", "chat", "--upstream", served.url, *options], ask)
        report = json.loads(capsys.readouterr().out)
        return status, {finding["id"]: finding["reason"] for finding in report["findings"] if finding["kind"] == "rule"}

    return judged


def test_each_fault_over_time_has_a_conversation():
    assert SPOKEN.keys() == RULES.keys() == other.OVER_TIME


@pytest.mark.parametrize("fault", sorted(other.OVER_TIME))
def test_fault_over_time_is_named(judged, fault):
    status, named = judged(SPOKEN[fault], [fault], twin=False)
    assert (status, {rule: reason for rule, reason in named.items() if rule not in NOT_SHARED}.keys()) == (
        1,
        {RULES[fault]},
    ), named


@pytest.mark.parametrize("fault", sorted(other.OVER_TIME))
@pytest.mark.parametrize("twin", [False, True], ids=["right server", "twin"])
def test_right_server_is_not_accused(judged, fault, twin):
    _, named = judged(SPOKEN[fault], [], twin=twin, times=2)
    assert {rule: reason for rule, reason in named.items() if rule not in NOT_SHARED} == {}


@pytest.mark.parametrize("fault", sorted(other.OVER_TIME))
def test_fault_that_a_late_server_may_show_is_not_named(judged, fault):
    _, named = judged(SPOKEN[fault], [fault], twin=False, settle="3600")
    # An owner who is another user needs no time.
    shown_at_once = {RULES[other.VIEWER_ARCHIVES]}
    assert named.keys() <= {*NOT_SHARED, *shown_at_once}, named
