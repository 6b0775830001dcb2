"""Driving a flow by hand, with prepared answers."""

import json

from trivet._core.contract_translation import Forward, Pause, WireAnswer, WireRequest
from trivet.agent._opencode.translation import OpencodeTranslation


def answer(data, status=200):
    return WireAnswer(status, "application/json", json.dumps(data).encode())


def run(flow, *answers):
    """Drive a flow; return its requests and pauses, and its result."""
    left = list(answers)
    steps = []
    try:
        step = next(flow)
        while True:
            steps.append(step)
            step = flow.send(WireAnswer(0) if isinstance(step, Pause) else left.pop(0))
    except StopIteration as end:
        assert not left, "an answer was not needed"
        return steps, end.value


def translate(method, target, *answers, **body):
    """Drive the flow of a client's request; bodies are returned as JSON."""
    content = json.dumps(body).encode() if body else b""
    steps, last = run(OpencodeTranslation().flow(WireRequest(method, target, content)), *answers)
    if isinstance(last, Forward):
        return [*map(shown, steps), shown(last.request)], last
    return [*map(shown, steps)], (last.status, json.loads(last.body) if last.body else None)


def shown(step):
    """Return a request as its method and target, and its JSON where it has some."""
    if isinstance(step, Pause):
        return step
    head = f"{step.method} {step.target}"
    return (head, json.loads(step.content)) if step.content else head
