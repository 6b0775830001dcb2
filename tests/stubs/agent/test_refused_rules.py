"""The rules by which the agent stub refuses; the request log names the rule of each refusal."""

import pytest

from tests.stubs.agent.helpers import LIGHTHOUSE, create, data, in_process, workspace
from trivet_stubs import AgentStub, rules
from trivet_stubs.agent import Question

SESSION = "/api/session/ses_000001"
API_KEY = {"type": "api", "key": "k"}
BROKEN = "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-not there\n+new\n"
# The method, the path and the body of a request, by the rule that refuses it. The session is idle; another one waits.
REQUESTS = {
    "contexts.server-operations-use-none": ("GET", "/api/auth?directory=/", None),
    "contexts.session-operations-use-the-pinned": ("GET", f"{SESSION}?directory=/", None),
    "contexts.directory-is-absolute": ("GET", "/api/agent?directory=here", None),
    "contexts.unknown-workspace-is-404": ("GET", "/api/agent?workspace=wrk_9", None),
    "requests.routes-are-below-api": ("GET", "/agent", None),
    "requests.what-the-contract-forbids-is-400": ("POST", "/api/fs/grep", {"pattern": 7}),
    "requests.unknown-inputs-are-400": ("GET", "/api/agent?all=true", None),
    "requests.missing-record-is-404": ("GET", "/api/session/ses_9", None),
    "requests.path-is-in-the-directory": ("GET", "/api/fs/file?path=../x", None),
    "requests.ids-are-not-empty": ("POST", "/api/auth", {"serviceID": "", "credential": API_KEY}),
    "requests.session-ids-begin-with-ses": ("GET", "/api/session/9", None),
    "limits.limit-is-a-number": ("GET", "/api/session?limit=all", None),
    "limits.limit-is-whole-and-bounded": ("GET", f"{SESSION}/message?limit=201", None),
    "limits.order-is-asc-or-desc": ("GET", f"{SESSION}/message?order=up", None),
    "limits.cursor-belongs-to-its-list": ("GET", "/api/session?cursor=x", None),
    "accounts.credential-is-oauth-or-api": ("POST", "/api/auth", {"serviceID": "s", "credential": {"type": "pin"}}),
    "workspaces.create-registers-one": ("POST", "/api/workspace", {"type": 7}),
    "workspaces.warp-says-whether-to-copy-changes": (
        *("POST", "/api/workspace/warp", {"sessionID": "ses_000001", "copyChanges": "no"}),
    ),
    "workspaces.warp-overwrites-no-changes": (
        *("POST", "/api/workspace/warp", {"sessionID": "ses_000001", "workspaceID": "wrk_000001", "copyChanges": True}),
    ),
    "files.pattern-is-valid-and-quick": ("POST", "/api/fs/grep", {"pattern": "("}),
    "vcs.diff-is-json-or-a-patch": ("GET", "/api/vcs/diff?format=xml", None),
    "vcs.diff-compares-by-mode": ("GET", "/api/vcs/diff?mode=all", None),
    "vcs.patch-is-well-formed": ("POST", "/api/vcs/patch", {"patch": "x"}),
    "vcs.patch-applies-as-a-whole": ("POST", "/api/vcs/patch", {"patch": BROKEN}),
    "mcp.config-is-local-or-remote": ("POST", "/api/mcp/server", {"name": "n", "config": {"type": "far"}}),
    "mcp.name-is-free": ("POST", "/api/mcp/server", {"name": "almanac", "config": {"type": "local", "command": "c"}}),
    "mcp.oauth-is-started-first": ("POST", "/api/mcp/server/tracker/oauth/callback", {"code": "c"}),
    "mcp.prompt-arguments-are-known": ("POST", "/api/mcp/prompt/render", {"server": "almanac", "name": "forecast"}),
    "questions.answers-fit-the-questions": (
        *("POST", "/api/question/que_000001/reply", {"response": {"answers": []}}),
    ),
    "sessions.delivery-is-immediate-or-deferred": (
        *("POST", f"{SESSION}/prompt", {"prompt": {"text": "x"}, "delivery": "soon"}),
    ),
    "sessions.busy-is-409": ("POST", "/api/session/ses_000002/compact", None),
}
BY_SWITCH = {"sessions.wait-is-503-as-observed", "requests.credentials-are-those-of-the-server"}


@pytest.fixture
def prepared(agent_stub, http):
    """A stub with an idle session that has changes, a session that waits, and a workspace with other changes."""
    create(http)
    waiting = create(http, params=LIGHTHOUSE)
    agent_stub.script(Question("Why?"))
    data(http.post(f"/api/session/{waiting['id']}/prompt", json={"prompt": {"text": "x"}}))
    where = workspace(http)["directory"]
    agent_stub.disk.write("/home/dev/orchard", "README.md", b"one\n")
    agent_stub.disk.write(where, "README.md", b"two\n")
    return agent_stub


@pytest.mark.rule("agent.requests.ids-are-not-empty", "agent.limits.limit-is-a-number")
@pytest.mark.rule("agent.limits.order-is-asc-or-desc", "agent.workspaces.create-registers-one")
@pytest.mark.rule("agent.workspaces.warp-says-whether-to-copy-changes", "agent.mcp.config-is-local-or-remote")
@pytest.mark.trivet(unknown_requests="ignore")
def test_each_refusal_names_its_rule(prepared, http):
    def rule(method, path, body):
        here = LIGHTHOUSE if "question" in path else None
        answer = http.request(method, path, json=body, params=here) if here else http.request(method, path, json=body)
        assert answer.status_code >= 400, path
        return (prepared.requests[-1].rule or "").removeprefix("agent.")

    assert {name: rule(*sent) for name, sent in REQUESTS.items()} == {name: name for name in REQUESTS}


def test_refusal_by_a_switch_names_its_rule(agent_stub, http, conversation):
    agent_stub.observed.no_wait = True
    http.post(f"/api/session/{conversation.id}/wait")
    with AgentStub(credentials="secret") as closed, in_process(closed) as client:
        client.get("/api/agent")

        refused = {agent_stub.requests[-1].rule, closed.requests[-1].rule}
    assert refused == {f"agent.{rule}" for rule in BY_SWITCH}


def test_every_refusing_rule_is_listed_here():
    refused = {rule.id for rule in rules("agent").values() if rule.refused}
    assert {f"agent.{rule}" for rule in (*REQUESTS, *BY_SWITCH)} == refused
