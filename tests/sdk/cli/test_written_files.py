"""The files that commands and the library write: who can read them, and which files they replace."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from tests.laws.tree import SERVICES
from tests.sdk.cli.console import Done, run_here
from trivet import BusClient, ChatClient
from trivet._core import settings
from trivet.bus import load_network
from trivet.chat.bulk import Bulk
from trivet.cli.app import make_app
from trivet_stubs import BusStub, ChatStub
from trivet_stubs.serving.port import Served

OWN = "my thesis"
"""The content of the user's own file."""

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes and links")


class Written(NamedTuple):
    """A command that writes a file that the user names.

    Attributes:
        words: The command; its last word is the file.
        public: Whether other users may read the file.
    """

    words: str
    public: bool = False

    @property
    def name(self) -> str:
        """The file."""
        return self.words.split()[-1]

    @property
    def option(self) -> str:
        """The option that names it."""
        return "OUT.zip" if self.words.startswith("bus gtfs") else self.words.split()[-2]


COMMANDS = [
    Written("bus volume by-stop --out volume.csv"),
    Written("bus volume by-stop --out volume.parquet"),
    Written("bus volume by-stop --out other.csv --zip volume.zip"),
    Written("bus gtfs feed.zip", public=True),
    Written("bus map 23 --out route.svg", public=True),
    Written("bus map 23 --out route.html", public=True),
    Written("bus passenger-volume by-stop --out volume.zip"),
    Written("chat conversations export --out conversations.json"),
    Written("chat ratings export --out ratings.json"),
    Written("chat ratings report --chart ratings.svg", public=True),
    Written("chat admin conversations export --out conversations.json"),
    Written("chat admin ratings export --out ratings.json"),
    Written("chat users deactivate bob@example.com --yes --journal job.journal --results results.csv"),
    Written("chat users activate bob@example.com --yes --journal job.journal --results results.csv"),
    Written("chat users export bob@example.com --folder saved --journal job.journal --results results.csv"),
    Written("chat users delete bob@example.com --yes --no-export --journal job.journal --results results.csv"),
]

FOLDERS = [
    "bus snapshot lists --volume by-stop",
    "bus snapshot lists --format csv",
    "bus gtfs feed.zip --network network.json",
    "bus near 1.2989,103.8556 --network network.json",
    "chat users deactivate bob@example.com --yes",
    "chat users delete bob@example.com --yes --export saved",
    "chat leavers bob@example.com --yes",
    "chat leavers bob@example.com --yes --folder bob --revoke-links --delete-conversations",
    "chat as bob@example.com --audit audit.ndjson -- conversations list",
    "chat as bob@example.com -- conversations list",
]
"""Commands that write files of other names, or a file that they read later."""

READ = {"--body", "--csv", "--directory", "--file", "--holidays", "--raw-body", "--resume", "--snapshot", "JOURNAL"}
"""The options and arguments that name a file or a folder that is only read."""


@pytest.fixture
def run(
    bus_server: Served[BusStub], chat_server: Served[ChatStub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Done]:
    """Run a command in the folder `work`, with the stubs."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setattr(settings, "SystemClock", lambda: bus_server.stub.clock)
    env = {
        "TRIVET_BUS_BASE_URL": bus_server.url,
        "TRIVET_BUS_ACCOUNT_KEY": bus_server.stub.account_key,
        "TRIVET_CACHE": str(tmp_path / "cache"),
        "TRIVET_CHAT_BASE_URL": chat_server.url,
        "TRIVET_CHAT_TOKEN": chat_server.stub.admin_token,
        "XDG_STATE_HOME": str(tmp_path / "work"),
    }
    return lambda words: run_here(*words.split(), env=env)


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the mode of every file and folder in a folder."""
    return {str(path.relative_to(folder)): stat.filemode(path.lstat().st_mode) for path in folder.rglob("*")}


def expected_mode(mode: str, public: bool) -> str:
    return "drwx------" if mode.startswith("d") else "-rw-rw-rw-" if public else "-rw-------"


def ids(written: Written) -> str:
    return written.words


def skip_without_pyarrow(words: str) -> None:
    if "parquet" in words:
        pytest.importorskip("pyarrow")


@POSIX
@pytest.mark.usefixtures("no_umask")
@pytest.mark.parametrize("written", COMMANDS, ids=ids)
def test_file_of_a_command_is_readable_by_its_owner_only(written: Written, run: Callable[[str], Done]) -> None:
    skip_without_pyarrow(written.words)
    assert run(written.words).status == 0
    found = modes(Path())
    assert written.name in found
    assert found == {name: expected_mode(mode, written.public and name == written.name) for name, mode in found.items()}


@POSIX
@pytest.mark.usefixtures("no_umask")
@pytest.mark.parametrize("words", FOLDERS)
def test_files_in_a_folder_are_readable_by_their_owner_only(words: str, run: Callable[[str], Done]) -> None:
    done = run(words)
    assert done.status == 0, done.err
    found = modes(Path())
    assert found
    assert found == {name: expected_mode(mode, name == "feed.zip") for name, mode in found.items()}


@pytest.mark.parametrize("written", COMMANDS, ids=ids)
def test_command_replaces_a_file_with_force_only(
    written: Written, run: Callable[[str], Done], bus_stub: BusStub, chat_stub: ChatStub
) -> None:
    skip_without_pyarrow(written.words)
    own = {written.name, f"{written.name}.part", f"{written.name}.part.json", f"{written.name}.partial"}
    for name in own:
        Path(name).write_text(OWN)
    refused = run(written.words)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"trivet: {written.option}: {written.name} is there already; --force replaces it\n"
    assert {path.name: path.read_text() for path in Path().iterdir()} == dict.fromkeys(own, OWN)
    assert not [*bus_stub.requests, *chat_stub.requests], "its bytes would have been for nothing"
    assert run(f"{written.words} --force").status == 0
    assert Path(written.name).read_bytes() != OWN.encode()
    assert [Path(name).read_text() for name in own - {written.name}] == [OWN] * 3
    assert not [*Path().glob("*.trivet-part*")]


@POSIX
@pytest.mark.parametrize("written", COMMANDS, ids=ids)
def test_link_is_replaced_with_force_only_and_its_target_never(
    written: Written, run: Callable[[str], Done], tmp_path: Path
) -> None:
    skip_without_pyarrow(written.words)
    target, link = tmp_path / "target", Path(written.name)
    link.symlink_to(target)  # it dangles
    assert "--force replaces it" in run(written.words).err
    assert not target.exists()
    target.write_text(OWN)
    assert run(f"{written.words} --force").status == 0
    assert not link.is_symlink()
    assert target.read_text() == OWN


@pytest.mark.parametrize("written", COMMANDS, ids=ids)
def test_folder_is_not_replaced_by_a_file(written: Written, run: Callable[[str], Done]) -> None:
    skip_without_pyarrow(written.words)
    Path(written.name, "thesis").mkdir(parents=True)
    done = run(f"{written.words} --force")
    assert Path(written.name, "thesis").is_dir()
    # An operation saves a file in the folder, under the name of the service.
    if written.words.startswith(("bus passenger-volume", "chat admin")):
        assert done.status == 0
    else:
        assert done.status == 2
        assert done.err == f"trivet: {written.option}: {written.name} is a folder; name a file in it\n"


@pytest.mark.parametrize("written", COMMANDS, ids=ids)
def test_full_disk_leaves_the_old_file(
    written: Written, run: Callable[[str], Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_without_pyarrow(written.words)

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    Path(written.name).write_text(OWN)
    monkeypatch.setattr(os, "fsync", full)
    assert run(f"{written.words} --force").status == 1
    assert Path(written.name).read_text() == OWN


@pytest.mark.parametrize("words", ["chat conversations export", "chat ratings export"])
def test_file_with_a_name_of_the_service_is_replaced_with_force_only(words: str, run: Callable[[str], Done]) -> None:
    assert run(words).status == 0
    [saved] = Path().iterdir()
    saved.write_text(OWN)
    refused = run(words)
    assert (refused.status, refused.err) == (1, f"trivet: --out: {saved} is there already; --force replaces it\n")
    assert saved.read_text() == OWN
    assert run(f"{words} --force").status == 0
    assert saved.read_text() != OWN


@pytest.mark.parametrize("name", ["bus_stop.ndjson", "SOURCE.txt"])
def test_snapshot_replaces_no_file_that_no_snapshot_wrote(
    name: str, run: Callable[[str], Done], bus_stub: BusStub
) -> None:
    own = Path("lists", name)
    own.parent.mkdir()
    own.write_text(OWN)
    refused = run("bus snapshot lists")
    assert refused.status == 2
    assert refused.err == f"trivet: {own}: is there already, and no snapshot wrote it; give another folder\n"
    assert own.read_text() == OWN
    assert not bus_stub.requests
    own.unlink()
    assert run("bus snapshot lists").status == run("bus snapshot lists --refresh").status == 0
    own.with_name("bus_stop.csv").write_text(OWN)
    assert run("bus snapshot lists --refresh --format csv").status == 2
    assert own.with_name("bus_stop.csv").read_text() == OWN


def test_leavers_begin_in_a_new_or_empty_folder_only(run: Callable[[str], Done], chat_stub: ChatStub) -> None:
    Path("mine").mkdir()
    Path("mine", "results.csv").write_text(OWN)
    refused = run("chat leavers bob@example.com --yes --folder mine")
    assert refused.status == 2
    assert refused.err == "trivet: --folder: mine has files of another program; give a new folder, or an empty one\n"
    assert not chat_stub.requests
    Path("mine", "results.csv").unlink()
    assert run("chat leavers bob@example.com --yes --folder mine").status == 0


def named_files(entry: Any) -> Iterator[str]:
    """Yield the options and arguments of a command, or of all commands of a group, that name a file."""
    if hasattr(entry, "commands"):
        context = entry.context_class(entry)
        for name in entry.list_commands(context):
            yield from named_files(entry.get_command(context, name))
        return
    for parameter in entry.params:
        if parameter.type.name in ("path", "file") or parameter.metavar in ("FILE", "FOLDER", "DIR"):
            yield parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar


@pytest.mark.parametrize("service", SERVICES)
def test_every_option_that_names_a_file_is_in_a_table(service: str) -> None:
    root: Any = typer.main.get_command(make_app([service]))
    context = root.make_context("trivet", [service], resilient_parsing=True)
    named = {name for name in named_files(root.resolve_command(context, [service])[1]) if not name.endswith("-file")}
    written = {word for words in (*(written.words for written in COMMANDS), *FOLDERS) for word in words.split()}
    assert not named - written - READ - {"OUT.zip", "DIR"}


Save = Callable[[BusClient, ChatClient, Path], Any]


def save_parquet(bus: BusClient, chat: ChatClient, path: Path) -> Any:
    pytest.importorskip("pyarrow")
    from trivet.data import write_parquet  # noqa: PLC0415  needs pyarrow

    return write_parquet(bus.stops.list(), path)


LIBRARY: dict[str, Save] = {
    "load_network": lambda bus, chat, path: load_network(bus).save(path),
    "download": lambda bus, chat, path: bus.passenger_volume.download("by_stop", path=path),
    "export": lambda bus, chat, path: chat.admin.ratings.export().save(path),
    "report": lambda bus, chat, path: (
        Bulk(chat).update_users(["bob@example.com"], is_active=False, dry_run=True).save(path)
    ),
    "write_parquet": save_parquet,
}
"""The functions of the library that write a file that the caller names."""


@POSIX
@pytest.mark.usefixtures("no_umask")
@pytest.mark.parametrize("save", LIBRARY.values(), ids=LIBRARY)
@pytest.mark.parametrize("name", ["file", "n" * 255])
def test_file_of_the_library_is_readable_by_its_owner_only(
    save: Save, bus_client: BusClient, chat_client: ChatClient, tmp_path: Path, name: str
) -> None:
    for content in ("", OWN):
        (tmp_path / name).write_text(content)
        save(bus_client, chat_client, tmp_path / name)
        assert modes(tmp_path) == {name: "-rw-------"}


@pytest.mark.parametrize("save", LIBRARY.values(), ids=LIBRARY)
def test_library_replaces_neither_a_folder_nor_a_device(
    save: Save, bus_client: BusClient, chat_client: ChatClient, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    if save not in (LIBRARY["download"], LIBRARY["export"]):  # they save a file in the folder
        with pytest.raises(IsADirectoryError):
            save(bus_client, chat_client, tmp_path / "folder")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(FileExistsError):
            save(bus_client, chat_client, tmp_path / "pipe")
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert {path.name for path in tmp_path.iterdir()} <= {"folder", "pipe"}


@pytest.mark.parametrize("save", LIBRARY.values(), ids=LIBRARY)
def test_full_disk_leaves_the_old_file_of_the_library(
    save: Save, bus_client: BusClient, chat_client: ChatClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "file"
    path.write_text(OWN)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(bus_client, chat_client, path)
    assert path.read_text() == OWN
