"""The first files of a new service, and the names that it cannot have."""

import shutil
from pathlib import Path

import pytest

from codegen.read.faults import DocumentError
from codegen.write.new_service import FILES, INDEX, new_service

from ..conftest import ROOT


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Parcel", "'Parcel' is not the name of a service: a noun of lower-case letters, such as parcel"),
        ("parcel2", "'parcel2' is not the name of a service: a noun of lower-case letters, such as parcel"),
        ("class", "'class' is not a name that Python can use"),
        ("bus", "sdk/trivet has the package or module bus already"),
        ("errors", "sdk/trivet has the package or module errors already"),
        ("kernel", "stubs/trivet_stubs has the package or module kernel already"),
        ("budget", "stubs/trivet_checks/checks has the package or module budget already"),
        ("stub", "stub is a command of trivet"),
        ("rules", "docs/rules.md exists"),
    ],
)
def test_name_that_a_service_cannot_have_is_refused(name: str, message: str):
    with pytest.raises(DocumentError) as caught:
        new_service(ROOT, name)
    assert caught.value.faults == (message,)


def test_first_files_are_within_the_line_length_for_a_long_name(tmp_path: Path):
    for name in ("pyproject.toml", INDEX):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    texts = new_service(tmp_path, "notification")
    assert len(texts) == len(FILES) + 1
    lines = [(path.as_posix(), line) for path, text in texts.items() for line in text.splitlines()]
    assert [line for line in lines if len(line[1]) > 120] == []
    assert "\nnotification\n" in texts[INDEX]
