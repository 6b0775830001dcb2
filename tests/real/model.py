"""A model that answers by rules, with the interface that the agent server uses for its providers.

Words in the latest message of the user select the answer, which begins with thoughts after REASON. These call tools:
BASH, which asks for permission, with the command after it, WRITE and READ with the path after it, ASK a question, TODO,
TASK another agent with the prompt after it, MULTI two commands at once, and ROUNDS one after the other, five times. SAY
adds a text before the tools. Texts: SLOW is slow, BIG has 1 MB, ESC sequences for terminals, ECHO the messages of the
user, HALF of an emoji, and another one in two pieces, and EMPTY nothing; LENGTH ends too early, CUT breaks the stream
off, HANG stops in the middle, THENHANG after a tool; ERR401 and ERR500 fail. FULL fills the context. All other
messages, and the results of tools, are answered with the same text.

GIVE answers by the schema of a prompt, with the JSON after it; THENGIVE does so after a tool.

CREW as the first word lets other agents work side by side, each with a part of the rest; the parts are separated by
`|`, and in a part `&` stands for `|`. SKETCH does so with the agent `sketcher`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

__all__ = ["ANSWER", "BIG", "ESCAPES", "HALVES", "THOUGHTS", "RunningModel", "run_model"]

WORDS = ("Hello ", "from ", "the ", "rules: ", "déjà vu, ", "日本\u2028, ", "the end.")
"""The words of the text; one contains a line separator, which does not end a line of an event stream."""

ANSWER = "".join(WORDS)

THOUGHTS = ("I ", "think ", "hard. ")
BEFORE = "Before the tool. "
BIG = tuple(f"{number:05d} {'x' * 1017}\n" for number in range(1000))
ESCAPES = (
    *("before ", "\x1b[31mred\x1b[0m ", "\x1b]0;title\x07", "\x1b[2J\x1b[H", "\u202eRTL\u202c ", "\x9b31m ", "a\rb "),
    *("\x08\x08\x08", "\U0001f469\u200d\U0001f469\u200d\U0001f467 ", "[bold red]markup[/] ", "after."),
)
"""Pieces of a text that a terminal must not obey."""

HALVES = ("half \ud83d here, ", "\ud83d", "\ude00 whole.")
"""The pieces of a text with half a surrogate pair that stays alone, and a pair that is split between two pieces."""

OUTPUT_TOOL = "StructuredOutput"
"""The tool that the server offers for a prompt with a schema."""

ROUNDS = 5
CALLS = ("MULTI", "ROUNDS", "TASK", "WRITE", "READ", "BASH", "ASK", "TODO")
"""The words that call tools, by priority: TASK contains ASK, and a prompt for another agent has words of its own."""

CREWS = {"CREW": "general", "SKETCH": "sketcher"}
"""The agents that the first word of a prompt lets work."""

FAILURES = {"ERR401": 401, "ERR500": 500}
SLOW, QUICK = 0.4, 0.005
"""Seconds between two words."""

HANG = 600.0
"""Seconds in which a model that hangs sends nothing."""

SENTENCES = {"with your tool for shell commands": "BASH true", "with your tool for questions": "ASK"}
"""What the checks of `trivet check agent` ask an agent for, in words that any model understands."""
ONE_WORD = "Answer with this one word: "
"""The beginning of a prompt of the checks; the word follows."""

Call: TypeAlias = tuple[str, dict[str, Any]]
"""The name of a tool, and its arguments."""

Delta: TypeAlias = tuple[dict[str, Any], str | None]
"""A piece of an answer, and the reason of the end if it is the last one."""


class Offer(NamedTuple):
    """The prompt, the system text and the tools of a request to the model."""

    prompt: str
    system: str
    tools: dict[str, Any]


class RunningModel(NamedTuple):
    """A running model.

    Attributes:
        url: The base URL of its interface.
        prompts: The latest message of the user in each request for a stream, in order.
        results: The results of tools that the model has got, in order; those of a session again with each request.
        offers: The prompt, the system text, and the schemas of the tools of each request for a stream, in order.
    """

    url: str
    prompts: list[str]
    results: list[str]
    offers: list[Offer]


def _calls(prompt: str, results: int) -> list[Call]:
    """Return the calls of tools that follow a prompt and some results of tools."""
    prompt = next((words for sentence, words in SENTENCES.items() if sentence in prompt), prompt)
    if "GIVE" in prompt and (results or "THENGIVE" not in prompt):
        return [(OUTPUT_TOOL, json.JSONDecoder().raw_decode(prompt.partition("GIVE")[2].strip())[0])]
    prompt = prompt.partition("THENGIVE")[0]
    first, _, others = prompt.partition(" ")
    if first in CREWS:
        parts = [] if results else [part.strip().replace("&", "|") for part in others.split("|")]
        return [("task", {"description": part[:20], "prompt": part, "subagent_type": CREWS[first]}) for part in parts]
    if "ROUNDS" in prompt and results < ROUNDS:
        return [_bash(f"echo round {results}")]
    word = next((word for word in CALLS if word in prompt), None)
    if word is None or results:
        return []
    rest = prompt.partition(word)[2].strip()
    path = next(iter(rest.split()), "")
    options = [{"label": "Pear", "description": "green"}, {"label": "Plum", "description": "blue"}]
    match word:
        case "MULTI":
            return [_bash("echo one"), _bash("echo two")]
        case "TASK":
            task = {"description": "Ask another", "prompt": rest or "TEXT please", "subagent_type": "general"}
            return [("task", task)]
        case "WRITE":
            return [("write", {"filePath": path, "content": "written by the agent\n"})]
        case "READ":
            return [("read", {"filePath": path})]
        case "BASH":
            return [_bash(rest.removeprefix("CMD ") or "echo from-the-tool")]
        case "ASK":
            return [("question", {"questions": [{"question": "Which fruit?", "header": "Fruit", "options": options}]})]
        case _:
            return [("todowrite", {"todos": [{"content": "prune", "status": "pending", "priority": "high"}]})]


def _bash(command: str) -> Call:
    return "bash", {"command": command, "description": "Run a command"}


class Handler(BaseHTTPRequestHandler):
    """Answers a request."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._json(200, {"object": "list", "data": [{"id": "rules-1", "object": "model"}]})

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompt = _latest_prompt(request["messages"])
        for word, status in FAILURES.items():
            if word in prompt.partition("TASK")[0]:  # after it, the other agent's provider fails
                self._json(status, {"error": {"message": f"the model fails with {status}", "type": "failure"}})
                return
        if not request.get("stream"):
            message = {"role": "assistant", "content": "A title"}
            self._json(200, {"id": "1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
            return
        if "tools" in request:
            self.server.prompts.append(prompt)
            offered = {tool["function"]["name"]: tool["function"].get("parameters") for tool in request["tools"]}
            self.server.offers.append(Offer(prompt, _system(request["messages"]), offered))
            tools = [message for message in request["messages"] if message["role"] == "tool"]
            self.server.results += [json.dumps(message["content"]) for message in tools]
        else:  # a request for a title, which is not to hang
            prompt = ""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        with suppress(OSError):  # the server has stopped to read
            self._stream(prompt, request)

    def _stream(self, prompt: str, request: dict[str, Any]) -> None:
        since = takewhile(lambda message: message["role"] != "user", reversed(request["messages"]))
        results = sum(message["role"] == "tool" for message in since)
        hangs = "HANG" in prompt and (results > 0 or "THENHANG" not in prompt)
        for number, (delta, finish) in enumerate(_deltas(prompt, results, request)):
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            tokens = 31_000 if "FULL" in prompt else 5
            usage = {"prompt_tokens": tokens, "completion_tokens": 3, "total_tokens": tokens + 3} if finish else None
            chunk: dict[str, Any] = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "rules-1"}
            chunk |= {"choices": [choice], **({"usage": usage} if usage else {})}
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.flush()
            if "CUT" in prompt and number == 2:
                return
            if hangs and number == 3:
                self.server.ended.wait(HANG)
            time.sleep(SLOW if "SLOW" in prompt else 0 if "BIG" in prompt else QUICK)
        self.wfile.write(b"data: [DONE]\n\n")

    def _json(self, status: int, body: object) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _latest_prompt(messages: list[dict[str, Any]]) -> str:
    for message in reversed(messages):
        if message["role"] == "user":
            content = message["content"]
            return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)
    return ""


def _system(messages: list[dict[str, Any]]) -> str:
    texts = [message["content"] for message in messages if message["role"] == "system"]
    return "\n".join(text if isinstance(text, str) else json.dumps(text) for text in texts)


def _deltas(prompt: str, results: int, request: dict[str, Any]) -> Iterator[Delta]:
    yield {"role": "assistant", "content": ""}, None
    if "REASON" in prompt:
        for thought in THOUGHTS:
            yield {"reasoning_content": thought}, None
    offered = {tool["function"]["name"] for tool in request.get("tools", ())}
    calls = [call for call in _calls(prompt, results) if call[0] in offered]
    if not calls:
        for text in _texts(prompt):
            yield {"content": text}, None
        yield {}, "length" if "LENGTH" in prompt else "stop"
        return
    if "SAY" in prompt:
        yield {"content": BEFORE}, None
    for index, (name, arguments) in enumerate(calls):
        call = {"index": index, "id": f"call_{time.time_ns()}", "type": "function"}
        yield {"tool_calls": [{**call, "function": {"name": name, "arguments": ""}}]}, None
        text = json.dumps(arguments)
        for start in range(0, len(text), 25):
            piece = {"index": index, "function": {"arguments": text[start : start + 25]}}
            yield {"tool_calls": [piece]}, None
    yield {}, "tool_calls"


def _texts(prompt: str) -> tuple[str, ...]:
    """Return the pieces of the text that answers a prompt."""
    if ONE_WORD in prompt:
        return (prompt.partition(ONE_WORD)[2].split()[0],)
    texts = {"ECHO": (prompt,), "BIG": BIG, "HALF": HALVES, "ESC": ESCAPES, "EMPTY": ()}
    return next((pieces for word, pieces in texts.items() if word in prompt), WORDS)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.prompts: list[str] = []
        self.results: list[str] = []
        self.offers: list[Offer] = []
        self.ended = threading.Event()


@contextmanager
def run_model() -> Iterator[RunningModel]:
    """Run the model on a free port of this machine."""
    server = _Server()
    thread = threading.Thread(target=server.serve_forever, name="model")
    thread.start()
    try:
        yield RunningModel(
            f"http://127.0.0.1:{server.server_address[1]}/v1", server.prompts, server.results, server.offers
        )
    finally:
        server.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
