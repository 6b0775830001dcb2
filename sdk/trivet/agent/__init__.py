"""The agent service: clients, records, events, turns, and live views of sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from .._core.answer_decoder import IgnoredContextWarning as IgnoredContextWarning
    from .._core.events import Reconnected as Reconnected
    from . import opencode as opencode
    from ._contexts.context import context_key as context_key
    from ._generated.names import *
    from ._handles._async.handle import AsyncSessionHandle as AsyncSessionHandle
    from ._handles._sync.handle import SessionHandle as SessionHandle
    from ._handles.runs import PlannedRun as PlannedRun
    from ._handles.runs import RunOutcome as RunOutcome
    from ._handles.runs import RunOutcomes as RunOutcomes
    from ._store._async.events import AsyncEvents as AsyncEvents
    from ._store._async.store import AsyncChanges as AsyncChanges
    from ._store._async.store import AsyncContextView as AsyncContextView
    from ._store._async.store import AsyncStore as AsyncStore
    from ._store._async.store import AsyncWatch as AsyncWatch
    from ._store._sync.events import Events as Events
    from ._store._sync.store import Changes as Changes
    from ._store._sync.store import ContextView as ContextView
    from ._store._sync.store import Store as Store
    from ._store._sync.store import Watch as Watch
    from ._store.sessions import SessionView as SessionView
    from ._turns._async.turn import AsyncTurn as AsyncTurn
    from ._turns._async.turn import AsyncTurnSteps as AsyncTurnSteps
    from ._turns._sync.turn import Turn as Turn
    from ._turns._sync.turn import TurnSteps as TurnSteps
    from ._turns.activity import TurnActivity as TurnActivity
    from ._turns.answer import ReasoningStep as ReasoningStep
    from ._turns.answer import TextStep as TextStep
    from ._turns.answer import TodosStep as TodosStep
    from ._turns.answer import ToolStep as ToolStep
    from ._turns.answer import TurnStep as TurnStep
    from ._turns.extensions import Rejected as Rejected
    from ._turns.outcome import OutputError as OutputError
    from ._turns.outcome import TurnFailedError as TurnFailedError
    from ._turns.outcome import TurnOutcome as TurnOutcome
    from ._turns.permissions import PermissionRules as PermissionRules
    from ._turns.prices import Price as Price
    from ._turns.spending import Spending as Spending
    from ._turns.step_reports import AgentStep as AgentStep
    from ._turns.unanswered import UnansweredRequestError as UnansweredRequestError
    from ._turns.unsupported import UnsupportedOperationError as UnsupportedOperationError
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "AgentStep": "._turns.step_reports",
            "AsyncChanges": "._store._async.store",
            "AsyncContextView": "._store._async.store",
            "AsyncEvents": "._store._async.events",
            "AsyncSessionHandle": "._handles._async.handle",
            "AsyncStore": "._store._async.store",
            "AsyncTurn": "._turns._async.turn",
            "AsyncTurnSteps": "._turns._async.turn",
            "AsyncWatch": "._store._async.store",
            "Changes": "._store._sync.store",
            "ContextView": "._store._sync.store",
            "Events": "._store._sync.events",
            "IgnoredContextWarning": ".._core.answer_decoder",
            "OutputError": "._turns.outcome",
            "PermissionRules": "._turns.permissions",
            "PlannedRun": "._handles.runs",
            "Price": "._turns.prices",
            "ReasoningStep": "._turns.answer",
            "Reconnected": ".._core.events",
            "Rejected": "._turns.extensions",
            "RunOutcome": "._handles.runs",
            "RunOutcomes": "._handles.runs",
            "SessionHandle": "._handles._sync.handle",
            "SessionView": "._store.sessions",
            "Spending": "._turns.spending",
            "Store": "._store._sync.store",
            "TextStep": "._turns.answer",
            "TodosStep": "._turns.answer",
            "ToolStep": "._turns.answer",
            "Turn": "._turns._sync.turn",
            "TurnActivity": "._turns.activity",
            "TurnFailedError": "._turns.outcome",
            "TurnOutcome": "._turns.outcome",
            "TurnStep": "._turns.answer",
            "TurnSteps": "._turns._sync.turn",
            "UnansweredRequestError": "._turns.unanswered",
            "UnsupportedOperationError": "._turns.unsupported",
            "Watch": "._store._sync.store",
            "context_key": "._contexts.context",
        },
        submodules=("opencode",),
        generated="._generated.names",
    )
