"""An administrator at the command line, and a chat stub on a port."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.sdk.cli.console import Done, run_here, run_script
from trivet_stubs import ChatStub
from trivet_stubs.serving.port import Served

LEAVERS = """\
Name;E-Mail
Bob Brown;bob@example.com
Gone;gone@example.com
Nadia Nilsen;Nadia@Example.com
Carol Clark;carol@example.com
Erin;erin@example.com
"""


class Administrator:
    """Runs `trivet chat …` in a folder of its own.

    Attributes:
        stub: The service.
        env: The settings of the command.
        folder: The current folder.
    """

    def __init__(self, served: Served[ChatStub], folder: Path) -> None:
        self.stub = served.stub
        self.url = served.url
        self.folder = folder
        self.env: dict[str, str] = {
            "TRIVET_CHAT_BASE_URL": served.url,
            "TRIVET_CHAT_TOKEN": served.stub.admin_token,
            "XDG_STATE_HOME": str(folder / "state"),
        }

    def run(self, *arguments: object, stdin: str = "", env: Mapping[str, str] | None = None) -> Done:
        """Run a command in this process."""
        return run_here("chat", *map(str, arguments), env={**self.env, **(env or {})}, stdin=stdin)

    def script(self, *arguments: object, stdin: str = "") -> Done:
        """Run a command in a process of its own."""
        return run_script("chat", *map(str, arguments), env=self.env, stdin=stdin)

    def is_active(self, *names: str) -> list[bool]:
        """Return whether each of these users may sign in."""
        return [self.stub.records.users[self.stub.user_id(name)].is_active for name in names]

    def count(self, operation: str) -> int:
        """Return the number of requests of an operation."""
        return self.stub.requests.count(operation)

    def journals(self) -> list[Path]:
        """Return the journals in the folder."""
        return sorted(self.folder.glob("*.journal"))


@pytest.fixture
def ann(chat_server: Served[ChatStub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Administrator:
    """The administrator, with a CSV file of leavers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leavers.csv").write_text(LEAVERS, "utf-8")
    return Administrator(chat_server, tmp_path)
