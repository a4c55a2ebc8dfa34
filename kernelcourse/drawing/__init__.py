"""How it is drawn: scenes that move in the browser, figures that stand on a page."""
