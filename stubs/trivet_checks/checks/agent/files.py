"""Files of a runtime context and its version control. A check adds its own files by a patch, and removes them again."""

from typing import cast

from trivet_checks.checks.agent.service import Agent, added, data, has_path, ids, refused, replaced, rows, text_of
from trivet_checks.checks.suite import KNOWN_NUMBER, KNOWN_RECORDS, REFUSAL, check
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.operation import JSON

_PATH_OF_A_TREE = "agent.requests.example-places-the-path-in-the-query"


@check("agent.files.tree-lists-a-directory")
def tree_lists_one_directory(agent: Agent) -> None:
    """The tree of a directory has its file, and no file of another directory."""
    mine, other = agent.file("tree/leaf.txt"), agent.file("other/leaf.txt")
    folder = mine.rpartition("/")[0]
    missing = agent.user.call("fs.tree", query={**agent.here, "path": agent.path("missing")})
    if missing.ok and rows(missing):
        raise NotTried(f"needs {_PATH_OF_A_TREE}, which is broken: the path of the query is not used")
    reply = agent.target.eventually(
        lambda: agent.user.call("fs.tree", query={**agent.here, "path": folder}),
        lambda reply: has_path(reply, mine) or "leaf.txt" in ids(reply, "path"),
        "the tree of a directory has not its file",
    )
    reply.expect(not has_path(reply, other), "the tree of a directory has a file of another")


@check("agent.files.file-is-read")
def file_is_read_by_its_path(agent: Agent) -> None:
    """The content of a file is answered."""
    line = agent.target.name("content")
    path = agent.file("read.txt", line)
    agent.target.eventually(
        lambda: agent.read(path),
        lambda reply: reply.ok and line in text_of(reply),
        "the content is not that of the file",
    )


@check("agent.files.search-finds-paths-by-name", own_condition=KNOWN_RECORDS)
def search_finds_paths_by_name_and_type(agent: Agent) -> None:
    """A search by name finds a file and the directory it is in; with a type, one of them alone."""
    name = agent.path("needle")
    path = agent.file(f"needle/{name}.txt")
    folder = path.rpartition("/")[0]
    name = name[1:]  # a part within it
    _search(agent, name, path)
    files = _search(agent, name, path, type="file")
    files.expect(not _finds(files, folder), "a search for files finds a directory")
    folders = _search(agent, name, folder, type="directory")
    folders.expect(not _finds(folders, path), "a search for directories finds a file")


@check("agent.files.grep-finds-contents", own_condition=KNOWN_RECORDS)
def grep_finds_contents_in_included_paths(agent: Agent) -> None:
    """A pattern finds the lines of two files, and with `include` only of one. Its letters mean themselves.

    The contract shows the syntax of neither: an `include` that finds no file is of another form.
    """
    line = f"{agent.target.prefix} in a line"
    text, code = agent.file("grep.txt", line), agent.file("grep.py", line)
    pattern = f"{agent.target.prefix} in a"
    agent.target.eventually(
        lambda: agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern}),
        lambda reply: has_path(reply, text) and has_path(reply, code),
        "a pattern does not find the lines of a file",
    )
    reply = agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern, "include": "*.txt"})
    if refused(reply) or not rows(reply):
        raise NotTried("the server takes an include of another form")
    reply.expect(has_path(reply, text), "a pattern does not find what is included")
    reply.expect(not has_path(reply, code), "a pattern finds what is not included")


@check("agent.files.pattern-is-valid-and-quick", own_condition=REFUSAL)
def invalid_pattern_is_refused(agent: Agent) -> None:
    """A text that is not a regular expression is refused. A slow one is not sent: the server may be slow indeed."""
    agent.user.call("fs.grep", query=agent.somewhere, json={"pattern": "("}).is_refused()


def _search(agent: Agent, text: str, path: str, **more: str) -> Reply:
    """Search for a text in names until this path is found."""
    return agent.target.eventually(
        lambda: agent.user.call("fs.search", query=agent.here, json={"query": text, **more}),
        lambda reply: _finds(reply, path),
        f"a search by name does not find a {more.get('type', 'path')}",
    )


def _finds(reply: Reply, path: str) -> bool:
    """Whether a list of entries has a path; the path of a directory may end with a slash."""
    return has_path(reply, path) or has_path(reply, f"{path}/")


@check("agent.vcs.status-lists-changed-files")
def status_has_a_new_file(agent: Agent) -> None:
    """A file that was added is among the changed files, and not among them before; a committed one never is."""
    _require_version_control(agent)
    before = agent.user.call("vcs.status", query=agent.here)
    before.expect(not has_path(before, agent.path("status.txt"), "file"), "a file that is not there has changed")
    path = agent.file("status.txt")
    agent.target.eventually(
        lambda: agent.user.call("vcs.status", query=agent.here),
        lambda reply: has_path(reply, path, "file"),
        "a new file is not among the changed files",
    )
    if committed := agent.target.options.get("committed"):
        after = agent.user.call("vcs.status", query=agent.here)
        after.expect(not has_path(after, committed, "file"), "a committed file is among the changed files")


@check("agent.vcs.diff-is-json-or-a-patch", own_condition=KNOWN_NUMBER)
def diff_has_two_formats(agent: Agent) -> None:
    """A new file is in the diff as JSON and as a patch; another format is refused."""
    _require_version_control(agent)
    line = agent.target.name("line of a diff")
    path = agent.file("diff.txt", line)
    _diff_with(agent, path)
    patch = agent.user.call("vcs.diff", query={**agent.here, "format": "patch"}).succeeds()
    lines = _text_of(patch).splitlines()
    named = any(text.startswith("+++ ") and text.endswith(path) for text in lines)
    patch.expect(named, "a new file is not in the diff as a patch")
    patch.expect(f"+{line}" in lines, "the line of a new file is not in the patch")
    agent.user.call("vcs.diff", query={**agent.here, "format": "yaml"}).is_refused()


@check("agent.vcs.mode-is-worktree-or-default")
def diff_has_two_modes(agent: Agent) -> None:
    """Both words are taken, and another one is refused."""
    _require_version_control(agent)
    for mode in ("worktree", "default"):
        agent.user.call("vcs.diff", query={**agent.here, "mode": mode}).succeeds()
    agent.user.call("vcs.diff", query={**agent.here, "mode": "sideways"}).is_refused()


@check("agent.vcs.diff-compares-by-mode")
def diff_compares_by_mode(agent: Agent) -> None:
    """A new file is in the diff of both modes; a file that the branch has committed, in the diff with `default`.

    A check cannot commit: without such a file, the rule is not tried unless the diffs of the modes differ.
    """
    _require_version_control(agent)
    path, committed = agent.file("mode.txt"), agent.target.options.get("committed")
    worktree, default = (_diff_with(agent, path, mode=mode) for mode in ("worktree", "default"))
    if committed is not None:
        worktree.expect(not has_path(worktree, committed, "file"), "the diff of the worktree has a committed file")
        default.expect(has_path(default, committed, "file"), "the diff with the default branch lacks its file")
    elif data(worktree) == data(default):
        raise NotTried("the diffs of both modes are the same: needs --committed, a file of the branch alone")


@check("agent.vcs.patch-is-applied")
def patch_changes_a_file(agent: Agent) -> None:
    """A patch adds a file, and another one replaces its line; a patch of two files changes both."""
    path, second = agent.path("patched.txt"), agent.path("second.txt")
    agent.will_remove_file(path, "Before.", "After.", "At last.")
    agent.will_remove_file(second, "One line.")
    for patch, line in ((added(path, "Before."), "Before."), (replaced(path, "Before.", "After."), "After.")):
        agent.patch(patch).succeeds()
        _has_line(agent, path, line)
    agent.patch(replaced(path, "After.", "At last.") + added(second, "One line.")).succeeds()
    _has_line(agent, path, "At last.")
    _has_line(agent, second, "One line.")


@check("agent.vcs.patch-is-well-formed", own_condition=REFUSAL)
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


def _text_of(patch: Reply) -> str:
    """The text of a patch, which may be a text within JSON: the contract shows no form of an answer."""
    if patch.media_type != JSON:
        return patch.body.decode("utf-8", "replace")
    value = data(patch)
    fields: Json = cast(Json, value) if isinstance(value, dict) else {"text": value}
    texts: list[object] = [*fields.values()]
    return "".join(text for text in texts if isinstance(text, str))


def _diff_with(agent: Agent, path: str, **query: str) -> Reply:
    """The diff as JSON, once it has a file."""
    return agent.target.eventually(
        lambda: agent.user.call("vcs.diff", query={**agent.here, "format": "json", **query}),
        lambda reply: has_path(reply, path, "file"),
        f"a new file is not in the diff {query.get('mode', 'as JSON')}",
    )


def _has_line(agent: Agent, path: str, line: str) -> None:
    """A file has a line, as a read or a search of its contents shows: each has a rule of its own."""

    def has_line(reply: Reply) -> bool:
        return (reply.ok and line in text_of(reply)) or agent.has_line(path, line)

    agent.target.eventually(lambda: agent.read(path), has_line, "the patch is not applied")


def _require_version_control(agent: Agent) -> None:
    """Raise `NotTried` unless the directory is under version control."""
    if not data(agent.user.call("vcs.get", query=agent.here)).get("branch"):
        raise NotTried("the directory is not under version control")
