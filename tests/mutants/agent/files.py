"""Mutants of files."""

from typing import Any

from trivet_checks.mutants.changes import change_answer, change_body
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub


@mutant("agent.files.tree-lists-a-directory", shown_by="missed: another client may have removed the files")
def tree_is_empty(stub: AgentStub) -> None:
    """Every tree is without entries."""
    change_answer(stub, "fs.tree", lambda answer: {**answer, "data": []})


@mutant("agent.files.file-is-read", shown_by="missed: another client may have emptied the file")
def file_is_empty(stub: AgentStub) -> None:
    """Every file is answered without its content."""

    def change(answer: dict[str, Any]) -> object:
        return {**answer, "data": {**answer["data"], "content": ""}}

    change_answer(stub, "fs.file", change)


@mutant("agent.files.search-finds-paths-by-name", shown_by="one")
def type_of_a_search_is_ignored(stub: AgentStub) -> None:
    """A search finds files and directories, whatever type it names."""
    change_body(stub, "fs.search", lambda body: {name: body[name] for name in body if name != "type"})


@mutant("agent.files.search-finds-paths-by-name", shown_by="missed: another client may have removed the file")
def search_finds_nothing(stub: AgentStub) -> None:
    """A search finds no path."""
    change_answer(stub, "fs.search", lambda answer: {**answer, "data": []})


@mutant("agent.files.grep-finds-contents", shown_by="one")
def include_is_ignored(stub: AgentStub) -> None:
    """A pattern is looked for in all files."""
    change_body(stub, "fs.grep", lambda body: {name: body[name] for name in body if name != "include"})


@mutant("agent.files.pattern-is-valid-and-quick", shown_by="one")
def invalid_pattern_is_taken(stub: AgentStub) -> None:
    """A malformed pattern is searched as a text."""
    change_body(stub, "fs.grep", lambda body: {**body, "pattern": body["pattern"].replace("(", "x")})
