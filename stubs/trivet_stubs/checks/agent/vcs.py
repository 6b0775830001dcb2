"""Version control of a runtime context. A check adds its own files by a patch, and removes them again."""

from trivet_stubs.checks.agent.answers import data, field, has_path
from trivet_stubs.checks.agent.patches import added, replaced
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried
from trivet_stubs.checks.reply import Reply


@check("agent.vcs.status-lists-changed-files")
def status_has_a_new_file(agent: Agent) -> None:
    """A file that was added is among the changed files, and not among them before."""
    _require_version_control(agent)
    before = agent.user.call("vcs.status", query=agent.here)
    before.expect(not has_path(before, agent.path("status.txt"), "file"), "a file that is not there has changed")
    path = agent.file("status.txt")
    agent.target.eventually(
        lambda: agent.user.call("vcs.status", query=agent.here),
        lambda reply: has_path(reply, path, "file"),
        "a new file is not among the changed files",
    )


@check("agent.vcs.diff-is-json-or-a-patch")
def diff_has_two_formats(agent: Agent) -> None:
    """A new file is in the diff as JSON and as a patch; another format is refused."""
    _require_version_control(agent)
    line = agent.target.name("line of a diff")
    path = agent.file("diff.txt", line)
    _diff_with(agent, path)
    patch = agent.user.call("vcs.diff", query={**agent.here, "format": "patch"}).succeeds()
    lines = patch.body.decode("utf-8", "replace").splitlines()
    named = any(each.startswith("+++ ") and each.endswith(path) for each in lines)
    patch.expect(named, "a new file is not in the diff as a patch")
    patch.expect(f"+{line}" in lines, "the line of a new file is not in the patch")
    agent.user.call("vcs.diff", query={**agent.here, "format": "yaml"}).is_refused()


@check("agent.vcs.diff-compares-by-mode")
def diff_has_two_modes(agent: Agent) -> None:
    """A new file is in the diff of both modes; another mode is refused."""
    _require_version_control(agent)
    path = agent.file("mode.txt")
    for mode in ("worktree", "default"):
        _diff_with(agent, path, mode=mode)
    agent.user.call("vcs.diff", query={**agent.here, "mode": "sideways"}).is_refused()


@check("agent.vcs.patch-is-applied")
def patch_changes_a_file(agent: Agent) -> None:
    """A patch adds a file, and another one replaces its line."""
    path = agent.path("patched.txt")
    agent.will_remove_file(path, "Before.", "After.")
    for patch, line in ((added(path, "Before."), "Before."), (replaced(path, "Before.", "After."), "After.")):
        agent.patch(patch).succeeds()
        _has_line(agent, path, line)


@check("agent.vcs.patch-is-well-formed")
def text_that_is_no_patch_is_refused(agent: Agent) -> None:
    """A text without a change, and a hunk that breaks off, are a 400."""
    agent.patch("This is no patch.\n").is_refused(400)
    path = agent.path("malformed.txt")
    agent.will_remove_file(path, "One line.")
    agent.patch(added(path, "One line.").replace("+1 @@", "+1,9 @@")).is_refused(400)


@check("agent.vcs.patch-applies-as-a-whole")
def patch_that_does_not_apply_changes_nothing(agent: Agent) -> None:
    """A patch whose second file does not apply is a 409, and its first file is not there."""
    first, second = agent.path("whole.txt"), agent.path("missing.txt")
    agent.will_remove_file(first, "One line.")
    agent.patch(added(first, "One line.") + replaced(second, "Before.", "After.")).is_refused(409)
    reply = agent.read(first)
    reply.expect(not reply.ok, "a part of a refused patch is applied")


def _diff_with(agent: Agent, path: str, **query: str) -> Reply:
    """The diff as JSON, once it has a file."""
    return agent.target.eventually(
        lambda: agent.user.call("vcs.diff", query={**agent.here, "format": "json", **query}),
        lambda reply: has_path(reply, path, "file"),
        f"a new file is not in the diff {query.get('mode', 'as JSON')}",
    )


def _has_line(agent: Agent, path: str, line: str) -> None:
    agent.target.eventually(
        lambda: agent.read(path),
        lambda reply: reply.ok and line in field(data(reply), "content"),
        "the patch is not applied",
    )


def _require_version_control(agent: Agent) -> None:
    """Raise `NotTried` unless the directory is under version control."""
    if not data(agent.user.call("vcs.get", query=agent.here)).get("branch"):
        raise NotTried("the directory is not under version control")
