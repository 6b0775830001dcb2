"""The pages of `trivet check` in a real Chromium: of one server, and of three side by side.

`nox -s console` runs these tests, and takes the pictures of the docs.
"""

from pathlib import Path

import orjson
import pytest

from tests.checks.checks.chat_runs import USERS, try_rules
from tests.console.scenarios import CONTRAST
from tests.mutants.chat import ratings, shares
from trivet_checks import judge
from trivet_checks.reports.json import json
from trivet_checks.reports.page import comparison
from trivet_stubs import ChatStub

PICTURES = Path(__file__).parents[2] / "docs" / "_static" / "pictures"
SERVERS = {
    "https://chat.example.com/api/v1": (),
    "https://chat-staging.europe-west3.internal.example.com/backend/api/v1": (shares.readers_share,),
    "https://release-candidate-2026-11.chat.kubernetes.europe-west3.internal.example.com/backend/api/v1": (
        shares.viewers_change,
        ratings.unrate_does_nothing,
    ),
}
SIDEWAYS = "element => element.scrollWidth - element.clientWidth"
"""The pixels by which an element can be moved sideways."""


def report(url, mutants):
    """A report of a run of all checks of a stub that has this URL in it, and breaks the rules of these mutants."""
    with ChatStub() as stub:
        for mutant in mutants:
            mutant.change(stub)
        result = try_rules(stub, users=USERS)
    return {**orjson.loads(json(judge(result, departures={}))), "base_url": url}


@pytest.fixture(scope="module")
def reports():
    return [report(url, mutants) for url, mutants in SERVERS.items()]


@pytest.fixture
def open_page(browser, tmp_path):
    """Return a function that opens the page of reports."""
    contexts = []

    def open_one(reports, width, scheme="light", height=800):
        path = tmp_path / "page.html"
        path.write_bytes(comparison(reports))
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.goto(path.as_uri())
        return page

    yield open_one
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 1920])
@pytest.mark.parametrize("servers", [1, 3])
def test_page_fits_the_window_with_all_tables_and_open_rules(open_page, reports, servers, width, scheme):
    page = open_page(reports[:servers], width, scheme)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")

    assert page.eval_on_selector("html", SIDEWAYS) == 0
    assert page.eval_on_selector_all(".scroll", f"all => all.map({SIDEWAYS})") == [0, 0]
    assert page.evaluate(CONTRAST) == []


def test_cell_stands_below_its_caller_and_its_server(open_page, reports):
    page = open_page(reports, 1280)
    cells = page.eval_on_selector_all(
        "td.sign",
        """all => all.map(cell => {
          const middle = (box => box.left + box.width / 2)(cell.getBoundingClientRect());
          const heads = [...cell.closest("table").querySelectorAll("tr.heads")].map(row => [...row.children]
            .find(head => (box => box.left <= middle && middle <= box.right)(head.getBoundingClientRect())));
          const [caller, server] = heads.map(head => head && head.textContent.trim());
          return [cell.dataset.of, `${server} ${caller}`];
        })""",
    )
    assert len(cells) > 20
    assert [of for of, heads in cells if of != heads] == []


@pytest.mark.parametrize(("name", "width", "height"), [("check_page", 1120, 760), ("check_page_narrow", 360, 760)])
def test_pictures_for_the_docs(open_page, reports, name, width, height):
    page = open_page(reports, width, "dark", height=height)
    picture = PICTURES / f"{name}.png"
    page.screenshot(path=picture, animations="disabled", caret="hide")
    assert picture.stat().st_size < 150_000
