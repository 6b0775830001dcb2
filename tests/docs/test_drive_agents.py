"""The commands in the guide to agents write the outputs of the guide."""

import re
from pathlib import Path

import pytest

from tests.sdk.cli.agent.agents import client_of, run_agent
from tests.sdk.cli.console import Done
from trivet.agent import Prompt
from trivet_stubs import AgentStub
from trivet_stubs.agent import Text, Todos, Tool

PAGE = (Path(__file__).parents[2] / "docs" / "drive_agents.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.M | re.S)

READ = (Text("I look around."), Tool("read", {"filePath": "README.md"}), Text("Apples and pears."))
EDIT = Tool(
    "edit",
    {"filePath": "README.md"},
    asks="edit",
    resources=["README.md"],
    edits={"README.md": "# Orchard\n\nApples.\n"},
)
TODOS = Todos(["Check the links", {"content": "Edit", "status": "completed"}])
TEST = Tool("bash", {"command": "npm test"}, asks="bash")


def words(command: str) -> list[str]:
    """Return the arguments of a command on the page, without redirections and pipes."""
    command = re.split(r" 2>| \|", command.strip())[0]
    return [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)][2:]


def run(stub: AgentStub, number: int) -> Done:
    """Run a command on the page."""
    return run_agent(stub, *words(BLOCKS[number][0]))


def output_on_page(number: int) -> str:
    """Return the output of a command on the page."""
    return BLOCKS[number][1]


def test_page_shows_the_output_of_every_command() -> None:
    assert len(BLOCKS) == PAGE.count("```sh\n") == 7


def test_runs_of_the_page(agent_stub: AgentStub) -> None:
    agent_stub.script(*READ)
    done = run(agent_stub, 0)
    assert done.status == 0
    assert sorted((done.out + done.err).splitlines()) == sorted(output_on_page(0).splitlines())

    agent_stub.script(Text("Apples and pears."))
    assert run(agent_stub, 1).out.upper() == output_on_page(1)

    agent_stub.script(TODOS, EDIT, Text("Done."))
    done = run(agent_stub, 2)
    assert sorted((done.out + done.err).splitlines()) == sorted(output_on_page(2).splitlines())

    agent_stub.script(TEST)
    done = run(agent_stub, 3)
    assert sorted(f"{done.err}exit status {done.status}\n".splitlines()) == sorted(output_on_page(3).splitlines())

    agent_stub.script(Text("Apples."))
    assert run(agent_stub, 4).out == output_on_page(4)


@pytest.fixture
def two_directories(agent_stub: AgentStub) -> AgentStub:
    """Return a stub with a waiting session, and a session in another directory."""
    with client_of(agent_stub) as client:
        asking = client.at(directory="/home/dev/orchard").session.create(title="Prune the trees")
        client.at(directory="/home/dev/lighthouse").session.create(title="Paint it")
        agent_stub.script(TEST)
        client.session.prompt(asking.id, prompt=Prompt(text="Go."))
    return agent_stub


def test_state_and_list_of_the_page(two_directories: AgentStub) -> None:
    assert run(two_directories, 5).out == output_on_page(5)
    assert run(two_directories, 6).out.replace("\r\n", "\n") == output_on_page(6)
