"""An agent server and its model in one walk: a step on both, and the ids of the records that it makes."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, cast

from trivet_checks.checks.agent.service import Agent, Where
from trivet_checks.checks.target import Caller, Target
from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.agent.expect import Expectation
from trivet_checks.explore.agent.files import Written, written
from trivet_checks.explore.agent.form import AgentForm
from trivet_checks.explore.agent.lists import Lists
from trivet_checks.explore.agent.model import AgentModel
from trivet_checks.explore.agent.probe import TICK
from trivet_checks.explore.agent.records import World
from trivet_checks.explore.agent.turns import Allowance, Turn, Turns, script
from trivet_checks.explore.agent.words import (
    ACTIVATE,
    ANSWER,
    CHANGE,
    CHANGE_ACCOUNT,
    COMPACT,
    CREATE,
    DELETE,
    LETS_IN,
    MAKES,
    MODEL,
    PATCH,
    PROMPT,
    REGISTER,
    REJECT,
    REMOVE,
    REMOVES,
    REPLY,
    SAVE,
    UNREGISTER,
    UPDATE,
)
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.outcomes import Outcomes
from trivet_checks.explore.steps import Ledger, Ref, Step
from trivet_stubs.kernel.validation import is_object

_CONTEXT = ("directory", "workspace")
_NOT_IMPLEMENTED = 501
_GIVES = {
    CREATE: "session",
    UPDATE: "session",
    REGISTER: "workspace",
    CHANGE: "workspace",
    SAVE: "account",
    CHANGE_ACCOUNT: "account",
}


class Walker:
    """Takes the steps of one walk on both sides.

    Args:
        target: The server.
        model: The model, without records of an earlier walk.
        form: The choices of the server.
        lists: The lists of the server before the walks.
        allowance: The prompts that the run may still send.
    """

    def __init__(self, target: Target, model: AgentModel, form: AgentForm, lists: Lists, allowance: Allowance) -> None:
        model.restart()
        self.target = target
        self.model = model
        self.form = form
        self.ledger: Ledger = Ledger({})
        self.world: World = World(form, lists, self.ledger, model, set())
        self.compared: set[str] = self.world.compared
        self.contexts: dict[int, Mapping[str, Any]] = {}
        """The query of the context of each session, by the step that has made it."""
        self.rules: dict[int, str] = {}
        """What the agent of a session may do, `deny` or `ask` for everything, by the step that has made it."""
        self.options: dict[int, list[list[str]]] = {}
        """The labels of the options of each question that an agent has asked, by the step of the prompt."""
        self.allowance: Allowance = allowance
        self.services: dict[int, str] = {}
        """The service of each account, by the step that has made it."""
        self.gone: list[Ref] = []
        """The records that are removed."""
        self.folder: str = f"{form.directory}/{target.prefix}-walk"
        """The directory of the workspaces of the walk."""
        self._agent = Agent(target)
        self._turns = Turns(self._agent, allowance)
        self._turn: Turn | None = None
        self._stuck: set[Ref] = set()
        """The sessions whose agents have not continued after an answer."""
        self._has_folder = False
        self._removes_active = True
        self._made: str | None = None
        """The id of the record that the last step has made on the server."""
        self._expectation = Expectation(self.world)
        self._outcomes = Outcomes("agent", self.compared, LETS_IN)

    def send(self, step: Step) -> Reply:
        """Send a step to the server; what it makes is removed when the walk is over."""
        described = self.target.shapes.contract.operations[step.operation]
        is_write = described.method != "GET" and not described.raw.get("x-retryable")
        self._expectation.records.sightings.writes += is_write
        body = self.ledger.resolved(step.body, "server")
        if is_object(body) and body.get("directory") == self.folder and not self._has_folder:
            self._agent.write(self._agent.path("walk/keep.txt"), "One line.")
            self._has_folder = True
        self._made = None
        if step.operation in (DELETE, UNREGISTER) and step.caller == "user" and not step.query:
            self._finish_those_of(step.path[0])
        if step.operation == PATCH and step.query != {"directory": self.form.directory}:
            raise NotTried("files are written in the directory of the run alone")
        if (file := written(step)) is not None and file.is_added:
            self._agent.will_remove_file(file.path, file.line)
        path, query = self.ledger.path(step, "server"), self.ledger.resolved(step.query, "server")
        before = 0
        if self._is_prompt(step):
            before = self._turns.count(path[0])
            self._will_work(cast(Ref, step.path[0]), path[0])
        kind = MAKES.get(step.operation)
        if kind is not None:
            reply = self._agent.create(kind, self._caller(step), body, query)
        else:
            reply = self._caller(step).call(step.operation, *path, query=query, json=body)
        if reply.ok and self._is_prompt(step):
            self._await(step, path[0], before)
        if kind is not None and reply.ok and reply.is_json and (new_id := _id_of(reply.plain)) is not None:
            self._agent.user.will_remove(kind, REMOVES[kind], new_id)
            self._made = new_id
        self.target.traffic.settle()
        if step.operation == CREATE:
            self.target.budget.pause(TICK)  # so that the times of two sessions differ
        return reply

    def ask(self, step: Step) -> ModelAnswer:
        """Send a step to the model."""
        if step.operation == MODEL and step.path in self.form.models and step.caller == "user":
            return ModelAnswer(200, b"{}", "")  # the catalogue is the server's own
        query = self.ledger.resolved(step.query, "model")
        if self._has_context_of_none(step):
            query = {name: value for name, value in query.items() if name not in _CONTEXT}
        path, body = self.ledger.path(step, "model"), self.ledger.resolved(step.body, "model")
        if step.operation == PROMPT and self._turn is not None:
            script(self.model, path[0], self._turn)
        if step.operation == REMOVE:
            account = self.model.stub.accounts.get(path[0])
            self._removes_active = account is not None and account.active
        if step.operation == SAVE and is_object(body) and "active" not in body and not self.form.first_is_active:
            body = {**body, "active": False}
        answer = self.model.send(step.caller, step.operation, path, query, body)
        self.model.stub.scripts.clear()
        return answer

    def differences(self, step: Step, reply: Reply, answer: ModelAnswer, choices: Choices) -> list[Difference]:
        """Compare the two answers to a step."""
        if reply.status == _NOT_IMPLEMENTED:
            return []
        if reply.ok and answer.ok:
            if step.operation in _GIVES:
                self._note_given(step)
            caller = self._caller(step)
            asked = Asked("agent", step, reply, step.caller)
            path = self.ledger.path(step, "server")

            def read(query: Mapping[str, Any]) -> Reply:
                return caller.call(step.operation, *path, query=query)

            return [*self._expectation.differences(asked, answer, read)]
        assumptions = [*step.assumes, *(["a context of the server"] if self._has_context_of_none(step) else [])]
        return self._outcomes.differences(step, reply, answer, choices, assumptions)

    def learn(self, step: Step, reply: Reply, answer: ModelAnswer) -> None:
        """Remember the records that a step has made or removed on both sides."""
        number, kind = step.number, MAKES.get(step.operation)
        ref = step.path[0] if step.path and isinstance(step.path[0], Ref) else None
        if step.operation in (DELETE, UNREGISTER, REMOVE) and ref is not None:
            self._forget(ref)
        elif step.operation == ACTIVATE and ref is not None:
            self.world.doubtful.discard(self.services.get(cast(int, ref.of), ""))
        elif (file := written(step)) is not None:
            self._learn_file(file)
        elif step.operation == PROMPT and ref is not None:
            self._learn_turn(step, ref)
        elif step.operation in (REPLY, ANSWER, REJECT) and ref is not None:
            self._learn_answer(step, ref)
        if kind is None or not reply.is_json:
            return
        new_id = _id_of(reply.plain)
        if new_id is None:
            return
        self.ledger.add(kind, number, new_id, str(_id_of(answer.json)))
        if kind == "session":
            rules: list[Json] = (step.body or {}).get("permission") or []
            self.rules[number] = str(rules[0].get("effect")) if rules else ""
            self.contexts[number] = {name: value for name, value in step.query.items() if name in _CONTEXT}
        elif kind == "account":
            service = str((step.body or {}).get("serviceID"))
            self.services[number] = service
            if (step.body or {}).get("active"):
                self.world.doubtful.discard(service)

    def drop(self, step: Step) -> None:
        """Remove the records from both sides that a step has left different."""
        if step.operation == SAVE:
            self.world.doubtful.add(str((step.body or {}).get("serviceID")))
        if self._made is None and step.operation in MAKES:
            with suppress(LostWrite, NotTried, Broken):
                self._agent.remove_lost()
        if (file := written(step)) is not None:
            self.world.files.pop(file.path, None)
            self.world.removed.discard(file.path)
        if self._made is not None and step.operation in MAKES:
            with suppress(LostWrite, NotTried, Broken):
                self._agent.user.call(REMOVES[MAKES[step.operation]], self._made)
        for ref in map(self._record_of, step.path[:1]):
            if isinstance(ref, Ref) and ref.kind in REMOVES and ref.of in self.ledger.known(ref.kind):
                self._remove(ref)

    def sessions(self, effects: Collection[str]) -> list[Ref]:
        """The sessions whose agents may do something by the rules of the run, and wait for nothing."""
        busy = {*self.world.waiting.values(), *self._stuck}
        refs = [Ref("session", step) for step in self.ledger.known("session")]
        return [ref for ref in refs if ref not in busy and self.rules.get(cast(int, ref.of)) in effects]

    def snapshot(self) -> Any:
        """The records of the model, as they are now."""
        return self.model.snapshot()

    def roll_back(self, records: Any) -> None:
        """Return to earlier records of the model."""
        self.model.roll_back(records)

    def where(self, session: Ref) -> Where:
        """The query of the context that a session is pinned to, with the ids of the server."""
        return cast(Where, self.ledger.resolved(self.contexts[cast(int, session.of)], "server"))

    def _is_prompt(self, step: Step) -> bool:
        """Whether a step lets an agent of the walk work, if the server takes it."""
        return step.operation in (PROMPT, COMPACT) and bool(step.path) and isinstance(step.path[0], Ref)

    def _will_work(self, session: Ref, id_: str) -> None:
        """Note that the agent of a session works, from its first prompt on."""
        self._turn = None
        if session not in self.world.prompted:
            self.world.prompted.add(session)
            self._turns.will_finish(id_, self.where(session))

    def _await(self, step: Step, session: str, before: int) -> None:
        """Wait for the end of a turn, or for its request to the user."""
        self.target.traffic.settle()
        if step.operation == COMPACT:
            self._turns.summarized(session)
        else:
            self._turn = self._turns.end(session, self.where(cast(Ref, step.path[0])), before)

    def _learn_turn(self, step: Step, session: Ref) -> None:
        """Remember the request at which a turn waits, on both sides."""
        turn = self._turn
        if turn is None or turn.kind == "said" or turn.request is None:
            return
        runtimes = self.model.stub.runtimes.values()
        name, model_id = f"{turn.kind}s", self.ledger.id_of(session, "model")
        waiting = [key for one in runtimes for key, asked in getattr(one, name).items() if asked.session.id == model_id]
        if not waiting:  # the model's agent was not let to ask
            self._remove(session)
            return
        self.ledger.add(turn.kind, step.number, turn.request["id"], waiting[-1])
        self.world.waiting[Ref(turn.kind, step.number)] = session
        self.options[step.number] = turn.questions

    def _learn_file(self, file: Written) -> None:
        """Remember that a file is there, or is no more."""
        if file.is_added:
            self.world.files[file.path] = file.line
            self.world.removed.discard(file.path)
        elif self.world.files.pop(file.path, None) is not None:
            self.world.removed.add(file.path)

    def _learn_answer(self, step: Step, request: Ref) -> None:
        """Wait for the end of a turn whose request was answered."""
        self.ledger.forget(request.kind, cast(int, request.of))
        self.world.ended[request] = LETS_IN[step.operation]
        session = self.world.waiting.pop(request, None)
        if session is not None and not self._turns.goes_on(self.ledger.id_of(session, "server")):
            self._stuck.add(session)

    def _finish_those_of(self, record: Any) -> None:
        """Let the agents finish whose session is deleted, or whose workspace is: later there is no way to them."""
        for session in self.world.prompted:
            if record in (session, self.contexts[cast(int, session.of)].get("workspace")):
                with suppress(LostWrite, NotTried, Broken):
                    self._turns.finish(self.ledger.id_of(session, "server"), self.where(session))

    def _record_of(self, value: Any) -> Any:
        """The session of a request to the user, in place of the request."""
        return self.world.waiting.get(value, value) if isinstance(value, Ref) else value

    def _caller(self, step: Step) -> Caller:
        return self.target.anonymous if step.caller == "anonymous" else self._agent.user

    def _has_context_of_none(self, step: Step) -> bool:
        """Whether an operation of the server has a context, which it may refuse, and does not use."""
        described = self.target.shapes.contract.operations[step.operation]
        return described.raw.get("x-context") == "server" and not step.query.keys().isdisjoint(_CONTEXT)

    def _note_given(self, step: Step) -> None:
        """Note which fields of a record are no longer the server's choice."""
        ref = step.path[0] if step.path else Ref(_GIVES[step.operation], step.number)
        if isinstance(ref, Ref):
            rules = {name: LETS_IN[step.operation] for name in step.body or {} if name != "active"}
            self.world.given.setdefault(ref, {}).update(rules)

    def _remove(self, ref: Ref) -> None:
        self._finish_those_of(ref)
        operation, self._removes_active = REMOVES[ref.kind], True
        with suppress(LostWrite, NotTried, Broken):
            self._agent.user.call(operation, self.ledger.id_of(ref, "server"))
        self.model.send("user", operation, (self.ledger.id_of(ref, "model"),), {}, None)
        self._forget(ref)

    def _forget(self, ref: Ref) -> None:
        number = cast(int, ref.of)
        self.ledger.forget(ref.kind, number)
        self.gone.append(ref)
        for request in [one for one, session in self.world.waiting.items() if session == ref]:
            del self.world.waiting[request]
            self.ledger.forget(request.kind, cast(int, request.of))
            self.world.loose.add(request)
        if ref.kind == "account" and self._removes_active:
            self.world.doubtful.add(self.services.get(number, ""))  # which other one is active then is open
        if ref.kind == "workspace":  # the contract does not say what becomes of the sessions in it
            for step in self.ledger.known("session"):
                if self.contexts[step].get("workspace") == ref:
                    self._remove(Ref("session", step))


def _id_of(answer: Any) -> str | None:
    """The id of the record in an answer."""
    record = content(answer)
    value: Any = cast(Json, record).get("id") if isinstance(record, dict) else None
    return value if isinstance(value, str) else None
