"""The site: its links, its pictures, its search, and the completeness of the pages on errors and settings."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import trivet
from docs.reference_pages.discovery import documented_names
from tests.docs.search import WORDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def slug(heading: str) -> str:
    """Return the anchor of a heading, as on GitHub and in MyST."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.replace("`", "")).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", text, re.M)}


@pytest.mark.parametrize(
    "page", [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + PAGES, ids=str
)
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text("utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or path.startswith("reference/"):  # generated when the site is built
            continue
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_page_is_in_a_table_of_contents() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    tables = re.findall(r"```\{toctree\}(.*?)```", index, re.S)
    # An entry is a page, or a short title with the page in angle brackets.
    listed = {re.sub(r".*<(.*)>", r"\1", line.strip()) for table in tables for line in table.splitlines()}
    assert {page.stem for page in PAGES} - listed == {"index"}


def test_every_picture_has_a_script() -> None:
    text = "".join(page.read_text("utf-8") for page in [*PAGES, ROOT / "README.md"])
    names = set(re.findall(r"_static/pictures/(\w+)\.svg", text))
    assert len(names) >= 3
    for name in names:
        picture = (DOCS / "_static" / "pictures" / f"{name}.svg").read_text("utf-8")
        assert (DOCS / "pictures" / f"{name}.py").exists()
        assert not re.search(r"url\([^#]|(?:href|src)=[\"']https?:", picture)  # it loads no font from the network


def test_page_of_errors_has_every_public_error_with_cause_and_cure() -> None:
    page = (DOCS / "errors.md").read_text("utf-8")
    errors = [
        public
        for public in documented_names()
        if inspect.isclass(public.value) and issubclass(public.value, BaseException)
    ]
    assert len(errors) > 20
    missing = [error.path for error in errors if not re.search(rf"\b{error.name}\b", page)]
    assert missing == []
    leaves = [error for error in errors if error.module.startswith("trivet.") or error.name.startswith("API")]
    for error in leaves:
        if f"### {error.name}\n" in page:
            section = page.partition(f"### {error.name}\n")[2].partition("\n#")[0]
            assert re.search(r"^Cause\n: .*^Cure\n: ", section, re.M | re.S), error.name


def test_page_of_settings_has_every_argument_of_the_clients() -> None:
    page = (DOCS / "configuration.md").read_text("utf-8")
    for client in (trivet.BusClient, trivet.ChatClient, trivet.AgentClient):
        for name in inspect.signature(client).parameters:
            assert f"`{name}`" in page, name


def test_search_prefers_a_guide_to_the_reference() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not found")
    program = (
        f"{(DOCS / '_static' / 'search_scorer.js').read_text('utf-8')};"
        "const score = (doc, descr, points) => Scorer.score([doc, '', '', descr, points]);"
        "console.log(JSON.stringify([score('errors', null, 15), score('reference/errors', null, 20),"
        "score('reference/shared', ' (Python attribute, in Shared)', Scorer.objNameMatch + 15),"
        "score('reference/bus/records', ' (Python class, in Bus)', Scorer.objNameMatch + 15), score('bus', null, 15)]))"
    )
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True, timeout=30)
    guide, entry, attribute, named, other = json.loads(done.stdout)
    assert guide > entry
    assert guide > attribute
    assert named > other
    assert "# Handle errors and exceptions" in (DOCS / "errors.md").read_text("utf-8")


def test_sixty_words_to_search_for_have_guides() -> None:
    assert len(WORDS) >= 60
    assert {guide for guides in WORDS.values() for guide in guides} <= {page.stem for page in PAGES}
