"""The lock of a folder."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from trivet.cli.bus.snapshot.lock import locked
from trivet.cli.failures import UsageError


def test_second_run_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(UsageError, match="another run writes to this folder"), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_file_system_without_locks_lets_every_run_pass(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="POSIX alone has it")
    with (
        mock.patch.object(fcntl, "flock", side_effect=OSError(95, "not supported")),
        locked(tmp_path),
        locked(tmp_path),
    ):
        pass
