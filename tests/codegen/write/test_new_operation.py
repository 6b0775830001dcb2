"""The parts of a new operation, and the operations that are refused."""

import difflib
import subprocess
from pathlib import Path

import pytest

from codegen.read.faults import DocumentError
from codegen.write import new_operation as module
from codegen.write.new_operation import NewOperation, new_operation

from ..conftest import ROOT

ROUTE = "POST /conversations/{conversation_id}/unarchive"
UNARCHIVE = ("chat", "conversations.unarchive", ROUTE)


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the tree for a clean one, so that the tests pass while a developer changes it."""

    def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(module, "refuse_changed", nothing)


def added_lines(added: NewOperation, path: str) -> list[str]:
    """Return the lines of a file that are new; all others are there, in their order, but for those of imports."""
    before, after = (ROOT / path).read_text("utf-8").splitlines(), added.texts[Path(path)].splitlines()
    changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    lost = [line for line in changes if line[0] == "-"]
    assert [line for line in lost if not line.startswith("- from ")] == []
    return [line[2:] for line in changes if line[0] == "+"]


@pytest.mark.parametrize(
    ("service", "operation", "route", "message"),
    [
        ("toy", "toys.list", "GET /toys", "there is no service 'toy', but agent, bus, chat"),
        ("../chat", "toys.list", "GET /toys", "there is no service '../chat', but agent, bus, chat"),
        ("chat", "conversations.get", ROUTE, "spec/chat.yaml has the operation conversations.get already"),
        ("chat", "unarchive", ROUTE, "'unarchive' is not an operationId, such as stops.list"),
        (
            "chat",
            "conversations.unArchive",
            ROUTE,
            "'conversations.unArchive' is not an operationId, such as stops.list",
        ),
        ("chat", "conversations.import", ROUTE, "'import' is not a name that Python can use"),
        *(
            ("bus", "toys.list", route, f"{route!r} is not a method and a path, such as 'GET /stops/{{stop_id}}'")
            for route in ("/toys", "GET toys", "get /toys", "FETCH /toys", "GET /toys?a=b", "GET /toys/{}", "GET /a b")
        ),
        ("bus", "toys.get", "GET /toys/{id}/{id}", "/toys/{id}/{id}: id is there twice"),
        ("bus", "stops.all", "GET /BusStops", "GET /BusStops is stops.list already"),
        (
            "chat",
            "conversations.read",
            "GET /conversations/{id}",
            "GET /conversations/{conversation_id} is conversations.get already",
        ),
    ],
)
def test_operation_that_a_service_cannot_have_is_refused(service: str, operation: str, route: str, message: str):
    with pytest.raises(DocumentError) as caught:
        new_operation(ROOT, service, operation, route)
    assert caught.value.faults == (message,)


@pytest.mark.usefixtures("clean")
def test_parts_stand_beside_those_of_the_similar_operation():
    added = new_operation(ROOT, *UNARCHIVE)
    spec = added.texts[Path("spec/chat.yaml")]
    archive, new, messages = (spec.index(f"/conversations/{{conversation_id}}/{name}:\n") for name in NEIGHBOURS)
    assert archive < new < messages
    block = [
        "  /conversations/{conversation_id}/unarchive:",
        "    post:",
        "      operationId: conversations.unarchive",
        "      x-assumed: The contract does not have this operation.",
        "      tags: [conversations]",
        "      summary: Unarchive conversations.",
        "      parameters:",
        '        - $ref: "#/components/parameters/ConversationId"',
        "      responses:",
        '        "204": { description: The answer has no body. }',
        '        "401": { $ref: "#/components/responses/Unauthorized" }',
        '        "422": { $ref: "#/components/responses/Invalid" }',
    ]
    assert "\n".join(block) + "\n  /conversations/{conversation_id}/messages:\n" in spec
    places = [place.partition(":")[0] for place in added.places]
    assert places == [path.as_posix() for path in added.texts]
    assert places == [
        "spec/chat.yaml",
        "spec/rules/chat.yaml",
        "stubs/trivet_stubs/chat/handlers.py",
        "stubs/trivet_checks/checks/chat/conversations.py",
        "tests/mutants/chat/conversations.py",
        "tests/sdk/chat/_async/test_conversations_unarchive.py",
    ]
    for place in added.places:
        name, _, line = place.partition(":")
        assert "unarchive" in added.texts[Path(name)].splitlines()[int(line) - 1]


NEIGHBOURS = ("archive", "unarchive", "messages")


@pytest.mark.long
@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize(
    ("service", "operation", "route"),
    [
        ("agent", "agent.get", "GET /api/agent/{agentID}"),
        ("agent", "event.last", "GET /api/event/last"),
        ("agent", "session.message.pin", "PUT /api/session/{sessionID}/message/{messageID}/pin"),
        ("bus", "stops.get", "DELETE /BusStops"),
        ("bus", "depots.nearest_open", "GET /Depots/{depot}/nearest/{size}"),
        ("chat", "admin.users.create", "POST /admin/users"),
        ("chat", "folders.list", "GET /folders"),
    ],
)
def test_comments_and_form_of_all_files_stay(service: str, operation: str, route: str):
    added = new_operation(ROOT, service, operation, route)
    assert len(added.texts) == 6
    for path in added.texts:
        if (ROOT / path).exists():
            lines = added_lines(added, path.as_posix())
            assert 4 < len(lines) < 30
            assert [line for line in lines if len(line) > 120] == []


def test_changed_file_and_a_folder_without_git_are_refused(tmp_path: Path):
    for path in ("spec/chat.yaml", "spec/rules/chat.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((ROOT / path).read_bytes())
    paths = [Path("spec/chat.yaml"), Path("spec/rules/chat.yaml"), Path("tests/test_new.py")]
    with pytest.raises(DocumentError, match="git cannot tell which files have changed: fatal: not a git repository"):
        module.refuse_changed(tmp_path, paths)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=trivet", "-c", "user.email=trivet@example.com"]
    for words in (["init", "--quiet"], ["add", "spec/chat.yaml"], ["commit", "--quiet", "--message", "One"]):
        subprocess.run([*git, *words], check=True)
    with (tmp_path / "spec" / "chat.yaml").open("a", encoding="utf-8") as file:
        file.write("# More.\n")
    with pytest.raises(DocumentError) as caught:
        module.refuse_changed(tmp_path, paths)
    assert caught.value.faults == (
        "spec/chat.yaml has changes that are not committed",
        "spec/rules/chat.yaml has changes that are not committed",
    )
