"""Volume files on disk."""

from pathlib import Path

import pytest

from tests.sdk.bus.volume.files import Packer, packed


@pytest.fixture
def pack(tmp_path: Path) -> Packer:
    """Write a volume file that contains one CSV."""

    def write(*text: str | bytes, **options: object) -> Path:
        path = tmp_path / "volume.zip"
        path.write_bytes(packed(*text, **options))  # type: ignore[arg-type]
        return path

    return write
