"""Sphinx configuration."""

from trivet import __version__

project = "trivet"
author = "The trivet authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
html_theme = "furo"
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False  # people import these names from the package, whatever folder they stand in
napoleon_use_ivar = True  # an attribute called `type` would be a target for every other `type`
suppress_warnings = ["ref.python"]  # as the fields of records called so are, of which there are many
