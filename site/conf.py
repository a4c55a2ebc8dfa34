"""Sphinx's settings for the site; `tools/build_site.py` collects the pages and calls it."""

import sys
from pathlib import Path

import kernelsy19

# This file is read where `tools/build_site.py` puts it, in build/site-sources.
sys.path[:0] = [str(Path(__file__).parent / "_extensions"), str(Path(__file__).parents[2] / "tools")]

import address  # noqa: E402

project = "kernelsy19"
author = "The kernelsy19 authors"
copyright = "The kernelsy19 authors; prose and figures under CC BY 4.0, code under the BSD 3-Clause License"
version = release = kernelsy19.__version__
language = "en"

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "course_links",
    "course_search",
]
exclude_patterns = ["_extensions", "_static"]
smartquotes = False

html_theme = "sphinx_book_theme"
html_title = "Kernel methods · kernelsy19"
html_static_path = ["_static"]
html_css_files = ["vendor/Temml-STIX2.css", "course.css"]
html_js_files = [(name, {"defer": "defer"}) for name in ("search.js", "fit.js")]
html_favicon = "_static/favicon.svg"
html_baseurl = address.site_address(address.repository())
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "show_toc_level": 2,
    "use_download_button": True,
    "use_fullscreen_button": False,
    "navbar_persistent": [],  # the search has its button beside the others
    "extra_footer": address.edition(),
    # A page lists what stands beside it, not all 400 pages: that list took two thirds of a build, and half of a page.
    "collapse_navbar": True,
} | address.site_options(address.repository())

nb_execution_mode = "off"
nb_render_markdown_format = "myst"
nb_ipywidgets_js = {}
# The picture of an explorer, not the widget that no kernel moves.
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3
myst_update_mathjax = False

mathjax_path = "mathjax.js"  # which no page loads: formulas are typeset when Sphinx has done

numpydoc_show_class_members = False
numpydoc_xref_param_type = False
autodoc_member_order = "bysource"
toc_object_entries_show_parents = "hide"  # `fit()`, or the names are wider than their column
# scikit-learn makes these and documents them on its own site, to which this one does not ask the reader to go.
autodoc_default_options = {
    "exclude-members": "set_fit_request, set_score_request, set_predict_request, set_transform_request, "
    "set_partial_fit_request, set_decision_function_request, set_inverse_transform_request, get_metadata_routing"
}

bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"
