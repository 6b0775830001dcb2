# Derived from tests/real/_async/operations.py by `python -m codegen`; do not edit.
"""Each operation of the adapter against the real server: the tests look at effects, not only at answers."""

import os
import shutil
from pathlib import Path

import pytest

from tests.real._sync.driving import client, places, run
from tests.real.effects import GRACE, add_working_tree, eventually
from tests.real.model import ANSWER
from tests.real.observed import observes
from tests.real.programs import CODE, RESOURCE, program_of, run_tools_behind_authorization
from trivet import BadRequestError, NotFoundError
from trivet.agent import (
    AgentConfig,
    Config,
    McpLocalConfig,
    McpRemoteConfig,
    PermissionRule,
    ProjectCommand,
    Prompt,
    PromptFile,
    PtySize,
    QuestionResponse,
    opencode,
)

SKILL = ".opencode/skill/grafting/SKILL.md"
PATCH = "diff --git a/notes.txt b/notes.txt\n--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1,2 @@\n pears\n+plums\n"


@observes("agent.list", "an agent of a directory's configuration is listed there alone; a new one at once")
@observes("command.list", "a command of a directory's configuration is listed there alone")
@observes("skill.list", "a skill in a file of a directory is listed there alone")
def test_agents_commands_and_skills_belong_to_a_directory(server):
    with client(server) as agent:
        here, there = places(agent, server)
        assert {"build", "plan"} <= {entry.id for entry in here.agent.list()}
        assert [("gardener" in {entry.id for entry in at.agent.list()}) for at in (here, there)] == [False, True]
        assert [("prune" in {entry.name for entry in at.command.list()}) for at in (here, there)] == [False, True]
        skills = [{entry.name: entry.content for entry in at.skill.list()} for at in (here, there)]
        assert "grafting" not in skills[0]
        assert "Cut a twig." in skills[1]["grafting"]


@observes("catalog.model.list", "the two configured models are listed")
@observes("catalog.model.get", "a configured model has its name and its limits; another one is a `NotFoundError`")
@observes("provider.list", "the configured provider is listed")
def test_configured_models_are_listed(server):
    with client(server) as agent:
        models = {(model.provider_id, model.id) for model in agent.catalog.model.list()}
        assert models == {("rules", "rules-1"), ("rules", "rules-2")}
        model = agent.catalog.model.get("rules", "rules-2")
        assert (model.name, model.limit.context, model.cost[0].output) == ("Rules 2", 32000, 2000)
        assert [(provider.id, provider.name) for provider in agent.provider.list()] == [("rules", "Rules")]
        for provider_id, model_id in (("rules", "rules-l"), ("ruler", "rules-1")):
            with pytest.raises(NotFoundError):
                agent.catalog.model.get(provider_id, model_id)


@observes("config.get", "the settings of the directory's file, and the changed ones")
@observes("config.update", "an agent that is added to the configuration is listed soon afterwards, in every directory")
def test_changed_configuration_takes_effect(server):
    with client(server) as agent:
        for number, at in enumerate(places(agent, server)):
            name = f"pruner-{number}"
            config = at.config.update(config=Config(username=name, agent={name: AgentConfig(description="P")}))
            assert (config.username, config.model) == (name, "rules/rules-1")
            for other in places(agent, server):
                limit = agent.clock.monotonic() + GRACE  # the server answers while it gives up what it had read before
                while (other.config.get()).username != name and agent.clock.monotonic() < limit:
                    agent.clock.sleep(0.1)
                assert (other.config.get()).username == name
                assert name in {entry.id for entry in other.agent.list()}
        body = {"config": {"model": 5}}
        with pytest.raises(BadRequestError):
            agent.request("PATCH", "/api/config", json=body)


@observes("auth.delete", "the connection of the account is gone; an unknown account is deleted without an error")
def test_deleted_account_has_no_connection(server):
    def connections():
        answer = agent.request("GET", "/api/integration/{id}", segments={"id": "abacus"})
        return answer.value["data"]["connections"]

    with client(server) as agent:
        key = {"key": "secret-of-the-tests", "label": "Home"}
        path = "/api/integration/{id}/connect/key"
        agent.request("POST", path, segments={"id": "abacus"}, json=key, accept="*/*")
        [connection] = connections()
        agent.auth.delete(connection["id"])
        assert connections() == []
        agent.auth.delete(connection["id"])


@observes("event.subscribe", "events of the directory arrive, and none of another directory")
def test_events_of_another_directory_are_left_out(server):
    with client(server) as agent:
        here, there = places(agent, server)
        with here.event.subscribe() as events:
            other = there.session.create(title="There")
            session = here.session.create(title="Here")
            for event in events:
                if event.type == "session.created":
                    break
            assert (event.payload.info.id, event.context.directory) == (session.id, server.directory)
        assert (agent.session.get(other.id)).location.directory == server.other_directory


@observes("formatter.status", "a configured formatter is enabled, and changes the file that the agent writes")
@observes("lsp.status", "a configured language server is connected once the agent has written a file of its kind")
def test_programs_for_a_file_of_the_agent_run(server):
    with client(server) as agent:
        here, there = places(agent, server)
        formatters = {formatter.name: formatter for formatter in there.formatter.status()}
        assert (formatters["upper"].enabled, formatters["upper"].extensions) == (True, [".pear"])
        assert [*here.formatter.status(), *here.lsp.status()] == []
        run(there, "WRITE harvest.pear", on_permission=lambda _: "once")
        written = Path(server.other_directory, "harvest.pear")
        assert eventually(lambda: written.read_text() == "WRITTEN BY THE AGENT\n")
        assert [(language.name, language.status) for language in there.lsp.status()] == [("pears", "connected")]
        assert here.lsp.status() == []


@observes("fs.file", "the text or the bytes on the disk; a missing file is a `NotFoundError`")
@observes("fs.tree", "the entries of a directory; a missing directory is a `NotFoundError`")
def test_files_are_those_on_the_disk(server, tmp_path):
    sub = tmp_path / "sub"
    sub.mkdir()
    (sub / "a b.txt").write_text("déjà vu\n", "utf-8")
    (tmp_path / "raw.bin").write_bytes(b"\xff\x00")
    with client(server) as agent:
        here = agent.at(directory=str(tmp_path))
        assert (here.fs.file("sub/a b.txt")).content == "déjà vu\n"
        binary = here.fs.file("raw.bin")
        assert (binary.encoding, binary.content) == ("base64", "/wA=")
        assert {(entry.path.rstrip("/"), entry.type) for entry in here.fs.tree(".")} == {
            ("sub", "directory"),
            ("raw.bin", "file"),
        }
        assert [entry.path for entry in here.fs.tree("sub")] == ["sub/a b.txt"]
        for path in ("none.txt", "none/none.txt", "../raw.bin", "/etc/hostname"):
            with pytest.raises(NotFoundError, match="does not have a file"):
                here.fs.file(path)
        for path in ("none", "none/none"):
            with pytest.raises(NotFoundError, match=f"does not have a directory {path}"):
                here.fs.tree(path)


@observes("fs.search", "paths by name and type, at most as many as the limit")
def test_searches_find_files(server):
    with client(server) as agent:
        here, there = places(agent, server)
        assert [entry.path for entry in there.fs.search(query="grafting", type="file")] == [SKILL]
        directories = [(entry.path, entry.type) for entry in there.fs.search(query="grafting", type="directory")]
        assert directories == [(SKILL.replace("SKILL.md", ""), "directory")]
        assert len(there.fs.search(query="o", limit=2)) == 2
        assert here.fs.search(query="grafting") == []


@pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")
@observes("fs.grep", "the lines with a pattern, at most as many as the limit")
def test_lines_with_a_pattern_are_found(server):
    with client(server) as agent:
        here, _ = places(agent, server)
        folder = Path(server.directory, "pears")
        folder.mkdir(exist_ok=True)
        for number in range(3):
            (folder / f"{number}.txt").write_text(f"one\ntwo pears {number}\n")
        matches = here.fs.grep(pattern=r"two (pears) \d")
        assert sorted((match.path, match.line, match.text) for match in matches) == [
            (f"pears/{number}.txt", 2, f"two pears {number}") for number in range(3)
        ]
        assert [(part.text, part.start) for part in matches[0].submatches] == [(matches[0].text, 0)]
        assert len(here.fs.grep(pattern="two pears", limit=2)) == 2
        assert here.fs.grep(pattern="no such words") == []
        with pytest.raises(opencode.UnsupportedOperationError, match="the input include"):
            here.fs.grep(pattern="pears", include="*.txt")


@observes("mcp.server.create", "a local server is started and connected; one that cannot be started has failed")
@observes("mcp.server.list", "the added servers with their status, in the directory alone")
@observes("mcp.resource.list", "the resources of the connected server")
def test_added_server_of_tools_is_connected(server):
    with client(server) as agent:
        here, there = places(agent, server)
        program, *arguments = program_of("mcp")
        local = McpLocalConfig(type="local", command=program, arguments=arguments)
        assert (here.mcp.server.create(name="orchard", config=local)).status.status == "connected"
        broken = here.mcp.server.create(name="broken", config=McpLocalConfig(type="local", command="/none"))
        assert broken.status.status == "failed"
        statuses = {entry.name: entry.status.status for entry in here.mcp.server.list()}
        assert {"orchard": "connected", "broken": "failed"}.items() <= statuses.items()
        assert there.mcp.server.list() == []
        [resource] = here.mcp.resource.list()
        assert (resource.server, resource.name, resource.uri) == ("orchard", RESOURCE["name"], RESOURCE["uri"])


@observes("mcp.server.oauth.start", "the address of the authorization server, with a state")
@observes("mcp.server.oauth.callback", "with the user's code, the server is connected; with another one, it is not")
@observes("mcp.server.oauth.delete", "the stored token is gone")
def test_server_of_tools_is_connected_by_an_authorization(server):
    stored = Path(server.directory).parent / "home" / ".local" / "share" / "opencode" / "mcp-auth.json"
    with client(server) as agent:
        here, _ = places(agent, server)
        with run_tools_behind_authorization() as url:
            locked = here.mcp.server.create(name="locked", config=McpRemoteConfig(type="remote", url=url))
            assert locked.status.status == "needs_auth"
            for code, status in (("another", "needs_auth"), (CODE, "connected")):
                authorization = here.mcp.server.oauth.start("locked")
                assert authorization.authorization_url.startswith(url.replace("/mcp", "/authorize?"))
                assert (here.mcp.server.oauth.callback("locked", code=code)).status.status == status
            assert "locked" in stored.read_text()
            here.mcp.server.oauth.delete("locked")
            assert "locked" not in stored.read_text()
        for call in (here.mcp.server.oauth.start, here.mcp.server.oauth.delete):
            with pytest.raises(NotFoundError):
                call("none")


@observes("permission.list", "the request of a waiting tool, in the directory of its session alone")
@observes("permission.reply", "the command runs after `once`; after `always`, the next one runs without a request")
def test_permission_is_asked_in_the_directory_of_the_session(server, tmp_path):
    tmp_path.joinpath("opencode.json").write_text(Path(server.directory, "opencode.json").read_text())
    with client(server) as agent:
        here, there = agent.at(directory=server.directory), agent.at(directory=str(tmp_path))
        files = [tmp_path / f"touched-{number}" for number in range(3)]
        session = there.session.create()
        for file, reply in zip(files, ("reject", "always", None), strict=True):
            agent.session.prompt(session.id, prompt=Prompt(text=f"BASH touch {file.name}"))
            if reply is not None:
                request = first(there.permission.list)
                assert (request.session_id, request.action, request.resources) == (
                    session.id,
                    "bash",
                    [f"touch {file.name}"],
                )
                assert here.permission.list() == []
                with pytest.raises(NotFoundError):
                    here.permission.reply(request.id, response=reply)
                assert not file.exists()
                there.permission.reply(request.id, response=reply)
                with pytest.raises(NotFoundError):
                    there.permission.reply(request.id, response=reply)
            agent.session.wait(session.id, deadline=60)
        assert [file.exists() for file in files] == [False, True, True]
        assert there.permission.list() == []


@observes("question.list", "the question of a waiting tool, in the directory of its session alone")
@observes("question.reply", "the tool ends with the answer")
@observes("question.reject", "the tool ends with an error")
def test_question_is_asked_in_the_directory_of_the_session(server):
    with client(server) as agent:
        here, there = places(agent, server)
        for answers in ([["Plum"]], None):
            session = there.session.create()
            agent.session.prompt(session.id, prompt=Prompt(text="ASK"))
            request = first(there.question.list)
            assert (request.session_id, request.questions[0].question) == (session.id, "Which fruit?")
            assert here.question.list() == []
            with pytest.raises(NotFoundError):
                here.question.reject(request.id)
            if answers is None:
                there.question.reject(request.id)
            else:
                there.question.reply(request.id, response=QuestionResponse(answers=answers))
            agent.session.wait(session.id, deadline=60)
            messages = agent.session.message.list(session.id, order="asc").all()
            [tool] = [part for part in messages[1].content if part.type == "tool"]
            if answers is None:
                assert tool.state.status == "error"
            else:
                assert tool.state.structured["answers"] == answers
            assert there.question.list() == []


def first(method):
    """Return the first record of a list as soon as there is one."""
    for _ in range(300):
        records = method()
        if records:
            return records[0]
    raise AssertionError("the list stays empty")


@observes("project.list", "the repositories in which the server has worked")
@observes("project.get", "the repository of the id; another id is a `NotFoundError`")
@observes("project.update", "a later reading has the name and the command; another command is refused")
def test_projects_are_the_repositories(server):
    with client(server) as agent:
        here, there = places(agent, server)
        ids = {at: (at.session.create()).project_id for at in (here, there)}
        projects = {project.id: project.worktree for project in agent.project.list()}
        assert {projects[ids[here]], projects[ids[there]]} == {server.directory, server.other_directory}
        commands = [ProjectCommand(name="start", command="make")]
        agent.project.update(ids[there], name="Lighthouse", commands=commands)
        project = agent.project.get(ids[there])
        assert (project.name, project.commands) == ("Lighthouse", commands)
        assert (agent.project.get(ids[here])).name != "Lighthouse"
        with pytest.raises(opencode.UnsupportedOperationError, match="one command with the name start"):
            agent.project.update(ids[there], commands=[ProjectCommand(name="stop", command="make")])
        with pytest.raises(NotFoundError):
            agent.project.get("none")
        with pytest.raises(NotFoundError):
            agent.project.update("none", name="None")


@observes("pty.create", "the program runs in the directory, in a terminal")
@observes("pty.list", "the terminals of the directory alone")
@observes("pty.get", "the terminal; one of another directory is a `NotFoundError`")
@observes("pty.update", "the program sees the new size; a later reading has the new title")
@observes("pty.delete", "the program has ended")
def test_terminal_runs_a_program(server):
    size = Path(server.directory, "size.txt")
    size.unlink(missing_ok=True)
    program = Path(server.directory, "size.sh")
    program.write_text('#!/bin/sh\nwhile sleep 0.1; do echo "$$ $(stty size)" > size.tmp; mv size.tmp size.txt; done\n')
    program.chmod(0o755)
    with client(server) as agent:
        here, there = places(agent, server)
        pty = here.pty.create(command="./size.sh", cwd=server.directory)
        assert eventually(size.exists)
        assert pty.id in [entry.id for entry in here.pty.list()]
        assert there.pty.list() == []
        changed = here.pty.update(pty.id, title="Size", size=PtySize(columns=55, rows=33))
        assert changed.title == (here.pty.get(pty.id)).title == "Size"
        assert eventually(lambda: size.read_text().split()[1:] == ["33", "55"])
        for call in (there.pty.get, there.pty.delete):
            with pytest.raises(NotFoundError):
                call(pty.id)
        process = int(size.read_text().split()[0])
        os.kill(process, 0)
        here.pty.delete(pty.id)
        assert eventually(lambda: not Path(f"/proc/{process}").exists() or os.name != "posix")
        with pytest.raises(NotFoundError):
            here.pty.get(pty.id)
        with pytest.raises(opencode.UnsupportedOperationError, match="the input shell"):
            here.pty.create(shell="/bin/sh")


@observes("session.create", "a session with its title in the directory; a misspelt model or agent leaves none")
@observes("session.get", "the session; another id is a `NotFoundError`")
@observes("session.list", "the sessions of the directory, by their titles, in both orders, page by page")
@observes("session.update", "a later reading has the title and the time of the archive")
@observes("session.delete", "the session and its messages are gone")
def test_sessions_are_kept_by_the_server(server, tmp_path):
    tmp_path.joinpath("opencode.json").write_text(Path(server.directory, "opencode.json").read_text())
    with client(server) as agent:
        here, there = agent.at(directory=str(tmp_path)), agent.at(directory=server.directory)
        sessions = [here.session.create(title=f"Kept {number}") for number in range(3)]
        ids = [session.id for session in sessions]
        assert there.session.list(search="Kept").all() == []
        listed = [session.id for session in here.session.list(search="Kept", order="asc").all()]
        assert listed == ids
        pages = [page for page in here.session.list(search="Kept", limit=2).pages()]
        assert [session.id for page in pages for session in page] == ids[::-1]
        here.session.update(ids[0], title="Changed", archived=1795457469787)
        session = agent.session.get(ids[0])
        assert (session.title, session.time.archived) == ("Changed", 1795457469787)
        agent.session.prompt(ids[1], prompt=Prompt(text="TEXT please"))
        agent.session.wait(ids[1], deadline=60)
        agent.session.delete(ids[1])
        for id_ in (ids[1], "ses_none", "none", "msg_1"):
            for method, inputs in (
                (agent.session.get, {}),
                (agent.session.delete, {}),
                (agent.session.update, {"title": "None"}),
                (agent.session.todo, {}),
                (agent.session.context, {}),
                (agent.session.diff, {}),
                (agent.session.wait, {}),
                (agent.session.compact, {}),
                (agent.session.prompt, {"prompt": Prompt(text="TEXT")}),
            ):
                with pytest.raises(NotFoundError):
                    method(id_, **inputs)
            with pytest.raises(NotFoundError):
                agent.session.message.list(id_).page()
        assert ids[1] not in [session.id for session in here.session.list(search="Kept").all()]


@observes("session.message.list", "all messages once, in both orders, also where users choose the ids")
def test_messages_are_listed_in_the_order_of_their_creation(server):
    with client(server) as agent:
        session = agent.session.create()
        own = (f"msg_zzz_{session.id}", f"msg_000_{session.id}")
        for id_ in own:
            body = {"messageID": id_, "noReply": True, "parts": [{"type": "text", "text": "TEXT please"}]}
            agent.request("POST", "/session/{id}/prompt_async", segments={"id": session.id}, json=body, accept="*/*")
            for _ in range(300):
                if len(agent.session.message.list(session.id).all()) > own.index(id_):
                    break
        agent.session.turn(session.id, "TEXT please", deadline=60).run()
        listed = agent.session.message.list(session.id, order="asc").all()
        assert [message.type for message in listed] == ["user", "user", "user", "assistant"]
        assert [message.id for message in listed[:2]] == [*own]
        assert agent.session.message.list(session.id).all() == listed[::-1]
        for limit in (1, 2, 3):
            for order, expected in (("asc", listed), ("desc", listed[::-1])):
                assert agent.session.message.list(session.id, limit=limit, order=order).all() == expected
        with pytest.raises(BadRequestError):
            agent.request("GET", "/api/session/{id}/message", segments={"id": session.id}, query={"limit": "few"})


@observes("session.prompt", "the model gets the text and the content of an attached file, and is asked once")
@observes("session.wait", "returns once the whole answer is stored")
def test_prompt_reaches_the_model(server, model):
    with client(server) as agent:
        here, _ = places(agent, server)
        session = here.session.create()
        uri = Path(server.directory, "name.txt").as_uri()
        words = f"ECHO {session.id}"
        prompt = Prompt(text=words, files=[PromptFile(uri=uri, mime="text/plain", name="name.txt")])
        admitted = agent.session.prompt(session.id, prompt=prompt)
        agent.session.wait(session.id, deadline=60)
        messages = agent.session.message.list(session.id, order="asc").all()
        assert admitted.id in [message.id for message in messages]
        [text] = [part.text for part in messages[-1].content if part.type == "text"]
        assert words in text
        assert "orchard" in text
        assert sum(words in asked for asked in model.prompts) == 1


def test_prompt_with_an_id_of_ones_own_is_sent_once(server, model):
    with client(server) as agent:
        session = agent.session.create()
        id_ = f"msg_job_{session.id}"
        body = {"prompt": {"text": f"TEXT {session.id}"}, "messageID": id_}
        for _ in range(3):
            answer = agent.request("POST", "/api/session/{id}/prompt", segments={"id": session.id}, json=body)
            assert answer.value["data"]["id"] == id_
            agent.session.wait(session.id, deadline=60)
        messages = agent.session.message.list(session.id, order="asc").all()
        assert [message.id for message in messages[:1]] == [id_]
        assert len(messages) == 2
        assert sum(session.id in asked for asked in model.prompts) == 1
        body["messageID"] = "job of the user"
        with pytest.raises(BadRequestError):
            agent.request("POST", "/api/session/{id}/prompt", segments={"id": session.id}, json=body)


def test_cancel_at_once_leaves_the_model_alone(server, model):
    with client(server) as agent:
        for words in ("SLOW please", "SLOW and again", "WRITE cancelled.txt"):
            session = agent.session.create(permission=[PermissionRule(action="*", resource="*", effect="ask")])
            agent.session.prompt(session.id, prompt=Prompt(text=f"{words}"))
            stopped = agent.request("POST", "/api/session/{id}/abort", segments={"id": session.id})
            assert stopped.value is True
            agent.session.wait(session.id, deadline=10)
            count = len(model.prompts)
            messages = agent.session.message.list(session.id).all()
            agent.session.turn((agent.session.create()).id, "SLOW please", deadline=60).run()
            assert len(model.prompts) == count + 1
            assert agent.session.message.list(session.id).all() == messages
        assert not Path(server.directory, "cancelled.txt").exists()


def test_agent_reads_the_message_of_a_rejection(server):
    with client(server) as agent:
        session = agent.at(directory=server.directory).session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="BASH touch rejected.txt"))
        here, _ = places(agent, server)
        request = first(here.permission.list)
        body, segments = {"response": "reject", "message": "not in the orchard"}, {"id": request.id}
        query = {"directory": server.directory}
        agent.request("POST", "/api/permission/{id}/reply", segments=segments, json=body, query=query, accept="*/*")
        agent.session.wait(session.id, deadline=60)
        messages = agent.session.message.list(session.id, order="asc").all()
        [tool] = [part for part in messages[1].content if part.type == "tool"]
        assert "not in the orchard" in tool.state.error.message
        assert not Path(server.directory, "rejected.txt").exists()


@observes("vcs.get", "the branch that git has checked out")
@observes("vcs.status", "the changed files, with the numbers of lines")
@observes("vcs.diff", "a patch of each changed file, or one of all")
@observes("vcs.patch", "the file has the lines of the patch; a patch that does not fit changes nothing")
def test_changes_of_the_working_tree(server):
    with client(server) as agent:
        _, there = places(agent, server)
        notes = Path(server.other_directory, "notes.txt")
        notes.write_text("pears\n")
        head = Path(server.other_directory, ".git", "HEAD").read_text().strip()
        assert head.endswith(f"/{(there.vcs.get()).branch}")
        assert "notes.txt" not in [change.file for change in there.vcs.status()]
        assert (there.vcs.patch(patch=PATCH)).applied is True
        assert notes.read_text() == "pears\nplums\n"
        [change] = [change for change in there.vcs.status() if change.file == "notes.txt"]
        assert (change.status, change.additions, change.deletions) == ("modified", 1, 0)
        [diff] = [diff for diff in there.vcs.diff() if diff.file == "notes.txt"]
        assert "+plums" in diff.patch
        assert "+plums" in there.vcs.diff(format="patch")
        with pytest.raises(BadRequestError, match="can't be applied"):
            there.vcs.patch(patch=PATCH)
        assert notes.read_text() == "pears\nplums\n"
        notes.write_text("pears\n")


@observes("workspace.create", "git has a working tree more")
@observes("workspace.list", "the workspaces of a project")
@observes("workspace.get", "the workspace; another id is a `NotFoundError`")
@observes("workspace.status", "a new workspace is connected")
@observes("workspace.sync", "a workspace that another program has made is listed")
@observes("workspace.warp", "the agent writes into the workspace; its changes are copied when the session leaves it")
@observes("workspace.delete", "the working tree is gone")
def test_workspace_is_a_working_tree(server_with_workspaces, tmp_path):
    server = server_with_workspaces
    with client(server) as agent:
        here, _ = places(agent, server)
        workspace = agent.workspace.create(type="worktree", metadata={"tree": "pear"})
        tree = Path(workspace.directory)
        assert eventually((tree / "name.txt").exists)
        assert workspace.id in [entry.id for entry in agent.workspace.list(project_id=workspace.project_id)]
        assert agent.workspace.list(project_id="none") == []
        assert (agent.workspace.get(workspace.id)).metadata == {"tree": "pear"}
        assert (workspace.id, "connected") in [(entry.workspace_id, entry.status) for entry in agent.workspace.status()]
        own = tmp_path.resolve() / f"tree-of-{tmp_path.name}"
        add_working_tree(server.directory, own)
        agent.workspace.sync()
        assert {str(tree), str(own)} <= {entry.directory for entry in agent.workspace.list()}
        session = here.session.create()
        with pytest.raises(opencode.UnsupportedOperationError, match="of the workspace that the session leaves"):
            agent.workspace.warp(session_id=session.id, workspace_id=workspace.id, copy_changes=True)
        agent.workspace.warp(session_id=session.id, workspace_id=workspace.id, copy_changes=False)
        assert (agent.session.get(session.id)).location.workspace_id == workspace.id
        command = "BASH echo carried > carried.txt"
        agent.session.turn(session.id, command, on_permission=lambda _: "once", deadline=60).run()
        assert (tree / "carried.txt").read_text() == "carried\n"
        Path(server.directory, "carried.txt").unlink(missing_ok=True)
        agent.workspace.warp(session_id=session.id, copy_changes=True)
        assert (agent.session.get(session.id)).location.workspace_id is None
        assert eventually(Path(server.directory, "carried.txt").exists)
        agent.workspace.delete(workspace.id)
        assert not tree.exists()
        with pytest.raises(NotFoundError):
            agent.workspace.get(workspace.id)
        with pytest.raises(NotFoundError):
            agent.workspace.warp(session_id=session.id, workspace_id=workspace.id, copy_changes=False)
        with pytest.raises(BadRequestError, match="Unknown workspace adapter"):
            agent.workspace.create(type="none")
        with pytest.raises(opencode.UnsupportedOperationError, match="the input name"):
            agent.workspace.create(type="worktree", name="tree")


def test_answer_of_the_model_is_complete(server):
    with client(server) as agent:
        for words in ("REASON", "SAY BASH", "MULTI", "ROUNDS", "READ notes.txt", "LENGTH", "EMPTY", "ESC", "BIG"):
            _, turn, _ = run(agent.at(directory=server.directory), words, on_permission=lambda _: "once")
            assert turn.outcome.status == "finished", words
            assert turn.text or words == "EMPTY", words
            assert (ANSWER in turn.text) == (words not in ("EMPTY", "ESC", "BIG")), words
