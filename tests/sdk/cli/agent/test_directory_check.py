"""Directories of a server."""

import warnings

import pytest

from trivet import TrivetError
from trivet.agent import IgnoredContextWarning
from trivet.cli.agent.directory_check import absolute, own_context
from trivet.cli.failures import UsageError


def test_server_that_answers_for_another_directory_is_an_error():
    with pytest.raises(TrivetError, match="other; of `opencode serve`, give --adapter opencode"), own_context():
        warnings.warn("other", IgnoredContextWarning, stacklevel=1)


def test_directory_is_made_absolute_and_its_links_stay(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/dev")
    assert absolute("link/") == f"{tmp_path}/link"
    assert absolute("~/orchard") == "/home/dev/orchard"
    assert absolute("/no/such/../thing") == "/no/thing"


def test_empty_directory_is_refused():
    with pytest.raises(UsageError, match="--directory: it is empty"):
        absolute("", "--directory")
