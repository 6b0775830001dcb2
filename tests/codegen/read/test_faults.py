"""Faults, collected and listed."""

import pytest

from codegen.read.faults import DocumentError, Faults


def test_one_fault_is_the_message():
    assert str(DocumentError("a: wrong")) == "a: wrong"


def test_several_faults_are_listed_a_line_each():
    assert str(DocumentError("a: wrong", "b: wrong")) == "2 faults:\n  a: wrong\n  b: wrong"


def test_faults_of_all_parts_are_raised_together_and_once():
    faults, read = Faults(), []
    for part in ("a", "b", "a", "c"):
        with faults.of_part():
            if part != "c":
                raise DocumentError(f"{part}: wrong", "shared")
            read.append(part)
    with pytest.raises(DocumentError) as caught:
        faults.refuse()
    assert caught.value.faults == ("a: wrong", "shared", "b: wrong")
    assert read == ["c"]


def test_no_fault_raises_nothing():
    faults = Faults()
    with faults.of_part():
        pass
    faults.refuse()
    assert not faults


def test_other_errors_are_not_collected():
    faults = Faults()
    with pytest.raises(KeyError), faults.of_part():
        raise KeyError("a")
    assert not faults
