"""Every page is pasted as a reader does, shows the outputs of its commands, and changes no file of the reader."""

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.code_blocks import LIBRARIES, PAGES
from tests.docs.pasted import PROGRAM, blocks_of, differences, pasted
from tests.docs.test_code_blocks import READERS_FILES

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("bash") is None or shutil.which("curl") is None, reason="bash and curl run blocks"),
]

NOT_PASTED = {
    "README.md": "test_readme.py follows it",
    "administer.md": "a terminal asks its reader; test_administer.py answers",
    "benchmarks.md": "for developers of trivet",
    "beyond_one_machine.md": "needs a folder of monthly files and dask; `nox -s dask`",
    "hardening.md": "for developers of trivet",
    "index.md": "`nox -s install` executes its lines",
    "install.md": "`nox -s install` executes its lines",
    "mutants.md": "for developers of trivet",
    "web.md": "needs frameworks; `nox -s web`",
}
"""Pages whose readers do more than paste, with the tests that follow them."""
PASTED = [page for page in PAGES if page.name not in NOT_PASTED and blocks_of(page.read_text("utf-8"))]
OWN = b"a file of the reader\n"


def readers_folder(folder: Path, page: str) -> Path:
    """Return a folder of a reader, with the files from elsewhere that the page reads."""
    folder.mkdir()
    for file in READERS_FILES.iterdir():
        if f'"{file.name}"' in page:
            shutil.copy(file, folder)
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without the pasted program."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.name != PROGRAM}


def pasteable(page: str) -> str:
    """Return a page without the blocks that import libraries of users, which are not in each environment."""
    imported = re.compile(rf"^(?:import|from) (?:{'|'.join(LIBRARIES)})\b", re.M)
    blocks = re.compile(r"^```python\n.*?^```$", re.M | re.S)
    return blocks.sub(lambda block: "" if imported.search(block[0]) else block[0], page)


def faults_of(page: str, folder: Path) -> list[str]:
    """Paste a page, and return the lines that failed and the outputs that differ."""
    with pasted(page, folder) as results:
        return [
            f"line {result.block.line}: exit status {result.status}\n{result.output}"
            if result.status
            else f"line {result.block.line}:\n" + "\n".join(differences(result))
            for result in results
            if result.status or differences(result)
        ]


def changed_files(page: str, folder: Path) -> list[str]:
    """Return the files of a reader that change when a page is pasted, out of those whose names the page writes."""
    first = readers_folder(folder / "first", page)
    before = files_in(first)
    faults_of(page, first)
    second = readers_folder(folder / "second", page)
    own = {name: before.get(name, OWN) for name in files_in(first) if not Path(name).name.startswith(".")}
    for name, content in own.items():
        (second / name).parent.mkdir(parents=True, exist_ok=True)
        (second / name).write_bytes(content)
    faults_of(page, second)
    after = files_in(second)
    return [name for name, content in own.items() if after.get(name) != content]


@pytest.mark.parametrize("path", PASTED, ids=lambda path: path.stem)
def test_pasted_page_shows_the_outputs_of_its_blocks(path: Path, tmp_path: Path) -> None:
    page = pasteable(path.read_text("utf-8"))
    faults = faults_of(page, readers_folder(tmp_path / "reader", page))
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("path", PASTED, ids=lambda path: path.stem)
def test_pasted_page_changes_no_file_of_its_reader(path: Path, tmp_path: Path) -> None:
    page = pasteable(path.read_text("utf-8"))
    assert changed_files(page, tmp_path) == []


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
    [found] = faults_of(page, readers_folder(tmp_path / "reader", page))
    assert fault in found


def test_page_that_replaces_the_list_of_its_reader_is_noticed(tmp_path: Path) -> None:
    page = '```python\nopen("leavers.csv", "w").write("email\\n")\n```\n\n```sh\necho 1 > new.txt\n```\n'
    assert changed_files(page, tmp_path) == ["leavers.csv", "new.txt"]


def test_block_that_does_not_name_its_server_is_noticed(tmp_path: Path) -> None:
    page = "```sh\ntrivet bus stops list\n```\n"
    with pytest.raises(AssertionError, match="line 1: the first line does not say which server"):
        faults_of(page, readers_folder(tmp_path / "reader", page))
