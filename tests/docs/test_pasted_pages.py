"""A sample of the pages shows the outputs of its commands when it is pasted, and changes no file of its reader.

`nox -s pasted` runs every page.
"""

import shutil
from pathlib import Path

import pytest

from tests.docs.code_blocks import PAGES
from tests.docs.pasted import NOT_PASTED, PASTED, Block, Reader, Result, differences

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("bash") is None or shutil.which("curl") is None, reason="bash and curl run blocks"),
]

SAMPLE = ["drive_agents.md", "errors.md", "feeds_and_maps.md"]
"""Pages with stubs, commands, programs and files."""


@pytest.mark.parametrize("name", SAMPLE)
def test_pasted_page_shows_the_outputs_of_its_blocks_and_changes_no_file(name: str, tmp_path: Path) -> None:
    [path] = [path for path in PASTED if path.name == name]
    reader = Reader(path.read_text("utf-8"), tmp_path)
    assert reader.faults() == []
    assert reader.changed_files() == []


def test_pages_that_are_not_pasted_exist() -> None:
    assert {*NOT_PASTED} <= {path.name for path in PAGES}


STUB = "```sh\ntrivet stub agent\n```\n\n"
RUN = '```sh\n# needs the stub above\ntrivet agent run "Fruit?" --no-diff 2>/dev/null\n```\n\n'


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (f"{STUB}{RUN}```text\nApples.\n```\n", "- Apples.\n+ Fruit?"),  # the script of the page is not on it
        (
            "```sh\n# needs trivet stub chat\n"
            "trivet check chat --base-url $TRIVET_CHAT_BASE_URL --departures no.toml\n```\n",
            "exit status 2",
        ),
        ("```sh\necho $((1 + 1))\n```\n\n```text\n3\n```\n", "- 3\n+ 2"),
        ("```sh\nexit_code() { return 3; }; exit_code\n```\n", "exit status 3"),
    ],
)
def test_page_that_shows_less_than_its_reader_needs_is_noticed(page: str, fault: str, tmp_path: Path) -> None:
    [found] = Reader(page, tmp_path).faults()
    assert fault in found


def test_page_that_replaces_the_list_of_its_reader_is_noticed(tmp_path: Path) -> None:
    page = '```python\nopen("leavers.csv", "w").write("email\\n")\n```\n\n```sh\necho 1 > new.txt\n```\n'
    assert Reader(page, tmp_path).changed_files() == ["leavers.csv", "new.txt"]


def test_block_that_does_not_name_its_server_is_noticed(tmp_path: Path) -> None:
    page = "```sh\ntrivet bus stops list\n```\n"
    with pytest.raises(AssertionError, match="line 1: the first line does not say which server"):
        Reader(page, tmp_path).faults()


def test_measured_times_of_any_precision_count_as_equal() -> None:
    block = Block(1, "sh", "trivet", "200 in 0.041 s, 0 retries\n")
    for output, differs in (("200 in 1.203 s, 0 retries\n", False), ("200 in 3 s, 1 retries\n", True)):
        assert bool(differences(Result(block, 0, output))) is differs
