"""The command that goes on with a job."""

from __future__ import annotations

from pathlib import Path

from trivet.cli.chat.accounts.way_on import command_line
from trivet.cli.options import Options


def test_command_line_can_be_pasted_and_keeps_where_it_goes() -> None:
    options = Options(profile="work", base_url="https://chat.test/api", token_file=Path("my token"), timeout=3)
    flags = [("--resume", Path("a b.journal")), ("--export", None), ("--verify", True), ("--yes", False)]
    assert command_line(options, "users", "delete", flags=flags) == (
        "trivet chat users delete --resume 'a b.journal' --verify --profile work --base-url https://chat.test/api "
        "--token-file 'my token'"
    )
