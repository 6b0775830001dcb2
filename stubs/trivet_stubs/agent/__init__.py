"""The agent stub: a coding-agent server without an agent, which does what a test has scripted."""

from trivet_stubs.agent.script import (
    Ask,
    Compaction,
    Fail,
    Finish,
    Hold,
    Interrupt,
    OtherPrompt,
    Output,
    Pause,
    Question,
    Reasoning,
    Retry,
    Step,
    Subtask,
    Task,
    Text,
    Todos,
    Together,
    Tool,
)
from trivet_stubs.agent.seed import LIGHTHOUSE as LIGHTHOUSE
from trivet_stubs.agent.served import AsyncServedTransport, ServedTransport
from trivet_stubs.agent.state import AgentObserved
from trivet_stubs.agent.stub import AgentStub

__all__ = [
    "AgentObserved",
    "AgentStub",
    "Ask",
    "AsyncServedTransport",
    "Compaction",
    "Fail",
    "Finish",
    "Hold",
    "Interrupt",
    "OtherPrompt",
    "Output",
    "Pause",
    "Question",
    "Reasoning",
    "Retry",
    "ServedTransport",
    "Step",
    "Subtask",
    "Task",
    "Text",
    "Todos",
    "Together",
    "Tool",
]
