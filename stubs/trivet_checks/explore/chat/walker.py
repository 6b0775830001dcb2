"""A chat server and its model in one walk: a step on both, and the ids of the records that it makes."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from trivet_checks.checks.chat.service import Chat, record
from trivet_checks.checks.target import Caller, Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.chat.expect import Expectation
from trivet_checks.explore.chat.form import ChatForm
from trivet_checks.explore.chat.lists import Lists
from trivet_checks.explore.chat.model import ChatModel
from trivet_checks.explore.chat.records import World
from trivet_checks.explore.chat.words import OPEN
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.outcomes import Outcomes
from trivet_checks.explore.steps import Ledger, Ref, Step
from trivet_stubs.kernel.validation import is_object

CREATE, UPDATE, ARCHIVE, DELETE = (f"conversations.{name}" for name in ("create", "update", "archive", "delete"))
ADD, RATE, UNRATE = (f"conversations.messages.{name}" for name in ("create", "rate", "unrate"))
SHARE, REVOKE = "conversations.shares.create", "conversations.shares.delete"
IMPERSONATE, CHANGE_USER = "admin.users.impersonate", "admin.users.update"
_KINDS = {CREATE: "conversation", ADD: "message", SHARE: "share", RATE: "rating", IMPERSONATE: "grant"}
_MISSING = "chat.conversations.missing-is-404"
_FOR_OWNERS = frozenset((UPDATE, ARCHIVE, DELETE, ADD, SHARE, REVOKE, "conversations.shares.list"))
_STATED_404 = {_MISSING, "chat.users.deleting-a-missing-user-is-404"}
_LETS_IN = {
    CREATE: "chat.conversations.create-takes-an-optional-title",
    UPDATE: "chat.conversations.update-sets-title-and-archived",
    ARCHIVE: "chat.conversations.archive-hides",
    DELETE: "chat.conversations.delete-takes-the-messages",
    ADD: "chat.messages.create-answers-201",
    RATE: "chat.ratings.new-is-201-and-update-is-200",
    UNRATE: "chat.ratings.unrate-answers-204",
    SHARE: "chat.shares.create-names-a-user-or-a-link",
    REVOKE: "chat.shares.revoked-opens-nothing",
    IMPERSONATE: "chat.impersonation.answer-has-five-fields",
    CHANGE_USER: "chat.users.update-changes-role-and-activity",
    "conversations.get": "chat.conversations.get-embeds-messages",
    "conversations.list": "chat.conversations.list-is-the-callers-own",
    "conversations.messages.list": "chat.messages.list-is-oldest-first",
    "conversations.shares.list": "chat.shares.list-has-items-and-total",
    "conversations.shared_with_me": "chat.shares.shared-with-me-lists-what-others-share",
    "conversations.open_shared": "chat.shares.token-opens-the-conversation",
    "admin.conversations.list": "chat.admin-conversations.archived-are-listed-by-default",
    "admin.conversations.export": "chat.admin-conversations.export-has-everything",
    "admin.ratings.list": "chat.admin-ratings.list-is-newest-first",
    "admin.ratings.summary": "chat.admin-ratings.summary-counts-and-averages",
    "admin.ratings.export": "chat.admin-ratings.export-is-json-by-default",
    "admin.users.list": "chat.users.list-has-counts",
    "admin.users.get": "chat.answers.each-operation-answers-its-record",
}
"""The rule by which an operation lets a caller in, where no narrower one is known."""


class Walker:
    """Takes the steps of one walk on both sides.

    Args:
        target: The server.
        model: The model, without records of an earlier walk.
        form: How the server spells what the contract leaves open.
        lists: The lists of the server before the walks.
        users: The record of each caller.
    """

    def __init__(
        self,
        target: Target,
        model: ChatModel,
        form: ChatForm,
        lists: Lists,
        users: Mapping[str, Json],
    ) -> None:
        model.restart()
        self.target = target
        self.model = model
        self.form = form
        self.users = users
        self.ledger: Ledger = Ledger({name: user["id"] for name, user in users.items()})
        self.world: World = World(form, lists, users, self.ledger, model, set(), set())
        self.compared: set[str] = self.world.compared
        self._expectation = Expectation(self.world)
        self._outcomes = Outcomes("chat", self.compared, _LETS_IN, _STATED_404)
        self.owners: dict[int, str] = {}
        """The owner of each conversation, by the step that has made it."""
        self.shared: dict[int, Ref] = {}
        """The conversation of each share, by the step that has made it."""
        self.grants: dict[int, str] = {}
        """The user of each token that an administrator was given, by its step."""
        self.links: list[int] = []
        """The steps that have made links; some of them are revoked."""
        self.gone: list[Ref] = []
        """The conversations that are deleted."""
        self._chat = Chat(target)
        self._restored: set[str] = set()

    def messages(self, *, rated: bool) -> Iterator[tuple[Ref, Ref, str]]:
        """The messages of the walk with their conversations and roles; with `rated`, those alone that have a rating."""
        records = self.model.stub.records
        for conversation in records.conversations.values():
            here = self.ledger.ref("model", conversation.id)
            for message in conversation.messages:
                ref = self.ledger.ref("model", message.id)
                if here is not None and ref is not None and (not rated or records.ratings.of(message.id)):
                    yield here, ref, message.role

    @property
    def recipients(self) -> list[str]:
        """The callers with whom conversations of the walk are shared, once for each share."""
        names = {user["id"]: name for name, user in self.users.items()}
        rows = self.model.stub.records.conversations.values()
        return [names[share.shared_with] for row in rows for share in row.shares if share.shared_with in names]

    def send(self, step: Step) -> Reply:
        """Send a step to the server; what it makes is removed when the walk is over."""
        self._expectation.records.sightings.writes += (
            self.target.shapes.contract.operations[step.operation].method != "GET"
        )
        caller = self._caller(step)
        path = self.ledger.path(step, "server")
        query = self.ledger.resolved(step.query, "server")
        body = None if step.body is None else self.form.sent(self.ledger.resolved(step.body, "server"))
        if step.operation == CREATE and step.grant is None:
            return self._chat.create(caller, body)
        if step.operation == CHANGE_USER and step.path and step.path[0] not in self._restored:
            self._restored.add(step.path[0])
            self._chat.restored(path[0])
        reply = caller.call(step.operation, *path, query=query, json=body)
        if step.operation == CREATE and (made := record(reply)) is not None:
            self.target.caller(step.caller).will_remove("conversation", DELETE, made["id"])
        self.target.traffic.settle()
        return reply

    def _caller(self, step: Step) -> Caller:
        if step.caller == "anonymous":
            return self.target.anonymous
        caller = self.target.caller(step.caller)
        if step.grant is None:
            return caller
        credentials, token = self.target.callers[step.caller], self.ledger.id_of(step.grant, "server")
        scheme, space, _ = ("Bearer", " ", "") if credentials is None else credentials.value.partition(" ")
        prefix = f"{scheme} " if space else ""  # how a token is presented is not stated: this one as the caller's own
        return caller.presenting(f"{prefix}{token}", f"{prefix}$IMPERSONATION_TOKEN")

    def ask(self, step: Step) -> ModelAnswer:
        """Send a step to the model."""
        query, body = (self.ledger.resolved(part, "model") for part in (step.query, step.body))
        path = self.ledger.path(step, "model")
        return self.model.send(self._model_caller(step), step.operation, path, query, body)

    def _model_caller(self, step: Step) -> str:
        return step.caller if step.grant is None else self.ledger.id_of(step.grant, "model")

    def differences(self, step: Step, reply: Reply, answer: ModelAnswer, choices: Choices) -> list[Difference]:
        """Compare the two answers to a step."""
        assumptions = [*step.assumes, *self._assumptions(step)]
        if reply.ok and answer.ok:
            return [*self._expectation.differences(step, self._model_caller(step), reply, answer)]
        revoked = ""
        if step.operation == OPEN and isinstance(step.path[0], Ref):
            share = self.shared.get(cast(int, step.path[0].of))
            revoked = "chat.shares.revoked-opens-nothing" if share is not None and share.of in self.owners else ""
        return self._outcomes.differences(step, reply, answer, choices, assumptions, revoked)

    def _assumptions(self, step: Step) -> Iterator[str]:
        """The assumed rules and the freedoms by which the model lets a caller in."""
        ref = step.path[0] if step.path and isinstance(step.path[0], Ref) else None
        if ref is not None and ref.kind == "conversation" and step.caller != "anonymous":
            is_owner = self.owners.get(cast(int, ref.of)) == step.caller
            records = self.model.stub.records
            user = records.users[self.users[step.caller]["id"]]
            row = records.conversations.get(self.ledger.id_of(ref, "model"))
            is_shared = row is not None and row.share_with(user.id) is not None
            if not is_owner:
                if step.operation in (RATE, UNRATE):
                    yield "chat.ratings.every-reader-rates"
                elif step.operation in (UPDATE, ADD):
                    if is_shared or user.role == "admin":  # others may not even read it, which is stated
                        yield "chat.conversations.owners-and-editors-change-them"
                elif step.operation in _FOR_OWNERS:
                    return
                elif is_shared and user.role != "admin":
                    yield "chat.access.recipients-read-what-is-shared"
        if step.operation == REVOKE:
            share = step.path[1]
            if isinstance(share, Ref) and share.kind == "share" and self._conversation_of(share) != ref:
                yield "missing-records"  # as observed, the conversation in the path does not count
        users = self.model.stub.records.users
        if step.caller in self.users and not users[self.users[step.caller]["id"]].is_active:
            yield "chat.access.token-of-an-inactive-user-is-401"

    def _conversation_of(self, share: Ref) -> Ref | None:
        model_id = self.ledger.id_of(share, "model")
        for row in self.model.stub.records.conversations.values():
            if any(one.id == model_id for one in row.shares):
                return self.ledger.ref("model", row.id)
        return None

    def learn(self, step: Step, reply: Reply, answer: ModelAnswer) -> None:
        """Remember the ids of what a step has made, on both sides."""
        number, kind = step.number, _KINDS.get(step.operation)
        conversation = step.path[0] if step.path and isinstance(step.path[0], Ref) else None
        body: Any = reply.plain if reply.is_json else None
        if step.operation == DELETE and conversation is not None:
            self._forget(conversation)
        elif step.operation == REVOKE and isinstance(step.path[1], Ref):
            self.ledger.forget("share", cast(int, step.path[1].of))
            self.ledger.forget("link", cast(int, step.path[1].of))
        elif step.operation in (UPDATE, ARCHIVE) and conversation is not None:
            self._doubt(conversation, is_certain=bool((step.body or {}).get("title")))
        elif step.operation == ADD and conversation is not None and not self.form.message_updates:
            self._doubt(conversation, is_certain=False)
        if kind is None or not is_object(body) or not is_object(answer.json):
            return
        made, model = body, answer.json
        if kind == "grant":
            if isinstance(token := made.get("access_token"), str):
                self.ledger.add("grant", number, token, model["access_token"])
                self.grants[number] = str(cast(Ref, step.path[0]).of)
            return
        if not isinstance(made.get("id"), str):
            return
        if kind == "rating" and reply.status == 200 and answer.status == 200:
            if (ref := self.ledger.ref("model", model["id"])) is not None:
                self.world.doubtful.add(ref)
            return
        self.ledger.add(kind, number, made["id"], model["id"])
        if kind == "conversation":
            self.owners[number] = step.caller
        if kind == "share" and conversation is not None:
            self.shared[number] = conversation
            if model.get("share_token") and (token := self._chat.token_of(made)):
                self.ledger.add("link", number, token, model["share_token"])
                self.links.append(number)
        if kind == "message" and self.form.answers_itself and conversation is not None:
            self._learn_answer(step, conversation)

    def _learn_answer(self, step: Step, conversation: Ref) -> None:
        """Let the model answer, too, with the message that the server's assistant has added by itself."""
        path = (self.ledger.id_of(conversation, "server"),)

        def unknown(reply: Reply) -> list[Json]:
            items: list[Json] = self.form.read(reply.plain)["items"] if reply.ok and reply.is_json else []
            return [item for item in items if self.ledger.ref("server", item.get("id")) is None]

        with suppress(Broken):  # there is no answer
            reply = self.target.eventually(
                lambda: self._caller(step).call("conversations.messages.list", *path, query={"limit": 500}),
                lambda reply: bool(unknown(reply)),
                "the assistant does not answer",
            )
            for item in unknown(reply):
                body = {"role": "assistant", "content": str(item.get("content"))}
                caller = self.owners[cast(int, conversation.of)]
                answer = self.model.send(caller, ADD, (self.ledger.id_of(conversation, "model"),), {}, body)
                self.ledger.add("answer", step.number, str(item["id"]), answer.json["id"])

    def _doubt(self, conversation: Ref, *, is_certain: bool) -> None:
        """Note whether every server takes a change for an update, by which conversations are listed."""
        (self.world.doubtful.discard if is_certain else self.world.doubtful.add)(conversation)

    def _forget(self, conversation: Ref) -> None:
        number = cast(int, conversation.of)
        self.ledger.forget("conversation", number)
        self.owners.pop(number, None)
        self.gone.append(conversation)

    def drop(self, step: Step) -> None:
        """Remove the records from both sides that a step has left different, or set a user back."""
        if step.operation == CHANGE_USER:
            user = self.model.stub.records.users[self.ledger.id_of(cast(Ref, step.path[0]), "model")]
            rights = {"role": user.role, "is_active": user.is_active, "is_app_admin": user.is_app_admin}
            with suppress(LostWrite, NotTried, Broken):
                self.target.caller("admin").call(CHANGE_USER, user.id, json=rights)
        for ref in step.path[:1]:
            if isinstance(ref, Ref) and ref.kind == "conversation" and ref.of in self.owners:
                owner = self.owners[ref.of]
                path = (self.ledger.id_of(ref, "server"),)
                with suppress(LostWrite, NotTried, Broken):
                    self.target.caller(owner).call(DELETE, *path)
                self.model.send(owner, DELETE, (self.ledger.id_of(ref, "model"),), {}, None)
                self._forget(ref)

    def snapshot(self) -> Any:
        """The records of the model, as they are now."""
        return self.model.snapshot()

    def roll_back(self, records: Any) -> None:
        """Return to earlier records of the model."""
        self.model.roll_back(records)
