"""Files of a runtime context. A check adds its own by a patch, and removes them again."""

from trivet_stubs.checks.agent.answers import data, field, ids
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
        lambda reply: _has(reply, mine, "leaf.txt"),
        "the tree of a directory has not its file",
    )
    reply.expect(not _has(reply, other), "the tree of a directory has a file of another")


@check("agent.files.file-is-read")
def file_is_read_by_its_path(agent: Agent) -> None:
    """The content of a file is answered."""
    line = agent.target.name("content")
    path = agent.file("read.txt", line)
    agent.target.eventually(
        lambda: agent.read(path),
        lambda reply: line in field(data(reply), "content"),
        "the content is not that of the file",
    )


@check("agent.files.search-finds-paths-by-name")
def search_finds_paths_by_name_and_type(agent: Agent) -> None:
    """A search by name finds a file and the directory it is in; with a type, one of them alone."""
    path = agent.file("search/needle.txt")
    folder = path.rpartition("/")[0]
    _search(agent, folder, path)
    files = _search(agent, folder, path, type="file")
    files.expect(not _has(files, folder, f"{folder}/"), "a search for files finds a directory")
    folders = _search(agent, folder, folder, type="directory")
    folders.expect(not _has(folders, path), "a search for directories finds a file")


@check("agent.files.grep-finds-contents")
def grep_finds_contents_in_included_paths(agent: Agent) -> None:
    """A pattern finds the lines of two files, and with `include` that of one."""
    line = f"{agent.target.prefix} in a line"
    text, code = agent.file("grep.txt", line), agent.file("grep.py", line)
    pattern = f"{agent.target.prefix}.in"
    agent.target.eventually(
        lambda: agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern}),
        lambda reply: {text, code} <= set(ids(reply, "path")),
        "a pattern does not find the lines of a file",
    )
    reply = agent.user.call("fs.grep", query=agent.here, json={"pattern": pattern, "include": "*.txt"})
    found = ids(reply, "path")
    reply.expect(text in found, "a pattern does not find what is included")
    reply.expect(code not in found, "a pattern finds what is not included")


@check("agent.files.pattern-is-valid-and-quick")
def invalid_pattern_is_refused(agent: Agent) -> None:
    """A text that is no regular expression is refused. A slow one is not sent: the server may be slow indeed."""
    agent.user.call("fs.grep", query=agent.somewhere, json={"pattern": "("}).is_refused()


def _search(agent: Agent, text: str, wanted: str, **more: str) -> Reply:
    """Search for a text in names until this path is found."""
    return agent.target.eventually(
        lambda: agent.user.call("fs.search", query=agent.here, json={"query": text, **more}),
        lambda reply: _has(reply, wanted, f"{wanted}/"),
        f"a search by name does not find a {more.get('type', 'path')}",
    )


def _has(reply: Reply, *paths: str) -> bool:
    """Whether a list of entries has one of these paths."""
    return any(path in paths for path in ids(reply, "path"))
