"""Wildcards."""

import itertools
import re
import time

import pytest

from trivet_stubs.kernel.wildcard import matches

TEXTS = ["".join(letters) for length in range(5) for letters in itertools.product("ab", repeat=length)]
WILDCARDS = ["".join(letters) for length in range(5) for letters in itertools.product("a*?", repeat=length)]


def test_wildcards_match_as_their_expressions_do():
    for wildcard in WILDCARDS:
        expression = re.compile(wildcard.replace("*", ".*").replace("?", "."))
        for text in TEXTS:
            assert matches(text, wildcard) == bool(expression.fullmatch(text)), (text, wildcard)


@pytest.mark.parametrize("wildcard", ["[a]", "a.c", "(", "\\"])
def test_everything_else_is_itself(wildcard):
    assert matches(wildcard, wildcard)
    assert not matches("a", wildcard)


def test_time_grows_with_the_wildcard_alone():
    def seconds(count):
        began = time.process_time()
        for wildcard in ("*a" * count + "b", "[!a" * count, "?" * count):
            assert not matches("a" * 200, wildcard)
        return time.process_time() - began

    seconds(1_000)
    assert seconds(16_000) < 64 * max(seconds(2_000), 1e-4)


def test_other_characters_may_be_the_wildcards():
    assert matches("john_doe", "%n_d%", any_text="%", any_character="_")
    assert not matches("john", "j*", any_text="%", any_character="_")
