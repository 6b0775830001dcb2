"""The reference by public name: Sphinx calls `setup`, which writes the pages before Sphinx reads them.

The pages are generated when the site is built, from every `__all__` and the docstrings. They are not committed, so they
are never stale.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.config import Config

FOLDER = "reference"
"""The folder of the pages, relative to the sources; git ignores it."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before Sphinx reads its sources, and link names after it has read a page."""
    app.connect("config-inited", _write)
    app.connect("doctree-read", _link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx, _: Config) -> None:
    from .pages import make_pages  # noqa: PLC0415  # it imports the whole SDK

    folder = Path(app.srcdir) / FOLDER
    pages = {folder / name: text for name, text in make_pages().items()}
    for path in folder.rglob("*.md") if folder.exists() else ():
        if path not in pages:
            path.unlink()
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:  # an unchanged page is not read again
            path.write_text(text, "utf-8")
    if not pages:
        shutil.rmtree(folder, ignore_errors=True)


def _link(app: Sphinx, doctree: document) -> None:
    """Turn each `Name` in the text of a page into a link, if it means exactly one public name or operation."""
    from docutils import nodes  # noqa: PLC0415  # tests import this package without Sphinx
    from sphinx.addnodes import pending_xref  # noqa: PLC0415

    from .links import target_of  # noqa: PLC0415

    page = app.env.docname
    for node in list(doctree.findall(nodes.literal)):
        target = target_of(node.astext(), page)
        if target is None or isinstance(node.parent, nodes.reference | nodes.title | pending_xref):
            continue
        link = pending_xref("", refdomain="py", reftype="obj", reftarget=target, refdoc=page, refwarn=False)
        node.replace_self(link)
        link += node
