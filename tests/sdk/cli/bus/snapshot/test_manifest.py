"""The lists of a snapshot, its manifest and its progress."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trivet import BusClient
from trivet.cli.bus.snapshot.manifest import LISTS, Manifest, Progress, columns_of
from trivet.cli.failures import UsageError
from trivet_stubs import BusStub

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def manifest() -> Manifest:
    files, records = {name: f"{name}.csv" for name in LISTS}, dict.fromkeys(LISTS, 7)
    return Manifest(format="csv", started_at=NOW, completed_at=NOW, raw=True, files=files, records=records)


def test_manifest_is_read_as_written(tmp_path: Path) -> None:
    assert Manifest.read(tmp_path) is None
    manifest().write(tmp_path)
    assert Manifest.read(tmp_path) == manifest()
    assert "stops.csv: 7 records" in (tmp_path / "SOURCE.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kind", "other"),
        ("version", 2),
        ("format", "xml"),
        ("completed_at", "soon"),
        ("started_at", "2025-06-16T00:00"),
        ("files", {}),
        ("records", {"stops": "many"}),
        ("volume", 3),
    ],
)
def test_manifest_that_does_not_fit_is_refused(tmp_path: Path, key: str, value: object) -> None:
    manifest().write(tmp_path)
    path = tmp_path / "snapshot.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(UsageError, match="not the manifest of a snapshot of version 1"):
        Manifest.read(tmp_path)


def test_files_of_a_manifest_stay_in_its_folder(tmp_path: Path) -> None:
    written = manifest()
    written.files["stops"] = "../../etc/passwd"
    written.write(tmp_path)
    assert (Manifest.read(tmp_path) or written).files["stops"] == "passwd"


def test_progress_is_read_as_written_and_damage_is_none(tmp_path: Path) -> None:
    progress = Progress(started_at=NOW, publishing="csv")
    progress.lists["stops"].records = 5
    progress.write(tmp_path)
    assert Progress.read(tmp_path) == progress
    for content in ("", "[]", "{}", '{"kind": "trivet.bus.snapshot.progress", "version": 1}'):
        (tmp_path / "snapshot.part.json").write_text(content)
        assert Progress.read(tmp_path) is None


def test_lists_are_all_paged_lists_of_the_service(bus_client: BusClient, bus_stub: BusStub) -> None:
    paged = {name.removesuffix(".list") for name in bus_stub.contract.operations if name.endswith(".list")}
    assert set(LISTS) == paged
    for saved in LISTS.values():
        pages = list(saved.pages(bus_client))
        assert all(isinstance(record, saved.record) for page in pages for record in page)
    assert [page.start for page in LISTS["stops"].pages(bus_client, skip=10)] == [10]


def test_key_has_fields_of_the_record() -> None:
    for saved in LISTS.values():
        assert set(saved.key) <= set(columns_of(saved))
        assert saved.key_of(dict.fromkeys(saved.key, 1)) == ("1",) * len(saved.key)
