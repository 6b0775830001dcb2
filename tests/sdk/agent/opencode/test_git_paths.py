"""Paths as git quotes them."""

import pytest

from trivet.agent._opencode.git_paths import unquoted

PATHS = [
    ("README.md", "README.md"),
    ("a b/café.txt", "a b/café.txt"),
    (r'"caf\303\251.txt"', "café.txt"),
    (r'"qu\"ote\tx\\y.txt"', 'qu"ote\tx\\y.txt'),
    (r'"\a\b\f\n\r\v"', "\a\b\f\n\r\v"),
    (r'"\"both\""', '"both"'),
    ('"one end', '"one end'),
    ('"', '"'),
    (r'"\377.txt"', r'"\377.txt"'),
    (r'"\777.txt"', r'"\777.txt"'),
]


@pytest.mark.parametrize(("quoted", "path"), PATHS)
def test_path_has_no_quotation_marks_or_escapes_of_git(quoted, path):
    assert unquoted(quoted) == path
