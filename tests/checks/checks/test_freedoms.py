"""The file of the choices of a server: what is written is read, and what is no such file is refused by its place."""

from pathlib import Path

import pytest

from trivet_checks.checks.freedoms import Freedoms, freedoms, read_freedoms

LINES = [
    "stops.list: a page behind the last record: nothing",
    'services.list: "quoted" \\ and \x1b: 404',
    "the default runtime is in `/srv`",
]
CHOICES = {"stops.list: a page behind the last record": "nothing", 'services.list: "quoted" \\ and \x1b': "404"}


def test_a_file_that_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "freedoms.toml"
    file.write_bytes(freedoms("bus", LINES))
    assert read_freedoms(file, "bus") == Freedoms("bus", CHOICES)


def test_a_choice_that_is_made_otherwise_or_not_shown_is_found() -> None:
    pinned = Freedoms("bus", {"stops.list: a page": "nothing", "routes.list: a page": "nothing", "stops.list: b": "1"})
    lines = ["stops.list: a page: 404", "routes.list: a page: nothing"]
    assert [*pinned.otherwise(lines)] == [("stops.list", "a page", "404", "nothing")]
    assert pinned.not_shown(lines) == ["stops.list: b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("service = ", "not TOML"),
        ("service = 'chat'", "service is 'chat' and not 'bus'"),
        ("[choices]", "service is None"),
        ("service = 'bus'\nother = 1", "'other' is unknown"),
        ("service = 'bus'\nchoices = 3", "is not a table of texts"),
        ("service = 'bus'\n[choices]\n'stops.list: a' = 1", "is not a table of texts"),
        ("service = 'bus'\n[choices]\n'stop: a' = '1'", "'stop: a' does not begin with an operation of bus"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "freedoms.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        read_freedoms(file, "bus")
