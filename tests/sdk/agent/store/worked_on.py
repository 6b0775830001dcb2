"""A session that is worked on, and whoever follows it, without anything in between: for the tests of what is known."""

from copy import deepcopy

import orjson

from trivet._core.recent_keys import RecentKeys
from trivet.agent import Reconnected, Session
from trivet.agent._generated.models.session import decode_message
from trivet.agent._store.context_state import ContextState
from trivet.agent._stream.decoding import read

ID = "ses_1"
HERE = {"directory": "/d"}
KINDS = ("text", "reasoning", "sketch")
PIECES = ("a", "b", "aa", "ab", "")


def typed(wire):
    """The event of its wire form, as it comes out of a stream."""
    [found] = read([(orjson.dumps(wire), "message", "")], RecentKeys(1), lambda data, error: error)
    return found


def event(kind, **payload):
    return typed({"id": "e", "type": kind, "context": HERE, "payload": {"sessionID": ID, **payload}})


class Server:
    """A session that is worked on, and the stream that tells of it; snapshots that begin something may come late."""

    def __init__(self):
        self.messages = []
        self.late = {}
        self.stream = []
        self.count = 0

    @property
    def had(self):
        return [decode_message(each) for each in deepcopy(self.messages)]

    def tell(self, kind, **payload):
        self.stream.append(event(kind, **deepcopy(payload)))

    def new(self, late, kind, record, **payload):
        """Tell of something that begins, now or late, as it was when it began."""
        if late:
            self.late[record["id"]] = (kind, deepcopy(payload))
        else:
            self.tell(kind, **payload)

    def catch_up(self, identity=None):
        for each in [identity] if identity else list(self.late):
            if each in self.late:
                kind, payload = self.late.pop(each)
                self.tell(kind, **payload)

    def identity(self, prefix):
        self.count += 1
        return f"{prefix}_{self.count}"

    # What happens; each takes a number that picks among what there is.

    def prompt(self, pick):
        message = {"id": self.identity("msg"), "type": "user", "text": "?"}
        self.catch_up()
        self.messages.append(message)
        self.tell("message.updated", info=message)

    def answer(self, pick):
        message = {"id": self.identity("msg"), "type": ("assistant", "oracle")[pick % 2], "content": []}
        self.catch_up()
        self.messages.append(message)
        self.new(pick % 3 == 0, "message.updated", message, info=message)

    def begin(self, pick):
        if message := self.speaking(pick):
            # What begins after something whose snapshot is late makes that one come.
            for each in message["content"]:
                self.catch_up(each["id"])
            part = {"type": KINDS[pick % 3], "id": self.identity("prt"), "text": ""}
            message["content"].append(part)
            self.new(pick % 4 == 0, "message.part.updated", part, messageID=message["id"], part=part)

    def grow(self, pick):
        message, part = self.part(pick)
        if part:
            piece = PIECES[pick % len(PIECES)]
            part["text"] += piece
            self.tell("message.part.delta", messageID=message["id"], partID=part["id"], field="text", delta=piece)

    def snapshot(self, pick):
        message, part = self.part(pick)
        if part:
            self.catch_up(part["id"])
            self.tell("message.part.updated", messageID=message["id"], part=part)

    def trim(self, pick):
        _, part = self.part(pick)
        if part:
            part["text"] = part["text"].rstrip("a")
            self.snapshot(pick)

    def whole(self, pick):
        if message := self.speaking(pick):
            for each in (message, *message["content"]):
                self.catch_up(each["id"])
            self.tell("message.updated", info=message)

    def drop_part(self, pick):
        message, part = self.part(pick)
        if part:
            self.catch_up(part["id"])
            message["content"].remove(part)
            self.tell("message.part.removed", messageID=message["id"], partID=part["id"])

    def drop_message(self, pick):
        if self.messages:
            self.catch_up()
            message = self.messages.pop(pick % len(self.messages))
            self.tell("message.removed", messageID=message["id"])

    def rest(self, pick):
        self.catch_up()
        self.tell("session.status", status={"type": "idle"})

    def work(self, pick):
        self.tell("session.status", status={"type": "busy"})

    def speaking(self, pick):
        found = [each for each in self.messages if "content" in each]
        return found[pick % len(found)] if found else None

    def part(self, pick):
        found = [(each, part) for each in self.messages for part in each.get("content", ())]
        return found[pick % len(found)] if found else (None, None)


class Client:
    """Whoever follows the server: events arrive late, answers later still, and connections break."""

    def __init__(self, server):
        self.server = server
        self.fetches = 0
        self.asked = self.answered = None
        self.state = ContextState()
        self.state.finish(self.state.begin(), None, [Session(id=ID)], [])
        self.state.open(ID)

    def hear(self, pick):
        for _ in range(min(pick % 5, len(self.server.stream))):
            self.state.apply(self.server.stream.pop(0))

    def ask(self, pick):
        if self.asked is None and self.state.wanted() == ID:
            self.asked = self.state.begin_messages(ID)

    def get(self, pick):
        if self.asked is not None and self.answered is None:
            self.answered = deepcopy(self.server.messages)

    def take(self, pick):
        if self.answered is not None:
            self.fetches += 1
            self.state.finish_messages(ID, self.asked, [decode_message(each) for each in deepcopy(self.answered)])
            self.asked = self.answered = None

    def fail(self, pick):
        if self.asked is not None:
            self.state.give_up(ID)
            self.asked = self.answered = None

    def lose(self, pick):
        self.server.stream.clear()
        self.state.apply(Reconnected(None, 1))
        self.relist()

    def reload(self, pick):
        """Miss something, and fetch while a part grows: before the service answers, and after."""
        self.lose(pick)
        for step in (self.ask, self.server.grow, self.hear, self.server.grow, self.get, self.server.grow, self.take):
            step(pick)

    def relist(self):
        if self.state.wanted() == "":
            self.state.finish(self.state.begin(), None, [Session(id=ID)], [])

    def settle(self):
        """Let all events arrive, and fetch whatever is wanted then."""
        while self.server.stream:
            self.hear(4)
        for step in (self.get, self.take) + (self.ask, self.get, self.take) * 2:
            step(0)

    @property
    def shown(self):
        return list(self.state.view(ID).messages)
