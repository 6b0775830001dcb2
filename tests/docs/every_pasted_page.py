"""Every page is pasted as its reader does; only `nox -s pasted` runs this file, because it takes minutes."""

from pathlib import Path

import pytest

from tests.docs.pasted import PASTED, Reader


@pytest.mark.parametrize("path", PASTED, ids=lambda path: path.stem)
def test_pasted_page_shows_the_outputs_of_its_blocks_and_changes_no_file(path: Path, tmp_path: Path) -> None:
    reader = Reader(path.read_text("utf-8"), tmp_path)
    assert reader.faults() == []
    assert reader.changed_files() == []
