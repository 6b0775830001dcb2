"""The faults that the operators plant: each changes one place, and the source still compiles."""

import pytest

from tests.faults.operators import faults_of
from tests.wrong_rows import wrong_rows

CHANGES = {
    "x = a < b": ["x = (a <= b)"],
    "x = a not in b": ["x = (a in b)"],
    "x = a and b": ["x = (a or b)"],
    "x = not a": ["x = (a)"],
    "x = a - b": ["x = (a + b)"],
    "x = 1": ["x = (2)", "x = (0)"],
    "x = True": ["x = False"],
    'x = "é" + b"a"': ["x = ('é' - b'a')", 'x = "" + b"a"', 'x = "é" + b""'],
    'x = f"{1}"': ['x = ""'],
    "x = f(a, b=c)": ["x = (f(b=c))", "x = (f(a))"],
    "if a: pass  # b": ["if (not (a)): pass  # b"],
    "x = [a for a in b if c(a)]": ["x = [a for a in b if (c())]", "x = [a for a in b if (not (c(a)))]"],
    "def f():\r\n    g()\r\n    return g": [
        "def f():\r\n    pass\r\n    return g",
        "def f():\r\n    g()\r\n    return None",
    ],
    "def f(a: g(1) = 2) -> h(3): pass": ["def f(a: g(1) = (3)) -> h(3): pass", "def f(a: g(1) = (1)) -> h(3): pass"],
}
"""A source, and its faults in the order of the places."""
UNCHANGED = [
    '"""A docstring."""',
    'x = Literal["a"]',
    "if TYPE_CHECKING:\n    x = 1",
    '__all__ = ["f"]',
    "def f():\n    return",
]


def test_each_operator_changes_its_place_alone() -> None:
    with wrong_rows() as row:
        for source, changed in CHANGES.items():
            with row(source):
                faults = faults_of("a.py", source.encode())
                assert [fault.apply(source.encode()).decode() for fault in faults] == changed


def test_source_for_readers_and_type_checkers_gets_no_fault() -> None:
    with wrong_rows() as row:
        for source in UNCHANGED:
            with row(source):
                assert faults_of("a.py", source.encode()) == []


@pytest.mark.parametrize("is_condition", [True, False])
def test_line_of_a_fault_is_that_of_its_place(is_condition: bool) -> None:
    source = f"def f(a):\n    # é\n    {'if a: pass' if is_condition else 'g(a)'}\n"
    assert {(fault.line, fault.end_line, fault.at_import) for fault in faults_of("a.py", source.encode())} == {
        (3, 3, False)
    }
