"""The next step of a walk on an agent server, drawn by a seed: writes, and reads of each place where they show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar, cast

from trivet_checks.checks.agent.service import ASKED, DENIED
from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.agent.draw_files import FileSteps
from trivet_checks.explore.agent.form import AgentForm
from trivet_checks.explore.agent.inputs import CREDENTIALS, WRONG, queries
from trivet_checks.explore.agent.turns import ASKS_A_QUESTION, ASKS_TO_RUN
from trivet_checks.explore.agent.walker import Walker
from trivet_checks.explore.agent.weights import MORE, READS, READS_AFTER, SUBJECTS, WRITES
from trivet_checks.explore.agent.words import (
    ACCOUNT,
    ACCOUNTS,
    ACTIVATE,
    ANSWER,
    CHANGE,
    CHANGE_ACCOUNT,
    COMPACT,
    CONTEXT,
    CREATE,
    DELETE,
    DIFF,
    GET,
    LIST,
    MESSAGES,
    MODEL,
    MODELS,
    OF_CONTEXTS,
    PATCH,
    PERMISSIONS,
    PROJECT,
    PROJECTS,
    PROMPT,
    QUESTIONS,
    REGISTER,
    REJECT,
    REMOVE,
    REPLY,
    SAVE,
    STATUS,
    TODO,
    UNREGISTER,
    UPDATE,
    WAIT,
    WORKSPACE,
    WORKSPACES,
)
from trivet_checks.explore.steps import Ref, Step

T = TypeVar("T")

_OTHER_READS = 0.22
"""The share of reads of any place, whatever was written before."""
_STRANGERS = 0.04
"""The share of steps of a caller without credentials, if the server asks for them."""
_OF_SERVER = frozenset((PROJECTS, MODELS, WORKSPACES, STATUS, ACCOUNTS))
_OF_AGENTS = 0.2
"""The share of steps that let an agent work, or answer it, if prompts are allowed. Two reads follow each."""
_WRONG = 0.07
"""The share of steps with an input that the contract forbids."""
_KNOWN = 0.93
"""The share of steps that name a record which some step has made."""


class Draw:
    """Draws the steps of one walk.

    Args:
        seed: The seed of the run, and the number of the walk.
        prefix: The start of every name.
        form: The choices of the server.
        projects: The ids of the projects that the server has shown.
        turns: The values of inputs that are left of a round, which the walks of a run share.
    """

    def __init__(
        self, seed: str, prefix: str, form: AgentForm, projects: Sequence[str], turns: dict[str, list[Any]]
    ) -> None:
        self._chance = Random(seed)
        self._prefix = prefix
        self._form = form
        self._projects = projects
        self._turns: dict[str, list[Any]] = turns
        self._subject: Sequence[str] = self._turn("subjects", SUBJECTS)
        self._pending: list[str] = []
        self._about: dict[str, Ref] = {}
        """The record of each kind that the last write was about."""
        self._titles: dict[int, str] = {}
        self._files = FileSteps(self._chance, prefix, form.directory, self._step, self._turn)
        self._makers: Mapping[str, Callable[[int, Walker], Step]] = {
            CREATE: self._create,
            UPDATE: self._update,
            LIST: self._list,
            REGISTER: self._register,
            CHANGE: self._change,
            WORKSPACES: self._workspaces,
            SAVE: self._save,
            CHANGE_ACCOUNT: self._change_account,
            ACCOUNTS: self._accounts,
            PROJECT: self._project,
            MODEL: self._model,
            **{name: self._on("session", name) for name in (GET, DELETE, WAIT, TODO, DIFF, CONTEXT)},
            MESSAGES: self._messages,
            **{name: self._on("workspace", name) for name in (WORKSPACE, UNREGISTER)},
            **{name: self._on("account", name) for name in (ACCOUNT, ACTIVATE, REMOVE)},
            **{name: self._of_server(name) for name in (PROJECTS, MODELS, STATUS)},
            **{name: self._of_context(name) for name in (*OF_CONTEXTS, PERMISSIONS, QUESTIONS)},
            REPLY: self._reply,
            REJECT: self._reject,
            **self._files.makers,
        }

    def next(self, number: int, walker: Walker) -> Step:
        """Draw the next step: it names records that are there, and at times others."""
        chance = self._chance
        if self._form.asks_for_credentials and chance.random() < _STRANGERS:
            operation = self._turn("strangers", [*self._makers])
            return replace(self._makers[operation](number, walker), caller="anonymous")
        if (step := self._of_an_agent(number, walker)) is not None:
            return step
        if self._pending:
            operation = self._pending.pop()
        elif chance.random() < _OTHER_READS and number > 4:
            operation = self._turn("reads", READS)
        else:
            operations = [name for name, _ in WRITES]
            weights = [weight * (MORE if name in self._subject else 1) for name, weight in WRITES]
            operation = CREATE if number == 1 else chance.choices(operations, weights)[0]
            operation = self._possible(operation, walker)
            reads = READS_AFTER.get(operation, ())
            self._pending = chance.sample(reads, min(len(reads), chance.choice((1, 2, 2, 3))))
            if operation == PATCH:
                self._pending = self._files.after_a_patch()
        return self._makers[operation](number, walker)

    def _possible(self, operation: str, walker: Walker) -> str:
        """An operation whose records are there, or the one that makes them."""
        for kind, makes, others in (
            ("session", CREATE, (UPDATE, DELETE)),
            ("workspace", REGISTER, (CHANGE, UNREGISTER)),
            ("account", SAVE, (CHANGE_ACCOUNT, ACTIVATE, REMOVE)),
        ):
            if operation in others and not walker.ledger.known(kind):
                operation = makes
        form = self._form
        is_possible = {REGISTER: form.makes_workspaces, PATCH: form.writes_files}.get(operation, True)
        return operation if is_possible else CREATE

    def _turn(self, name: str, values: Sequence[T]) -> T:
        """The next of some values of an input, in an order of their own for each round, so that all of them occur."""
        if not self._turns.get(name):
            self._turns[name] = self._chance.sample(values, len(values))
        value: T = self._turns[name].pop()
        return value

    # Sessions.

    def _create(self, number: int, walker: Walker) -> Step:
        chance = self._chance
        query, assumes = self._where(walker)
        there = walker.ledger.known("session")
        if there and chance.random() < 0.6:  # lists of several pages need several sessions of a context
            query, assumes = dict(walker.contexts[there[-1]]), ()
        self._about["session"] = Ref("session", number)
        if chance.random() < _WRONG:
            wrong, more = self._wrong(CREATE)
            return self._step(number, CREATE, query=query, body=wrong, assumes=(*assumes, *more))
        title = self._title(number)
        self._titles[number] = title
        body: Json = {"title": title}
        if self._form.agents and chance.random() < 0.4:
            body["agent"] = chance.choice(self._form.agents)
        if self._form.models and chance.random() < 0.35:
            provider, model = chance.choice(self._form.models)
            body["model"] = {"providerID": provider, "modelID": model}
            assumes = (*assumes, "a model that the server cannot reach")
        if self._form.takes_permissions and chance.random() < (0.9 if walker.allowance.left else 0.2):
            body["permission"] = chance.choice((DENIED, ASKED)) if walker.allowance.left else DENIED
        return self._step(number, CREATE, query=query, body=body, assumes=assumes)

    def _update(self, number: int, walker: Walker) -> Step:
        session = self._record("session", walker)
        if self._chance.random() < _WRONG:
            wrong, assumes = self._wrong(UPDATE)
            return self._step(number, UPDATE, path=(session,), body=wrong, assumes=assumes)
        title: Json = {"title": self._title(number)}
        archived: Json = {"archived": 1_750_032_000_000 + number}
        body: Json = self._chance.choice((title, title, archived, {**title, **archived}))
        if self._form.takes_permissions and self._chance.random() < 0.15:
            body = {**body, "permission": DENIED}
        if isinstance(session, Ref) and "title" in body:
            self._titles[cast(int, session.of)] = body["title"]
        return self._step(number, UPDATE, path=(session,), body=body, query=self._needless_context())

    def _list(self, number: int, walker: Walker) -> Step:
        chance = self._chance
        about = self._about.get("session")
        known = about is not None and about.of in walker.contexts and about.of in walker.ledger.known("session")
        query, assumes = self._where(walker)
        if known and chance.random() < 0.75:
            query, assumes = dict(walker.contexts[cast(int, cast(Ref, about).of)]), ()
        if chance.random() < _WRONG:
            more, assumed = self._turn("wrong list", queries(LIST))
            return self._step(number, LIST, query={**query, **more}, assumes=(*assumes, *assumed))
        if chance.random() < 0.75:
            query["search"] = self._search(walker) if chance.random() < 0.5 else self._prefix
        if chance.random() < 0.15:
            query["start"] = chance.choice((0, 4_102_444_800_000))
        if chance.random() < 0.1:
            query["roots"] = True
        if chance.random() < 0.08:
            query["path"] = f"{self._prefix}-missing"
        if chance.random() < 0.5:
            query["order"] = chance.choice(("asc", "desc"))
        if "search" in query and chance.random() < 0.75:
            query["limit"] = self._turn("limit", (1, 1, 2, 2, 3, 50, 100))
        return self._step(number, LIST, query=query, assumes=assumes)

    def _search(self, walker: Walker) -> str:
        titles = [self._titles[step] for step in walker.ledger.known("session") if step in self._titles]
        kind = self._chance.random()
        if kind < 0.5 or not titles:
            return self._prefix
        if kind < 0.9:
            title = self._chance.choice(titles)
            return self._chance.choice((title, title[len(self._prefix) :].strip()))
        return f"no title has {self._chance.random():.9f}"

    def _messages(self, number: int, walker: Walker) -> Step:
        session = self._record("session", walker)
        if self._chance.random() < _WRONG:
            more, assumes = self._turn("wrong messages", queries(MESSAGES))
            return self._step(number, MESSAGES, path=(session,), query=more, assumes=assumes)
        query: Json = {}
        if self._chance.random() < 0.6:
            query["order"] = self._chance.choice(("asc", "desc"))
        if self._chance.random() < 0.5:
            query["limit"] = self._turn("limit of messages", (1, 2, 3, 100))
        return self._step(number, MESSAGES, path=(session,), query=query)

    # Agents.

    def _of_an_agent(self, number: int, walker: Walker) -> Step | None:
        """A prompt, an answer to a request of an agent, or a compaction; mostly none."""
        chance = self._chance
        if not walker.allowance.is_for_walks or chance.random() > _OF_AGENTS:
            return None
        waiting = [*walker.world.waiting]
        if waiting and chance.random() < 0.6:
            return self._answer(number, chance.choice(waiting), walker)
        sessions = walker.sessions(("deny", "ask"))
        if not sessions:
            return None
        session = chance.choice(sessions)
        self._about["session"] = session
        prompted = session in walker.world.prompted
        self._pending += chance.sample((MESSAGES, MESSAGES, CONTEXT, CONTEXT, PERMISSIONS, QUESTIONS, GET), 2)
        if prompted and chance.random() < 0.25:
            return self._step(number, COMPACT, path=(session,))
        text = f"Answer with this one word: {self._prefix}-{number}"
        if session in walker.sessions(("ask",)) and chance.random() < 0.6:
            text = self._turn("requests of agents", (ASKS_TO_RUN, ASKS_A_QUESTION))
        body: Json = {"prompt": {"text": text}}
        if chance.random() < 0.3:
            body["delivery"] = self._turn("delivery", ("immediate", "deferred", "sideways"))
        return self._step(number, PROMPT, path=(session,), body=body)

    def _answer(self, number: int, request: Ref, walker: Walker) -> Step:
        """Answer a question or reject a request, in the context of its session; permissions are rejected alone."""
        query = walker.contexts[cast(int, walker.world.waiting[request].of)]
        lists, self._about["session"] = PERMISSIONS, walker.world.waiting[request]
        if request.kind == "question":
            lists = QUESTIONS
        self._pending += [MESSAGES, lists]
        if request.kind == "permission":
            return self._step(number, REPLY, path=(request,), query=query, body={"response": "reject"})
        if self._chance.random() < 0.4:
            return self._step(number, REJECT, path=(request,), query=query)
        answers = [labels[:1] or ["tea"] for labels in walker.options[cast(int, request.of)]]
        if self._chance.random() < 0.2:
            answers.append(["one too many"])
        return self._step(number, ANSWER, path=(request,), query=query, body={"response": {"answers": answers}})

    # Workspaces.

    def _register(self, number: int, walker: Walker) -> Step:
        chance = self._chance
        if chance.random() < _WRONG:
            wrong, assumes = self._wrong(REGISTER)
            return self._step(number, REGISTER, body=wrong, assumes=assumes)
        self._about["workspace"] = Ref("workspace", number)
        body: Json = {"type": "local", "name": self._title(number), "directory": walker.folder}
        if self._form.project:
            body["projectID"] = self._form.project
        if chance.random() < 0.4:
            body["metadata"] = {"team": f"team {number}", "trees": [number, True]}
        return self._step(number, REGISTER, body=body)

    def _change(self, number: int, walker: Walker) -> Step:
        workspace = self._record("workspace", walker)
        if self._chance.random() < _WRONG:
            wrong, assumes = self._wrong(CHANGE)
            return self._step(number, CHANGE, path=(workspace,), body=wrong, assumes=assumes)
        name: Json = {"name": self._title(number)}
        bodies: Mapping[str, Json] = {
            "name": name,
            "metadata": {"metadata": {"team": f"team {number}"}},
            "archived": {"archived": True},
            "restored": {"archived": False},
            "both": {**name, "archived": True},
        }
        body = bodies[self._turn("changes of workspaces", [*bodies])]
        return self._step(number, CHANGE, path=(workspace,), body=body)

    def _workspaces(self, number: int, walker: Walker) -> Step:
        query: Json = {}
        if self._form.project and self._chance.random() < 0.4:
            query["projectID"] = self._chance.choice((self._form.project, *self._projects))
        return self._step(number, WORKSPACES, query={**query, **self._needless_context()})

    # Accounts.

    def _save(self, number: int, walker: Walker) -> Step:
        chance = self._chance
        if chance.random() < 2 * _WRONG:
            wrong, assumes = self._wrong(SAVE)
            return self._step(number, SAVE, body=wrong, assumes=assumes)
        self._about["account"] = Ref("account", number)
        body: Json = {"serviceID": self._service(), "credential": self._credential(number)}
        if chance.random() < 0.6:
            body["description"] = self._title(number)
        if chance.random() < 0.6:
            body["active"] = chance.choice((True, True, False))
        return self._step(number, SAVE, body=body)

    def _change_account(self, number: int, walker: Walker) -> Step:
        account = self._record("account", walker)
        if self._chance.random() < 2 * _WRONG:
            wrong, assumes = self._wrong(CHANGE_ACCOUNT)
            return self._step(number, CHANGE_ACCOUNT, path=(account,), body=wrong, assumes=assumes)
        described, secret = {"description": self._title(number)}, {"credential": self._credential(number)}
        body = self._chance.choice((described, described, secret, {**described, **secret}))
        return self._step(number, CHANGE_ACCOUNT, path=(account,), body=body)

    def _accounts(self, number: int, walker: Walker) -> Step:
        about = self._about.get("account")
        service = walker.services.get(cast(int, about.of)) if about is not None else None
        query: Json = {}
        if self._chance.random() < 0.6:
            query["serviceID"] = service if service and self._chance.random() < 0.7 else self._service()
        return self._step(number, ACCOUNTS, query={**query, **self._needless_context()})

    def _service(self) -> str:
        """A service that no one uses: one of two, of which one has the other's name as its beginning."""
        return f"{self._prefix}-service{self._chance.choice(('', '', '-more'))}"

    def _credential(self, number: int) -> Json:
        kind = self._chance.choice([*CREDENTIALS])
        return {
            name: f"{self._prefix}-secret-{number}" if value == "" else value
            for name, value in CREDENTIALS[kind].items()
        }

    # Reads.

    def _project(self, number: int, walker: Walker) -> Step:
        known = self._projects and self._chance.random() < _KNOWN
        return self._step(
            number, PROJECT, path=(self._chance.choice(self._projects) if known else f"prj_{self._prefix}",)
        )

    def _model(self, number: int, walker: Walker) -> Step:
        if self._form.models and self._chance.random() < 0.85:
            return self._step(number, MODEL, path=self._chance.choice(self._form.models))
        return self._step(number, MODEL, path=("no-such-provider", f"{self._prefix}-model"))

    def _on(self, kind: str, operation: str) -> Callable[[int, Walker], Step]:
        def make(number: int, walker: Walker) -> Step:
            if operation == WAIT and walker.world.waiting:
                return self._makers[GET](number, walker)
            takes_none = kind != "session" or operation in (WAIT, DELETE)  # what waits is rejected before a deletion
            query = {} if takes_none else self._needless_context()
            assumes = ("agent.sessions.wait-is-503-as-observed",) if operation == WAIT else ()
            return self._step(number, operation, path=(self._record(kind, walker),), query=query, assumes=assumes)

        return make

    def _of_server(self, operation: str) -> Callable[[int, Walker], Step]:
        return lambda number, walker: self._step(number, operation, query=self._needless_context())

    def _of_context(self, operation: str) -> Callable[[int, Walker], Step]:
        def make(number: int, walker: Walker) -> Step:
            query, assumes = self._where(walker)
            about = self._about.get("session")
            if operation in (PERMISSIONS, QUESTIONS) and about is not None and self._chance.random() < 0.8:
                query, assumes = dict(walker.contexts.get(cast(int, about.of), query)), ()
            return self._step(number, operation, query=query, assumes=assumes)

        return make

    def _reply(self, number: int, walker: Walker) -> Step:
        path = (f"per_{self._prefix}",)
        return self._step(
            number, REPLY, path=path, query={"directory": self._form.directory}, body={"response": "reject"}
        )

    def _reject(self, number: int, walker: Walker) -> Step:
        return self._step(number, REJECT, path=(f"que_{self._prefix}",), query={"directory": self._form.directory})

    # Values.

    def _where(self, walker: Walker) -> tuple[Json, tuple[str, ...]]:
        """A runtime context: the directory, the default runtime, a workspace, and at times one that is none."""
        chance, here = self._chance, {"directory": self._form.directory}
        workspaces = walker.ledger.known("workspace")
        kind = chance.random()
        if kind < 0.02:
            return {"directory": f"{self._prefix}/relative"}, ()
        if kind < 0.05:
            return {"workspace": f"wrk_{self._prefix}"}, ()
        if kind < 0.25:
            return {}, ()
        if workspaces and kind < 0.55:
            return {"workspace": Ref("workspace", chance.choice(workspaces))}, ()
        gone = [ref for ref in walker.gone if ref.kind == "workspace"]
        if gone and kind < 0.58:
            return {"workspace": chance.choice(gone)}, ()
        return dict(here), ()

    def _needless_context(self) -> Json:
        """Mostly none: an operation of a session or of the server does not use one, and may refuse it."""
        return {"directory": self._form.directory} if self._chance.random() < 0.04 else {}

    def _record(self, kind: str, walker: Walker) -> Any:
        """A record: the one that the last write was about, another one, one that is gone, or one of no step."""
        chance, there = self._chance, walker.ledger.known(kind)
        if there and chance.random() < _KNOWN:
            about = self._about.get(kind)
            if about is None or about.of not in there or chance.random() < 0.3:
                about = Ref(kind, chance.choice(there[-6:] if chance.random() < 0.7 else there))
                self._about[kind] = about
            return about
        gone = [ref for ref in walker.gone if ref.kind == kind]
        if gone and chance.random() < 0.6:
            return chance.choice(gone)
        return f"{ {'session': 'ses', 'workspace': 'wrk', 'account': 'acc'}[kind] }_{self._prefix}"

    def _wrong(self, operation: str) -> tuple[Json, tuple[str, ...]]:
        """A body that the contract forbids, or of which it says nothing."""
        make, assumes = self._turn(f"wrong {operation}", WRONG[operation])
        return make(self._prefix), assumes

    def _title(self, number: int) -> str:
        return f"{self._prefix} {self._chance.choice(('walk', 'Zug', 'train'))} {number:04d}."

    def _step(
        self,
        number: int,
        operation: str,
        path: tuple[Any, ...] = (),
        query: Mapping[str, Any] | None = None,
        body: Json | None = None,
        assumes: tuple[str, ...] = (),
    ) -> Step:
        return Step(
            number=number, operation=operation, caller="user", path=path, query=query or {}, body=body, assumes=assumes
        )
