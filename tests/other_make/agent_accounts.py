"""The operations of the agent server of another make that use no context: models, accounts, projects, workspaces."""

from typing import Any

from starlette.exceptions import HTTPException

from tests.other_make.agent_call import AgentCall
from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_files import PROJECT
from tests.other_make.agent_state import State, Where, required
from tests.other_make.records import Record


class ServerAnswers:
    """The answers that concern the whole server."""

    def __init__(self, state: State) -> None:
        self.state = state

    def has(self, fault: Fault) -> bool:
        return self.state.has(fault)

    def models(self, call: AgentCall) -> list[Record]:
        return self.state.models

    def model(self, call: AgentCall) -> Record:
        ids = (call.path["providerID"], call.path["modelID"])
        for model in self.state.models:
            if self.has(Fault.FIRST_MODEL) or (model["providerID"], model["id"]) == ids:
                return model
        raise HTTPException(404, "there is no such model")

    def credential(self, value: Any) -> Record:
        kinds: dict[str, Record] = {
            "api": {"key": str},
            "oauth": {"refresh": str, "access": str, "expires": (int, float)},
        }
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
        change: Record = {name: call.body[name] for name in ("name", "icon", "commands") if name in call.body}
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
        change: Record = {name: call.body[name] for name in ("name", "metadata", "archived") if name in call.body}
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
