"""Where the network is kept: a file for each base URL in the user's cache folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

__all__ = ["cache_folder", "network_file"]

_UNSAFE = re.compile(r"[^0-9a-z.]+")


def cache_folder(environment: Mapping[str, str], platform: str, home: Path | None) -> Path | None:
    """Return the folder for what can be fetched again, or None where the platform names none.

    >>> cache_folder(os.environ, sys.platform, Path.home())
    PosixPath('/home/ada/.cache/trivet')

    Args:
        environment: `TRIVET_CACHE` names the folder itself; `LOCALAPPDATA` and `XDG_CACHE_HOME` one that has it in it.
        platform: What `sys.platform` says.
        home: The user's home folder, if there is one.
    """
    if own := environment.get("TRIVET_CACHE"):
        return Path(own)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return Path(local) / "trivet" / "Cache" if local else None
    if platform == "darwin":
        return None if home is None else home / "Library" / "Caches" / "trivet"
    xdg = Path(environment.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # as its specification says, another one is ignored
        return xdg / "trivet"
    return None if home is None else home / ".cache" / "trivet"


def network_file(folder: Path, base_url: str) -> Path:
    """Return the file for the network of a service; two base URLs never share one.

    >>> network_file(Path("/tmp"), "https://datamall2.mytransport.sg/ltaodataservice").name
    'network-datamall2.mytransport.sg-b5ecbd8d2cf0.json'
    """
    host = base_url.partition("://")[2].partition("/")[0].lower()
    digest = sha256(base_url.rstrip("/").encode()).hexdigest()[:12]
    return folder / f"network-{_UNSAFE.sub('-', host)[:60]}-{digest}.json"
