"""Law 8: prose names things by nouns, and variables have meaningful names: the rates of some idioms are limited.

The limits are rates: the hits in 10,000 words of prose, or in 10,000 lines of Python. A single hit may be right, and
the failure lists every hit with its place, so that a writer can judge the sentence.
"""

from __future__ import annotations

import re
import symtable
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.laws.test_words import SKIPPED
from tests.laws.tree import ROOT, relative


def words(text: str) -> str:
    """Return a pattern that matches any of some words."""
    return rf"\b(?:{'|'.join(text.split())})\b"


BEFORE_WHAT = words(
    "of by to for from in with than that and or as"
    " is are has have say says read reads return returns take takes make makes keep keeps know knows hold holds"
)
PEOPLE = (
    "user users people person caller recipient owner administrator those somebody someone everyone reader stranger"
    " rider developer"
)
NOT_PEOPLE = "".join(rf"(?<!\b{person} )" for person in PEOPLE.split())

IDIOMS = {
    # A clause with "what" in the place of a noun; genuine questions and "what happens" are allowed.
    "free relative": (
        "hat ",
        rf"(?:^|(?<=[.:;] ))What (?!{words('is are do does can should happens if about')})\w+"
        rf"|{BEFORE_WHAT} what (?!{words('is are do does happens to the this')})\w+",
    ),
    # "No" before a noun in the place of "not a", except after "there".
    "is no": (
        " no ",
        rf"(?<![Tt]here ){words('is are was were')} no (?!longer|more|need|such|way|reason|guarantee|point)\w+",
    ),
    # "None" as a predicate, except after "there".
    "is none": (" none", rf"(?<![Tt]here ){words('is are was were')} none\b"),
    # A pronoun in the place of a noun that can be repeated.
    "that of": (" of", r"\b(?:that|those) of\b"),
    # The pronoun for people after a noun for anything else.
    "who": ("who", rf"{NOT_PEOPLE}\bwhom?\b"),
}
"""For each idiom a text that it always contains, which is faster to find, and its pattern."""
EMPTY_NAMES = {"each", "found", "given", "held", "made", "shown", "wanted"}
LIMITS = {"free relative": 5, "is no": 3, "is none": 1, "that of": 2, "who": 6, "empty name": 16}

GROUPS: dict[str, tuple[tuple[str, ...], dict[str, int]]] = {
    "code": (("sdk", "stubs", "codegen"), LIMITS),
    "pages": (("docs", "README.md", "CONTRIBUTING.md", "SECURITY.md"), LIMITS),
    "tests": (("tests",), LIMITS | {"empty name": 32}),
}
"""The paths that are measured together, and their limits."""

NOT_BY_HAND = {"_generated", "_sync", "mutants"}
"""Folders that are left out: generated and derived code, and mutants, whose docstrings only describe a fault."""

COMMENT_OR_STRINGS = re.compile(
    r"""\#[^\n]*
    | ("{3}|'{3}|"|') (?:[^\\]|\\.)*? \1 (?:\s+ f? (["']) (?:[^\\]|\\.)*? \2)*  # adjacent strings are one text
    """,
    re.DOTALL | re.VERBOSE,
)
EXAMPLE_OR_SEAM = re.compile(r"""^\s*(?:>>>|\.\.\.).*|["']\s*\n\s*f?["']|["'#]""", re.MULTILINE)
"""Parts of docstrings that are code, and the quotation marks between and around strings."""


class Hit(NamedTuple):
    """An idiom or an empty name, and its place."""

    idiom: str
    place: str
    text: str


class Measure(NamedTuple):
    """The amount of text in some files, and the hits in it."""

    words: int
    lines: int
    hits: tuple[Hit, ...]

    def rate(self, idiom: str) -> float:
        """Return the hits of an idiom in 10,000 words, or the empty names in 10,000 lines."""
        amount = self.lines if idiom == "empty name" else self.words
        return 10_000 * sum(hit.idiom == idiom for hit in self.hits) / max(amount, 1)


def prose(suffix: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts for people in a file, with their lines."""
    if suffix == ".py":
        yield from _python(source)
    elif suffix == ".md":
        yield from _markdown(source)
    else:
        for number, line in enumerate(source.splitlines(), 1):
            yield number, re.sub(r"^[ -]*[\w$.-]+:[ |>-]*", "", line).strip(" -'\"")


def _python(source: str) -> Iterator[tuple[int, str]]:
    """Yield comments and strings of at least two words; single words are names and keys."""
    line, end = 1, 0
    for match in COMMENT_OR_STRINGS.finditer(source):
        line += source.count("\n", end, match.start())
        end = match.start()
        text = " ".join(EXAMPLE_OR_SEAM.sub("", match[0]).split())
        if " " in text:
            yield line, text


def _markdown(source: str) -> Iterator[tuple[int, str]]:
    in_code = False
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, re.sub(r"`[^`]*`", "code", line)


def idioms_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the idioms in a text, each with the words around it, without those in questions."""
    for idiom, (part, pattern) in IDIOMS.items():
        for match in re.finditer(pattern, text) if part in text else ():
            rest_of_sentence = re.match(r"[^.?!]*[.?!]?", text[match.end() :])
            if rest_of_sentence is None or not rest_of_sentence[0].endswith("?"):
                yield idiom, text[max(match.start() - 40, 0) : match.end() + 40]


def empty_names(source: str) -> Iterator[tuple[int, str]]:
    """Yield the variables and parameters with empty names, with the line of their function."""
    code = COMMENT_OR_STRINGS.sub("", source)
    if any(name in code and re.search(rf"\b{name}\b", code) for name in EMPTY_NAMES):
        scopes = [symtable.symtable(source, "", "exec")]
        for scope in scopes:
            scopes += scope.get_children()
            for symbol in scope.get_symbols():
                if symbol.get_name() in EMPTY_NAMES and (symbol.is_parameter() or symbol.is_assigned()):
                    yield scope.get_lineno(), symbol.get_name()


def files_of(*tops: str) -> list[Path]:
    """Return the hand-written files with prose below some paths."""
    roots = [ROOT / top for top in tops]
    paths = [path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("*")))]
    return [
        path
        for path in paths
        if path.suffix in {".md", ".py", ".yaml"}
        and path != Path(__file__)  # its tests are about the idioms
        and not (SKIPPED | NOT_BY_HAND) & {*path.relative_to(ROOT).parts}
    ]


@cache
def measured(*tops: str) -> Measure:
    """Measure the files below some paths."""
    hits: list[Hit] = []
    words = lines = 0
    for path in files_of(*tops):
        source = path.read_text("utf-8")
        for line, text in prose(path.suffix, source):
            words += len(text.split())
            hits += [Hit(idiom, f"{relative(path)}:{line}", around) for idiom, around in idioms_in(text)]
        if path.suffix == ".py":
            lines += source.count("\n")
            hits += [Hit("empty name", f"{relative(path)}:{line}", name) for line, name in empty_names(source)]
    return Measure(words, lines, tuple(hits))


@pytest.mark.parametrize("idiom", LIMITS)
@pytest.mark.parametrize("group", GROUPS)
def test_rate_of_an_idiom_is_within_its_limit(group: str, idiom: str) -> None:
    tops, limits = GROUPS[group]
    measure = measured(*tops)
    lines = [f"{hit.place}: {hit.text}" for hit in measure.hits if hit.idiom == idiom]
    rate = measure.rate(idiom)
    assert rate <= limits[idiom], f"{idiom}: {rate:.1f}, at most {limits[idiom]} are allowed\n" + "\n".join(lines)


@pytest.mark.parametrize(
    ("idiom", "text"),
    [
        ("free relative", "What a change costs does not depend on the number of sessions."),
        ("free relative", "Names are checked. What fails is listed."),
        ("free relative", "Return the error of what was refused."),
        ("free relative", "The table says what it holds."),
        ("is no", '"2026-13" is no month.'),
        ("is no", "Such answers were no errors."),
        ("is none", "A stream that is none"),
        ("that of", "The timeout is that of the client."),
        ("that of", "Methods, and those of their bases"),
        ("who", "A service who refuses the key"),
        ("who", "Whether a row is deleted by whom it names"),
    ],
)
def test_idiom_is_recognised(idiom: str, text: str) -> None:
    assert [name for name, _ in idioms_in(text)] == [idiom]


@pytest.mark.parametrize(
    "text",
    [
        "The cost of an update is independent of the number of sessions.",
        "What is the name of the stop? And of what kind?",
        "It depends on what happens next, and on what to send.",
        "There is no month 13, and there are none after it.",
        "The client is no longer connected.",
        "The owner of a conversation, and a user who may edit it, and people whom they ask.",
        "A property of that office; those offers.",
        "Somewhat of whatever",
    ],
)
def test_plain_sentence_has_no_idiom(text: str) -> None:
    assert list(idioms_in(text)) == []


def test_prose_of_python_is_its_comments_and_strings() -> None:
    source = '''
"""A module.

>>> that_of("those of")
"""
size = 1  # in "bytes"
"""Bytes
of a body."""
data = {"that": "# no comment"}
raise ValueError(
    f"{size} is"
    " no size", "key"
)
'''
    assert list(prose(".py", source)) == [
        (2, "A module."),
        (6, "in bytes"),
        (7, "Bytes of a body."),
        (9, "no comment"),
        (11, "{size} is no size"),
    ]


def test_prose_of_a_page_has_no_code() -> None:
    assert list(_markdown("Use `that of` it.\n\n```sh\nthose of\n```\nEnd.")) == [
        (1, "Use code it."),
        (2, ""),
        (6, "End."),
    ]


def test_prose_of_yaml_is_values_and_comments() -> None:
    assert list(prose(".yaml", "# All.\nrules:\n  - why: 'Those of it.'\n    more text")) == [
        (1, "# All."),
        (2, ""),
        (3, "Those of it."),
        (4, "more text"),
    ]


def test_empty_name_is_a_variable_or_a_parameter() -> None:
    source = """
def run(each, *, key="shown"):
    for found in each.given:
        made = found
    return lambda held: held(wanted)
"""
    assert sorted(empty_names(source)) == [(2, "each"), (2, "found"), (2, "made"), (5, "held")]
