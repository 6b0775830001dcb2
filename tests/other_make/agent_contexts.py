"""The operations of the agent server of another make in a runtime context: files, tools, terminals and requests."""

import re
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from tests.other_make.agent_call import AgentCall, limit_of
from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_files import Disk
from tests.other_make.agent_state import Runtime, State, required
from tests.other_make.records import Record


class ContextAnswers:
    """The answers in a runtime context."""

    def __init__(self, state: State) -> None:
        self.state = state

    def has(self, fault: Fault) -> bool:
        return self.state.has(fault)

    def runtime(self, call: AgentCall) -> Runtime:
        return self.state.runtime(call.where)

    def directory(self, call: AgentCall) -> str:
        return self.state.default.directory if self.has(Fault.FILES_OF_THE_DEFAULT) else call.where.directory

    @property
    def disk(self) -> Disk:
        return self.state.disk

    def agents(self, call: AgentCall) -> list[Record]:
        return [{"id": "planner", "name": "Planner"}, {"id": "builder", "name": "Builder"}]

    def tools_of_editors(self, call: AgentCall) -> list[Record]:
        return [{"name": "ruff", "state": "running"}]

    def skills(self, call: AgentCall) -> list[Record]:
        if self.has(Fault.NO_SKILLS):
            raise HTTPException(404, "there is no such list")
        return [{"name": "sailing"}]

    def providers(self, call: AgentCall) -> list[Record]:
        return [{"id": "harbour", "models": self.state.models}]

    def config(self, call: AgentCall) -> Record:
        return self.runtime(call).config

    def update_config(self, call: AgentCall) -> Record:
        change = required(call.body, "config", dict)
        runtime = self.runtime(call)
        runtimes = [*self.state.runtimes.values()] if self.has(Fault.CONFIG_OF_ALL_CONTEXTS) else [runtime]
        for changed in runtimes:
            if not self.has(Fault.CONFIG_STAYS):
                before = {} if self.has(Fault.CONFIG_IS_REPLACED) else changed.config
                changed.config = {**before, **change}
        return runtime.config

    def tree(self, call: AgentCall) -> list[Record]:
        return self.disk.tree(call.where.directory, required(call.query, "path"))

    def file(self, call: AgentCall) -> Any:
        path = required(call.query, "path")
        text = self.disk.read(self.directory(call), path)
        if self.state.choices.has("file-answer", "text"):
            return text
        return {"path": path, "content": self.disk.read(self.directory(call), path)}

    def search(self, call: AgentCall) -> list[Record]:
        kind = call.body.get("type")
        if kind not in (None, "file", "directory"):
            raise HTTPException(422, "type is neither file nor directory")
        by_name = self.state.choices.has("search-by", "name")
        rows = self.disk.search(call.where.directory, required(call.body, "query"), kind, by_name=by_name)
        return rows[: limit_of(call, self.state.faults, Fault.LIMIT_OF_SEARCHES_IGNORED)]

    def grep(self, call: AgentCall) -> list[Record]:
        pattern = required(call.body, "pattern")
        if self.state.choices.has("pattern-syntax", "literal"):
            pattern = re.escape(pattern)
        rows = self.disk.grep(call.where.directory, pattern, call.body.get("include"))
        return rows[: limit_of(call, self.state.faults, Fault.LIMIT_OF_GREPS_IGNORED)]

    def vcs(self, call: AgentCall) -> Record:
        return {"branch": "swell", "default": "sea"} if self.disk.is_versioned(call.where.directory) else {}

    def vcs_status(self, call: AgentCall) -> list[Record]:
        return self.disk.status(call.where.directory)

    def diff(self, call: AgentCall) -> Any:
        form, mode = call.query.get("format", "json"), call.query.get("mode", "worktree")
        if form not in ("json", "patch") and not self.has(Fault.DIFF_OF_ANY_FORMAT):
            raise HTTPException(422, "format is neither json nor patch")
        if mode not in ("worktree", "default"):
            if not self.has(Fault.ANY_MODE):
                raise HTTPException(422, "mode is neither worktree nor default")
            mode = "worktree"
        if self.has(Fault.MODE_REVERSED):
            mode = {"worktree": "default", "default": "worktree"}[mode]
        if self.has(Fault.MODE_IGNORED):
            mode = "worktree"
        patches = {
            path: self.disk.patch_of(path, *pair)
            for path, pair in self.disk.changes(call.where.directory, mode).items()
        }
        if form == "patch" and not self.has(Fault.DIFF_FORMAT_IGNORED):
            if self.state.choices.has("patch-answer", "json"):
                return {"patch": "".join(patches.values())}
            return PlainTextResponse("".join(patches.values()), media_type="text/x-diff")
        return [{"file": path, "patch": patch} for path, patch in patches.items()]

    def patch(self, call: AgentCall) -> None:
        self.disk.apply(call.where.directory, required(call.body, "patch"))

    def tools(self, call: AgentCall) -> list[Record]:
        rows = [{"name": "library", "status": {"status": "connected"}}]
        if not self.has(Fault.TOOLS_NOT_LISTED):
            servers = list(self.runtime(call).tools.values())
            if self.has(Fault.TOOLS_OF_ALL_CONTEXTS):
                servers = [server for runtime in self.state.runtimes.values() for server in runtime.tools.values()]
            rows += [{"name": one["name"], "status": {"status": one["status"]}} for one in servers]
        return [{"name": row["name"]} for row in rows] if self.has(Fault.TOOLS_WITHOUT_STATUS) else rows

    def create_tools(self, call: AgentCall) -> Record:
        name, config, runtime = required(call.body, "name"), required(call.body, "config", dict), self.runtime(call)
        kind = config.get("type")
        if kind not in ("local", "remote") and not self.has(Fault.TOOLS_OF_ANY_TYPE):
            raise HTTPException(422, "a server is local or remote")
        if kind == "local":
            required(config, "command")
        if kind == "remote" and not ("url" not in config and self.has(Fault.TOOLS_WITHOUT_URL)):
            required(config, "url")
        headers = config.get("headers", {})
        if not all(isinstance(value, str) for value in headers.values()):
            raise HTTPException(422, "a header is not a text")
        if name in runtime.tools:
            raise HTTPException(409, "there is a server of this name")
        status = "needs sign-in" if config.get("oauth") else "unreachable"
        runtime.tools[name] = {"name": name, "config": config, "status": status, "started": False}
        if not self.has(Fault.TOOLS_NOT_IN_THE_CONFIG):
            runtime.config = {**runtime.config, "mcp": {**runtime.config.get("mcp", {}), name: config}}
        elif "mcp" not in runtime.config:
            runtime.config = {**runtime.config, "mcp": {}}
        return {"name": name, "status": {"status": status}}

    def tool(self, call: AgentCall) -> Record:
        tools = self.runtime(call).tools
        if call.path["name"] not in tools:
            raise HTTPException(404, "there is no such server")
        return tools[call.path["name"]]

    def start_oauth(self, call: AgentCall) -> Record:
        tool = self.tool(call)
        if not tool["config"].get("oauth"):
            raise HTTPException(409, "the server has no OAuth")
        tool["started"] = True
        return {"url": "http://127.0.0.1:9/sign-in"}

    def complete_oauth(self, call: AgentCall) -> Record:
        tool, _ = self.tool(call), required(call.body, "code")
        if not tool["started"]:
            raise HTTPException(409, "OAuth was not started")
        if not self.has(Fault.OAUTH_CHANGES_NOTHING):
            tool["status"] = "signed in"
        return {"status": tool["status"]}

    def remove_oauth(self, call: AgentCall) -> None:
        tool = self.tool(call)
        tool["started"] = False
        if not self.has(Fault.OAUTH_STAYS):
            tool["status"] = "needs sign-in"

    def prompts(self, call: AgentCall) -> list[Record]:
        arguments = [{"name": "title", "required": True}, {"name": "tone", "required": False}]
        return [{"server": "library", "name": "review", "arguments": arguments}]

    def render(self, call: AgentCall) -> Record:
        required(call.body, "server")
        if required(call.body, "name") != "review":
            raise HTTPException(404, "there is no such prompt")
        arguments: Record = call.body.get("arguments", {})
        if "title" not in arguments or arguments.keys() - {"title", "tone"}:
            raise HTTPException(422, "the prompt has other arguments")
        text = f"Review {arguments['title']} in the tone {arguments.get('tone', 'kind')}."
        return {"messages": [] if self.has(Fault.PROMPT_IS_EMPTY) else [{"role": "user", "text": text}]}

    def resources(self, call: AgentCall) -> list[Record]:
        return [{"server": "library", "uri": "library:logbook", "name": "Logbook"}]

    def resource(self, call: AgentCall) -> list[Record]:
        if (required(call.query, "server"), required(call.query, "uri")) != ("library", "library:logbook"):
            raise HTTPException(404, "there is no such resource")
        return [{"uri": "library:logbook", "text": "Calm."}]

    def ptys(self, call: AgentCall) -> list[Record]:
        runtimes = self.state.runtimes.values() if self.has(Fault.PTY_IN_ALL_CONTEXTS) else [self.runtime(call)]
        return [pty for runtime in runtimes for pty in runtime.ptys.values() if not pty.get("hidden")]

    def create_pty(self, call: AgentCall) -> Record:
        where = self.state.default if self.has(Fault.PTY_IN_THE_DEFAULT) else call.where
        command = None if self.has(Fault.PTY_IGNORES_COMMAND) else call.body.get("command")
        cwd = None if self.has(Fault.PTY_IGNORES_CWD) else call.body.get("cwd", where.directory)
        pty = {"id": self.state.new_id("pty"), "title": "cat", "command": command or "sh", "cwd": cwd or "/"}
        return self.state.runtime(where).ptys.setdefault(pty["id"], pty)

    def pty(self, call: AgentCall) -> Record:
        runtimes = [*self.state.runtimes.values()] if self.has(Fault.PTY_IN_THE_DEFAULT) else [self.runtime(call)]
        for runtime in runtimes:
            if call.path["ptyID"] in runtime.ptys:
                return runtime.ptys[call.path["ptyID"]]
        raise HTTPException(404, "there is no such pseudo-terminal")

    def update_pty(self, call: AgentCall) -> Record:
        pty = self.pty(call)
        if "title" in call.body and not self.has(Fault.PTY_TITLE_STAYS):
            pty["title"] = required(call.body, "title")
        if "size" in call.body and not self.has(Fault.PTY_SIZE_OF_ANYTHING):
            size = required(call.body, "size", dict)
            pty["size"] = {name: required(size, name, int, float) for name in ("columns", "rows")}
        return pty

    def delete_pty(self, call: AgentCall) -> None:
        pty, runtime = self.pty(call), self.runtime(call)
        if self.has(Fault.DELETED_PTY_IS_READ):
            pty["hidden"] = True
            return
        for one in self.state.runtimes.values():
            one.ptys.pop(pty["id"], None)
        if self.has(Fault.DELETED_PTY_IS_LISTED):
            runtime.ptys[f"{pty['id']} removed"] = pty

    def permissions(self, call: AgentCall) -> list[Record]:
        return list(self.runtime(call).permissions.values())

    def reply_permission(self, call: AgentCall) -> None:
        pending = self.runtime(call).permissions
        required(call.body, "response")
        self.answer(pending, call.path["permissionID"], "Understood.", self.has(Fault.PERMISSION_STAYS))

    def questions(self, call: AgentCall) -> list[Record]:
        return list(self.runtime(call).questions.values())

    def reply_question(self, call: AgentCall) -> None:
        pending, question_id = self.runtime(call).questions, call.path["questionID"]
        answers = required(call.body, "response", dict).get("answers")
        if question_id in pending and len(answers or []) != len(pending[question_id]["questions"]):
            raise HTTPException(422, "there is one list of answers for each question")
        self.answer(pending, question_id, "Thanks.", self.has(Fault.QUESTION_STAYS))

    def reject_question(self, call: AgentCall) -> None:
        pending = self.runtime(call).questions
        self.answer(pending, call.path["questionID"], "Pity.", self.has(Fault.REJECTED_QUESTION_STAYS))

    def answer(self, pending: dict[str, Record], request_id: str, word: str, stays: bool) -> None:
        if request_id not in pending:
            raise HTTPException(404, "there is no such request")
        request = pending[request_id] if stays else pending.pop(request_id)
        if request["sessionID"] in self.state.sessions:
            self.state.go_on(self.state.sessions[request["sessionID"]], word)
