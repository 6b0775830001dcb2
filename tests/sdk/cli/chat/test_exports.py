"""Exports that are saved whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.sdk.cli.chat.conftest import Administrator


def test_existing_file_is_kept_unless_it_may_be_replaced(ann: Administrator) -> None:
    Path("r.json").write_text("mine")
    refused = ann.run("ratings", "export", "--out", "r.json")
    assert (refused.status, refused.err) == (2, "trivet: --out: r.json is there already; --force replaces it\n")
    assert (Path("r.json").read_text(), ann.count("admin.ratings.export")) == ("mine", 0)
    result = ann.run("ratings", "export", "--out", "r.json", "--force")
    assert result.status == 0
    saved = json.loads(result.out)
    assert (saved["path"], saved["bytes"]) == ("r.json", Path("r.json").stat().st_size)
    assert saved["ratings"] == json.loads(Path("r.json").read_text())["total"]


def test_document_that_breaks_off_leaves_no_file(ann: Administrator) -> None:
    ann.stub.faults.add("admin.conversations.export", cut_after=200, times=None)
    result = ann.run("conversations", "export", "--out", "all.json")
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert "all.json.trivet-part holds the 200 bytes that arrived" in result.err
    assert not Path("all.json").exists()


def test_path_that_cannot_be_written_is_refused_before_anything_is_sent(ann: Administrator) -> None:
    for out in ("none/all.json", ".", "/dev/null"):
        result = ann.run("conversations", "export", "--out", out, "--force")
        assert (result.status, result.err.count("\n")) == (2, 1)
    assert len(ann.stub.requests) == 0


@pytest.mark.skipif(os.name != "posix", reason="file permissions need POSIX")
def test_export_is_readable_by_the_owner_of_the_file_only(ann: Administrator) -> None:
    assert ann.run("conversations", "export", "--out", "all.json").status == 0
    assert Path("all.json").stat().st_mode & 0o077 == 0
    ann.stub.faults.add("admin.conversations.export", cut_after=2000, times=None)
    assert ann.run("conversations", "export", "--out", "cut.json").status == 1
    assert [path.stat().st_mode & 0o077 for path in Path().glob("cut.json*")] == [0]


def test_all_conversations_are_saved_under_the_name_of_the_service(ann: Administrator) -> None:
    result = ann.run("conversations", "export", "-o", "csv")
    assert (result.status, result.err) == (0, "")
    size = Path("conversations_export.json").stat().st_size
    count = json.loads(Path("conversations_export.json").read_text())["total"]
    assert result.out.splitlines() == ["path,conversations,bytes", f"conversations_export.json,{count},{size}"]
    again = ann.run("conversations", "export")
    assert (again.status, "conversations_export.json" in again.err) == (1, True)


@pytest.mark.parametrize("words", [("ratings", "export"), ("admin", "ratings", "export")])
def test_part_of_a_table_that_ends_properly_is_not_saved(ann: Administrator, words: tuple[str, ...]) -> None:
    assert ann.run(*words, "--format", "csv", "--out", "whole.csv").status == 0
    half = b"".join(Path("whole.csv").read_bytes().splitlines(keepends=True)[:3])
    ann.stub.faults.add("admin.ratings.export", body=half, content_type="text/csv", times=None)
    result = ann.run(*words, "--format", "csv", "--out", "half.csv")
    assert (result.status, result.out, Path("half.csv").exists()) == (1, "", False)
    assert "the document is not whole: it holds 2 rows, and the list has " in result.err


@pytest.mark.parametrize(
    ("words", "records"),
    [
        (("conversations", "export"), "conversations"),
        (("ratings", "export"), "ratings"),
        (("ratings", "export", "--complete"), "ratings"),
    ],
)
def test_hyphen_is_stdout_which_gets_the_whole_document_or_nothing(
    ann: Administrator, words: tuple[str, ...], records: str
) -> None:
    result = ann.run(*words, "--out", "-")
    document = json.loads(result.out)
    assert (result.status, result.err, len(document[records])) == (0, "", document["total"])
    assert document["total"] > 0
    ann.stub.faults.add(f"admin.{words[0]}.export", cut_after=20, times=None)
    ann.stub.faults.add("admin.ratings.list", status=403, times=None)
    broken = ann.run(*words, "--out", "-")
    assert (broken.status, broken.out) == (1, "")
    assert not Path("-").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("users", "deactivate", "bob@example.com", "--yes", "--results", "-"),
        ("users", "deactivate", "bob@example.com", "--yes", "--journal", "-"),
        ("as", "bob@example.com", "--audit", "-", "--", "conversations", "list"),
    ],
)
def test_hyphen_is_no_file_of_that_name(ann: Administrator, words: tuple[str, ...]) -> None:
    result = ann.run(*words)
    assert (result.status, result.out, Path("-").exists()) == (2, "", False)
    assert f"{words[-5 if words[0] == 'as' else -2]}: - would be stdout" in result.err
    assert len(ann.stub.requests) == 0


@pytest.mark.parametrize(
    "words", [("conversations", "export"), ("ratings", "export"), ("ratings", "export", "--complete")]
)
def test_unknown_field_is_refused_before_a_file_is_written(ann: Administrator, words: tuple[str, ...]) -> None:
    result = ann.run(*words, "--out", "all.json", "--fields", "nope")
    assert (result.status, result.out, Path("all.json").exists()) == (2, "", False)
    assert len(ann.stub.requests) == 0
