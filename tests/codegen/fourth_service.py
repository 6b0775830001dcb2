"""A copy of the tree to which services are added, as the section "Add a service" of CONTRIBUTING.md says."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from .conftest import ROOT

SECTIONS = re.search(
    r"^## Add a service\n(.*?)^## Remove a service\n(.*)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M | re.S
)
PARCEL = Path(__file__).with_name("parcel.md").read_text("utf-8")
"""What a developer writes, as a page: each text is below the name of its file."""


class Text(NamedTuple):
    """A text that a developer writes: a whole file, or lines below a line of a file that exists."""

    file: str
    below: str
    text: str

    def write(self, folder: Path) -> None:
        """Write the file, or insert the lines."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = self.text
        if self.below:
            line = re.compile(rf"^{re.escape(self.below)}.*\n", re.M)
            text, count = line.subn(lambda match: match[0] + self.text, path.read_text("utf-8"), count=1)
            assert count == 1, f"{self.file} has no line that begins with {self.below}"
        path.write_text(text, "utf-8")


class Step(NamedTuple):
    """A step of a section: the files that it names, and its commands."""

    files: list[str]
    commands: list[str]


def texts() -> list[Text]:
    """Return the texts of the page about parcels, in order."""
    blocks = re.findall(r"^([^\n`]+)((?:`[^`]+`[^\n`]*)+):\n\n(```+)\w+\n(.*?)^\3$", PARCEL, re.M | re.S)
    found: list[Text] = []
    for start, names, _, text in blocks:
        *below, file = re.findall(r"`([^`]+)`", names)
        assert bool(below) == (" below " in start), start
        found.append(Text(file, below[0] if below else "", text))
    return found


def steps() -> list[Step]:
    """Return the numbered steps of the section, and at last the removal of the service."""
    assert SECTIONS
    parts = [*re.split(r"^\d+\. ", SECTIONS[1], flags=re.M)[1:], SECTIONS[2]]
    return [
        Step(
            re.findall(r"`([\w./]+\.\w+)`", part) + re.findall(r"\]\(([\w./]+)\)", part),
            [dedent(block) for block in re.findall(r"^ *```sh\n(.*?)^ *```$", part, re.M | re.S)],
        )
        for part in parts
    ]


def copy_of_the_tree(folder: Path) -> Path:
    """Copy every file of the project into a repository of its own, with one commit."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git = ["git", "-C", str(folder), "-c", "user.name=trivet", "-c", "user.email=trivet@example.com"]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "The tree"]):
        subprocess.run([*git, *words], check=True)
    return folder


def path_of(folder: Path) -> str:
    """Return the value of PYTHONPATH with which the packages of a copy are imported."""
    return os.pathsep.join([str(folder / "sdk"), str(folder / "stubs")])
