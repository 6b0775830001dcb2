"""The error of a file that is not a passenger volume file."""

import copy
import pickle

from trivet.bus import VolumeFileError
from trivet.bus._volume.volume_file_error import broken, shown


def test_error_is_value_error_and_survives_copy_and_pickle():
    error = VolumeFileError("volume.zip", "broken", 3, "PT_CODE")
    assert isinstance(error, ValueError)
    assert str(error) == "volume.zip, line 3, column PT_CODE: broken"
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert str(again) == str(error)
        assert (again.path, again.problem, again.line, again.column) == ("volume.zip", "broken", 3, "PT_CODE")


def test_what_a_file_says_is_escaped_and_cut():
    assert shown("a\x1b") == "'a\\x1b'"
    assert len(shown("x" * 1_000)) == 100
    assert len(broken("volume.zip", ValueError("x" * 1_000), 3).problem) < 150
