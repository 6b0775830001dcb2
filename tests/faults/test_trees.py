"""The copies of the project in which faults are planted."""

from pathlib import Path

import pytest

from codegen.unasync import async_tests, sync_path
from tests.faults.trees import ROOT, copy_project


@pytest.mark.long
def test_copy_has_the_tests_that_git_does_not_know(tmp_path: Path) -> None:
    copy_project(tmp_path)
    derived = [sync_path(path) for path in async_tests(ROOT)]
    assert len(derived) > 100
    assert [path.as_posix() for path in derived if not (tmp_path / path).is_file()] == []
