"""What the agent stub answers for a context: inventory, config, pseudo-terminals, permissions and questions."""

import posixpath
from collections.abc import Iterable
from typing import cast

from trivet_stubs.agent import seed
from trivet_stubs.agent.context import Context
from trivet_stubs.agent.records import Pending, Runtime
from trivet_stubs.agent.refusals import absent, invalid
from trivet_stubs.agent.server import AgentServer
from trivet_stubs.agent.state import located
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject


class AgentRuntime(AgentServer):
    """The operations on runtime data, other than files and tool-protocol servers."""

    # Inventory.

    @operation("agent.list")
    def _list_agents(self, request: ContractRequest) -> JsonObject:
        return located(self._here(request), seed.AGENTS)

    @operation("command.list")
    def _list_commands(self, request: ContractRequest) -> JsonObject:
        """The commands of the server and those of the config."""
        runtime = self._here(request)
        own: JsonObject = runtime.config.get("command", {})
        names = ("template", "description", "agent", "subtask")
        added = [{"name": name, **_chosen(each, names)} for name, each in own.items()]
        return located(runtime, [*(each for each in seed.COMMANDS if each["name"] not in own), *added])

    @operation("skill.list")
    def _list_skills(self, request: ContractRequest) -> JsonObject:
        return located(self._here(request), seed.SKILLS)

    @operation("provider.list")
    def _list_providers(self, request: ContractRequest) -> JsonObject:
        """The providers, those disabled that the config disables."""
        runtime = self._here(request)
        off: list[str] = runtime.config.get("disabled_providers", [])
        return located(runtime, [{**each, "disabled": each["id"] in off} for each in seed.PROVIDERS])

    @operation("formatter.status")
    def _formatters(self, request: ContractRequest) -> JsonObject:
        return located(self._here(request), seed.FORMATTERS)

    @operation("lsp.status")
    def _language_servers(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        root = runtime.context.directory
        names = seed.LANGUAGE_SERVERS
        return located(runtime, [{"id": each, "name": each, "root": root, "status": "connected"} for each in names])

    # Config.

    @operation("config.get")
    def _get_config(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, runtime.config)

    @operation("config.update")
    def _update_config(self, request: ContractRequest) -> JsonObject:
        """Merge a config into the one that is there; objects key by key, all else as it comes."""
        runtime = self._here(request)
        runtime.config = _merged(runtime.config, request.body["config"])
        return located(runtime, runtime.config)

    # Pseudo-terminals.

    @operation("pty.list")
    def _list_ptys(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, list(runtime.ptys.values()))

    @operation("pty.create")
    def _create_pty(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        body: JsonObject = request.body or {}
        number = self.number("pty")
        command: str = body.get("command") or body.get("shell") or runtime.config.get("shell", "/bin/sh")
        pty: JsonObject = {
            "id": f"pty_{number:06d}",
            "title": f"Terminal {number}",
            "command": command,
            "args": [],
            "cwd": posixpath.normpath(posixpath.join(runtime.context.directory, body.get("cwd", ""))),
            "status": "running",
            "pid": 1000 + number,
        }
        runtime.ptys[pty["id"]] = pty
        self.events.publish(runtime.context, "pty.created", {"info": pty})
        return located(runtime, pty)

    @operation("pty.get")
    def _get_pty(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, self._pty(runtime, request.path["ptyID"]))

    @operation("pty.update")
    def _update_pty(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        body: JsonObject = request.body or {}
        pty = self._pty(runtime, request.path["ptyID"])
        pty["title"] = body.get("title", pty["title"])
        if "size" in body:
            runtime.sizes[pty["id"]] = body["size"]
        self.events.publish(runtime.context, "pty.updated", {"info": pty})
        return located(runtime, pty)

    @operation("pty.delete")
    def _delete_pty(self, request: ContractRequest) -> None:
        runtime = self._here(request)
        pty = self._pty(runtime, request.path["ptyID"])
        del runtime.ptys[pty["id"]]
        runtime.sizes.pop(pty["id"], None)
        self.events.publish(runtime.context, "pty.deleted", {"id": pty["id"]})

    def exit_pty(self, pty_id: str, code: int = 0, context: Context | None = None) -> None:
        """Let the command of a pseudo-terminal end; without a context, one of the default runtime."""
        with self.lock:
            runtime = self.runtime(context or self.default)
            self._pty(runtime, pty_id).update(status="exited", exitCode=code)
            self.events.publish(runtime.context, "pty.exited", {"id": pty_id, "exitCode": code})

    def _pty(self, runtime: Runtime, pty_id: str) -> JsonObject:
        if pty_id not in runtime.ptys:
            raise absent("Pty", "ptyID", pty_id)
        return runtime.ptys[pty_id]

    # Permissions and questions.

    @operation("permission.list")
    def _list_permissions(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, [each.record for each in runtime.permissions.values()])

    @operation("permission.reply")
    def _reply_permission(self, request: ContractRequest) -> None:
        runtime = self._here(request)
        pending = _taken(runtime.permissions, request.path["permissionID"], "Permission")
        reply: str = request.body["response"]
        session, request_id = pending.session, pending.record["id"]
        self._tell(session, "permission.replied", requestID=request_id, reply=reply)
        self._advance(session, reply)

    @operation("question.list")
    def _list_questions(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, [each.record for each in runtime.questions.values()])

    @operation("question.reply")
    def _reply_question(self, request: ContractRequest) -> None:
        runtime = self._here(request)
        answers: list[list[str]] = request.body["response"]["answers"]
        question_id: str = request.path["questionID"]
        if question_id in runtime.questions:
            _check_answers(runtime.questions[question_id].record["questions"], answers)
        pending = _taken(runtime.questions, question_id, "Question")
        self._tell(pending.session, "question.replied", requestID=question_id, answers=answers)
        self._advance(pending.session, answers)

    @operation("question.reject")
    def _reject_question(self, request: ContractRequest) -> None:
        runtime = self._here(request)
        pending = _taken(runtime.questions, request.path["questionID"], "Question")
        self._tell(pending.session, "question.rejected", requestID=pending.record["id"])
        self._advance(pending.session, None)


def _taken(pending: dict[str, Pending], request_id: str, what: str) -> Pending:
    found = pending.pop(request_id, None)
    if found is None:
        raise absent(what, "requestID", request_id)
    return found


def _check_answers(questions: list[JsonObject], answers: list[list[str]]) -> None:
    field = "response.answers"
    if len(answers) != len(questions):
        raise invalid(field, f"{len(answers)} answers to {len(questions)} questions")
    for at, (question, chosen) in enumerate(zip(questions, answers, strict=True)):
        labels = [option["label"] for option in question["options"]]
        if len(chosen) > 1 and not question["multiple"]:
            raise invalid(f"{field}.{at}", "only one may be chosen")
        if not question["custom"] and not set(chosen) <= set(labels):
            raise invalid(f"{field}.{at}", f"is none of {', '.join(labels)}")


def _chosen(record: JsonObject, names: Iterable[str]) -> JsonObject:
    return {name: record[name] for name in names if name in record}


def _merged(old: JsonObject, new: JsonObject) -> JsonObject:
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(old.get(key), dict)
        merged[key] = _merged(old[key], cast(JsonObject, value)) if both else value
    return merged
