import ntpath
import posixpath
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import Head, Headers
from trivet._core.saved_file import Saved, file_name

NONE = Headers([])


def named(disposition: str) -> str | None:
    return file_name(Headers([(b"content-disposition", disposition.encode("latin-1", "replace"))]))


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="conversations_export.json"', "conversations_export.json"),
        ("attachment; filename=conversations_export.json", "conversations_export.json"),
        ('attachment;filename="a.csv"', "a.csv"),
        ('Attachment; FileName="a.csv"', "a.csv"),
        ("attachment; filename*=UTF-8''a%20b.csv", "a b.csv"),
        ("attachment; filename*=utf-8'en'a.csv", "a.csv"),
        ('attachment; filename="ratings (2).csv"', "ratings (2).csv"),
        ('attachment; filename="' + "a" * 199 + '"', "a" * 199),
        ('attachment; filename="console.json"', "console.json"),
        ('attachment; filename="a..b"', "a..b"),
        ('attachment; filename=" a.csv "', "a.csv"),
    ],
)
def test_safe_file_name_is_returned(disposition: str, name: str):
    assert named(disposition) == name


@pytest.mark.parametrize(
    "disposition",
    [
        "",
        "attachment",
        "attachment; filename",
        'attachment; filename=""',
        'attachment; filename="."',
        'attachment; filename=".."',
        'attachment; filename="../x"',
        'attachment; filename="a/../x"',
        'attachment; filename="/etc/passwd"',
        'attachment; filename="C:\\\\x"',
        'attachment; filename="x:y"',
        'attachment; filename=".hidden"',
        'attachment; filename="-x"',
        'attachment; filename="x."',
        'attachment; filename="con"',
        'attachment; filename="CON.json"',
        'attachment; filename="nul.tar.gz"',
        'attachment; filename="com9.txt"',
        'attachment; filename="LPT1"',
        'attachment; filename="' + "a" * 200 + '"',
        'attachment; filename="a\tb"',
        'attachment; filename="é.json"',
        "attachment; filename*=UTF-8''..%2Fx",
        "attachment; filename*=UTF-8''x%00y",
        "attachment; filename*=UTF-8''%C3%A9.json",
        "attachment; filename*=UTF-8''con",
        "attachment; filename*=bogus''%FF.json",
        'attachment; filename="a.json"' + ";" * 2000,
        'attachment; filename="' + ";" * 100_000,
    ],
)
def test_unsafe_file_name_is_none(disposition: str):
    assert named(disposition) is None


def test_missing_header_has_no_file_name():
    assert file_name(NONE) is None


@given(st.text(max_size=40), st.sampled_from(['attachment; filename="{}"', "attachment; filename={}", "{}"]))
def test_no_header_yields_a_name_outside_the_folder(text: str, form: str):
    name = named(form.format(text))
    if name is not None:
        assert name == ntpath.basename(name) == posixpath.basename(name) == Path(name).name
        assert name not in ("", ".", "..")
        assert not ntpath.splitdrive(name)[0]
        assert name.isprintable()


@given(st.text(max_size=40))
def test_no_escaped_name_leads_outside_the_folder(text: str):
    escaped = "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))
    name = named(f"attachment; filename*=UTF-8''{escaped}")
    if name is not None:
        assert name == ntpath.basename(name) == posixpath.basename(name) == Path(name).name
        assert name not in ("", ".", "..")
        assert name.isascii()


def test_saved_has_path_head_and_count():
    saved = Saved(Path("a.json"), Head(200, NONE), 7)
    assert (saved.path, saved.head.status, saved.count) == (Path("a.json"), 200, 7)
    assert repr(saved) == "Saved('a.json', count=7)"
