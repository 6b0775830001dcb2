"""A file that is written whole or not at all."""

import pytest

from trivet._core.whole_file import write_whole


def test_file_is_replaced_by_the_whole_new_one(tmp_path):
    path = tmp_path / "x"
    for content in (b"old", b"new"):
        write_whole(path, lambda file, content=content: file.write(content))
        assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("x", content)]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_interrupted_write_keeps_the_old_file(tmp_path, error):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def broken(file):
        file.write(b"half")
        raise error

    with pytest.raises(error):
        write_whole(path, broken)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("x", b"old")]


def test_full_disk_and_missing_folder_name_the_file(tmp_path, full_disk):
    path = tmp_path / "x"
    with full_disk(10), pytest.raises(OSError, match="File too large") as caught:
        write_whole(path, lambda file: file.write(b"x" * 100_000))
    assert caught.value.filename == str(path)
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(tmp_path / "no" / "x", lambda file: file.write(b""))
    assert missing.value.filename == str(tmp_path / "no" / "x")
    assert [*tmp_path.iterdir()] == []
