"""A simulated session at work and a simulated client that mirrors it, for tests of the pure state."""

from copy import deepcopy

import orjson

from trivet._core.events import RecentEvents, read
from trivet.agent import Reconnected, Session
from trivet.agent._generated.models.session import decode_message
from trivet.agent._store.context_state import ContextState
from trivet.agent._store.events import decode

ID = "ses_1"
HERE = {"directory": "/d"}
KINDS = ("text", "reasoning", "sketch")
PIECES = ("a", "b", "aa", "ab", "")


def typed(wire):
    """Decode an event from its wire form, as a stream does."""
    [decoded] = read([orjson.dumps(wire)], RecentEvents(1), decode)
    return decoded


def event(kind, **payload):
    return typed({"id": "e", "type": kind, "context": HERE, "payload": {"sessionID": ID, **payload}})


class Server:
    """A session at work, and the stream of its events; the first snapshot of a message or part may be late."""

    def __init__(self):
        self.messages = []
        self.late = {}
        self.stream = []
        self.count = 0

    @property
    def expected(self):
        return [decode_message(message) for message in deepcopy(self.messages)]

    def send(self, kind, **payload):
        self.stream.append(event(kind, **deepcopy(payload)))

    def new(self, late, kind, record, **payload):
        """Send the first snapshot of something, now or late."""
        if late:
            self.late[record["id"]] = (kind, deepcopy(payload))
        else:
            self.send(kind, **payload)

    def catch_up(self, id_=None):
        for part_id in [id_] if id_ else list(self.late):
            if part_id in self.late:
                kind, payload = self.late.pop(part_id)
                self.send(kind, **payload)

    def next_id(self, prefix):
        self.count += 1
        return f"{prefix}_{self.count}"

    # What happens. Each takes a number that chooses among the messages or parts.

    def prompt(self, pick):
        message = {"id": self.next_id("msg"), "type": "user", "text": "?"}
        self.catch_up()
        self.messages.append(message)
        self.send("message.updated", info=message)

    def answer(self, pick):
        message = {"id": self.next_id("msg"), "type": ("assistant", "oracle")[pick % 2], "content": []}
        self.catch_up()
        self.messages.append(message)
        self.new(pick % 3 == 0, "message.updated", message, info=message)

    def begin(self, pick):
        if message := self.assistant_message(pick):
            # The late snapshots of earlier parts are sent before the snapshot of the next part.
            for earlier in message["content"]:
                self.catch_up(earlier["id"])
            part = {"type": KINDS[pick % 3], "id": self.next_id("prt"), "text": ""}
            message["content"].append(part)
            self.new(pick % 4 == 0, "message.part.updated", part, messageID=message["id"], part=part)

    def grow(self, pick):
        message, part = self.part(pick)
        if part:
            piece = PIECES[pick % len(PIECES)]
            part["text"] += piece
            self.send("message.part.delta", messageID=message["id"], partID=part["id"], field="text", delta=piece)

    def snapshot(self, pick):
        message, part = self.part(pick)
        if part:
            self.catch_up(part["id"])
            self.send("message.part.updated", messageID=message["id"], part=part)

    def trim(self, pick):
        _, part = self.part(pick)
        if part:
            part["text"] = part["text"].rstrip("a")
            self.snapshot(pick)

    def whole(self, pick):
        if message := self.assistant_message(pick):
            for part in (message, *message["content"]):
                self.catch_up(part["id"])
            self.send("message.updated", info=message)

    def drop_part(self, pick):
        message, part = self.part(pick)
        if part:
            self.catch_up(part["id"])
            message["content"].remove(part)
            self.send("message.part.removed", messageID=message["id"], partID=part["id"])

    def drop_message(self, pick):
        if self.messages:
            self.catch_up()
            message = self.messages.pop(pick % len(self.messages))
            self.send("message.removed", messageID=message["id"])

    def rest(self, pick):
        self.catch_up()
        self.send("session.status", status={"type": "idle"})

    def work(self, pick):
        self.send("session.status", status={"type": "busy"})

    def assistant_message(self, pick):
        answers = [message for message in self.messages if "content" in message]
        return answers[pick % len(answers)] if answers else None

    def part(self, pick):
        candidates = [(message, part) for message in self.messages for part in message.get("content", ())]
        return candidates[pick % len(candidates)] if candidates else (None, None)


class Client:
    """A client that mirrors the server: events arrive late, answers later still, and connections break."""

    def __init__(self, server):
        self.server = server
        self.fetches = 0
        self.recording = self.answer = None
        self.state = ContextState()
        self.state.finish_lists(self.state.begin_lists(), None, [Session(id=ID)], [])
        self.state.open(ID)

    def receive_events(self, pick):
        for _ in range(min(pick % 5, len(self.server.stream))):
            self.state.apply(self.server.stream.pop(0))

    def start_fetch(self, pick):
        if self.recording is None and self.state.next_fetch() == ID:
            self.recording = self.state.begin_messages(ID)

    def get_answer(self, pick):
        if self.recording is not None and self.answer is None:
            self.answer = deepcopy(self.server.messages)

    def finish_fetch(self, pick):
        if self.answer is not None:
            self.fetches += 1
            self.state.finish_messages(
                ID, self.recording, [decode_message(message) for message in deepcopy(self.answer)]
            )
            self.recording = self.answer = None

    def fail(self, pick):
        if self.recording is not None:
            self.state.fail_fetch(ID)
            self.recording = self.answer = None

    def miss(self, pick):
        self.server.stream.clear()
        self.state.apply(Reconnected(None, 1))
        self.relist()

    def reload(self, pick):
        """Miss events, and fetch while a part grows: before the service answers, and after."""
        self.miss(pick)
        for step in (
            self.start_fetch,
            self.server.grow,
            self.receive_events,
            self.server.grow,
            self.get_answer,
            self.server.grow,
            self.finish_fetch,
        ):
            step(pick)

    def relist(self):
        if self.state.next_fetch() == "":
            self.state.finish_lists(self.state.begin_lists(), None, [Session(id=ID)], [])

    def settle(self):
        """Let all events arrive, and fetch what is due then."""
        while self.server.stream:
            self.receive_events(4)
        for step in (self.get_answer, self.finish_fetch) + (self.start_fetch, self.get_answer, self.finish_fetch) * 2:
            step(0)

    @property
    def messages(self):
        return list(self.state.view(ID).messages)
