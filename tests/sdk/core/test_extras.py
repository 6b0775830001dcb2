"""How to install an extra of trivet."""

from __future__ import annotations

from trivet._core.extras import how_to_install
from trivet_stubs.kernel.optional_dependencies import HOW_TO_INSTALL


def test_message_names_the_extra_of_a_path_in_one_line() -> None:
    text = how_to_install("socks")
    assert text.startswith("pip install '/path/to/trivet[socks]', ")
    assert "\n" not in text


def test_sdk_and_stubs_give_the_same_advice() -> None:
    assert how_to_install("stubs") == HOW_TO_INSTALL  # the stubs may not import the SDK
