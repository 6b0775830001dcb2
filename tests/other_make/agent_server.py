"""An agent server of another make: written from the contract's words alone, it knows neither our spec nor our stub.

It keeps the contract in a way of its own: other ids, records and kinds of events, problem documents as errors, 422 for
invalid input, 204 for what is removed, a bare value where no context is involved. Each `AgentFault` makes it break a
statement. It asks for Basic credentials or a bearer token, or for none.
"""

import asyncio
import json
import time
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_files import BRANCH_FILE, PROJECT, Disk
from tests.other_make.agent_state import Runtime, Session, State, Where, required
from tests.other_make.records import Record

__all__ = ["BRANCH_FILE", "PROJECT", "agent_server"]
_UNLIMITED = 10**9
_PAGE = 50


@dataclass(frozen=True)
class AgentCall:
    """One request: its inputs, and the runtime context that it means."""

    path: dict[str, str]
    query: dict[str, str]
    body: Record
    where: Where

    @property
    def inputs(self) -> Record:
        """The inputs of the query and of the body."""
        return {**self.query, **self.body}


class Agent:
    """The answers of the server."""

    def __init__(self, state: State) -> None:
        self.state = state

    def has(self, fault: Fault) -> bool:
        return self.state.has(fault)

    def runtime(self, call: AgentCall) -> Runtime:
        return self.state.runtime(call.where)

    def session(self, call: AgentCall) -> Session:
        return self.state.session(call.path["sessionID"])

    def limit(self, call: AgentCall, ignored: Fault) -> int:
        value = call.inputs.get("limit", _UNLIMITED)
        text = str(value)
        if self.has(Fault.LIMIT_MAY_BE_TEXT) and not text.isdecimal():
            return _UNLIMITED
        if isinstance(value, bool) or not text.isdecimal() or int(text) < 1:
            raise HTTPException(422, "limit is not a number of at least 1")
        return _UNLIMITED if self.has(ignored) else int(text)

    def page(self, call: AgentCall, rows: list[Record], ignored: Fault, skips: Fault) -> Record:
        """A page of rows in their order; a cursor is the position of the next row, and holds the order."""
        position, limit = 0, min(self.limit(call, ignored), _PAGE)
        if (cursor := call.query.get("cursor")) is not None:
            if not cursor.startswith("row.") or not cursor[4:].isdecimal():
                raise HTTPException(422, "cursor is not one of this server")
            position = int(cursor[4:])
        end = position + limit
        following = end + (1 if self.has(skips) else -1 if self.has(Fault.CURSOR_REPEATS_A_ROW) else 0)
        following = max(following, position + 1 if self.has(Fault.CURSOR_REPEATS_A_ROW) else 0)
        page = rows[position:end]
        if self.has(Fault.CURSOR_BY_TIME) and page and skips is Fault.CURSOR_SKIPS_A_ROW:
            last = page[-1]["time"]["created"]
            following = next(
                (at for at, row in enumerate(rows) if at >= end and row["time"]["created"] != last), len(rows)
            )
        more = f"row.{following}" if following < len(rows) else None
        return {"data": page, "cursor": {"next": more}}

    def order(self, call: AgentCall, default: str) -> str:
        order = call.query.get("order", default)
        if order not in ("asc", "desc") and not self.has(Fault.ORDER_IS_ANYTHING):
            raise HTTPException(422, "order is neither asc nor desc")
        return order

    # Lists of a context and of the server.

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

    def models(self, call: AgentCall) -> list[Record]:
        return self.state.models

    def model(self, call: AgentCall) -> Record:
        ids = (call.path["providerID"], call.path["modelID"])
        for model in self.state.models:
            if self.has(Fault.FIRST_MODEL) or (model["providerID"], model["id"]) == ids:
                return model
        raise HTTPException(404, "there is no such model")

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

    # Accounts.

    def credential(self, value: Any) -> Record:
        kinds = {"api": {"key": str}, "oauth": {"refresh": str, "access": str, "expires": (int, float)}}
        if not isinstance(value, dict):
            raise HTTPException(422, "a credential is an object")
        if self.has(Fault.CREDENTIAL_OF_ANY_TYPE) and value.get("type") not in kinds:
            return value
        if value.get("type") not in kinds:
            raise HTTPException(422, "a credential is of the type oauth or api")
        for name, kind in kinds[value["type"]].items():
            forgiven = (
                (name == "key" and name not in value and self.has(Fault.API_WITHOUT_KEY))
                or (name == "key" and isinstance(value.get(name), int) and self.has(Fault.KEY_IS_A_NUMBER))
                or (name == "expires" and name not in value and self.has(Fault.OAUTH_WITHOUT_EXPIRES))
                or (name == "access" and name not in value and self.has(Fault.OAUTH_WITHOUT_ACCESS))
            )
            if not isinstance(value.get(name), kind) and not forgiven:
                raise HTTPException(422, f"{name} is missing or wrong")
        return value

    def shown(self, account: Record) -> Record:
        others = {name: value for name, value in account.items() if name != "credential"}
        return {**others, "type": account["credential"].get("type"), "active": account["active"]}

    def create_account(self, call: AgentCall) -> Record:
        service, credential = required(call.body, "serviceID"), self.credential(call.body.get("credential"))
        if not service and not self.has(Fault.EMPTY_SERVICE):
            raise HTTPException(422, "serviceID is empty")
        account = {"id": self.state.new_id("account"), "serviceID": service, "credential": credential, "active": False}
        account["description"] = None if self.has(Fault.DESCRIPTION_LOST) else call.body.get("description")
        self.state.accounts[account["id"]] = account
        if call.body.get("active", False) or self.has(Fault.ACTIVE_IGNORED):
            self.make_active(account, keep=self.has(Fault.TWO_ACTIVE))
        if self.has(Fault.SERVICE_LOST):
            account["serviceID"] = "other"
        return self.shown(account)

    def make_active(self, account: Record, *, keep: bool) -> None:
        for other in self.state.accounts.values():
            if (other["serviceID"] == account["serviceID"] or self.has(Fault.ONE_ACTIVE_OF_ALL)) and not keep:
                other["active"] = False
        account["active"] = True

    def account(self, call: AgentCall) -> Record:
        if call.path["accountID"] not in self.state.accounts:
            raise HTTPException(404, "there is no such account")
        return self.state.accounts[call.path["accountID"]]

    def activate(self, call: AgentCall) -> Record:
        self.make_active(self.account(call), keep=self.has(Fault.ACTIVATION_ADDS))
        return self.shown(self.account(call))

    def accounts(self, call: AgentCall) -> Record:
        service = call.query.get("serviceID")
        accounts = [account for account in self.state.accounts.values() if not account.get("hidden")]
        mapping: Record = {}
        for account in accounts:
            if account["active"]:
                if self.has(Fault.MAPPING_OF_THE_FIRST):
                    first = next(one for one in accounts if one["serviceID"] == account["serviceID"])
                    mapping[account["serviceID"]] = first["id"]
                else:
                    mapping[account["serviceID"]] = account["id"]
        if service is not None and self.has(Fault.ACCOUNTS_BY_PREFIX):
            accounts = [account for account in accounts if account["serviceID"].startswith(service)]
        elif service is not None and not self.has(Fault.ACCOUNTS_OF_ALL_SERVICES):
            accounts = [account for account in accounts if account["serviceID"] == service]
        answer: Record = {"data": [self.shown(account) for account in accounts], "active": mapping}
        if self.has(Fault.NO_MAPPING):
            del answer["active"]
        return answer

    def update_account(self, call: AgentCall) -> Record:
        account = self.account(call)
        if "credential" in call.body:
            credential = self.credential(call.body["credential"])
            if not self.has(Fault.CREDENTIAL_STAYS):
                account["credential"] = credential
            if self.has(Fault.CREDENTIAL_TAKES_DESCRIPTION):
                account["description"] = None
        if "description" in call.body and not self.has(Fault.DESCRIPTION_STAYS):
            account["description"] = required(call.body, "description")
        return self.shown(account)

    def delete_account(self, call: AgentCall) -> None:
        account, accounts = self.account(call), self.state.accounts
        if self.has(Fault.DELETED_ACCOUNT_IS_READ):
            account["hidden"] = True
            return
        gone = {account["id"]}
        if self.has(Fault.ACCOUNTS_DELETED_TOGETHER):
            gone = {one["id"] for one in accounts.values() if one["serviceID"] == account["serviceID"]}
        for one in gone:
            removed = accounts.pop(one)
            if self.has(Fault.DELETED_ACCOUNT_IS_LISTED):
                accounts[f"{one} removed"] = removed

    # Projects and workspaces.

    def list_projects(self, call: AgentCall) -> list[Record]:
        directory = call.query.get("directory")
        projects = list(self.state.projects.values())
        if directory and self.has(Fault.PROJECTS_OF_THE_CONTEXT):
            return [project for project in projects if f"{directory}/".startswith(f"{project['worktree']}/")]
        return projects

    def project(self, call: AgentCall) -> Record:
        if self.has(Fault.FIRST_PROJECT) and call.path["projectID"] in self.state.projects:
            return self.state.projects["project-home"]
        if call.path["projectID"] not in self.state.projects:
            raise HTTPException(404, "there is no such project")
        return self.state.projects[call.path["projectID"]]

    def update_project(self, call: AgentCall) -> Record:
        project = self.project(call)
        change = {name: call.body[name] for name in ("name", "icon", "commands") if name in call.body}
        if self.has(Fault.PROJECT_NAME_STAYS):
            change.pop("name", None)
        if self.has(Fault.PROJECT_COMMANDS_STAY):
            change.pop("commands", None)
        for one in self.state.projects.values() if self.has(Fault.ALL_PROJECTS_CHANGE) else [project]:
            one.update(change)
        return project

    def listed_workspaces(self) -> list[Record]:
        return [
            {name: value for name, value in one.items() if name != "hidden"}
            for one in self.state.workspaces.values()
            if not one.get("hidden")
        ]

    def workspaces(self, call: AgentCall) -> list[Record]:
        rows, project = self.listed_workspaces(), call.query.get("projectID")
        if call.query.get("directory") and self.has(Fault.WORKSPACES_OF_THE_CONTEXT):
            rows = [row for row in rows if row["directory"] == call.query["directory"]]
        if project is None or self.has(Fault.WORKSPACES_OF_ALL_PROJECTS):
            return rows
        return [row for row in rows if row["projectID"] == project]

    def create_workspace(self, call: AgentCall) -> Record:
        body = call.body
        kind = body.get("type", "local") if self.has(Fault.TYPE_IS_OPTIONAL) else required(body, "type")
        workspace = {
            "id": self.state.new_id("workspace"),
            "type": kind,
            "name": None if self.has(Fault.WORKSPACE_NAME_LOST) else body.get("name"),
            "directory": body.get("directory") or f"{PROJECT}/rooms/{len(self.state.workspaces)}",
            "projectID": body.get("projectID") or "project-home",
            "metadata": body.get("metadata") or {},
            "archived": False,
        }
        return self.state.workspaces.setdefault(workspace["id"], workspace)

    def workspace(self, call: AgentCall) -> Record:
        if call.path["workspaceID"] not in self.state.workspaces:
            raise HTTPException(404, "there is no such workspace")
        return self.state.workspaces[call.path["workspaceID"]]

    def update_workspace(self, call: AgentCall) -> Record:
        workspace = self.workspace(call)
        change = {name: call.body[name] for name in ("name", "metadata", "archived") if name in call.body}
        if self.has(Fault.ARCHIVAL_STAYS):
            change.pop("archived", None)
        if self.has(Fault.METADATA_STAYS):
            change.pop("metadata", None)
        workspace.update(change)
        return workspace

    def delete_workspace(self, call: AgentCall) -> None:
        workspace, disk = self.workspace(call), self.state.disk
        if self.has(Fault.WORKSPACE_TAKES_FILES_ALONG):
            kept = {
                path: text for path, text in disk.files.items() if not path.startswith(f"{workspace['directory']}/")
            }
            disk.files = kept
        if self.has(Fault.DELETED_WORKSPACE_IS_READ):
            workspace["hidden"] = True
            return
        del self.state.workspaces[workspace["id"]]
        if self.has(Fault.DELETED_WORKSPACE_IS_LISTED):
            self.state.workspaces[f"{workspace['id']} removed"] = workspace

    def workspace_status(self, call: AgentCall) -> list[Record]:
        rows = self.listed_workspaces()[: 1 if self.has(Fault.STATUS_OF_THE_FIRST) else None]
        more = {} if self.has(Fault.STATUS_IS_EMPTY) else {"connection": "open", "lifecycle": "in use"}
        return [{"workspaceID": row["id"], **more} for row in rows]

    def sync(self, call: AgentCall) -> None:
        for workspace in self.state.workspaces.values():
            if self.has(Fault.SYNC_FORGETS):
                workspace["name"] = None

    def warp(self, call: AgentCall) -> Record:
        session = self.state.session(required(call.body, "sessionID"))
        copies = (
            call.body.get("copyChanges", False)
            if self.has(Fault.COPY_IS_OPTIONAL)
            else required(call.body, "copyChanges", bool)
        )
        if session.turn is not None:
            raise HTTPException(409, "the session is busy")
        workspace_id = call.body.get("workspaceID")
        if workspace_id is None:
            stays = self.has(Fault.WARP_OUT_DOES_NOTHING)
            target = session.where if stays else Where(PROJECT)
        elif workspace_id in self.state.workspaces:
            target = Where(self.state.workspaces[workspace_id]["directory"], workspace_id)
        else:
            raise HTTPException(404, "there is no such workspace")
        if (copies or self.has(Fault.COPIES_ALWAYS)) and not self.has(Fault.COPIES_NEVER):
            self.copy_changes(session.where.directory, target.directory)
        if not self.has(Fault.WARP_DOES_NOTHING):
            session.where = target
            session.record["location"] = self.state.shown(target)
        return session.record

    def copy_changes(self, source: str, target: str) -> None:
        disk = self.state.disk
        if source == target:
            return
        new = {path: text for path, (_, text) in disk.changes(source).items() if text is not None}
        there = disk.below(target)
        if any(there.get(path, text) != text for path, text in new.items()):
            raise HTTPException(409, "the workspace has other changes")
        for path, text in new.items():
            disk.files[f"{target}/{path}"] = text
            if self.has(Fault.COPY_MOVES):
                del disk.files[f"{source}/{path}"]

    # Files and version control.

    def directory(self, call: AgentCall) -> str:
        return self.state.default.directory if self.has(Fault.FILES_OF_THE_DEFAULT) else call.where.directory

    @property
    def disk(self) -> Disk:
        return self.state.disk

    def tree(self, call: AgentCall) -> list[Record]:
        return self.disk.tree(call.where.directory, required(call.query, "path"))

    def file(self, call: AgentCall) -> Record:
        path = required(call.query, "path")
        return {"path": path, "content": self.disk.read(self.directory(call), path)}

    def search(self, call: AgentCall) -> list[Record]:
        kind = call.body.get("type")
        if kind not in (None, "file", "directory"):
            raise HTTPException(422, "type is neither file nor directory")
        rows = self.disk.search(call.where.directory, required(call.body, "query"), kind)
        return rows[: self.limit(call, Fault.LIMIT_OF_SEARCHES_IGNORED)]

    def grep(self, call: AgentCall) -> list[Record]:
        rows = self.disk.grep(call.where.directory, required(call.body, "pattern"), call.body.get("include"))
        return rows[: self.limit(call, Fault.LIMIT_OF_GREPS_IGNORED)]

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
            return PlainTextResponse("".join(patches.values()), media_type="text/x-diff")
        return [{"file": path, "patch": patch} for path, patch in patches.items()]

    def patch(self, call: AgentCall) -> None:
        self.disk.apply(call.where.directory, required(call.body, "patch"))

    # Tool-protocol servers.

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
            raise HTTPException(422, "the arguments are not those of the prompt")
        text = f"Review {arguments['title']} in the tone {arguments.get('tone', 'kind')}."
        return {"messages": [] if self.has(Fault.PROMPT_IS_EMPTY) else [{"role": "user", "text": text}]}

    def resources(self, call: AgentCall) -> list[Record]:
        return [{"server": "library", "uri": "library:logbook", "name": "Logbook"}]

    def resource(self, call: AgentCall) -> list[Record]:
        if (required(call.query, "server"), required(call.query, "uri")) != ("library", "library:logbook"):
            raise HTTPException(404, "there is no such resource")
        return [{"uri": "library:logbook", "text": "Calm."}]

    # Pseudo-terminals.

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

    # Requests to the user.

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

    # Sessions.

    def sessions(self, call: AgentCall) -> Record:
        query = call.query
        order = self.order(call, "desc")
        if "cursor" in query and "order" in query:
            raise HTTPException(422, "a cursor has its order already")
        if query.get("path") and not self.has(Fault.PATH_IGNORED):
            self.disk.path(call.where.directory, query["path"])
        rows = [session.record for session in self.state.sessions.values() if self.is_listed(session, call)]
        if order == "desc" or self.has(Fault.ORDER_OF_SESSIONS_IGNORED):
            rows = rows[::-1]
        return self.page(call, rows, Fault.LIMIT_OF_SESSIONS_IGNORED, Fault.CURSOR_SKIPS_A_ROW)

    def is_listed(self, session: Session, call: AgentCall) -> bool:
        here, where, query = session.where, call.where, call.query
        if self.has(Fault.SESSIONS_OF_ALL):
            is_here = True
        elif self.has(Fault.SESSIONS_BY_DIRECTORY):
            is_here = here.directory == where.directory
        elif self.has(Fault.SESSIONS_BY_WORKSPACE):
            is_here = here.workspace == where.workspace
        else:
            is_here = here == where
        start, updated = float(query.get("start", 0)), session.record["time"]["updated"]
        in_time = updated >= start or self.has(Fault.START_IGNORED)
        if self.has(Fault.START_IS_THE_END):
            in_time = "start" not in query or updated <= start
        found = query.get("search", "") in session.record["title"] or self.has(Fault.SEARCH_OF_SESSIONS_IGNORED)
        in_path = query.get("path", ".") in ("", ".") or self.has(Fault.PATH_IGNORED)
        is_root = not (query.get("roots") == "true" and self.has(Fault.ROOTS_REVERSED))
        return is_here and in_time and found and in_path and is_root and not session.record.get("hidden")

    def create_session(self, call: AgentCall) -> Record:
        return self.state.create_session(call.where, call.body)

    def get_session(self, call: AgentCall) -> Record:
        record = self.session(call).record
        return next(iter(self.state.sessions.values())).record if self.has(Fault.FIRST_SESSION) else record

    def update_session(self, call: AgentCall) -> Record:
        record = self.session(call).record
        if "archived" in call.body:
            archived = required(
                call.body, "archived", *((int, float, str) if self.has(Fault.ARCHIVED_IS_ANYTHING) else (int, float))
            )
            if not self.has(Fault.ARCHIVED_IGNORED):
                record["time"]["archived"] = archived
            if self.has(Fault.ARCHIVAL_TAKES_THE_TITLE):
                record["title"] = "Archived"
        if "title" in call.body and not self.has(Fault.SESSION_TITLE_STAYS):
            record["title"] = required(call.body, "title")
        record["time"]["updated"] = self.state.millis()
        return record

    def delete_session(self, call: AgentCall) -> None:
        session, sessions = self.session(call), self.state.sessions
        if self.has(Fault.DELETED_SESSION_IS_READ):
            session.record["hidden"] = True
            return
        gone = [session.record["id"]]
        if self.has(Fault.SESSIONS_DELETED_TOGETHER):
            gone = [key for key, one in sessions.items() if one.where == session.where]
        for key in gone:
            removed = sessions.pop(key)
            if self.has(Fault.DELETED_SESSION_IS_LISTED):
                sessions[f"{key} removed"] = removed

    def messages(self, call: AgentCall) -> Record:
        rows, order = self.session(call).messages, self.order(call, "asc")
        if order == "desc" and not self.has(Fault.ORDER_OF_MESSAGES_IGNORED):
            rows = rows[::-1]
        return self.page(call, rows, Fault.LIMIT_OF_MESSAGES_IGNORED, Fault.CURSOR_OF_MESSAGES_SKIPS_A_ROW)

    def prompt(self, call: AgentCall) -> Record:
        text, delivery = required(required(call.body, "prompt", dict), "text"), call.body.get("delivery", "immediate")
        known = ("immediate",) if self.has(Fault.NEVER_DEFERRED) else ("immediate", "deferred")
        if delivery not in known and not self.has(Fault.ANY_DELIVERY):
            raise HTTPException(422, "delivery is neither immediate nor deferred")
        session = self.session(call)
        self.state.prompt(session, text, delivery)
        return {"sessionID": session.record["id"]}

    def compact(self, call: AgentCall) -> None:
        self.state.compact(self.session(call))

    def context(self, call: AgentCall) -> list[Record]:
        return self.state.context_of(self.session(call))

    def nothing(self, call: AgentCall) -> list[Record]:
        """The todos of a session and its diff: its agent neither plans nor writes."""
        self.session(call)
        return []


Handler = Callable[[Agent, AgentCall], Any]
OF_THE_SERVER: dict[str, Handler] = {
    "GET /api/auth": Agent.accounts,
    "POST /api/auth": Agent.create_account,
    "GET /api/auth/{accountID}": lambda agent, call: agent.shown(agent.account(call)),
    "PATCH /api/auth/{accountID}": Agent.update_account,
    "DELETE /api/auth/{accountID}": Agent.delete_account,
    "POST /api/auth/{accountID}/activate": Agent.activate,
    "GET /api/catalog/model": Agent.models,
    "GET /api/catalog/model/{providerID}/{modelID}": Agent.model,
    "GET /api/project": Agent.list_projects,
    "GET /api/project/{projectID}": Agent.project,
    "PATCH /api/project/{projectID}": Agent.update_project,
    "GET /api/workspace": Agent.workspaces,
    "POST /api/workspace": Agent.create_workspace,
    "GET /api/workspace/status": Agent.workspace_status,
    "POST /api/workspace/sync": Agent.sync,
    "POST /api/workspace/warp": Agent.warp,
    "GET /api/workspace/{workspaceID}": Agent.workspace,
    "PATCH /api/workspace/{workspaceID}": Agent.update_workspace,
    "DELETE /api/workspace/{workspaceID}": Agent.delete_workspace,
}
OF_A_CONTEXT: dict[str, Handler] = {
    "GET /api/agent": Agent.agents,
    "GET /api/command": Agent.tools_of_editors,
    "GET /api/config": Agent.config,
    "PATCH /api/config": Agent.update_config,
    "GET /api/formatter": Agent.tools_of_editors,
    "GET /api/fs/file": Agent.file,
    "POST /api/fs/grep": Agent.grep,
    "POST /api/fs/search": Agent.search,
    "GET /api/fs/tree": Agent.tree,
    "GET /api/lsp": Agent.tools_of_editors,
    "GET /api/mcp/prompt": Agent.prompts,
    "POST /api/mcp/prompt/render": Agent.render,
    "GET /api/mcp/resource": Agent.resources,
    "GET /api/mcp/resource/read": Agent.resource,
    "GET /api/mcp/server": Agent.tools,
    "POST /api/mcp/server": Agent.create_tools,
    "POST /api/mcp/server/{name}/oauth": Agent.start_oauth,
    "DELETE /api/mcp/server/{name}/oauth": Agent.remove_oauth,
    "POST /api/mcp/server/{name}/oauth/callback": Agent.complete_oauth,
    "GET /api/permission": Agent.permissions,
    "POST /api/permission/{permissionID}/reply": Agent.reply_permission,
    "GET /api/provider": Agent.providers,
    "GET /api/pty": Agent.ptys,
    "POST /api/pty": Agent.create_pty,
    "GET /api/pty/{ptyID}": Agent.pty,
    "PATCH /api/pty/{ptyID}": Agent.update_pty,
    "DELETE /api/pty/{ptyID}": Agent.delete_pty,
    "GET /api/question": Agent.questions,
    "POST /api/question/{questionID}/reply": Agent.reply_question,
    "POST /api/question/{questionID}/reject": Agent.reject_question,
    "GET /api/session": Agent.sessions,
    "POST /api/session": Agent.create_session,
    "GET /api/skill": Agent.skills,
    "GET /api/vcs": Agent.vcs,
    "GET /api/vcs/diff": Agent.diff,
    "POST /api/vcs/patch": Agent.patch,
    "GET /api/vcs/status": Agent.vcs_status,
}
OF_A_SESSION: dict[str, Handler] = {
    "GET /api/session/{sessionID}": Agent.get_session,
    "PATCH /api/session/{sessionID}": Agent.update_session,
    "DELETE /api/session/{sessionID}": Agent.delete_session,
    "POST /api/session/{sessionID}/compact": Agent.compact,
    "GET /api/session/{sessionID}/context": Agent.context,
    "GET /api/session/{sessionID}/diff": Agent.nothing,
    "GET /api/session/{sessionID}/message": Agent.messages,
    "POST /api/session/{sessionID}/prompt": Agent.prompt,
    "GET /api/session/{sessionID}/todo": Agent.nothing,
}


def agent_server(
    faults: Collection[Fault] = (), now: Callable[[], float] = time.time, credentials: str | None = None
) -> Starlette:
    """A fresh server, as an ASGI application; each fault breaks a statement of the contract.

    Args:
        faults: Its mistakes.
        now: The seconds since 1970.
        credentials: `name:password` for Basic credentials, another text for a bearer token, None to ask for none.
    """
    state = State(faults, now)
    agent = Agent(state)

    async def read(request: Request, kind: str) -> AgentCall:
        _require(request, credentials, faults, kind)
        query = dict(request.query_params)
        if (
            kind == "session"
            and query.keys() & {"directory", "workspace"}
            and not _takes_context(request, query, faults)
        ):
            raise HTTPException(422, "a session has its context already")
        try:
            body = json.loads(await request.body() or b"{}")
        except ValueError as error:
            raise HTTPException(422, "the body is not JSON") from error
        if not isinstance(body, dict):
            raise HTTPException(422, "the body is not an object")
        where = _where(state, query) if kind == "request" else state.default
        return AgentCall({name: str(value) for name, value in request.path_params.items()}, query, body, where)

    def route(key: str, handler: Handler, kind: str) -> Route:
        method, path = key.split(" ")

        async def answer(request: Request) -> Response:
            call = await read(request, kind)
            value = handler(agent, call)
            if isinstance(value, Response):
                return value
            if value is None:
                return Response(status_code=204)
            if kind == "request":
                envelope = value if isinstance(value, dict) and "cursor" in value else {"data": value}
                return JSONResponse({"location": state.shown(call.where), **envelope})
            return JSONResponse(value)

        return Route(path, answer, methods=[method])

    async def wait(request: Request) -> Response:
        session = agent.session(await read(request, "session"))
        if Fault.WAIT_RETURNS_AT_ONCE not in faults:
            await session.idle.wait()
        return Response(status_code=204)

    async def subscribe(request: Request) -> Response:
        call = await read(request, "request")
        queue: asyncio.Queue[str] = asyncio.Queue()
        state.streams.append((call.where, queue))
        state.emit(call.where, "stream.opened", {"listeners": len(state.streams)})

        async def events() -> AsyncIterator[str]:
            try:
                yield ": welcome\n\n"
                while True:
                    yield await queue.get()
            finally:
                state.streams.remove((call.where, queue))

        return StreamingResponse(events(), media_type="text/event-stream")

    kinds = (("server", OF_THE_SERVER), ("request", OF_A_CONTEXT), ("session", OF_A_SESSION))
    routes = [route(key, handler, kind) for kind, handlers in kinds for key, handler in handlers.items()]
    routes.append(Route("/api/session/{sessionID}/wait", wait, methods=["POST"]))
    routes.append(Route("/api/event", subscribe))
    return Starlette(routes=routes, exception_handlers={HTTPException: _problem})


def _require(request: Request, credentials: str | None, faults: Collection[Fault], kind: str) -> None:
    if credentials is None:
        return
    if kind == "server" and request.method == "GET" and Fault.READS_FOR_EVERYONE in faults:
        return
    if request.url.path == "/api/event" and Fault.EVENTS_FOR_EVERYONE in faults:
        return
    is_basic = ":" in credentials
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    known = b64encode(credentials.encode()).decode() if is_basic else credentials
    if scheme and Fault.ANY_CREDENTIALS in faults:
        return
    if scheme == "Basic" and is_basic and Fault.ANY_PASSWORD in faults:
        value, known = b64decode(value).decode().partition(":")[0], credentials.partition(":")[0]
    elif Fault.ANY_PASSWORD in faults:
        value = value[: len(known)]
    is_scheme = scheme == ("Basic" if is_basic else "Bearer") or Fault.ANY_SCHEME in faults
    if not is_scheme or value != known:
        raise HTTPException(401, "please sign in", {"WWW-Authenticate": "Basic" if is_basic else "Bearer"})


def _takes_context(request: Request, query: dict[str, str], faults: Collection[Fault]) -> bool:
    if request.method != "GET":
        return Fault.SESSION_WRITES_TAKE_A_CONTEXT in faults
    return Fault.SESSION_READS_TAKE_A_CONTEXT in faults or (
        Fault.SESSION_READS_TAKE_A_WORKSPACE in faults and "directory" not in query
    )


def _where(state: State, query: dict[str, str]) -> Where:
    """The context that a query names."""
    directory, workspace = query.get("directory"), query.get("workspace")
    if Fault.WORKSPACE_IGNORED in state.faults:
        workspace = None
    if directory is not None and not directory.startswith("/"):
        raise HTTPException(422, "directory is not an absolute path")
    if workspace is not None and workspace not in state.workspaces:
        raise HTTPException(404, "there is no such workspace")
    if workspace is not None:
        return Where(directory or state.workspaces[workspace]["directory"], workspace)
    if directory is None:
        return state.default
    where = Where(directory.rstrip("/"))
    if Fault.DEFAULT_IS_THE_LAST in state.faults:
        state.default = where
    return where


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = {"title": error.detail, "status": error.status_code, "instance": request.url.path}
    return Response(json.dumps(body), error.status_code, error.headers, "application/problem+json")
