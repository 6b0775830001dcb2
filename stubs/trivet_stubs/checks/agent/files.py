"""Files of a runtime context. A check adds its own by a patch, and removes them again."""

from trivet_stubs.checks.agent.answers import data, field, has_path, ids
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check
from trivet_stubs.checks.reply import Reply


@check("agent.files.tree-lists-a-directory")
def tree_lists_one_directory(agent: Agent) -> None:
    """The tree of a directory has its file, and not that of another directory."""
    mine, other = agent.file("tree/leaf.txt"), agent.file("other/leaf.txt")
    folder = mine.rpartition("/")[0]
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
        lambda reply: reply.ok and line in field(data(reply), "content"),
        "the content is not that of the file",
    )


@check("agent.files.search-finds-paths-by-name")
def search_finds_paths_by_name_and_type(agent: Agent) -> None:
    """A search by name finds a file and the directory it is in; with a type, one of them alone."""
    path = agent.file("search/needle.txt")
    folder = path.rpartition("/")[0]
    _search(agent, folder, path)
    files = _search(agent, folder, path, type="file")
    files.expect(not _finds(files, folder), "a search for files finds a directory")
    folders = _search(agent, folder, folder, type="directory")
    folders.expect(not _finds(folders, path), "a search for directories finds a file")


@check("agent.files.grep-finds-contents")
def grep_finds_contents_in_included_paths(agent: Agent) -> None:
    """A pattern finds the lines of two files, and with `include` that of one."""
    line = f"{agent.target.prefix} in a line"
    text, code = agent.file("grep.txt", line), agent.file("grep.py", line)
    pattern = f"{agent.target.prefix}.in"
    agent.target.eventually(
        lambda: agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern}),
        lambda reply: has_path(reply, text) and has_path(reply, code),
        "a pattern does not find the lines of a file",
    )
    reply = agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern, "include": "*.txt"})
    reply.expect(has_path(reply, text), "a pattern does not find what is included")
    reply.expect(not has_path(reply, code), "a pattern finds what is not included")


@check("agent.files.pattern-is-valid-and-quick")
def invalid_pattern_is_refused(agent: Agent) -> None:
    """A text that is no regular expression is refused. A slow one is not sent: the server may be slow indeed."""
    agent.user.call("fs.grep", query=agent.somewhere, json={"pattern": "("}).is_refused()


def _search(agent: Agent, text: str, wanted: str, **more: str) -> Reply:
    """Search for a text in names until this path is found."""
    return agent.target.eventually(
        lambda: agent.user.call("fs.search", query=agent.here, json={"query": text, **more}),
        lambda reply: _finds(reply, wanted),
        f"a search by name does not find a {more.get('type', 'path')}",
    )


def _finds(reply: Reply, path: str) -> bool:
    """Whether a list of entries has a path; that of a directory may end with a slash."""
    return has_path(reply, path) or has_path(reply, f"{path}/")
