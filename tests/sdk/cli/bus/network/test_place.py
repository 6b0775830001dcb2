"""Where the network is kept."""

from pathlib import Path

import pytest

from trivet.cli.bus.network.place import cache_folder, network_file

HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/ada/.cache/trivet"),
        ("linux", {"XDG_CACHE_HOME": "/var/c"}, "/var/c/trivet"),
        ("linux", {"XDG_CACHE_HOME": "c"}, "/home/ada/.cache/trivet"),  # as its specification says
        ("linux", {"XDG_CACHE_HOME": ""}, "/home/ada/.cache/trivet"),
        ("darwin", {"XDG_CACHE_HOME": "/var/c"}, "/home/ada/Library/Caches/trivet"),
        ("win32", {"LOCALAPPDATA": "/users/ada/local"}, "/users/ada/local/trivet/Cache"),
        ("win32", {}, None),
        ("win32", {"TRIVET_CACHE": "/t", "LOCALAPPDATA": "/l"}, "/t"),
        ("linux", {"TRIVET_CACHE": "/t", "XDG_CACHE_HOME": "/c"}, "/t"),
    ],
)
def test_folder_follows_the_platform(platform: str, environment: dict[str, str], folder: str | None) -> None:
    assert cache_folder(environment, platform, HOME) == (None if folder is None else Path(folder))


def test_user_without_a_home_has_no_folder() -> None:
    assert [cache_folder({}, each, None) for each in ("linux", "darwin", "win32")] == [None] * 3


def test_two_base_urls_have_two_files() -> None:
    urls = ["http://a.test/x", "http://a.test/y", "https://a.test/x", "http://b.test/x", "http://A.test:81/x"]
    names = [network_file(HOME, each).name for each in urls]
    assert len({*names}) == len(urls)
    assert names[0].startswith("network-a.test-")
    assert network_file(HOME, "http://a.test/x/") == network_file(HOME, "http://a.test/x")
    assert network_file(HOME, "http://[::1]:80/../..%2f").parent == HOME
