"""Saved exports: a file gets its final name only when it is complete."""

import json
import os

import pytest

from tests.wrong_rows import wrong_rows
from trivet import APIConnectionError, AuthenticationError, DecodeError, PermissionDeniedError, StreamError, TrivetError

CONVERSATIONS = "admin.conversations.export"
RATINGS = "admin.ratings.export"
EXPORTS = {
    "conversations": (CONVERSATIONS, {}, "conversations_export.json"),
    "json": (RATINGS, {"format": "json"}, "ratings_export_20250616_000000.json"),
    "csv": (RATINGS, {"format": "csv"}, "ratings_export_20250616_000000.csv"),
}


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(params=EXPORTS)
def export(request, call):
    """A function that returns an export, with its operation and the service's file name."""
    path, arguments, name = EXPORTS[request.param]
    return (lambda chat, **more: call(chat, path, **arguments, **more)), path, name


@pytest.mark.parametrize("place", ["process", "port"])
async def test_save_uses_given_name(stub, async_connect, export, tmp_path):
    make, _, _ = export
    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path / "mine.txt")
        count = len([row async for row in make(chat)])
    assert saved.path == tmp_path / "mine.txt"
    assert names(tmp_path) == ["mine.txt"]
    assert (saved.count, saved.head.status) == (count, 200)
    assert count >= 5
    assert repr(saved) == f"Saved({str(saved.path)!r}, count={count})"


@pytest.mark.parametrize("place", ["process", "port"])
async def test_save_to_folder_uses_service_file_name(async_connect, export, tmp_path):
    make, _, name = export
    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path)
        before = saved.path.read_bytes()
        with pytest.raises(FileExistsError, match=name):  # the caller did not name this file, so it is kept
            await make(chat, timeout=1).save(str(tmp_path))
    assert saved.path == tmp_path / name
    assert names(tmp_path) == [name]
    assert saved.path.read_bytes() == before


async def test_save_to_folder_replaces_file_with_overwrite(async_connect, export, tmp_path):
    make, _, name = export
    (tmp_path / name).write_bytes(b"the one of yesterday")
    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path, overwrite=True)
    assert saved.path.stat().st_size > 100
    assert names(tmp_path) == [name]


async def test_broken_export_keeps_partial_file_of_another_program(stub, async_connect, export, tmp_path):
    make, operation, name = export
    own = tmp_path / f"{name}.part"
    own.write_bytes(b"a browser's download")
    stub.faults.add(operation, cut_after=900)
    async with async_connect() as chat:
        with pytest.raises(StreamError):
            await make(chat).save(tmp_path)
        assert own.read_bytes() == b"a browser's download"
        await make(chat).save(tmp_path)
    assert own.read_bytes() == b"a browser's download"
    assert names(tmp_path) == [name, own.name]


async def test_save_without_path_uses_current_folder(async_connect, export, tmp_path, monkeypatch):
    make, _, name = export
    monkeypatch.chdir(tmp_path)
    async with async_connect() as chat:
        saved = await make(chat).save()
    assert saved.path.resolve() == (tmp_path / name).resolve()
    assert names(tmp_path) == [name]


async def test_saved_file_equals_sent_body(async_connect, tmp_path):
    async with async_connect() as chat:
        conversations = await chat.admin.conversations.export().save(tmp_path)
        ratings = await chat.admin.ratings.export().save(tmp_path)
        rows = await chat.admin.ratings.export(format="csv").save(tmp_path)
        listed = await chat.admin.ratings.list().all()
    document = json.loads(conversations.path.read_bytes())
    assert (list(document), document["total"]) == (["conversations", "total"], len(document["conversations"]))
    document = json.loads(ratings.path.read_bytes())
    assert list(document) == ["ratings", "total", "exported_at"]
    assert [rating["id"] for rating in document["ratings"]] == [rating.id for rating in listed]
    assert (document["total"], ratings.count) == (5, 5)
    text = rows.path.read_bytes()
    assert text.startswith(b"ID,Message ID,")
    assert text.endswith(b"\r\n")
    assert b",\"'=HYPERLINK(" in text


async def test_progress_counts_all_bytes(stub, async_connect, export, tmp_path):
    make, operation, _ = export
    seen = []
    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path, progress=lambda done, size: seen.append((done, size)))
        size = saved.path.stat().st_size
        assert [done for done, _ in seen] == sorted({done for done, _ in seen})
        assert seen[-1][0] == size
        assert {of for _, of in seen} == {None}, "a streamed document has no known size"
        body = saved.path.read_bytes()
        seen.clear()
        content_type = saved.head.headers["content-type"]
        stub.faults.add(operation, body=body, content_type=content_type)
        await make(chat).save(saved.path, progress=lambda done, size: seen.append((done, size)))
    assert seen[-1] == (size, size)
    assert {of for _, of in seen} == {size}


@pytest.mark.parametrize("seed", ["empty"])
async def test_empty_export_is_saved(async_connect, export, tmp_path):
    make, _, name = export
    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path)
    assert saved.count == 0
    assert names(tmp_path) == [name]
    assert saved.path.stat().st_size > 0


@pytest.mark.parametrize("more", [1, 1000, -1])
async def test_document_of_wrong_length_raises(stub, async_connect, export, tmp_path, more):
    make, operation, name = export
    async with async_connect() as chat:
        size = (await make(chat).save(tmp_path / "whole")).path.stat().st_size
        stub.faults.add(operation, headers={"content-length": str(size + more)})
        with pytest.raises(StreamError, match=rf"not whole: it ended after {size} of {size + more} bytes"):
            await make(chat).save(tmp_path)
    assert names(tmp_path) == [f"{name}.trivet-part", "whole"]


HOSTILE = [
    'inline; filename="x"',
    "attachment; filename*=nonsense",
    'attachment; filename="conftest.py"',
    'attachment; filename="x.json.exe"',
    "a; filename*=idna''a..b",
    "a; filename*0*=a; filename*=b",
    "attachment",
    "",
    'attachment; filename=""',
    'attachment; filename="."',
    'attachment; filename=".."',
    'attachment; filename="../../x"',
    'attachment; filename="../x.json"',
    'attachment; filename="a/b.json"',
    'attachment; filename="/tmp/x.json"',
    'attachment; filename="/etc/passwd"',
    'attachment; filename="C:\\\\x.json"',
    'attachment; filename="C:x.json"',
    'attachment; filename="..\\\\x.json"',
    'attachment; filename="\\\\\\\\host\\\\share\\\\x.json"',
    'attachment; filename="con.json"',
    'attachment; filename="NUL"',
    'attachment; filename="COM1.json"',
    'attachment; filename="lpt9"',
    'attachment; filename=".bashrc"',
    'attachment; filename="-rf"',
    'attachment; filename="~/x.json"',
    'attachment; filename="x.json."',
    'attachment; filename="x\x01.json"',
    'attachment; filename="x.json:stream"',
    'attachment; filename="x*.json"',
    'attachment; filename="' + "x" * 300 + '.json"',
    "attachment; filename*=UTF-8''..%2F..%2Fx.json",
    "attachment; filename*=UTF-8''%2Fetc%2Fpasswd",
    "attachment; filename*=UTF-8''x%00.json",
    "attachment; filename*=UTF-8''x%0A.json",
    "attachment; filename*=UTF-8''%E2%80%AEnosj.exe",
    "attachment; filename*=no-charset''x.json/",
    "attachment; filename*0=../; filename*1=x.json",
    "attachment; filename=../x.json",
    "filename",
    ";;;",
    '"',
]


async def test_service_file_name_cannot_leave_folder(stub, async_connect, tmp_path):
    async with async_connect() as chat:
        with wrong_rows() as row:
            for number, disposition in enumerate(HOSTILE):
                outer = tmp_path / f"{number}"
                folder = outer / "inner" / "folder"
                folder.mkdir(parents=True)
                stub.faults.clear()
                stub.faults.add(RATINGS, headers={"content-disposition": disposition})
                with row(repr(disposition)):
                    saved = await chat.admin.ratings.export().save(folder)
                    assert saved.path == folder / "ratings_export.json"
                    assert names(folder) == ["ratings_export.json"]
                    assert names(outer / "inner") == ["folder"]
                    assert names(outer) == ["inner"]
    assert names(tmp_path) == sorted(f"{number}" for number in range(len(HOSTILE)))


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="ratings.json"', "ratings.json"),
        ("attachment; filename=ratings.json", "ratings.json"),
        ('ATTACHMENT; FILENAME="a b (1)_2-3.json"', "a b (1)_2-3.json"),
        ("attachment; filename*=UTF-8''ratings%20of%20june.json", "ratings of june.json"),
        ('attachment; filename="x.json "', "x.json"),
    ],
)
async def test_portable_service_file_name_is_used(stub, async_connect, tmp_path, disposition, name):
    stub.faults.add(RATINGS, headers={"content-disposition": disposition})
    async with async_connect() as chat:
        saved = await chat.admin.ratings.export().save(tmp_path)
    assert saved.path == tmp_path / name
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("place", ["process", "port"])
@pytest.mark.parametrize("cut_after", [0, 1, 1000])
async def test_cut_connection_leaves_only_part_file(stub, async_connect, export, tmp_path, cut_after):
    make, operation, name = export
    stub.faults.add(operation, cut_after=cut_after)
    async with async_connect() as chat:
        with pytest.raises(
            StreamError, match=r"after \d records \(chat\.test:80, |after \d records \(127\.0\.0\.1:"
        ) as caught:
            await make(chat).save(tmp_path)
        assert caught.value.operation == operation
        held = f"; {tmp_path / name}.trivet-part holds the {cut_after:,} bytes that arrived"
        assert str(caught.value).endswith(held)
        assert names(tmp_path) == [f"{name}.trivet-part"]
        assert (tmp_path / f"{name}.trivet-part").stat().st_size == cut_after
        saved = await make(chat).save(tmp_path)
    assert names(tmp_path) == [name]
    assert saved.path.stat().st_size > cut_after


async def test_existing_file_is_kept_until_new_one_is_complete(stub, async_connect, export, tmp_path):
    make, operation, name = export
    path = tmp_path / name
    path.write_bytes(b"the one of yesterday")
    async with async_connect() as chat:
        for fault in (
            {"cut_after": 900},
            {"status": 500, "body": "no"},
            {"body": "<html>", "content_type": "text/html"},
        ):
            stub.faults.add(operation, **fault)
            with pytest.raises(TrivetError):
                await make(chat).save(path)
            assert path.read_bytes() == b"the one of yesterday"
        saved = await make(chat).save(path)
    assert saved.path.read_bytes() != b"the one of yesterday"
    assert names(tmp_path) == [name]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"ratings": [], "total": 1}, StreamError),
        ({"ratings": [7], "total": 1}, DecodeError),
        ({"ratings": []}, DecodeError),
        ({}, DecodeError),
        (b'{"ratings": [], "total": 0', StreamError),
        (b"not JSON", DecodeError),
        (b"", StreamError),
    ],
)
async def test_incomplete_or_unexpected_document_gets_no_final_name(stub, async_connect, tmp_path, body, kind):
    stub.faults.add(RATINGS, body=body, content_type="application/json")
    async with async_connect() as chat:
        with pytest.raises(kind):
            await chat.admin.ratings.export().save(tmp_path / "r.json")
    assert names(tmp_path) == ["r.json.trivet-part"]


async def test_csv_with_incomplete_row_gets_no_final_name(stub, async_connect, tmp_path):
    async with async_connect() as chat:
        saved = await chat.admin.ratings.export(format="csv").save(tmp_path / "whole.csv")
        whole = saved.path.read_bytes()
        for torn in (whole[:-1], whole[:-3], whole[:200]):
            stub.faults.add(RATINGS, body=torn, content_type="text/csv")
            with pytest.raises(StreamError, match="in the middle"):
                await chat.admin.ratings.export(format="csv").save(tmp_path / "torn.csv")
            assert names(tmp_path) == ["torn.csv.trivet-part", "whole.csv"]
            assert (tmp_path / "torn.csv.trivet-part").read_bytes() == torn


async def test_error_after_which_nothing_is_left_names_no_file(stub, async_connect, export, tmp_path):
    make, operation, name = export
    stub.faults.add(operation, cut_after=900)
    (tmp_path / f"{name}.trivet-part").mkdir()
    async with async_connect() as chat:
        with pytest.raises(StreamError) as caught:
            await make(chat).save(tmp_path)
    assert caught.value.hint == ""


async def test_refused_save_leaves_no_file(stub, async_connect, export, tmp_path):
    make, operation, _ = export
    async with async_connect("alice") as chat:
        with pytest.raises(PermissionDeniedError) as caught:
            await make(chat).save(tmp_path)
        assert caught.value.operation == operation
    async with async_connect(token="forged") as chat:
        with pytest.raises(AuthenticationError):
            await make(chat).save(tmp_path)
    async with async_connect(max_retries=0) as chat:
        stub.faults.add(operation, body="<html>", content_type="text/html")
        with pytest.raises(DecodeError):
            await make(chat).save(tmp_path)
        stub.faults.add(operation, drop=True)
        with pytest.raises(APIConnectionError):
            await make(chat).save(tmp_path)
    assert names(tmp_path) == []


async def test_missing_folder_or_file_as_folder_raises_os_error(async_connect, export, tmp_path, async_counted):
    make, _, _ = export
    (tmp_path / "file").write_bytes(b"")
    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(FileNotFoundError):
            await make(chat).save(tmp_path / "nowhere" / "x")
        with pytest.raises(NotADirectoryError):
            await make(chat).save(tmp_path / "file" / "x")
        assert async_counted.open == 0
    assert names(tmp_path) == ["file"]


async def test_unwritable_path_raises_os_error(async_connect, export, tmp_path, async_counted):
    make, _, _ = export
    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(OSError, match="xxx"):
            await make(chat).save(tmp_path / ("x" * 300))
        assert async_counted.open == 0
    assert names(tmp_path) == []


async def test_concurrent_saves_to_one_path_do_not_mix(async_connect, export, tmp_path):
    make, _, _ = export
    path = tmp_path / "x"
    inner = []

    async def first(done, size):
        if not inner:
            inner.append(done)
            inner.append(await make(other).save(path))

    async with async_connect() as chat, async_connect() as other:
        whole = (await make(chat).save(tmp_path / "whole")).path.read_bytes()
        await make(chat).save(path, progress=first)
    assert path.read_bytes() == whole
    assert inner[1].count >= 5
    assert names(tmp_path) == ["whole", "x"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
async def test_unwritable_folder_raises_os_error(async_connect, export, tmp_path):
    make, _, _ = export
    tmp_path.chmod(0o500)
    async with async_connect() as chat:
        with pytest.raises(PermissionError):
            await make(chat).save(tmp_path)
    tmp_path.chmod(0o700)
    assert names(tmp_path) == []


async def test_full_disk_raises_os_error_and_leaves_no_file(async_connect, export, tmp_path, async_counted, full_disk):
    make, _, name = export
    async with async_connect(transport=async_counted) as chat:
        with full_disk(500), pytest.raises(OSError, match="File too large") as caught:
            await make(chat).save(tmp_path)
        assert caught.value.filename == f"{tmp_path / name}.trivet-part"
        assert caught.value.filename in str(caught.value)
        assert async_counted.open == 0
        assert names(tmp_path) == [f"{name}.trivet-part"]
        assert (tmp_path / f"{name}.trivet-part").stat().st_size == 500
        await make(chat).save(tmp_path)
    assert names(tmp_path) == [name]


async def test_failing_progress_ends_save_and_releases_connection(
    async_connect, export, tmp_path, async_counted, async_settle
):
    def full(done, size):
        raise OSError(28, "No space left on device")

    make, _, name = export
    async with async_connect(transport=async_counted) as chat:
        with pytest.raises(OSError, match="No space left"):
            await make(chat).save(tmp_path, progress=full)
        await async_settle()
        assert async_counted.open == 0
        assert names(tmp_path) == [f"{name}.trivet-part"]
        await make(chat).save(tmp_path)
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("place", ["process", "port"])
async def test_save_waits_for_slow_first_byte(stub, async_connect, export, tmp_path, place):
    make, operation, name = export
    timeout, delay = (0.05, 0.1) if place == "process" else (0.2, 0.3)
    stub.faults.add(operation, delay=delay)
    async with async_connect(timeout=timeout) as chat:
        await make(chat).save(tmp_path)
    assert names(tmp_path) == [name]
    assert stub.requests.count(operation) == 1


async def test_file_that_a_killed_program_left_is_removed_by_the_next_save(async_connect, export, tmp_path):
    make, _, name = export
    others = [f"{name}.0123abc.trivet-part", f"{name}.0123abcx.trivet-part", f"a{name}.0123abcd.trivet-part"]
    for other in (*others, f"{name}.0123abcd.trivet-part", f"{name}.89abcdef.trivet-part"):
        (tmp_path / other).write_bytes(b"left")
    async with async_connect() as chat:
        await make(chat).save(tmp_path / name)
    assert names(tmp_path) == sorted([*others, name])


async def test_save_that_overtakes_another_one_to_the_same_file_removes_nothing_of_it(async_connect, export, tmp_path):
    make, _, name = export
    sizes = []

    async def overtake(done, size):
        if not sizes:
            sizes.append(done)
            saved = await make(chat).save(tmp_path / name)
            sizes.append(saved.path.stat().st_size)

    async with async_connect() as chat:
        saved = await make(chat).save(tmp_path / name, progress=overtake)
    assert saved.path.stat().st_size == sizes[1]
    assert names(tmp_path) == [name]
