"""Sphinx configuration."""

import re
import sys
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

sys.path.insert(0, str(Path(__file__).parents[1]))

from trivet import __version__

project = "trivet"
author = "The trivet authors"
release = version = __version__
language = "en"
extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "docs.reference_pages"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "pictures", "reference_pages"]

suppress_warnings = ["misc.highlighting_failure"]  # a block of CSV has no lexer

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

# A page names its module once, and a link shows the name without it.
add_module_names = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "trivet"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# Deferred, the second one runs after the scripts of the search, which it changes.
html_js_files = ["tabs.js", ("search_numbers.js", {"defer": "defer"})]
html_search_scorer = str(Path(__file__).parent / "_static" / "search_scorer.js")  # Sphinx opens it from where it runs
html_show_copyright = False  # no name is set
html_show_sphinx = False
html_copy_source = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def is_searched_for(language: SearchEnglish, word: str) -> bool:
    """Return whether a word is in the index: Sphinx leaves out numbers, but people search for HTTP statuses."""
    return bool(SearchEnglish.word_filter(language, word)) or re.fullmatch(r"[1-5]\d\d", word) is not None


def unlink_type(app: Sphinx, doctree: nodes.document) -> None:
    """Leave `type[…]` in a signature without a link, which Sphinx looks for among the fields called `type`."""
    for reference in list(doctree.findall(addnodes.pending_xref)):
        if reference.get("refdomain") == "py" and reference.get("reftarget") == "type":
            reference.replace_self(nodes.Text("type"))


def setup(app: Sphinx) -> None:
    """Replace the language of the search, and drop the links to the built-in `type`."""
    app.connect("doctree-read", unlink_type)
    # Not a class statement: the checks of types run without Sphinx, too, where its classes are unknown.
    app.add_search_language(type("SearchWithStatuses", (SearchEnglish,), {"word_filter": is_searched_for}))
