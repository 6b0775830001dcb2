"""The files of the console: their headers, and what they must not hold."""

import re
from pathlib import Path

import pytest

from trivet_stubs import BusStub, control
from trivet_stubs.control.page import page_file

FOLDER = Path(control.__file__).parent / "console"
FILES = sorted(path.name for path in FOLDER.iterdir())


def test_every_file_is_served_under_a_policy(steer):
    with BusStub() as stub:
        client = steer(stub)
        answers = [client.get("" if name == "index.html" else f"console/{name}") for name in FILES]

    assert {"console.css", "console.js", "icon.svg", "index.html"} <= set(FILES)
    for name, answer in zip(FILES, answers, strict=True):
        policy = answer.headers["content-security-policy"].split("; ")
        assert answer.status_code == 200
        assert answer.content == (FOLDER / name).read_bytes()
        assert {"default-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
        assert "unsafe" not in str(policy)
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_path_without_its_slash_leads_to_the_page(steer):
    with BusStub() as stub:
        answer = steer(stub).get("http://127.0.0.1/_trivet")
        assert (answer.status_code, answer.headers["location"]) == (307, "/_trivet/")


@pytest.mark.parametrize(
    "path", ["/console/", "/console/index.htm", "/console/../app.py", "/index.html", "/console.js"]
)
def test_any_other_path_is_no_file(path):
    assert page_file(path) is None


@pytest.mark.parametrize("name", FILES)
def test_file_sets_text_only_as_text_and_loads_nothing_from_elsewhere(name):
    text = (FOLDER / name).read_text("utf-8")
    unsafe = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|srcdoc|javascript:|createContextual"
    )
    assert re.findall(unsafe, text) == []
    assert [each for each in re.findall(r"(?:https?:)?//[\w.]+", text) if each != "http://www.w3.org"] == []
    if name == "index.html":
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", text) == []


def test_ids_that_the_program_needs_are_in_the_page():
    page = (FOLDER / "index.html").read_text("utf-8")
    program = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.js"))
    wanted = set(re.findall(r"\bby\(\"([\w-]+)\"\)", program))
    assert len(wanted) > 30
    assert wanted <= set(re.findall(r'id="([\w-]+)"', page))
