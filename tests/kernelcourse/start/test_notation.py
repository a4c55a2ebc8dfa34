"""Appendix D has each letter that a formula of a chapter displays, and no other; 00 has ten; words lead both ways."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FIRST = (ROOT / "sources" / "00_start_here.py").read_text(encoding="utf-8")
SOURCE = (ROOT / "sources" / "D_notation.py").read_text(encoding="utf-8")
PARTS = tomllib.loads((ROOT / "kernelcourse" / "chapters.toml").read_text(encoding="utf-8"))["parts"]
CHAPTERS = {
    chapter["number"]: chapter
    for part in PARTS
    for chapter in part["chapters"]
    if chapter["number"].isdigit()
}
NUMBERS = [number for number in CHAPTERS if number != "00"]

GREEK = re.compile(
    r"\\(alpha|beta|gamma|delta|(var)?epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|(var)?phi|chi|psi|omega|ell"
    r"|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega)"
)
ALPHABETS = ["mathbf", "boldsymbol", "mathcal"]
CONSTANTS = {"e", "\\pi"}  # numbers that have their letter everywhere
WORDS = re.compile(r"\\(?:text|mathrm|operatorname|begin|end|tag|ink)\*?\s*\{[^}]*\}|\\,dx")
LETTER = re.compile(rf"\\(?:{'|'.join(ALPHABETS)})\s*(?:\{{\\?[A-Za-z]+\}}|[A-Za-z])|\\[A-Za-z]+|[A-Za-z]")


def letters(formula):
    """The letters of a formula, each with its alphabet, without hats, bars and tildes."""
    found = set()
    for token in LETTER.findall(WORDS.sub(" ", formula)):
        parts = re.fullmatch(r"(?:\\(mathbf|boldsymbol|mathcal)\s*)?\{?(\\?[A-Za-z]+)\}?", token)
        alphabet, name = parts.groups()
        if alphabet or len(name) == 1 or GREEK.fullmatch(name):
            found.add(f"{alphabet or ''}{name}")
    return found - CONSTANTS


def formulas_of(chapter):
    """What a chapter displays: its formulas and those of its catalogue. And what it, its exercises and proofs write."""
    sources, room = ROOT / "sources", ROOT / "kernelsy19" / chapter["room"]
    proofs = ROOT / "kernelcourse" / chapter["room"] / "proofs.py"
    text = (sources / f"{chapter['notebook']}.py").read_text(encoding="utf-8")
    shown = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
    if (room / "equations.toml").exists():
        equations = tomllib.loads((room / "equations.toml").read_text(encoding="utf-8"))
        shown += [equation["latex"] for equation in equations.values()]
    text += (sources / f"{chapter['notebook']}_exercises.py").read_text(encoding="utf-8")
    written = re.findall(r"\$([^$]+)\$", text.replace("$$", "$"))
    if proofs.exists():
        written += re.findall(r'\br"(.*?)"', proofs.read_text(encoding="utf-8"))
    return shown, written


def rows():
    """(numbers of chapters, letters) of each row of the table; no numbers where a row holds everywhere."""
    table = SOURCE[SOURCE.index("# ## Notation") :]
    for line in re.findall(r"^# \| (?!---|symbol|chapter)(.*) \|$", table, re.MULTILINE):
        first, second, *_ = (cell.strip() for cell in line.split(" | "))
        of_some = re.fullmatch(r"\d+(, \d+)*", first)
        symbols = second if of_some else first
        numbers = [f"{int(number):02d}" for number in first.split(", ")] if of_some else []
        yield numbers, set().union(*map(letters, re.findall(r"\$([^$]+)\$", symbols)))


@pytest.mark.parametrize("number", NUMBERS)
def test_each_letter_of_a_displayed_formula_is_in_the_table(number):
    displayed, _ = formulas_of(CHAPTERS[number])
    known = set().union(*(found for numbers, found in rows() if not numbers or number in numbers))
    missing = {formula: letters(formula) - known for formula in displayed if letters(formula) - known}
    assert not missing, f"chapter {number}: D does not say what these letters mean: {missing}"


@pytest.mark.parametrize("number", NUMBERS)
def test_each_letter_of_a_chapter_in_the_table_is_used_there(number):
    displayed, written = formulas_of(CHAPTERS[number])
    used = set().union(*map(letters, (*displayed, *written)))
    idle = [found - used for numbers, found in rows() if number in numbers and found - used]
    assert not idle, f"chapter {number} does not use what D says of it: {idle}"


def test_letters_are_found_with_their_alphabets():
    formula = r"\tilde{\mathbf{K}}_{ij} = \hat f(x) + \mathbf K\alpha \text{ of } \boldsymbol{\alpha} + \frac{e}{\pi}"
    assert letters(rf"\ink{{blue}}{{{formula}}}") == {*"ijfx", "mathbfK", "\\alpha", "boldsymbol\\alpha"}


def glossary(heading):
    """Rows of a table below a heading of D: two words, a symbol, the chapter's stem."""
    table = SOURCE[SOURCE.index(heading) :].split("# %%")[0]
    rows = re.findall(r"^# \| (.+?) \| (.+?) \| (.*?) ?\| \[\d\d\]\((\w+)\.ipynb\) \|$", table, re.MULTILINE)
    assert len(rows) > 30 and rows == sorted(rows, key=lambda row: row[0].lower())
    return rows


def test_the_glossary_leads_both_ways_and_to_a_chapter_that_uses_the_word():
    ours = glossary("# ## From our word")
    turned = [(theirs, word, *rest) for word, theirs, *rest in ours]
    assert sorted(turned) == sorted(glossary("# ## From the term"))
    for word, _, _, chapter in ours:
        text = (ROOT / "sources" / f"{chapter}.py").read_text(encoding="utf-8")
        assert word.lower() in re.sub(r"\n# ?", " ", text).lower(), f"{chapter} does not say {word!r}"


# What chapters set in bold and is not a word of the field.
EMPHASIS = set(
    """You need|After this chapter you can|Before you move it|Slide the window|Draw the smallest circle|The slack
    |sum to one|share a budget|weighted mean|box|the box|maximized|The curve is convex|cap|An outlier|Assign|ellipses
    |put back|curved groups|Without labels|With labels|It cycles|without labels|too long|the same weight|all scores
    |more than $C$|The points below are ours|The report's conclusion|kernel PCA|Kernel c-means|once
    |standard deviations|orthogonal waves""".replace("\n    ", "").split("|")
)


@pytest.mark.parametrize("stem", [CHAPTERS[number]["notebook"] for number in NUMBERS])
def test_each_word_of_the_field_that_a_chapter_sets_in_bold_is_in_the_glossary(stem):
    text = re.sub(r"\n# ?", " ", (ROOT / "sources" / f"{stem}.py").read_text(encoding="utf-8"))
    bold = set(re.findall(r"(?<![*\w])\*\*(\w[^*{}]*[^*\s.:?!,])\*\*", text)) - EMPHASIS
    missing = {word for word in bold if len(word.split()) <= 5 and word.lower() not in SOURCE.lower()}
    assert not missing, f"D has no row for {missing}"


def test_the_first_page_has_ten_symbols_and_the_appendix_says_the_same_of_them():
    table = FIRST[FIRST.index("# ## Ten symbols") : FIRST.index("# The rest are")]
    symbols = re.findall(r"^# \| (\$.+?\$) \|", table, re.MULTILINE)
    everywhere = set().union(*(found for numbers, found in rows() if not numbers))
    assert len(symbols) == 10 and all(letters(symbol.strip("$")) <= everywhere for symbol in symbols)
