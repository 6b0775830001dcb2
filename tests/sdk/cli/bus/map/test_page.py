"""The page of a picture."""

from __future__ import annotations

from trivet.cli.bus.map.page import Addition, hash_source, render_page
from trivet.cli.pictures.scene import Label, Scene

SCENE = Scene(100, 50, "A <title>", "A description.", [Label((10, 10), "text")])


def test_page_has_the_picture_and_buttons_and_loads_nothing() -> None:
    page = render_page(SCENE)
    assert "<title>A &lt;title&gt;</title>" in page
    assert page.count("<button") == page.count("aria-label=") == 3
    assert "img-src 'none'" in page
    assert "https://" not in page


def test_policy_names_the_sources_of_the_addition() -> None:
    addition = Addition(head="<link>", body="<p>", style="p{}", script="1;", scripts="https://a", styles="https://b")
    page = render_page(SCENE, addition)
    assert f"{hash_source('p{}')} https://b; script-src" in page
    assert f"{hash_source('1;')} https://a; img-src" in page


def test_hash_source_of_the_standards_example() -> None:
    assert hash_source("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
