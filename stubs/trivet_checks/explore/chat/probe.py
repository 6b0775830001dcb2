"""The probe before the walks: a fixed sequence of requests, from which the choices of a chat server are learned."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise

from trivet_checks.checks.budget import pauses
from trivet_checks.checks.chat.service import Chat, has_answer, ids
from trivet_checks.checks.credentials import SPARE
from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.attempts import Attempts
from trivet_checks.explore.chat.form import ROUNDED, ChatForm, Path, numbers, texts
from trivet_checks.explore.chat.lists import ALL, SUMMARY, USERS
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.settling import remove_records, wait_for_writes
from trivet_stubs.kernel.validation import is_object

_CALLERS = ("admin", "user", "other", SPARE)
_LATEST = {"limit": 100}


class Probe:
    """Learns the form of a server, step by step; a step that fails leaves what is usual.

    Args:
        target: The server.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.chat: Chat = Chat(target)
        self.form: ChatForm = ChatForm()
        self.users: dict[str, Json] = {}
        """The record of each caller that can be used."""
        self.attempts: Attempts = Attempts(target)
        self.wrong: list[Difference] = []
        """What is none of the permitted choices."""

    def learn(self) -> None:
        """Learn the users and the form; the records of the probe are removed.

        Raises:
            CouldNotRun: A bound of the run is used up, or the server has stopped answering.
        """
        try:
            for name in _CALLERS:
                if name in self.target.callers and name not in self.target.unusable:
                    self.attempts.take(f"the caller {name}", partial(self._user, name))
            self.attempts.take("messages", self._messages)
            self.attempts.take("the archived status", self._archived)
            self.attempts.take("shares", self._shares)
            if "admin" in self.users:
                self.attempts.take("a search", self._search)
                self.attempts.take("the count of messages", self._message_count)
                self.attempts.take("the count of conversations", self._conversation_count)
                self.attempts.take("the summary", self._summary)
        finally:
            wait_for_writes(self.target)  # a server that does not show a record yet may refuse its removal
            remove_records(self.target)

    def _user(self, name: str) -> None:
        user_id = self.chat.id_of(self.target.caller(name))
        user: Json = {"id": user_id, "role": "admin" if name == "admin" else "user"}
        self.users[name] = user
        if "admin" in self.users:
            shown = self.chat.admin.call("admin.users.get", user_id)
            if shown.ok and is_object(shown.plain):
                listed = self.chat.listed_user(user_id, shown.plain.get("email", ""))  # it may show more
                self.users[name] = {**user, **listed, **shown.plain, "id": user_id}

    def _messages(self) -> None:
        chat, form = self.chat, self.form
        first, second = (chat.conversation(chat.user, f"probe {number}") for number in (1, 2))
        form.text = ""
        chat.message(chat.user, first, "question")
        assert chat.message_form is not None
        form.text, form.names_role = chat.message_form
        page = self._eventually(
            lambda: chat.user.call("conversations.messages.list", first["id"], query=_LATEST).needed(),
            lambda page: bool(page.plain["items"]),
        )
        form.shows_role = all("role" in message for message in page.plain["items"])
        form.answers_itself = page.plain["total"] > 1 or (form.shows_role and has_answer(page))
        listed = chat.user.call("conversations.list", query=_LATEST)
        order = [id_ for id_ in ids(listed) if id_ in (first["id"], second["id"])]
        form.message_updates = order[:1] == [first["id"]]

    def _archived(self) -> None:
        user = self.chat.user
        conversation = self.chat.conversation(user, "archived")
        for name in ("is_archived", "archived"):
            if not user.call("conversations.update", conversation["id"], json={name: True}).ok:
                continue
            with suppress(Broken):
                self._eventually(
                    lambda: user.call("conversations.list", query=_LATEST),
                    lambda page: conversation["id"] not in ids(page),
                )
                self.form.archived = name
                return
        raise NotTried("the server knows neither is_archived nor archived")

    def _shares(self) -> None:
        chat, form = self.chat, self.form
        conversation = chat.conversation(chat.user, "shared")
        if form.text:
            chat.message(chat.user, conversation, "shown")
        token = chat.link(conversation)
        shown = chat.anonymous.call("conversations.open_shared", token).needed()
        content = [*texts(shown.plain)]
        form.public = frozenset(
            part
            for part, text in (("title", conversation["title"]), ("messages", chat.target.name("shown")))
            if text in content
        )
        assert chat.permissions is not None
        form.permissions = chat.permissions
        share = chat.share(conversation, shared_with=chat.id_of(chat.other), permission="view")

        def listed() -> list[Json]:
            page = chat.user.call("conversations.shares.list", conversation["id"]).needed()
            return [item for item in page.plain["items"] if item["id"] == share["id"]]

        before = after = listed()
        chat.user.call("conversations.shares.delete", conversation["id"], share["id"]).needed()
        for pause in (0.0, *pauses(self.target.lateness.wait)):
            self.target.budget.pause(pause)
            after = listed()
            if after != before:
                break
        form.lists_revoked = bool(after) and after != before  # with a mark

    def _search(self) -> None:
        chat = self.chat
        conversation = chat.conversation(chat.user, "searched for")
        title = str(conversation["title"])
        for name, text in (("part", title[4:-2]), ("beginning", title[:-2]), ("whole", title)):
            page = chat.admin.call("admin.conversations.list", query={"search": text})
            if page.ok and conversation["id"] in ids(page):
                self.form.title_match = name
                return
        raise NotTried("no search finds a new conversation by its title")

    def _message_count(self) -> None:
        chat = self.chat
        conversation = chat.conversation(chat.user, "counted")

        def row() -> dict[Path, float]:
            page = chat.admin.call("admin.conversations.list", query={"search": conversation["title"]}).needed()
            return dict(numbers(next((item for item in page.plain["items"] if item["id"] == conversation["id"]), None)))

        before = row()
        chat.message(chat.user, conversation)
        rule = "chat.admin-conversations.list-has-a-message-count"
        self._learn_count(ALL, before, row, rule, rise=2 if self.form.answers_itself else 1)

    def _conversation_count(self) -> None:
        chat, user = self.chat, self.users["user"]

        def row() -> dict[Path, float]:
            return dict(numbers(chat.listed_user(user["id"], user["email"])))

        before = row()
        chat.conversation(chat.user, "of a user")
        self._learn_count(USERS, before, row, "chat.users.list-has-counts", rise=1)

    def _learn_count(
        self, name: str, before: dict[Path, float], row: Callable[[], dict[Path, float]], rule: str, *, rise: int
    ) -> None:
        """Learn which number of a record has risen; that none has is no choice of the server."""
        for pause in (0.0, *pauses(self.target.lateness.wait)):
            self.target.budget.pause(pause)
            after = row()
            risen = [path for path, value in after.items() if value - before.get(path, 0) == rise]
            if risen:
                self.form.counts[name] = min(risen, key=len)
                return
        expected, found = f"a number that rises by {rise}", "none"
        self.wrong.append(
            Difference(service="chat", operation=name, kind="total", rule=rule, expected=expected, found=found)
        )

    def _summary(self) -> None:
        """Learn where the numbers are from their changes: one like with a comment, then one without, a dislike."""
        chat = self.chat
        ratings = ((1, True), (1, False), (-1, True), (-1, True), (-1, False))
        messages = [chat.assistant_message() for _ in ratings]
        wait_for_writes(self.target)  # to find a message that can be rated, some were rated
        seen: list[dict[Path, float]] = [self._numbers()]
        for message, (rating, comment) in zip(messages, ratings, strict=True):
            more = {"comment": chat.target.name("comment")} if comment else {}
            chat.rate(chat.user, message, rating, **more).needed()
            seen.append(self._settled_numbers(seen[-1]))
        last = seen[-1]
        rows = {
            path: tuple(later.get(path, 0) - earlier.get(path, 0) for earlier, later in pairwise(seen)) for path in last
        }
        expected = {
            "total": (1, 1, 1, 1, 1),
            "likes": (1, 1, 0, 0, 0),
            "dislikes": (0, 0, 1, 1, 1),
            "comments": (1, 0, 1, 1, 0),
        }
        for name, changed in expected.items():
            if matches := sorted((path for path, row in rows.items() if row == changed), key=len):
                self.form.summary[name] = matches[0]
        if {"total", "likes", "dislikes"} <= self.form.summary.keys():
            total, likes, dislikes = (last[self.form.summary[name]] for name in ("total", "likes", "dislikes"))
            others = [path for path in last if path not in self.form.summary.values()]
            means = [path for path in others if abs(last[path] - (likes - dislikes) / total) < ROUNDED]
            if means:
                self.form.summary["average"] = means[0]
        for name in sorted(expected.keys() - self.form.summary.keys()):
            self.wrong.append(
                Difference(
                    service="chat",
                    operation=SUMMARY,
                    kind="total",
                    rule="chat.admin-ratings.summary-counts-and-averages",
                    place=name,
                    expected="a number that changes with the ratings",
                    found="none",
                )
            )

    def _numbers(self) -> dict[Path, float]:
        return dict(numbers(self.chat.admin.call("admin.ratings.summary").needed().plain))

    def _settled_numbers(self, before: dict[Path, float]) -> dict[Path, float]:
        reply = self._eventually(
            lambda: self.chat.admin.call("admin.ratings.summary"), lambda now: dict(numbers(now.plain)) != before
        )
        return dict(numbers(reply.plain))

    def _eventually(self, read: Callable[[], Reply], holds: Callable[[Reply], bool]) -> Reply:
        return self.target.eventually(read, holds, "the server does not show it")
