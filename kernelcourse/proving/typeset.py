"""How a proof looks in a notebook: one row a line, with formula, reason, kind and number."""

import html
import re

from kernelcourse.judging.verdicts import show_value

PROOF_STYLE = """<style>
.proof table {width: 100%; border-collapse: collapse; table-layout: auto; margin: 0}
.proof td {text-align: left !important; vertical-align: middle; padding: 3px 8px !important}
.proof td.formula {max-width: 62em; overflow-x: auto}
.proof pre {background: transparent !important}
.proof small {white-space: nowrap}
.proof .holds {color: var(--jp-success-color0, #1a7f37) !important}
.proof .fails {color: var(--jp-error-color0, #b3261e) !important}
@media (prefers-color-scheme: dark) {
  body:not([data-jp-theme-light]) .proof .holds {color: #57c878 !important}
  body:not([data-jp-theme-light]) .proof .fails {color: #ff8a80 !important}
}
body[data-jp-theme-light="false"] .proof .holds {color: #57c878 !important}
body[data-jp-theme-light="false"] .proof .fails {color: #ff8a80 !important}
</style>"""

SMALL = 'style="font-size: 90%; white-space: normal; text-align: left"'
POWER = re.compile(r"\d(?:\.\d+)?e-?\d+")


def plain_text(words):
    """Words as Markdown shows them: without a mark of HTML."""
    return words.replace("<", "&lt;").replace(">", "&gt;")


def formula(latex):
    """A formula for Markdown, which leaves it as it is: without what could begin a mark of HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\lt ", latex)


def proof(title, given, rows):
    """Write a proof as a table in HTML; rows of (Line, Verdict); "" for no title and nothing given."""
    table = "".join(_row(number, line, found) for number, (line, found) in enumerate(rows, 1))
    head = f"<p><b>{_text(title)}</b><br>{_text(given)}</p>" if title else ""
    return f'{PROOF_STYLE}<div class="proof">{head}<table><tbody>{table}</tbody></table></div>'


def folded(summary, content):
    """Write what is shown when it is unfolded."""
    return f"<details><summary>{_text(summary)}</summary>{content}</details>"


def line(number, line, found, rows, read):
    """Write one line with its code and its numbers.
    rows of (name, code, value), one for each side; read, by name the numbers of the setting that the sides read → HTML
    """
    table = f"<table><tbody>{_row(number, line, found)}</tbody></table>"
    sides = "".join(
        _cells(_text(name), f"<pre>{html.escape(code)}</pre>", _value(v)) for name, code, v in rows
    )
    numbers = "".join(_cells(_text(f"s.{name}"), _value(value), "") for name, value in read.items())
    return (
        f'{PROOF_STYLE}<div class="proof">{table}<table><tbody>{sides}</tbody></table>'
        f"<p>The setting:</p><table><tbody>{numbers}</tbody></table></div>"
    )


def line_text(number, line, found, rows, read):
    """Write one line with its code and its numbers, as plain text; arguments are those of `line`."""
    parts = [f"line {number}: {line.because}", str(found)]
    for name, code, value in rows:
        parts += [f"{name}:", *("    " + row for row in code.splitlines())]
        parts += ["    → " + row for row in show_value(value)]
    parts += [f"s.{name} = " + " ".join(show_value(value)) for name, value in read.items()]
    return "\n".join(parts)


def verdict(holds, text):
    """Write a verdict in its color, where a page takes our style sheet; its sign says the same."""
    return f'{PROOF_STYLE}<div class="proof">{_colored(holds, text)}</div>'


def _row(number, line, found):
    key = f" <small>{html.escape(line.equation)}</small>" if line.equation else ""
    says = _text(found.says) if found.residual is None else _colored(found.holds, str(found))
    return (
        f"<tr><td>{number}</td>"
        f'<td class="formula" style="text-align: left">$\\displaystyle {html.escape(line.latex)}$</td>'
        f"<td {SMALL}>{_text(line.because)}{key}</td><td {SMALL}>{says}</td></tr>"
    )


def _cells(*contents):
    return "<tr>" + "".join(f'<td style="text-align: left">{content}</td>' for content in contents) + "</tr>"


def _value(value):
    return f"<pre>{html.escape(chr(10).join(show_value(value)))}</pre>"


def _colored(holds, text):
    name = "holds" if holds else "fails"
    unbroken = POWER.sub(r'<span style="white-space: nowrap">\g<0></span>', _text(text))
    return f'<span class="{name}">{unbroken}</span>'


def _text(words):
    return html.escape(words, quote=False)
