"""What the agent stub answers for a context: inventory, config, pseudo-terminals, permissions and questions."""

import posixpath
from collections.abc import Iterable
from typing import cast

from trivet_stubs import agent_seed
from trivet_stubs.agent_context import Context
from trivet_stubs.agent_problem import absent, invalid
from trivet_stubs.agent_records import Pending, Runtime
from trivet_stubs.agent_server import AgentServer
from trivet_stubs.agent_state import located
from trivet_stubs.call import Call, operation
from trivet_stubs.contract import JsonObject


class AgentRuntime(AgentServer):
    """The operations on runtime data, other than files and tool-protocol servers."""

    # Inventory.

    @operation("agent.list")
    def _list_agents(self, call: Call) -> JsonObject:
        return located(self._here(call), agent_seed.AGENTS)

    @operation("command.list")
    def _list_commands(self, call: Call) -> JsonObject:
        """The commands of the server and those of the config."""
        runtime = self._here(call)
        own: JsonObject = runtime.config.get("command", {})
        names = ("template", "description", "agent", "subtask")
        added = [{"name": name, **_chosen(each, names)} for name, each in own.items()]
        return located(runtime, [*(each for each in agent_seed.COMMANDS if each["name"] not in own), *added])

    @operation("skill.list")
    def _list_skills(self, call: Call) -> JsonObject:
        return located(self._here(call), agent_seed.SKILLS)

    @operation("provider.list")
    def _list_providers(self, call: Call) -> JsonObject:
        """The providers, those disabled that the config disables."""
        runtime = self._here(call)
        off: list[str] = runtime.config.get("disabled_providers", [])
        return located(runtime, [{**each, "disabled": each["id"] in off} for each in agent_seed.PROVIDERS])

    @operation("formatter.status")
    def _formatters(self, call: Call) -> JsonObject:
        return located(self._here(call), agent_seed.FORMATTERS)

    @operation("lsp.status")
    def _language_servers(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        root = runtime.context.directory
        names = agent_seed.LANGUAGE_SERVERS
        return located(runtime, [{"id": each, "name": each, "root": root, "status": "connected"} for each in names])

    # Config.

    @operation("config.get")
    def _get_config(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        return located(runtime, runtime.config)

    @operation("config.update")
    def _update_config(self, call: Call) -> JsonObject:
        """Merge a config into the one that is there; objects key by key, all else as it comes."""
        runtime = self._here(call)
        runtime.config = _merged(runtime.config, call.body["config"])
        return located(runtime, runtime.config)

    # Pseudo-terminals.

    @operation("pty.list")
    def _list_ptys(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        return located(runtime, list(runtime.ptys.values()))

    @operation("pty.create")
    def _create_pty(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        body: JsonObject = call.body or {}
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
    def _get_pty(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        return located(runtime, self._pty(runtime, call.path["ptyID"]))

    @operation("pty.update")
    def _update_pty(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        body: JsonObject = call.body or {}
        pty = self._pty(runtime, call.path["ptyID"])
        pty["title"] = body.get("title", pty["title"])
        if "size" in body:
            runtime.sizes[pty["id"]] = body["size"]
        self.events.publish(runtime.context, "pty.updated", {"info": pty})
        return located(runtime, pty)

    @operation("pty.delete")
    def _delete_pty(self, call: Call) -> None:
        runtime = self._here(call)
        pty = self._pty(runtime, call.path["ptyID"])
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
    def _list_permissions(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        return located(runtime, [each.record for each in runtime.permissions.values()])

    @operation("permission.reply")
    def _reply_permission(self, call: Call) -> None:
        runtime = self._here(call)
        pending = _taken(runtime.permissions, call.path["permissionID"], "Permission")
        reply: str = call.body["response"]
        session, request_id = pending.session, pending.record["id"]
        self._tell(session, "permission.replied", requestID=request_id, reply=reply)
        self._advance(session, reply)

    @operation("question.list")
    def _list_questions(self, call: Call) -> JsonObject:
        runtime = self._here(call)
        return located(runtime, [each.record for each in runtime.questions.values()])

    @operation("question.reply")
    def _reply_question(self, call: Call) -> None:
        runtime = self._here(call)
        answers: list[list[str]] = call.body["response"]["answers"]
        question_id: str = call.path["questionID"]
        if question_id in runtime.questions:
            _check_answers(runtime.questions[question_id].record["questions"], answers)
        pending = _taken(runtime.questions, question_id, "Question")
        self._tell(pending.session, "question.replied", requestID=question_id, answers=answers)
        self._advance(pending.session, answers)

    @operation("question.reject")
    def _reject_question(self, call: Call) -> None:
        runtime = self._here(call)
        pending = _taken(runtime.questions, call.path["questionID"], "Question")
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
