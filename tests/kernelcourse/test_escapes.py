"""Whatever a name, a label, a message or a formula holds, no rich output of the library makes a mark of HTML of it."""

import ast
import base64
import html
import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import kernelsy19
from kernelcourse import equations, index
from kernelcourse.course_map import CourseMap
from kernelcourse.desk.contents import Chapter
from kernelcourse.drawing import bars, controls, figures, guess, live
from kernelcourse.drawing.marks import Points, Words
from kernelcourse.drawing.picture import Picture
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.equations import Equation
from kernelcourse.judging.exercises import Exercise, Mistake, agreement
from kernelcourse.judging.verdicts import CheckResult
from kernelcourse.kernels.figures import gram_matrix
from kernelcourse.kernels.notations import NOTATIONS, NotationTable
from kernelcourse.one_class.experiments import Comparison, Redrawn, Region
from kernelcourse.proving.derivations import Derivation, LineCheck, Setting, identity
from kernelsy19.datasets.dataset import Dataset, TrainTest
from kernelsy19.datasets.tables import Table
from kernelsy19.kernels import RBF, Kernel

PACKAGE = Path(kernelsy19.__file__).parent
COURSE = PACKAGE.with_name("kernelcourse")
EVIL = "a<script>alert(1)</script>\"'><img src=x onerror=alert(2)><b onclick='y'>&lt;i&gt;</td></div><!-- a"
RICH = {"_repr_html_", "_repr_markdown_", "_repr_mimebundle_"}
DRAWN = {"aria-label", "viewbox", "width", "height", "x", "y", "rx", "d", "font-size", "font-weight"} | {
    f"{of}{what}" for of in ("fill", "stroke") for what in ("", "-opacity", "-width")
}
BUTTON = {"type", "hidden", "data-commandlinker-command", "data-commandlinker-args"}
OURS = DRAWN | BUTTON | {"alt", "aria-live", "class", "role", "src", "style", "xmlns", "font-family"}
PNG, SVG = "data:image/png;base64,", "data:image/svg+xml;base64,"


# ---- how one finds out --------------------------------------------------------------------------


class Marks(HTMLParser):
    """All marks of HTML in a text, as (name, attributes); comments count, too."""

    def __init__(self, text):
        super().__init__(convert_charrefs=False)
        self.found = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.found.append((f"/{tag}", {}))

    def handle_comment(self, data):
        self.found.append(("!--", {}))


def marks(text):
    """What a browser makes marks of: in Markdown neither blocks of code nor code in a line."""
    return Marks(re.sub(r"(?s)```.*?```|`[^`\n]*`", "", text)).found


def require_harmless(shown, tame):
    """The marks of a hostile output are those of a tame one, and none of them carries what was put in."""
    found = marks(shown)
    assert [name for name, _ in found] == [name for name, _ in marks(tame)], shown
    for name, attributes in found:
        assert name in ("img", "/img") or "src" not in attributes, name
        assert attributes.keys() <= OURS, (name, attributes)
        source = attributes.get("src", PNG)
        if source.startswith(SVG):
            inside = base64.b64decode(source.removeprefix(SVG)).decode()
            require_harmless(inside, inside)
            assert {mark.strip("/") for mark, _ in marks(inside)} <= {"svg", "path", "rect", "text", "title"}
        else:
            assert source.startswith(PNG)


@pytest.mark.parametrize("text", ["a < b", "a & b", "&lt;b&gt;", 'a "b"', "2 <3", "$i<j$ is not one"])
def test_what_is_no_mark_is_not_taken_for_one(text):
    assert marks(text.replace("i<j", "i < j")) == []


def test_a_text_that_is_put_in_as_it_is_is_noticed():
    for shown in (f"<p>{EVIL}</p>", f'<p title="{EVIL}">a</p>', f"**{EVIL}**", f"| {EVIL} |"):
        with pytest.raises(AssertionError):
            require_harmless(shown, shown.replace(EVIL, "tame"))
    require_harmless(f"<p>{html.escape(EVIL)}</p>", "<p>tame</p>")


# ---- everything that a notebook renders, with a text in each of its places -------------------------


def a_derivation(text):
    draw = lambda rng: Setting(a=rng.normal(size=3), b=rng.normal(size=3))  # noqa: E731
    line = identity(text, text, lambda s: s.a @ s.b, lambda s: s.b @ s.a, equation=text)
    return Derivation(text, text, (line, replace(line, because=f"{text} again")), draw)


def an_equation(text):
    return Equation(text, text, text, text, text)


def a_dataset(text):
    texts = dict.fromkeys(("name", "description", "source", "citation", "license_note", "target_name"), text)
    names = {"feature_names": (f"{text}1", f"{text}2"), "units": (text, ""), "target_names": (text, "b")}
    return Dataset(X=np.eye(2), y=np.array([0, 1]), **texts, **names)


class Toy(live.Explorer):
    """An explorer that is drawn in the browser, with a text wherever it has one."""

    def __init__(self, text):
        self.text = text
        super().__init__()

    def controls(self):
        return {"name": controls.choice(("a", self.text), self.text)}

    def scene(self, name):
        axes = {"x": Axis(self.text, (0, 1)), "y": Axis(self.text, (0, 1))}
        marks = [Points([0.5], [0.5], label=self.text), Words([0.2], [0.2], [self.text])]
        return Scene([Panel(marks, **axes, title=self.text)], self.text)


def test_no_script_of_the_browser_writes_html_from_a_text():
    """Texts are set as text; only the icons, which stand in the script itself, are written as marks."""
    writes = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment"
    icon = r"\s*made\[name\]\.innerHTML = `<svg [^`$]*\$\{ICONS\[icon\]\}[^`$]*`;"
    for path in (COURSE / "drawing").glob("*.js"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not re.search(writes, line) or re.fullmatch(icon, line), line


def a_comparison(text):
    region = Region(text, text, 1.0, 0, 0, np.zeros(1), np.zeros((1, 1)))
    return Comparison({text: a_dataset("tame")}, (text,), np.zeros(1), (region,))


def a_result(text):
    message = f"{text} *{text}* `{text}` ${text}$\n\n- {text}\n- **{text}**"
    return CheckResult("wrong", text, text, message, text)


MAKERS = {
    "bars.ProgressBar": lambda text: bars.ProgressBar(3, text),
    "course_map.CourseMap": lambda text: CourseMap([Chapter("01", text, text, about=text)]),
    "derivations.Derivation": a_derivation,
    "derivations.LineView": lambda text: a_derivation(text).line(1),
    "derivations.LineCheck": lambda text: LineCheck(False, 1.0, text),
    "equations.Equation": an_equation,
    "equations.EquationTable": lambda text: equations.EquationTable((an_equation(text),)),
    "equations.EquationSheet": lambda text: equations.EquationSheet((an_equation(text),) * 2),
    "equations.Code": lambda text: equations.Code((a_dataset,)),
    "guess.Covered": lambda text: guess.Covered(SimpleNamespace(stdout=text, outputs=[])),
    "guess.Guess": lambda text: guess.choice(text, [text, "b"], text),
    "index.EquationIndex": lambda text: index.EquationIndex(((an_equation(text), ("ball.dual, line 4",)),)),
    "live.Explorer": Toy,
    "picture.Picture": lambda text: Picture(
        Scene([Panel([Words([0.5], [0.5], [text])], title=text)], text), title=text
    ),
    "verdicts.CheckResult": a_result,
    "walk.Walk": lambda text: a_derivation(text).walk(),
    "dataset.Dataset": a_dataset,
    "dataset.TrainTest": lambda text: TrainTest(a_dataset(text), a_dataset(text)),
    "tables.Table": lambda text: Table(text, (text, text), {text: np.array([text]), "b": np.ones(1)}),
    "notations.NotationTable": lambda text: NotationTable(
        (replace(NOTATIONS[0], source=text, kernel=text, latex=text, ours=text),)
    ),
    "experiments.Comparison": a_comparison,
    "experiments.Redrawn": lambda text: Redrawn("errors"),
    # It shows files of the library as they stand there.
    "equations.Reading": lambda text: equations.library("catalogue"),
}


def shown_by(value):
    """All forms of an output that a front end takes for HTML or for Markdown."""
    for method in sorted(RICH & set(dir(value))):
        found = getattr(value, method)()
        found = found[0] if isinstance(found, tuple) else found  # and what is said of the forms
        for kind, text in found.items() if isinstance(found, dict) else [("", found)]:
            if kind in ("", "text/html", "text/markdown"):
                yield text


def test_every_class_that_is_rendered_is_looked_at():
    rendered = {
        f"{path.stem}.{node.name}"
        for path in [*PACKAGE.rglob("*.py"), *COURSE.rglob("*.py")]
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        and RICH & {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    }
    assert rendered == MAKERS.keys()


@pytest.mark.parametrize("name", MAKERS)
def test_no_text_becomes_a_mark(name):
    outputs = [list(shown_by(MAKERS[name](text))) for text in (EVIL, "tame")]
    assert outputs[0]
    for shown, tame in zip(*outputs, strict=True):
        require_harmless(shown, tame)


def folded(text):
    return [equations.EquationSheet((an_equation(text),), folded=True)._repr_markdown_()]


def walked(text):
    walk = a_derivation(text).walk()
    walk.next.click()
    return walk.hint.value, walk.lines.value


@pytest.mark.parametrize("said", [folded, walked])
def test_a_folded_sheet_and_what_a_walk_says_too(said):
    for shown, tame in zip(said(EVIL), said("tame"), strict=True):
        require_harmless(shown, tame)


@dataclass(frozen=True, repr=False)
class Named(Kernel):
    """A Gaussian kernel with a name of its own."""

    def evaluate(self, X, Y):
        return RBF(0.5).evaluate(X, Y)

    def __repr__(self):
        return EVIL


def test_pictures_and_messages_of_kernels_and_data_with_hostile_names():
    of_kernel = gram_matrix(Named()(np.eye(3)), names=[EVIL, "b", "c"], title=f"{Named()}")
    for shown in (figures.scatter(a_dataset(EVIL)), of_kernel):
        assert "script" in shown.alt, "the name stands in the text, so that there is something to escape"
        (text,) = shown_by(shown)
        require_harmless(text, '<img alt="">')


def test_messages_of_a_check_with_hostile_hints_titles_and_answers():
    def mine(x):
        raise ValueError(EVIL)

    def exercise(text):
        reference, mistakes = lambda x: 2 * x, [Mistake(text, lambda x: 3 * x)]
        return Exercise("99.1", text, lambda rng: [(1.5,)], reference, agreement(text, reference), mistakes)

    for answer in (lambda x: 2 * x, lambda x: 3 * x, lambda x: EVIL, lambda x: {EVIL: EVIL}, mine):
        shown, tame = exercise(EVIL).judge(answer, 0), exercise("a tame one").judge(answer, 0)
        assert EVIL in repr(shown)
        require_harmless(shown._repr_html_(), tame._repr_html_())
