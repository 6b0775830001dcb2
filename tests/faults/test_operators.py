"""The faults that the operators plant: each changes one place, and the source still compiles."""

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


def test_fault_has_the_line_of_its_place_and_whether_it_runs_at_import() -> None:
    source = "x = g(1)\n\ndef f(a=2):\n    # é\n    return h(\n        a\n    )\n"
    faults = faults_of("a.py", source.encode())
    assert {(fault.before, fault.line, fault.end_line, fault.at_import) for fault in faults} == {
        ("1", 1, 1, True),
        ("g(1)", 1, 1, True),
        ("2", 3, 3, True),
        ("h(\n        a\n    )", 5, 7, False),
        ("return h(\n        a\n    )", 5, 7, False),
    }
